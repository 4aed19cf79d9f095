import com.pulumi.Pulumi;
import com.pulumi.signalwire.DomainApplication;
import com.pulumi.signalwire.DomainApplicationArgs;

public class App {
    public static void main(String[] args) {
        Pulumi.run(ctx -> {
            var carrier = new DomainApplication("carrier", DomainApplicationArgs.builder()
                .name("Carrier")
                .identifier("carrier")
                .ipAuthEnabled(true)
                .ipAuth("203.0.113.5", "198.51.100.0/24")
                .encryption("required")
                .callHandler("relay_script")
                .callRelayScriptUrl("https://example.com/menu.json")
                .build());
            ctx.export("domain", carrier.domain());
        });
    }
}

import com.pulumi.Pulumi;
import com.pulumi.signalwire.SipEndpoint;
import com.pulumi.signalwire.SipEndpointArgs;

public class App {
    public static void main(String[] args) {
        Pulumi.run(ctx -> {
            var desk = new SipEndpoint("desk", SipEndpointArgs.builder()
                .username("front-desk")
                .password(ctx.config().requireSecret("deskPassword"))
                .encryption("required")
                .callHandler("relay_script")
                .callRelayScriptUrl("https://example.com/after-hours.json")
                .build());
            ctx.export("endpointId", desk.id());
        });
    }
}

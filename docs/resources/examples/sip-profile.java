import com.pulumi.Pulumi;
import com.pulumi.core.Either;
import com.pulumi.signalwire.SipProfile;
import com.pulumi.signalwire.SipProfileArgs;

public class App {
    public static void main(String[] args) {
        Pulumi.run(ctx -> {
            var profile = new SipProfile("profile", SipProfileArgs.builder()
                .defaultEncryption("required")
                .defaultCodecs(Either.ofLeft("OPUS"), Either.ofLeft("PCMU"))
                .build());
            ctx.export("domain", profile.domain());
        });
    }
}

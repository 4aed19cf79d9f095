import com.pulumi.Pulumi;
import com.pulumi.signalwire.ClientToken;
import com.pulumi.signalwire.ClientTokenArgs;

public class App {
    public static void main(String[] args) {
        Pulumi.run(ctx -> {
            var alice = new ClientToken("alice", ClientTokenArgs.builder()
                .resourceName("alice")
                .expiresIn(60)
                .build());
            ctx.export("jwt", alice.jwtToken()); // a secret output
            ctx.export("validUntil", alice.expiresAt());
        });
    }
}

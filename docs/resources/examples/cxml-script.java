import com.pulumi.Pulumi;
import com.pulumi.signalwire.CxmlScript;
import com.pulumi.signalwire.CxmlScriptArgs;

public class App {
    public static void main(String[] args) {
        Pulumi.run(ctx -> {
            var closed = new CxmlScript("closed", CxmlScriptArgs.builder()
                .displayName("Office closed")
                .contents("<Response><Say>We are closed. Please call again tomorrow.</Say></Response>")
                .build());
            ctx.export("closedUrl", closed.requestUrl());
        });
    }
}

import com.pulumi.Pulumi;
import com.pulumi.signalwire.SwmlScript;
import com.pulumi.signalwire.SwmlScriptArgs;
import java.util.List;
import java.util.Map;

public class App {
    public static void main(String[] args) {
        Pulumi.run(ctx -> {
            var menu = new SwmlScript("menu", SwmlScriptArgs.builder()
                .displayName("Main menu")
                .contents(Map.of(
                    "version", "1.0.0",
                    "sections", Map.of("main", List.of(
                        Map.of("play", Map.of("url", "say:One moment, please.")),
                        Map.of("connect", Map.of("to", "/public/front-desk"))))))
                .build());
            ctx.export("menuUrl", menu.requestUrl());
        });
    }
}

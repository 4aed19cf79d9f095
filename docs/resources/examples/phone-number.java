import com.pulumi.Pulumi;
import com.pulumi.signalwire.PhoneNumber;
import com.pulumi.signalwire.PhoneNumberArgs;
import com.pulumi.signalwire.SignalwireFunctions;
import com.pulumi.signalwire.inputs.GetSipEndpointArgs;

public class App {
    public static void main(String[] args) {
        Pulumi.run(ctx -> {
            var reception = SignalwireFunctions.getSipEndpoint(GetSipEndpointArgs.builder()
                .username("reception")
                .build());
            var support = new PhoneNumber("support", PhoneNumberArgs.builder()
                .number("+12025550101")
                .name("Support line")
                .callHandler("relay_sip_endpoint")
                .callSipEndpointId(reception.applyValue(endpoint -> endpoint.id()))
                .build());
            ctx.export("capabilities", support.capabilities());
        });
    }
}

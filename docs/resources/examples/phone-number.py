import pulumi
import pulumi_signalwire as signalwire

reception = signalwire.get_sip_endpoint_output(username="reception")
support = signalwire.PhoneNumber(
    "support",
    number="+12025550101",
    name="Support line",
    call_handler="relay_sip_endpoint",
    call_sip_endpoint_id=reception.id,
)
pulumi.export("capabilities", support.capabilities)

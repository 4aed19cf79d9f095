import pulumi
import pulumi_signalwire as signalwire

desk = signalwire.SipEndpoint(
    "desk",
    username="front-desk",
    password=pulumi.Config().require_secret("deskPassword"),
    encryption="required",
    call_handler="relay_script",
    call_relay_script_url="https://example.com/after-hours.json",
)
pulumi.export("endpointId", desk.id)

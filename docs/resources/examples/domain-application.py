import pulumi
import pulumi_signalwire as signalwire

carrier = signalwire.DomainApplication(
    "carrier",
    name="Carrier",
    identifier="carrier",
    ip_auth_enabled=True,
    ip_auth=["203.0.113.5", "198.51.100.0/24"],
    encryption="required",
    call_handler="relay_script",
    call_relay_script_url="https://example.com/menu.json",
)
pulumi.export("domain", carrier.domain)

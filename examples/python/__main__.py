"""A small office: two desks, one number that rings the first of them, and a browser client with a token of its own."""

import pulumi
import pulumi_signalwire as signalwire

config = pulumi.Config()

front_desk = signalwire.SipEndpoint(
    "front-desk",
    username="front-desk",
    password=config.require_secret("frontDeskPassword"),
    caller_id="Front desk",
    codecs=["OPUS", "PCMU"],
    encryption="required",
    call_handler="relay_script",
    call_relay_script_url="https://example.com/after-hours.json",
)

workshop = signalwire.SipEndpoint(
    "workshop",
    username="workshop",
    password=config.require_secret("workshopPassword"),
    caller_id="Workshop",
)

# The number is the project's own. It is configured here, never bought and never released.
main_line = signalwire.PhoneNumber(
    "main-line",
    number=config.require("mainNumber"),
    name="Main line",
    call_handler="relay_sip_endpoint",
    call_sip_endpoint_id=front_desk.id,
    message_handler="laml_webhooks",
    message_request_url="https://example.com/messages",
    on_destroy="restore",  # or the number would go on ringing a desk that is gone
)

browser_client = signalwire.ClientToken(
    "browser-client",
    resource=pulumi.Output.concat(front_desk.username, "-browser"),
    expires_in=60,
)

pulumi.export("frontDeskId", front_desk.id)
pulumi.export("workshopId", workshop.id)
pulumi.export("mainNumber", main_line.number)
pulumi.export("clientName", browser_client.resource)
pulumi.export("clientToken", browser_client.jwt_token)
pulumi.export("clientTokenExpires", browser_client.expires_at)

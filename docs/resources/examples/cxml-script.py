import pulumi
import pulumi_signalwire as signalwire

closed = signalwire.CxmlScript(
    "closed",
    display_name="Office closed",
    contents="<Response><Say>We are closed. Please call again tomorrow.</Say></Response>",
)
pulumi.export("closedUrl", closed.request_url)

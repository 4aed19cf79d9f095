import pulumi
import pulumi_signalwire as signalwire

menu = signalwire.SwmlScript(
    "menu",
    display_name="Main menu",
    contents={
        "version": "1.0.0",
        "sections": {
            "main": [
                {"play": {"url": "say:One moment, please."}},
                {"connect": {"to": "/public/front-desk"}},
            ],
        },
    },
)
pulumi.export("menuUrl", menu.request_url)

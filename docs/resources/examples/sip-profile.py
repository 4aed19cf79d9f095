import pulumi
import pulumi_signalwire as signalwire

profile = signalwire.SipProfile("profile", default_encryption="required", default_codecs=["OPUS", "PCMU"])
pulumi.export("domain", profile.domain)

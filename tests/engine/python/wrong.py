"""What a type checker must find: `mypy --strict` complains about an `ignore` that is not needed."""

import pulumi_signalwire as signalwire

signalwire.SipEndpoint("desk", usrname="desk")  # type: ignore[call-overload]
signalwire.SipEndpoint("desk", username=1)  # type: ignore[call-overload]
signalwire.SipEndpointArgs()  # type: ignore[call-arg]
signalwire.SipEndpoint("desk", username="desk", password_from={"envi": "PASSWORD"})  # type: ignore[call-overload]

using System.Collections.Generic;
using Pulumi;
using Signalwire = Pulumi.Signalwire;

return await Deployment.RunAsync(() =>
{
    var profile = new Signalwire.SipProfile("profile", new()
    {
        DefaultEncryption = "required",
        DefaultCodecs = new Union<string, Signalwire.SipProfileDefaultCodecs>[] { "OPUS", "PCMU" },
    });
    return new Dictionary<string, object?> { ["domain"] = profile.Domain };
});

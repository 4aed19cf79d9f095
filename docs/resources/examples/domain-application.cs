using System.Collections.Generic;
using Pulumi;
using Signalwire = Pulumi.Signalwire;

return await Deployment.RunAsync(() =>
{
    var carrier = new Signalwire.DomainApplication("carrier", new()
    {
        Name = "Carrier",
        Identifier = "carrier",
        IpAuthEnabled = true,
        IpAuth = new[] { "203.0.113.5", "198.51.100.0/24" },
        Encryption = "required",
        CallHandler = "relay_script",
        CallRelayScriptUrl = "https://example.com/menu.json",
    });
    return new Dictionary<string, object?> { ["domain"] = carrier.Domain };
});

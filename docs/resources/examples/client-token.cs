using System.Collections.Generic;
using Pulumi;
using Signalwire = Pulumi.Signalwire;

return await Deployment.RunAsync(() =>
{
    var alice = new Signalwire.ClientToken("alice", new()
    {
        ResourceName = "alice",
        ExpiresIn = 60,
    });
    return new Dictionary<string, object?>
    {
        ["jwt"] = alice.JwtToken, // a secret output
        ["validUntil"] = alice.ExpiresAt,
    };
});

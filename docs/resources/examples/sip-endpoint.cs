using System.Collections.Generic;
using Pulumi;
using Signalwire = Pulumi.Signalwire;

return await Deployment.RunAsync(() =>
{
    var desk = new Signalwire.SipEndpoint("desk", new()
    {
        Username = "front-desk",
        Password = new Config().RequireSecret("deskPassword"),
        Encryption = "required",
        CallHandler = "relay_script",
        CallRelayScriptUrl = "https://example.com/after-hours.json",
    });
    return new Dictionary<string, object?> { ["endpointId"] = desk.Id };
});

using System.Collections.Generic;
using Pulumi;
using Signalwire = Pulumi.Signalwire;

return await Deployment.RunAsync(() =>
{
    var reception = Signalwire.GetSipEndpoint.Invoke(new() { Username = "reception" });
    var support = new Signalwire.PhoneNumber("support", new()
    {
        Number = "+12025550101",
        Name = "Support line",
        CallHandler = "relay_sip_endpoint",
        CallSipEndpointId = reception.Apply(endpoint => endpoint.Id),
    });
    return new Dictionary<string, object?> { ["capabilities"] = support.Capabilities };
});

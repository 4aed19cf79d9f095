using System.Collections.Generic;
using Pulumi;
using Signalwire = Pulumi.Signalwire;

return await Deployment.RunAsync(() =>
{
    var closed = new Signalwire.CxmlScript("closed", new()
    {
        DisplayName = "Office closed",
        Contents = "<Response><Say>We are closed. Please call again tomorrow.</Say></Response>",
    });
    return new Dictionary<string, object?> { ["closedUrl"] = closed.RequestUrl };
});

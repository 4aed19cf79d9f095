using System.Collections.Generic;
using Pulumi;
using Signalwire = Pulumi.Signalwire;

return await Deployment.RunAsync(() =>
{
    var menu = new Signalwire.SwmlScript("menu", new()
    {
        DisplayName = "Main menu",
        Contents = new Dictionary<string, object?>
        {
            ["version"] = "1.0.0",
            ["sections"] = new Dictionary<string, object?>
            {
                ["main"] = new[]
                {
                    new Dictionary<string, object?>
                    {
                        ["play"] = new Dictionary<string, object?> { ["url"] = "say:One moment, please." },
                    },
                    new Dictionary<string, object?>
                    {
                        ["connect"] = new Dictionary<string, object?> { ["to"] = "/public/front-desk" },
                    },
                },
            },
        },
    });
    return new Dictionary<string, object?> { ["menuUrl"] = menu.RequestUrl };
});

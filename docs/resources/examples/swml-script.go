package main

import (
	"example.com/pulumi-signalwire/sdk/go/signalwire"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)

func main() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		menu, err := signalwire.NewSwmlScript(ctx, "menu", &signalwire.SwmlScriptArgs{
			DisplayName: pulumi.String("Main menu"),
			Contents: pulumi.Map{
				"version": pulumi.String("1.0.0"),
				"sections": pulumi.Map{
					"main": pulumi.Array{
						pulumi.Map{"play": pulumi.Map{"url": pulumi.String("say:One moment, please.")}},
						pulumi.Map{"connect": pulumi.Map{"to": pulumi.String("/public/front-desk")}},
					},
				},
			},
		})
		if err != nil {
			return err
		}
		ctx.Export("menuUrl", menu.RequestUrl)
		return nil
	})
}

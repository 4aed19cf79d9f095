package main

import (
	"example.com/pulumi-signalwire/sdk/go/signalwire"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi/config"
)

func main() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		desk, err := signalwire.NewSipEndpoint(ctx, "desk", &signalwire.SipEndpointArgs{
			Username:           pulumi.String("front-desk"),
			Password:           config.New(ctx, "").RequireSecret("deskPassword"),
			Encryption:         pulumi.String("required"),
			CallHandler:        pulumi.String("relay_script"),
			CallRelayScriptUrl: pulumi.String("https://example.com/after-hours.json"),
		})
		if err != nil {
			return err
		}
		ctx.Export("endpointId", desk.ID())
		return nil
	})
}

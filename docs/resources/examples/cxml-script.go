package main

import (
	"example.com/pulumi-signalwire/sdk/go/signalwire"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)

func main() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		closed, err := signalwire.NewCxmlScript(ctx, "closed", &signalwire.CxmlScriptArgs{
			DisplayName: pulumi.String("Office closed"),
			Contents:    pulumi.String("<Response><Say>We are closed. Please call again tomorrow.</Say></Response>"),
		})
		if err != nil {
			return err
		}
		ctx.Export("closedUrl", closed.RequestUrl)
		return nil
	})
}

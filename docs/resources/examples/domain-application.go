package main

import (
	"example.com/pulumi-signalwire/sdk/go/signalwire"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)

func main() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		carrier, err := signalwire.NewDomainApplication(ctx, "carrier", &signalwire.DomainApplicationArgs{
			Name:               pulumi.String("Carrier"),
			Identifier:         pulumi.String("carrier"),
			IpAuthEnabled:      pulumi.Bool(true),
			IpAuth:             pulumi.ToStringArray([]string{"203.0.113.5", "198.51.100.0/24"}),
			Encryption:         pulumi.String("required"),
			CallHandler:        pulumi.String("relay_script"),
			CallRelayScriptUrl: pulumi.String("https://example.com/menu.json"),
		})
		if err != nil {
			return err
		}
		ctx.Export("domain", carrier.Domain)
		return nil
	})
}

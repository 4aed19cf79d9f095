package main

import (
	"example.com/pulumi-signalwire/sdk/go/signalwire"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)

func main() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		alice, err := signalwire.NewClientToken(ctx, "alice", &signalwire.ClientTokenArgs{
			ResourceName: pulumi.String("alice"),
			ExpiresIn:    pulumi.Int(60),
		})
		if err != nil {
			return err
		}
		ctx.Export("jwt", alice.JwtToken) // a secret output
		ctx.Export("validUntil", alice.ExpiresAt)
		return nil
	})
}

package main

import (
	"example.com/pulumi-signalwire/sdk/go/signalwire"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)

func main() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		profile, err := signalwire.NewSipProfile(ctx, "profile", &signalwire.SipProfileArgs{
			DefaultEncryption: pulumi.String("required"),
			DefaultCodecs:     pulumi.ToStringArray([]string{"OPUS", "PCMU"}),
		})
		if err != nil {
			return err
		}
		ctx.Export("domain", profile.Domain)
		return nil
	})
}

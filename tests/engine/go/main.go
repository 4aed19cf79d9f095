// Four resources, as tests/engine/in-ci/other-languages.test.ts expects them at the service.

package main

import (
	"pulumi-signalwire/sdk/go/signalwire"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)

func main() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		profile, err := signalwire.NewSipProfile(ctx, "profile", &signalwire.SipProfileArgs{DefaultEncryption: pulumi.String("required")})
		if err != nil {
			return err
		}
		desk, err := signalwire.NewSipEndpoint(ctx, "desk", &signalwire.SipEndpointArgs{
			Username: pulumi.String("desk"), Password: pulumi.String("canary-password"), CallerId: pulumi.String("Desk"),
			Codecs: pulumi.ToStringArray([]string{"OPUS", "PCMU"}),
		})
		if err != nil {
			return err
		}
		line, err := signalwire.NewPhoneNumber(ctx, "line", &signalwire.PhoneNumberArgs{
			Number: pulumi.String("+12025550101"), Name: pulumi.String("Main"),
			CallHandler: pulumi.String("relay_sip_endpoint"), CallSipEndpointId: desk.ID(),
		})
		if err != nil {
			return err
		}
		token, err := signalwire.NewClientToken(ctx, "token", &signalwire.ClientTokenArgs{Resource: pulumi.String("mobile")})
		if err != nil {
			return err
		}
		ctx.Export("username", desk.Username)
		ctx.Export("encryption", profile.DefaultEncryption)
		ctx.Export("target", line.CallSipEndpointId)
		ctx.Export("client", token.Resource)
		return nil
	})
}

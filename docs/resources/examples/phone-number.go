package main

import (
	"example.com/pulumi-signalwire/sdk/go/signalwire"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)

func main() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		reception := signalwire.LookupSipEndpointOutput(ctx, signalwire.LookupSipEndpointOutputArgs{
			Username: pulumi.String("reception"),
		})
		support, err := signalwire.NewPhoneNumber(ctx, "support", &signalwire.PhoneNumberArgs{
			Number:            pulumi.String("+12025550101"),
			Name:              pulumi.String("Support line"),
			CallHandler:       pulumi.String("relay_sip_endpoint"),
			CallSipEndpointId: reception.Id(),
		})
		if err != nil {
			return err
		}
		ctx.Export("capabilities", support.Capabilities)
		return nil
	})
}

// One program for every environment. Configuration holds the differences, and no file holds a production secret.

import * as pulumi from "@pulumi/pulumi";
import { PhoneNumber, SipEndpoint } from "pulumi-signalwire";

const config = new pulumi.Config();
const isProtected = config.getBoolean("protected") ?? false;

const desk = new SipEndpoint("desk", {
  username: config.require("username"),
  password: fromEnvironment("DESK_PASSWORD") ?? config.requireSecret("deskPassword"),
  encryption: "required",
});

new PhoneNumber(
  "line",
  {
    number: config.require("number"),
    name: `Main line (${pulumi.getStack()})`,
    callHandler: "relay_sip_endpoint",
    callSipEndpointId: desk.id,
    onDestroy: "restore",
  },
  // Protects the number from accidental deletion.
  { protect: isProtected },
);

/** Reads a variable that a CI job or `pulumi env run` sets. */
function fromEnvironment(name: string): pulumi.Output<string> | undefined {
  const value = process.env[name];
  return value ? pulumi.secret(value) : undefined;
}

import * as pulumi from "@pulumi/pulumi";
import { SipEndpoint } from "pulumi-signalwire";

const desk = new SipEndpoint("desk", {
  username: "front-desk",
  password: new pulumi.Config().requireSecret("deskPassword"),
  encryption: "required",
  callHandler: "relay_script",
  callRelayScriptUrl: "https://example.com/after-hours.json",
});
export const endpointId = desk.id;

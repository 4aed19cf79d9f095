import * as pulumi from "@pulumi/pulumi";
import { PhoneNumber, SipEndpoint } from "pulumi-signalwire";

const config = new pulumi.Config();

const desk = new SipEndpoint("desk", {
  username: "front-desk",
  password: config.requireSecret("deskPassword"),
  encryption: "required",
});

const line = new PhoneNumber("line", {
  number: config.require("number"),
  name: "Main line",
  callHandler: "relay_sip_endpoint",
  callSipEndpointId: desk.id,
  onDestroy: "restore", // else the number would still ring a deleted endpoint
});

export const endpoint = desk.id;
export const capabilities = line.capabilities;

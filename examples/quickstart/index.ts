// A small office: two desks, one number that rings the first of them, and a browser client with a token of its own.

import * as pulumi from "@pulumi/pulumi";
import { ClientToken, PhoneNumber, SipEndpoint } from "pulumi-signalwire";

const config = new pulumi.Config();

const frontDesk = new SipEndpoint("front-desk", {
  username: "front-desk",
  password: config.requireSecret("frontDeskPassword"),
  callerId: "Front desk",
  codecs: ["OPUS", "PCMU"],
  encryption: "required",
  callHandler: "relay_script",
  callRelayScriptUrl: "https://example.com/after-hours.json",
});

const workshop = new SipEndpoint("workshop", {
  username: "workshop",
  password: config.requireSecret("workshopPassword"),
  callerId: "Workshop",
});

// The number belongs to the project. This program configures it, and never buys or releases it.
const mainLine = new PhoneNumber("main-line", {
  number: config.require("mainNumber"),
  name: "Main line",
  callHandler: "relay_sip_endpoint",
  callSipEndpointId: frontDesk.id,
  messageHandler: "laml_webhooks",
  messageRequestUrl: "https://example.com/messages",
  onDestroy: "restore", // else the number would still ring a deleted endpoint
});

const browserClient = new ClientToken("browser-client", {
  resourceName: pulumi.interpolate`${frontDesk.username}-browser`,
  expiresIn: 60,
});

export const frontDeskId = frontDesk.id;
export const workshopId = workshop.id;
export const mainNumber = mainLine.number;
export const clientName = browserClient.resourceName;
export const clientToken = browserClient.jwtToken;
export const clientTokenExpires = browserClient.expiresAt;

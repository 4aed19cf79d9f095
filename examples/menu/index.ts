// An office whose whole route is code: the number, the carrier, the menu, the desks and the voicemail. There is no web server.

import * as pulumi from "@pulumi/pulumi";
import { DomainApplication, PhoneNumber, SipEndpoint, SipProfile, SwmlScript } from "pulumi-signalwire";

const config = new pulumi.Config();

// Only read: the program does not manage the profile.
const { domain } = SipProfile.get("profile", config.require("projectId"));

const voicemail = new SwmlScript("voicemail", {
  displayName: "Voicemail",
  contents: {
    version: "1.0.0",
    sections: {
      main: [
        { answer: {} },
        { play: { url: "say:Nobody can take your call. Please leave a message." } },
        { record: { beep: true, end_silence: 4 } },
        { hangup: {} },
      ],
    },
  },
});

const desks = ["sales", "support"].map((username) => {
  const password = config.requireSecret(`${username}Password`);
  return new SipEndpoint(username, { username, password, encryption: "required" });
});
const [sales, support] = desks.map((desk) => [
  { connect: { to: pulumi.interpolate`sip:${desk.username}@${domain}`, timeout: 20 } },
  { transfer: { dest: voicemail.requestUrl } },
]);

const menu = new SwmlScript("menu", {
  displayName: "Main menu",
  contents: {
    version: "1.0.0",
    sections: {
      main: [
        { prompt: { play: "say:Press 1 for sales, 2 for support.", max_digits: 1 } },
        { switch: { variable: "prompt_result", case: { no_input: [{ transfer: { dest: voicemail.requestUrl } }] } } },
        {
          switch: {
            variable: "prompt_value",
            case: { "1": sales, "2": support },
            default: [{ play: { url: "say:This is not a choice." } }, { transfer: { dest: "main" } }],
          },
        },
      ],
    },
  },
});

const line = new PhoneNumber("line", {
  number: config.require("number"),
  name: "Main line",
  callHandler: "relay_script",
  callRelayScriptUrl: menu.requestUrl,
  onDestroy: "restore",
});

const carrier = new DomainApplication("carrier", {
  name: "Carrier",
  identifier: "carrier",
  ipAuthEnabled: true, // else anyone could call
  ipAuth: config.requireObject<string[]>("carrierAddresses"),
  encryption: "required",
  callHandler: "relay_script",
  callRelayScriptUrl: menu.requestUrl,
});

export const number = line.number;
export const carrierDomain = carrier.domain;
export const menuUrl = menu.requestUrl;

// The stacks that earlier releases deployed. fixtures/release-<release>.json has the state and the account of each.

import type { ServedOptions } from "./service.ts";

export interface EarlierStack {
  readonly release: string;
  /** Every kind of that release, with secrets in arguments, in the settings before adoption, and in settings outside the program. */
  readonly program: string;
  /** The preview's sentence when nothing changed in the program. */
  readonly previewed: RegExp;
  /** The same program with a change of every kind. */
  readonly changed: string;
  /** The writes of this change, sorted. */
  readonly updates: readonly string[];
  /** The number of objects that a destroy deletes. */
  readonly deleted: number;
  /** The settings of the numbers that a destroy leaves: number → some of its fields. */
  readonly left: { readonly [number: string]: { readonly [field: string]: unknown } };
  /** The options of the server that held the account. */
  readonly server?: ServedOptions;
}

const BEFORE_THE_FIRST = `
new SipProfile("profile", { defaultEncryption: "required", onDestroy: "restore" });
const desk = new SipEndpoint("desk", {
  username: "desk", password: "canary-password", callerId: "Desk", codecs: ["OPUS", "PCMU"], callHandler: "relay_script",
  callRelayScriptUrl: "https://scripts.example.com/desk?token=canary-script-token",
});
new SipEndpoint("plain", { username: "plain", password: pulumi.secret("canary-password-2") });
new PhoneNumber("line", {
  number: "+12025550101", name: "Main line", callHandler: "relay_sip_endpoint", callSipEndpointId: desk.id, onDestroy: "restore",
});
new PhoneNumber("second", { number: "+12025550102", name: "Second" });
new ClientToken("browser", { resource: "browser", expiresIn: 5256000 });
`;

/** Its first `up` set more: these arguments are now at their defaults. The caller's name was cut by the service. */
const SEVEN_KINDS = `
new SipProfile("profile", { defaultEncryption: "required", onDestroy: "restore", unset: "watch" });
const menu = new SwmlScript("menu", {
  displayName: "Menu", contents: { version: "1.0.0", sections: { main: [{ answer: {} }] } },
});
const closed = new CxmlScript("closed", { displayName: "Closed", contents: "<Response><Say>Closed</Say></Response>" });
const desk = new SipEndpoint("desk", {
  username: "desk", password: "canary-password", callerId: "Desk ".repeat(60), callHandler: "relay_script",
  callRelayScriptUrl: "https://scripts.example.com/desk?token=canary-script-token", extra: { call_flow_version: "working_copy" },
});
new SipEndpoint("plain", {
  username: "plain", password: pulumi.secret("canary-password-2"), callerId: pulumi.secret("canary-caller"), baseline: "first",
});
new DomainApplication("carrier", {
  name: "Carrier", identifier: "carrier", ipAuthEnabled: true, ipAuth: ["203.0.113.5", "198.51.100.0/24"],
  encryption: "required", callHandler: "laml_webhooks", callRequestUrl: closed.requestUrl,
});
new PhoneNumber("line", {
  number: "+12025550101", name: "Main line", callHandler: "relay_sip_endpoint", callSipEndpointId: desk.id, onDestroy: "restore",
});
new PhoneNumber("second", { number: "+12025550102", name: "Second", exclusive: true, onDestroy: "restore" });
new PhoneNumber("third", {
  number: "+12025550103", callHandler: "relay_script", callRelayScriptUrl: menu.requestUrl, onDestroy: "clear",
});
new ClientToken("browser", { resource: "browser", expiresIn: 5256000 });
`;

export const earlierStacks: readonly EarlierStack[] = [
  {
    release: "0.0.0-before-the-first",
    program: BEFORE_THE_FIRST,
    previewed: / 4 to update\n\s+\d+ unchanged/,
    changed: BEFORE_THE_FIRST.replace('callerId: "Desk"', 'callerId: "Reception"').replace("Second", "Third"),
    updates: ["PUT endpoints/sip/{id}", "PUT phone_numbers/{id}"],
    deleted: 2,
    left: { "+12025550102": { name: "Third" } },
  },
  {
    release: "0.0.0-seven-kinds",
    program: SEVEN_KINDS,
    previewed: /~ 2 to update\n\s+9 unchanged/,
    changed: SEVEN_KINDS.replace('defaultEncryption: "required", ', "")
      .replace('callHandler: "relay_script",\n', "\n")
      .replace(/callRelayScriptUrl: "https.*?", /, "")
      .replace('callerId: pulumi.secret("canary-caller")', 'callerId: "Plain"')
      .replace('name: "Carrier", ', 'name: "Trunk", ')
      .replace("{ answer: {} }", "{ hangup: {} }")
      .replace("<Say>Closed</Say>", "<Reject/>")
      .replace('name: "Main line", ', "")
      .replace('name: "Second"', 'name: "Third"')
      .replace("5256000", "5255000"),
    updates: [
      "POST jwt",
      "PUT domain_applications/{id}",
      "PUT endpoints/sip/{id}",
      "PUT endpoints/sip/{id}",
      "PUT fabric/cxml_scripts/{id}",
      "PUT fabric/swml_scripts/{id}",
      "PUT phone_numbers/{id}",
      "PUT phone_numbers/{id}",
      "PUT sip_profile",
    ],
    deleted: 5,
    left: {
      "+12025550101": {
        name: "Found line",
        call_handler: "laml_webhooks",
        message_handler: null,
        call_relay_topic: null,
      },
      "+12025550102": { name: "Found second", call_handler: null, message_handler: "laml_webhooks" },
      "+12025550103": { name: null, call_handler: null, call_relay_script_url: null },
    },
    server: { extraFields: true, variants: ["text-length"] },
  },
];

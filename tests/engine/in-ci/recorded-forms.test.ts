// One life of every class at a service that answers as public records show (tests/records).

import { expect, it } from "vitest";
import { describeStack, server, stack } from "../described.ts";
import { destroy, expectSettled, number, succeeds, upOf } from "../lives/helpers.ts";
import { ask, list } from "../service.ts";

const NUMBER = "+12025550101";
const PASSWORD = "vivid-otter-lunar-canyon-brisk-maple";
const ADDRESS = {
  label: "Office",
  country: "US",
  firstName: "Ada",
  lastName: "Byron",
  streetNumber: "1",
  streetName: "Main Street",
  city: "Springfield",
  state: "IL",
  postalCode: "62701",
};

type Args = { readonly [name: string]: unknown };

interface Settings {
  readonly desk?: Args;
  readonly line?: Args;
  readonly profile?: Args;
  readonly carrier?: Args;
  readonly name: string;
}

const program = ({ desk, line, profile, carrier, name }: Settings) => {
  const declared: readonly (readonly [string, string, Args])[] = [
    ["SipProfile", "profile", { defaultCodecs: ["OPUS", "PCMU"], onDestroy: "restore", ...profile }],
    ["SipEndpoint", "desk", { username: "desk", password: PASSWORD, ...desk }],
    ["CxmlScript", "laml", { displayName: name, contents: "<Response><Say>Hello</Say></Response>" }],
    ["SwmlScript", "flow", { displayName: name, contents: { sections: { main: ["answer"] } } }],
    ["CxmlApplication", "app", { friendlyName: name, voiceUrl: "https://example.com/voice" }],
    [
      "DomainApplication",
      "carrier",
      { name, identifier: "carrier", callHandler: "relay_context", callRelayContext: "office", ...carrier },
    ],
    ["NumberGroup", "group", { name }],
    ["EmergencyAddress", "address", ADDRESS],
    ["PhoneNumber", "line", { number: NUMBER, onDestroy: "restore", ...line }],
    ["ClientToken", "token", { resource: "browser" }],
    ["SubscriberToken", "subscriber", { reference: "alice" }],
  ];
  const resources = declared.map(
    ([kind, resource, args]) => `const ${resource} = new ${kind}("${resource}", ${JSON.stringify(args)});\n`,
  );
  return `${resources.join("")}new NumberGroupMembership("member", { numberGroupId: group.id, phoneNumberId: line.id });\n`;
};

const WEBHOOK = { callHandler: "laml_webhooks", callRequestUrl: "https://example.com/call" };

const fresh: Settings = { name: "First" };
const changed: Settings = {
  name: "Second",
  desk: { callHandler: "relay_context", callRelayContext: "office", callerId: "Desk", codecs: ["G722"] },
  line: { name: "Line", ...WEBHOOK, messageHandler: "relay_context", messageRelayContext: "office" },
  profile: { defaultEncryption: "required" },
  carrier: { callRelayContext: "elsewhere", user: "sales" },
};
const exclusive: Settings = { name: "Third", line: { exclusive: true } };

describeStack(
  "every class at a service with the recorded forms",
  { numbers: [NUMBER], service: { recordedWith: "name" } },
  () => {
    it("is created, changed, cleared, renamed, checked, exported and removed, without drift or a failure", async () => {
      const before = await number(server, NUMBER);
      for (const settings of [fresh, changed, fresh, exclusive, changed]) {
        await upOf(stack, program(settings));
        await expectSettled(stack);
      }
      const drift = await stack.command("drift", "--stack", "test");
      expect(drift.code, drift.out + drift.err).toBe(0);
      const exported = await stack.command("export", "--out", stack.path("exported"));
      expect(exported.code, exported.out + exported.err).toBe(0);

      const [desk] = await list(server, "/endpoints/sip");
      await ask(server, "DELETE", `/endpoints/sip/${desk?.id}`);
      await succeeds(stack.up("--refresh"));
      expect(await list(server, "/endpoints/sip")).toMatchObject([{ username: "desk", caller_id: "Desk" }]);

      await succeeds(destroy(stack));
      const { updated_at: _, ...after } = await number(server, NUMBER);
      expect(before).toMatchObject(after);
      expect(await list(server, "/api/fabric/resources/cxml_scripts")).toEqual([]);
    });
  },
);

// Remedies that tests/cli/report/golden/drift.txt.txt, with its one finding of each kind, does not show.

import { expect, test } from "vitest";
import type { CheckedResource } from "../../../cli/drift/checked.ts";
import type { Remedy } from "../../../cli/report/model.ts";
import { editText } from "../../../cli/report/text.ts";
import { report, resource } from "./reports.ts";

const TARGET = "--target 'urn:pulumi:prod::office::pulumi-nodejs:dynamic/signalwire:SipEndpoint::";
const of = (...resources: CheckedResource[]) => report([{ stack: "prod", resources }]).remedies;
const lines = (found: readonly Remedy[]) => found.flatMap(({ commands }) => commands.map(({ line }) => line));
const edits = (found: readonly Remedy[]) => found.flatMap((remedy) => remedy.edits.map(editText));

const source = { file: "index.ts", line: 4 };

test("an accepted handler takes along the arguments that it does not use", () => {
  const changes = [{ property: "callHandler", expected: "relay_script", actual: "relay_sip_endpoint" }];
  expect(edits(of(resource("desk", "drifted", { changes, unused: ["callRelayScriptUrl"] })))).toEqual([
    'SipEndpoint "desk": set callHandler: "relay_sip_endpoint"',
    'SipEndpoint "desk": remove callRelayScriptUrl (the new handler does not use it)',
  ]);
});

test("what an update leaves of a changed handler is unset at the service", () => {
  const changes = [{ property: "callHandler", expected: "relay_script", actual: "relay_sip_endpoint" }];
  const [back] = of(resource("line", "drifted", { type: "PhoneNumber", changes, remaining: ["callSipEndpointId"] }));
  expect(back?.edits.map(editText)).toEqual([
    'PhoneNumber "line": then unset callSipEndpointId at the service, which an update leaves as it is',
  ]);
});

test("a secret is not written into an edit, nor a very long value", () => {
  const found = of(
    resource("desk", "drifted", {
      changes: [
        { property: "password", expected: "[secret]", actual: "[secret]" },
        { property: "callRequestUrl", actual: "https://u:hunter2@example.com" },
        { property: "callerId", actual: "x".repeat(300) },
      ],
    }),
  );
  expect(edits(found)).toEqual([
    'SipEndpoint "desk": set password to its new value, which holds a secret',
    'SipEndpoint "desk": set callRequestUrl to its new value, which holds a secret',
    'SipEndpoint "desk": set callerId to its new value, which the JSON report has',
  ]);
});

test("a missing endpoint is made anew by an update, or taken out of the program", () => {
  const found = of(resource("desk", "missing", { source }));
  expect(lines(found)).toEqual([
    "pulumi up --refresh --stack prod",
    `pulumi up --refresh --stack prod ${TARGET}desk' --target-dependents`,
    "pulumi refresh --stack prod",
    "pulumi up --stack prod",
  ]);
  expect(edits(found)).toEqual(['index.ts:4  SipEndpoint "desk": remove it from the program']);
});

test("a missing number can only be taken out", () => {
  const found = of(resource("main", "missing", { type: "PhoneNumber", label: "+12025550101" }));
  expect(lines(found)).toEqual(["pulumi refresh --stack prod", "pulumi up --stack prod"]);
  expect(edits(found)).toEqual(['PhoneNumber "main": remove it from the program']);
  expect(found[0]?.notes).toEqual(["A phone number cannot be made anew: the project no longer owns it."]);
});

test("a token that is due is renewed by an update", () => {
  const found = of(resource("web", "renewal-due", { type: "ClientToken" }));
  expect(found).toEqual([
    { title: "Renew what is due", commands: [{ line: "pulumi up --stack prod" }], edits: [], notes: [] },
  ]);
});

test("each stack has commands of its own, only where it needs them", () => {
  const changes = [{ property: "callerId", actual: "B" }];
  const { remedies: found } = report([
    { stack: "org/office/prod", resources: [resource("a", "drifted", { changes })] },
    { stack: "dev", resources: [resource("b", "in-sync")] },
    { stack: "it's; rm -rf", resources: [resource("c", "renewal-due")] },
  ]);
  expect(lines(found)).toEqual([
    "pulumi up --refresh --stack org/office/prod",
    `pulumi up --refresh --stack org/office/prod ${TARGET}a'`,
    "pulumi refresh --stack org/office/prod",
    "pulumi up --stack org/office/prod",
    "pulumi up --stack 'it'\\''s; rm -rf'",
  ]);
});

test("a setting that the program does not name has two ways on, also where one of its values is not set", () => {
  const unnamed = [
    { property: "name", expected: "Ours", actual: "Theirs" },
    { property: "messageHandler", actual: "relay_context" },
    { property: "extra.call_relay_topic", expected: "calls" },
    { property: "callRequestUrl", expected: "https://u:[secret]@a.example", actual: "https://u:[secret]@a.example" },
  ];
  const [found] = of(resource("line", "unnamed", { type: "PhoneNumber", source, unnamed }));
  expect(found?.edits.map(editText)).toEqual([
    'index.ts:4  PhoneNumber "line": set name: "Theirs" to keep it, or name: "Ours" to put it back',
    'index.ts:4  PhoneNumber "line": set messageHandler: "relay_context" to keep it; to unset it again, remove the line after one `pulumi up`',
    'index.ts:4  PhoneNumber "line": set extra: { call_relay_topic: "calls" } to put it back; to keep it unset, remove the line after one `pulumi up`',
    'index.ts:4  PhoneNumber "line": set callRequestUrl to the new value to keep it, or to the old one to put it back',
    'index.ts:4  PhoneNumber "line": or set exclusive: true to unset whatever the program does not name',
  ]);
});

test("a number that names an endpoint which is missing in the same report has no remedy of its own", () => {
  const line = (id: string) => resource("line", "dangling", { type: "PhoneNumber", names: [id] });
  const missing = resource("desk", "missing");
  const [back, accepted] = of(line("id-of-desk"), missing);
  expect(back?.notes).toEqual([]);
  expect(accepted?.notes).toEqual(["Take the missing objects out of PhoneNumber line."]);
  expect(of(line("another"), missing)[0]?.notes).toEqual([
    "Give the phone number another handler, or make again what it names.",
  ]);
});

test("the packs of the commands are the named ones, and assumed ones are said to be", () => {
  const changes = [{ property: "callerId", actual: "B" }];
  const policies = { packs: ["/packs/ours"], configs: [], isAssumed: true };
  const resources = [resource("desk", "drifted", { changes })];
  const [found] = report([{ stack: "prod", resources, policies }]).remedies;
  expect(found?.commands.map(({ line }) => line)).toEqual([
    "pulumi up --refresh --stack prod --policy-pack /packs/ours",
    `pulumi up --refresh --stack prod ${TARGET}desk' --policy-pack /packs/ours`,
  ]);
  expect(found?.notes.join()).toContain("name them with `drift --policy-pack`");
});

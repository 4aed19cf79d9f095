// The account of each object: two providers may have one account, and a resource may get another provider.

import type { EngineEvent } from "@pulumi/pulumi/automation/index.js";
import { expect, it } from "vitest";
import { callsOf } from "../../../cli/calls/compare.ts";
import { isAlarm } from "../../../cli/calls/items.ts";
import { inAccountOf } from "../../../cli/calls/objects.ts";
import { plannedStack, type StoredResource, stackObjects } from "../../../cli/calls/stack.ts";
import { dynamicType, PROJECT, type Props, pluginToken, UNKNOWN } from "../../../contract/index.ts";

const [US, EU] = ["c5c49fd3-81fd-42eb-b125-1d6a3c3490e9", "1b2fc1a6-4a0b-4e61-8b0a-5c3f1c1f9f11"];
const [DESK, LINE] = ["db0dee3d-2f48-4bb1-aedc-a21be06f5795", "bff1bd5a-8912-4ef4-a877-99a5cdb59f1b"];
const DYNAMIC = "urn:pulumi:test::tested::pulumi:providers:pulumi-nodejs::default::1";
const declared = (name: string) => `urn:pulumi:test::tested::pulumi:providers:signalwire::${name}`;

function desk(provider: string, project: string, id = DESK): StoredResource {
  const type = provider === DYNAMIC ? dynamicType("SipEndpoint") : pluginToken("SipEndpoint");
  const outputs = { id, username: "desk", [PROJECT]: project };
  return { type, urn: `urn:pulumi:test::tested::${type}::desk`, id, provider, inputs: { username: "desk" }, outputs };
}

function line(provider: string, project: string): StoredResource {
  const inputs = { number: "+12025550101", callHandler: "relay_sip_endpoint", callSipEndpointId: DESK };
  const type = provider === DYNAMIC ? dynamicType("PhoneNumber") : pluginToken("PhoneNumber");
  const outputs = { ...inputs, id: LINE, [PROJECT]: project };
  return { type, urn: `urn:pulumi:test::tested::${type}::line`, id: LINE, provider, inputs, outputs };
}

const event = (op: string, urn: string, type: string, provider: string, old: unknown, planned: unknown) =>
  ({ resourcePreEvent: { metadata: { op, urn, type, provider, old, new: planned } } }) as unknown as EngineEvent;

const declaring = (name: string, inputs: Props) =>
  event("create", declared(name), "pulumi:providers:signalwire", "", undefined, {
    urn: declared(name),
    inputs,
    type: "pulumi:providers:signalwire",
  });

it("is one for two providers of one project, and another for another project", () => {
  const stored = [desk(DYNAMIC, US), line(`${declared("us")}::1`, US), desk(`${declared("eu")}::2`, EU, LINE)];
  const { project, objects } = stackObjects(stored);
  expect([project, ...objects.map(({ account }) => account)]).toEqual([US, US, US, EU]);
});

it("of a called number or address is the one that has it, in whatever order the state lists its objects", () => {
  const { objects } = stackObjects([desk(`${declared("us")}::1`, US), line(`${declared("eu")}::2`, EU)]);
  const domain = { type: "SipProfile", id: EU, account: EU, fields: { domain: "eu.example.com" } } as const;
  const accounts = (to: string) => inAccountOf(to, [...objects, domain]).map(({ account }) => account);
  expect(accounts("+12025550101")).toEqual([EU, EU]);
  expect(accounts("desk")).toEqual([US]);
  expect(accounts("sip:anyone@EU.example.com;transport=tls")).toEqual([EU, EU]);
  expect(accounts("+12025550199")).toEqual([US]);
});

it("stays the same when a resource gets a declared provider: the same calls ring the same endpoint", async () => {
  const [was, number] = [desk(DYNAMIC, US), line(DYNAMIC, US)];
  const is = { ...was, type: pluginToken("SipEndpoint"), urn: was.urn.replace(was.type, pluginToken("SipEndpoint")) };
  const planned = await plannedStack(
    [
      declaring("us", { projectId: US }),
      event("update", is.urn, is.type, `${declared("us")}::[unknown]`, was, is),
      event("same", number.urn, number.type, DYNAMIC, number, number),
    ],
    {},
  );
  expect(planned.after.map(({ account }) => account)).toEqual([US, US]);
  const calls = await callsOf(planned);
  expect(calls).toMatchObject({ numbers: 1, paths: { rows: [] } });
  expect(calls).not.toHaveProperty("picture");
});

it("a number that gets another name in the program is the one that the stack has, by its number", async () => {
  const [was, number] = [desk(DYNAMIC, US), line(DYNAMIC, US)];
  const urn = number.urn.replace(/line$/, "main");
  const { before, after } = await plannedStack(
    [
      event("same", was.urn, was.type, DYNAMIC, was, was),
      event("create", urn, number.type, DYNAMIC, undefined, { ...number, urn, id: "", outputs: {} }),
      event("delete", number.urn, number.type, DYNAMIC, number, undefined),
    ],
    {},
  );
  expect(after.map(({ id }) => id)).toEqual(before.map(({ id }) => id));
  expect(after.at(-1)).toMatchObject({ id: LINE, name: "main" });
});

it("a number whose every setting the program takes over loses what somebody set by hand", async () => {
  const [was, number] = [desk(DYNAMIC, US), line(DYNAMIC, US)];
  const only = { number: "+12025550101" };
  const change = async (owned: object) => {
    const [old, planned] = [only, { ...only, ...owned }].map((inputs) => ({ ...number, inputs, outputs: inputs }));
    const steps = [
      event("same", was.urn, was.type, DYNAMIC, was, was),
      event("update", number.urn, number.type, DYNAMIC, old, planned),
    ];
    const fields = { ...only, call_handler: "relay_sip_endpoint", call_sip_endpoint_id: DESK };
    const lookUp = async () => ({ type: "PhoneNumber", id: LINE, fields }) as const;
    return (await callsOf(await plannedStack(steps, {}, lookUp))).paths.rows.map(({ before, after }) => [
      before,
      after,
    ]);
  };
  const rung = ["Rings the devices of the SIP endpoint desk", "Did not ring: the phone number has no handler"];
  expect([(await change({ exclusive: true }))[0], await change({})]).toEqual([rung, []]);
});

it("an object that a program only reads stays at the service when the program reads it no more", async () => {
  const [was, number] = [desk(DYNAMIC, US), line(DYNAMIC, US)];
  const change = async (op: string) => {
    const steps = [
      event(op, was.urn, was.type, DYNAMIC, was, undefined),
      event("same", number.urn, number.type, DYNAMIC, number, number),
    ];
    return (await callsOf(await plannedStack(steps, {}))).paths.rows.filter(isAlarm).map(({ path }) => path);
  };
  expect(await change("read-discard")).toEqual([]);
  expect(await change("delete")).toEqual(["+12025550101"]);
});

it("an object that an interrupted replacement has still to delete is not in the stack", async () => {
  const was = desk(DYNAMIC, US);
  const pending = { ...desk(DYNAMIC, US, EU), delete: true };
  const { before, after } = await plannedStack(
    [
      event("same", was.urn, was.type, DYNAMIC, was, was),
      event("delete", pending.urn, pending.type, DYNAMIC, pending, undefined),
    ],
    {},
  );
  expect([before, after].map((objects) => objects.map(({ id }) => id))).toEqual([[DESK], [DESK]]);
});

// The service writes ids in lower case. A program need not, and may learn one only in the update.
it.each([
  [EU?.toUpperCase(), EU],
  [UNKNOWN, declared("eu")],
])("keeps a new endpoint apart from one of the same user name in the account %s", async (projectId, account) => {
  const was = desk(DYNAMIC, US);
  const added = desk(`${declared("eu")}::2`, EU);
  const { after } = await plannedStack(
    [
      declaring("eu", { projectId }),
      event("same", was.urn, was.type, DYNAMIC, was, was),
      event("create", added.urn, added.type, `${declared("eu")}::2`, undefined, { ...added, id: "", outputs: {} }),
    ],
    {},
  );
  expect(after.map((each) => each.account)).toEqual([US, account]);
  expect(new Set(after.map(({ id }) => id)).size).toBe(2);
});

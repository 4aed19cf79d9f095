// The account of each object: two providers may have one account, and a resource may get another provider.

import type { EngineEvent } from "@pulumi/pulumi/automation/index.js";
import { expect, it } from "vitest";
import { callsOf } from "../../../cli/calls/compare.ts";
import { callersIn } from "../../../cli/calls/explored.ts";
import { inAccountOf } from "../../../cli/calls/objects.ts";
import { plannedStack, type StoredResource, stackObjects } from "../../../cli/calls/stack.ts";
import { dynamicType, PROJECT, type Props, pluginToken, UNKNOWN } from "../../../contract/index.ts";

const [US, EU] = ["c5c49fd3-81fd-42eb-b125-1d6a3c3490e9", "1b2fc1a6-4a0b-4e61-8b0a-5c3f1c1f9f11"] as const;
const [DESK, LINE] = ["db0dee3d-2f48-4bb1-aedc-a21be06f5795", "bff1bd5a-8912-4ef4-a877-99a5cdb59f1b"] as const;
const DYNAMIC = "urn:pulumi:test::tested::pulumi:providers:pulumi-nodejs::default::1";
const declared = (name: string) => `urn:pulumi:test::tested::pulumi:providers:signalwire::${name}`;

function desk(provider: string, project: string, id: string = DESK): StoredResource {
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

type State = StoredResource | undefined;

/** A step of the engine. `undefined` is no state before it, or after it. */
const event = (op: string, old: State, now: State = old, provider = old?.provider ?? now?.provider) => {
  const { urn, type } = (now ?? old) as StoredResource;
  return { resourcePreEvent: { metadata: { op, urn, type, provider, old, new: now } } } as unknown as EngineEvent;
};
const gone = (op: string, old: StoredResource) => {
  const { urn, type, provider } = old;
  return { resourcePreEvent: { metadata: { op, urn, type, provider, old } } } as unknown as EngineEvent;
};
const declaring = (name: string, inputs: Props) => {
  const provider = { urn: declared(name), type: "pulumi:providers:signalwire", id: "", provider: "", inputs };
  return event("create", undefined, provider);
};
const added = (of: StoredResource): StoredResource => ({ ...of, id: "", outputs: {} });

const [was, number] = [desk(DYNAMIC, US), line(DYNAMIC, US)];
const only = { number: "+12025550101" };
const moved = { ...was, type: pluginToken("SipEndpoint"), urn: was.urn.replace(was.type, pluginToken("SipEndpoint")) };
const inputs = { ...number.inputs, extra: { recording: "on" } };
const renamed = { ...number, urn: number.urn.replace(/line$/, "main"), inputs };
const lookedUp = { ...desk(DYNAMIC, US), urn: was.urn.replace(/desk$/, "found"), inputs: {} };
const [europe, foreign] = [declaring("eu", { projectId: EU }), line(`${declared("eu")}::2`, EU)];
const unknown = added({ ...foreign, inputs: { ...foreign.inputs, number: UNKNOWN } });
const pending = { ...desk(DYNAMIC, US, EU), delete: true };
const owning = (more: object) => {
  const [old, now] = [only, { ...only, ...more }].map((inputs) => ({ ...number, inputs, outputs: inputs }));
  return [event("same", was), event("update", old, now)];
};
/** A new endpoint with the user name of one in another account. */
const elsewhere = (projectId: string) => {
  const provider = `${declared("eu")}::2`;
  return [declaring("eu", { projectId }), event("same", was), event("create", undefined, added(desk(provider, EU)))];
};

const changes: Record<string, readonly EngineEvent[]> = {
  "a resource gets a declared provider that is not known yet, and the same calls ring the same endpoint": [
    declaring("us", { projectId: UNKNOWN }),
    event("update", was, moved, `${declared("us")}::[unknown]`),
    event("same", number),
  ],
  "a number gets another name in the program": [
    event("same", was),
    event("create", undefined, added(renamed)),
    gone("delete", number),
  ],
  "an endpoint gets another name in the program": [
    event("create", undefined, added({ ...was, urn: was.urn.replace(/desk$/, "lobby") })),
    gone("delete", was),
  ],
  "an endpoint is made anew": [event("create-replacement", was, added(was)), gone("delete-replaced", was)],
  "an endpoint is deleted whose id a number of another account names": [
    europe,
    gone("delete", was),
    event("create", undefined, added(foreign)),
  ],
  "a program takes over every setting, and loses what somebody set by hand": owning({ exclusive: true }),
  "a program takes over nothing": owning({}),
  "an object is read no more, and stays": [gone("read-discard", was), event("same", number)],
  "an object is deleted": [gone("delete", was), event("same", number)],
  "all objects of an account leave the program": [europe, gone("delete", foreign)],
  "an object leaves the program, and is kept": [gone("delete", { ...was, ...{ retainOnDelete: true } })],
  "an object is managed, and looked up": [event("same", was), event("read", lookedUp)],
  "a number is adopted that is not known yet": [europe, event("create", undefined, unknown)],
  "an interrupted replacement has still an object to delete": [event("same", was), gone("delete", pending)],
  // The service writes ids in lower case. A program need not, and may learn one only in the update.
  "a new endpoint in another account, whose id is in upper case": elsewhere(EU.toUpperCase()),
  "a new endpoint in an account that is not known yet": elsewhere(UNKNOWN),
};

it("each change of accounts is the golden file, with the paths that differ", async () => {
  const fields = { ...only, call_handler: "relay_sip_endpoint", call_sip_endpoint_id: DESK };
  let text = "";
  for (const [what, events] of Object.entries(changes)) {
    const look = async (own: boolean) => (own ? ({ type: "PhoneNumber", id: LINE, fields } as const) : undefined);
    const planned = await plannedStack(events, {}, (_, __, provider) => look(provider === undefined));
    const asked: (string | undefined)[] = [];
    const read = async (account?: string) => void asked.push(account) as undefined;
    const { paths, numbers, picture } = await callsOf(planned, { read });
    const sides = [planned.before, planned.after].map((all) =>
      all.map((each) => `\n  ${JSON.stringify(each)}`).join(""),
    );
    const rows = paths.rows.map(({ path, before, after }) => `\n  ${path}: ${before} → ${after}`).join("");
    text += `# ${what} (${planned.project}, ${numbers} called; read: ${asked.join()})\n`;
    text += `before:${sides[0]}\nafter:${sides[1]}\nrows:${rows}\n${picture ?? ""}\n`;
  }
  const ids = Object.entries({ US, EU, DESK, LINE });
  const shown = ids.reduce((all, [name, id]) => all.replaceAll(id, name), text);
  await expect(shown).toMatchFileSnapshot("golden/accounts.txt");
});

it("is one for two providers of one project, and another for another project", () => {
  const stored = [desk(DYNAMIC, US), line(`${declared("us")}::1`, US), desk(`${declared("eu")}::2`, EU, LINE), pending];
  const { project, objects } = stackObjects(stored);
  expect([project, ...objects.map(({ account }) => account)]).toEqual([US, US, US, EU]);
});

it("of a called number or address is the one that has it, in whatever order the state lists its objects; its calls meet no object of another one", async () => {
  const { objects } = stackObjects([desk(`${declared("us")}::1`, US), line(`${declared("eu")}::2`, EU)]);
  const domain = { type: "SipProfile", id: EU, account: EU, fields: { domain: "eu.example.com" } } as const;
  const accounts = (to: string) => inAccountOf(to, [...objects, domain]).map(({ account }) => account);
  expect(accounts("+12025550101")).toEqual([EU, EU]);
  expect(accounts("desk")).toEqual([US]);
  expect(accounts("sip:anyone@EU.example.com:5060;transport=tls")).toEqual([EU, EU]);
  expect(accounts("+12025550199")).toEqual([US]);
  const callers = await callersIn({ objects, isWhole: true });
  expect(callers.map(({ to, paths }) => [to, paths.map(({ end }) => end.kind)])).toEqual([
    ["+12025550101", ["nobody"]],
  ]);
});

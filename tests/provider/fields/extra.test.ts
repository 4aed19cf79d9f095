// The settings that a program can change under two names: the argument `extra` of every resource that has it.

import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { ask, requests, type Server, serveWith } from "../../engine/service.ts";
import { DirectHost } from "../direct-host.ts";
import type { Props } from "../host.ts";
import { change, type Managed, up } from "../managed.ts";

const EXTRA = { call_relay_topic: "sales", some_field: { deep: [1, "x", true] } };
const NUMBER = "+12025550101";

let server: Server;
let host: DirectHost;

beforeEach(async () => {
  server = await serveWith({ extraFields: true }, NUMBER);
  host = await DirectHost.start(server);
  onTestFinished(() => server.close());
});

/** The arguments of a new object. */
const KINDS = {
  sipEndpoint: { username: "desk", password: "canary-password" },
  phoneNumber: { number: NUMBER },
  sipProfile: {},
} as const;

type Kind = keyof typeof KINDS;

const pathOf = (kind: Kind, id: string) =>
  ({ sipEndpoint: `/endpoints/sip/${id}`, phoneNumber: `/phone_numbers/${id}`, sipProfile: "/sip_profile" })[kind];

const writes = () => requests(server).filter((each) => !each.startsWith("GET"));

/** Returns the result of a refresh. */
async function read(kind: Kind, { id, outputs }: Managed): Promise<Managed> {
  const found = await host.read(kind, id, outputs);
  return { id, inputs: found.inputs ?? {}, outputs: found.outputs };
}

describe.each(Object.keys(KINDS) as Kind[])("extra of a %s", (kind) => {
  it("is sent, shown, compared, changed, and sent as null once when it is taken away", async () => {
    const args = KINDS[kind];
    const first = await up(host, kind, { ...args, extra: EXTRA });
    expect(await ask(server, "GET", pathOf(kind, first.id))).toMatchObject(EXTRA);
    expect((await read(kind, first)).inputs).toEqual(first.inputs);

    await ask(server, "PUT", pathOf(kind, first.id), { call_relay_topic: "hijacked" });
    const drifted = await read(kind, first);
    expect(drifted.inputs.extra).toEqual({ ...EXTRA, call_relay_topic: "hijacked" });
    const fixed = await change(host, kind, drifted, { ...args, extra: EXTRA });
    expect(await ask(server, "GET", pathOf(kind, first.id))).toMatchObject(EXTRA);

    server.journal.clear();
    const { some_field } = EXTRA;
    const less = await change(host, kind, fixed, { ...args, extra: { some_field } });
    const [sent] = server.journal.entries.filter(({ method }) => method === "PUT");
    expect(sent?.requestBody).toMatchObject({ call_relay_topic: null });
    expect(await ask(server, "GET", pathOf(kind, first.id))).toMatchObject({ some_field });
    server.journal.clear();
    await change(host, kind, less, { ...args, extra: { some_field } });
    expect(writes()).toEqual([]);
    expect((await read(kind, less)).inputs).toEqual(less.inputs);

    const none = await change(host, kind, less, args);
    expect((await ask(server, "GET", pathOf(kind, first.id))).some_field ?? null).toBeNull();
    expect((await read(kind, none)).inputs).toEqual(none.inputs);
    if (kind === "sipEndpoint") return;
    // A removal with `clear` unsets what the provider wrote once, also where another person set it since.
    await ask(server, "PUT", pathOf(kind, first.id), { some_field: "theirs" });
    await host.newRun();
    await host.delete(kind, first.id, { ...none.outputs, onDestroy: "clear" });
    expect((await ask(server, "GET", pathOf(kind, first.id))).some_field ?? null).toBeNull();
  });
});

describe.each(Object.keys(KINDS) as Kind[])("a key that the service drops from extra of a %s", (kind) => {
  const warnings = (key: string) => host.printed.match(new RegExp(`Warning: .*extra\\.${key}\\b.*`, "g")) ?? [];

  it("is a warning after each write that sends it, through create, adopt and update", async () => {
    const dropping = await serveWith({ recordedWith: "name" }, NUMBER);
    onTestFinished(() => dropping.close());
    host = await DirectHost.start(dropping);
    const args: Props = KINDS[kind];
    const stored = await up(host, kind, { ...args, extra: { call_relay_topik: "sales" } });
    const label = { sipEndpoint: "desk", phoneNumber: NUMBER, sipProfile: String(stored.outputs.domain) }[kind];
    expect(warnings("call_relay_topik")).toHaveLength(1);
    expect(warnings("call_relay_topik")[0]).toContain(`"${label}" and does not show it`);

    const both = { call_relay_topik: "sales", cal_handler: "dialogflow" };
    const changed = await change(host, kind, stored, { ...args, extra: both });
    expect(warnings("cal_handler")).toHaveLength(1);
    if (kind === "phoneNumber") expect(warnings("cal_handler")[0]).toContain("Did you mean the argument callHandler?");
    const printed = host.printed;
    await change(host, kind, changed, { ...args, extra: both });
    // A removed key is sent as null, and null is not shown either.
    await change(host, kind, changed, args);
    expect(host.printed).toBe(printed);

    if (kind !== "sipEndpoint") return;
    await host.newRun();
    await up(host, kind, { ...args, adopt: true, extra: { some_field: 1 } });
    expect(warnings("some_field")).toHaveLength(1);
  });

  it("is no warning where a later read shows it, or where the service is known not to show it", async () => {
    const extra = kind === "sipProfile" ? { some_field: 1 } : { some_field: 1, call_flow_version: "current" };
    await up(host, kind, { ...KINDS[kind], extra });
    expect(host.printed).not.toContain("does not show");
  });
});

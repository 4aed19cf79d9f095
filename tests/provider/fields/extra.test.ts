// The settings that a program can change under two names: the argument `extra` of every resource that has it.

import { describe, expect, it, onTestFinished } from "vitest";
import { ask, serveWith } from "../../engine/service.ts";
import { DirectHost } from "../direct-host.ts";
import type { Props } from "../host.ts";
import { change, puts, up } from "../managed.ts";
import { served } from "../served.ts";

const EXTRA = { call_relay_topic: "sales", some_field: { deep: [1, "x", true] } };
const NUMBER = "+12025550101";

const on = served({ extraFields: true }, NUMBER);

/** The arguments of a new object. */
const KINDS = {
  sipEndpoint: { username: "desk", password: "canary-password" },
  phoneNumber: { number: NUMBER },
  sipProfile: {},
} as const;

type Kind = keyof typeof KINDS;

const pathOf = (kind: Kind, id: string) =>
  ({ sipEndpoint: `/endpoints/sip/${id}`, phoneNumber: `/phone_numbers/${id}`, sipProfile: "/sip_profile" })[kind];

it.each(Object.keys(KINDS) as Kind[])("extra of a %s is sent, shown, compared and unset once", async (kind) => {
  const args = KINDS[kind];
  let stored = await up(on.host, kind, { ...args, extra: EXTRA });
  const path = pathOf(kind, stored.id);
  /** Returns the members as the service shows them, and the argument as a refresh finds it. */
  const shown = async () => {
    const { call_relay_topic = null, some_field = null } = await ask(on.server, "GET", path);
    const { inputs = {}, outputs } = await on.host.read(kind, stored.id, stored.outputs);
    stored = { ...stored, inputs, outputs };
    return [call_relay_topic, some_field, inputs.extra];
  };
  const { call_relay_topic: topic, some_field } = EXTRA;
  expect(await shown()).toEqual([topic, some_field, EXTRA]);
  await ask(on.server, "PUT", path, { call_relay_topic: "hijacked" });
  expect(await shown()).toEqual(["hijacked", some_field, { ...EXTRA, call_relay_topic: "hijacked" }]);
  stored = await change(on.host, kind, stored, { ...args, extra: EXTRA });
  expect(await shown()).toEqual([topic, some_field, EXTRA]);

  on.server.journal.clear();
  for (const _ of [1, 2]) stored = await change(on.host, kind, stored, { ...args, extra: { some_field } });
  expect(puts(on.server)).toEqual([expect.objectContaining({ call_relay_topic: null })]);
  expect(await shown()).toEqual([null, some_field, { some_field }]);
  stored = await change(on.host, kind, stored, args);
  expect(await shown()).toEqual([null, null, undefined]);
  if (kind === "sipEndpoint") return;
  // A removal with `clear` unsets what the provider wrote once, also where another person set it since.
  await ask(on.server, "PUT", path, { some_field: "theirs" });
  await on.host.newRun();
  await on.host.delete(kind, stored.id, { ...stored.outputs, onDestroy: "clear" });
  expect((await shown())[1]).toBeNull();
});

describe.each(Object.keys(KINDS) as Kind[])("a key that the service drops from extra of a %s", (kind) => {
  const warnings = (key: string) => on.host.printed.match(new RegExp(`Warning: .*extra\\.${key}\\b.*`, "g")) ?? [];

  it("is a warning after each write that sends it, through create, adopt and update", async () => {
    const dropping = await serveWith({ recordedWith: "name" }, NUMBER);
    onTestFinished(() => dropping.close());
    on.host = await DirectHost.start(dropping);
    const args: Props = KINDS[kind];
    const stored = await up(on.host, kind, { ...args, extra: { call_relay_topik: "sales" } });
    const label = { sipEndpoint: "desk", phoneNumber: NUMBER, sipProfile: String(stored.outputs.domain) }[kind];
    const title = { sipEndpoint: "SIP endpoint", phoneNumber: "phone number", sipProfile: "SIP profile" }[kind];
    const meant = kind === "sipProfile" ? "" : "Did you mean call_relay_topic? ";
    expect(warnings("call_relay_topik")).toEqual([
      `Warning: the service took \`extra.call_relay_topik\` of the ${title} "${label}" and does not show it. ` +
        `It drops keys that it does not know, without an error. ${meant}Compare the name with the API reference; ` +
        "a field that the service never shows needs no change.",
    ]);

    const both = { call_relay_topik: "sales", cal_handler: "dialogflow" };
    const changed = await change(on.host, kind, stored, { ...args, extra: both });
    expect(warnings("cal_handler")).toHaveLength(1);
    if (kind === "phoneNumber") expect(warnings("cal_handler")[0]).toContain("Did you mean the argument callHandler?");
    const printed = on.host.printed;
    await change(on.host, kind, changed, { ...args, extra: both });
    // A removed key is sent as null, and null is not shown either.
    await change(on.host, kind, changed, args);
    expect(on.host.printed).toBe(printed);

    if (kind !== "sipEndpoint") return;
    await on.host.newRun();
    await up(on.host, kind, { ...args, adopt: true, extra: { some_field: 1 } });
    expect(warnings("some_field")).toHaveLength(1);
  });

  it("is no warning where a later read shows it, or where the service is known not to show it", async () => {
    const extra = kind === "sipProfile" ? { some_field: 1 } : { some_field: 1, call_flow_version: "current" };
    await up(on.host, kind, { ...KINDS[kind], extra });
    expect(on.host.printed).not.toContain("does not show");
  });
});

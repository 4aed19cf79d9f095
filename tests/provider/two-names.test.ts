// Relay context and Relay application: two names of one value. The application takes precedence (spec §2.1, §2.2).

import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { ask, list, type Server, serve } from "../engine/service.ts";
import { DirectHost } from "./direct-host.ts";
import type { Props } from "./host.ts";
import { change, type Managed, up } from "./managed.ts";

let server: Server;
let host: DirectHost;

beforeAll(async () => {
  server = await serve("+12025550101");
  host = await DirectHost.start(server);
  // Simultaneous reads may share one list. The tests below need separate reads.
  for (const id of ["1", "2"]) await host.read("sipEndpoint", id, { username: "a" });
});

afterAll(async () => {
  await host?.stop();
  await server?.close();
});

beforeEach(async () => {
  for (const { id } of await list(server, "/endpoints/sip")) await ask(server, "DELETE", `/endpoints/sip/${id}`);
  const [line] = await list(server, "/phone_numbers");
  await ask(server, "PUT", `/phone_numbers/${line?.id}`, { call_relay_application: null, call_handler: null });
});

describe.each([
  ["sipEndpoint", "/endpoints/sip", { username: "front-desk", password: "canary-password" }],
  ["phoneNumber", "/phone_numbers", { number: "+12025550101" }],
] as const)("on a %s", (kind, collection, args) => {
  const base: Props = { ...args, callHandler: "relay_context" };

  async function live({ id }: Managed) {
    const { call_relay_context, call_relay_application } = await ask(server, "GET", `${collection}/${id}`);
    return [call_relay_context, call_relay_application];
  }

  it.each([
    ["the context alone", { callRelayContext: "a" }, "a"],
    ["the application alone", { callRelayApplication: "a" }, "a"],
    ["both", both("a", "b"), "b"],
  ])("%s set at first is the value that the program says, and no drift", async (_, names, value) => {
    const made = await up(host, kind, { ...base, ...names });
    expect(await live(made)).toEqual([value, value]);
    expect((await host.read(kind, made.id, made.outputs)).inputs).toEqual(made.inputs);
  });

  it.each([
    ["the context given up for the application", { callRelayContext: "a" }, { callRelayApplication: "b" }, "b"],
    ["the application given up for the context", { callRelayApplication: "a" }, { callRelayContext: "b" }, "b"],
    ["the same value under the other name", { callRelayContext: "a" }, { callRelayApplication: "a" }, "a"],
    ["the application added", { callRelayContext: "a" }, both("a", "b"), "b"],
    ["the context added", { callRelayApplication: "b" }, both("a", "b"), "b"],
    ["the context changed beside the application", both("a", "b"), both("c", "b"), "b"],
    ["the application changed beside the context", both("a", "b"), both("a", "c"), "c"],
    ["both changed", both("a", "b"), both("c", "d"), "d"],
    ["the context taken away", both("a", "b"), { callRelayApplication: "b" }, "b"],
    ["the application taken away", both("a", "b"), { callRelayContext: "a" }, "a"],
  ])("%s leaves the value that the program says, and no drift", async (_, before, after, value) => {
    const made = await up(host, kind, { ...base, ...before });
    const changed = await change(host, kind, made, { ...base, ...after });
    expect(await live(changed)).toEqual([value, value]);
    expect((await host.read(kind, changed.id, changed.outputs)).inputs).toEqual(changed.inputs);
  });

  it.each([{ callRelayContext: "a" }, { callRelayApplication: "a" }, both("a", "b")])(
    "%j, all taken away, leave no value",
    async (before) => {
      const made = await up(host, kind, { ...base, ...before });
      expect(await live(await change(host, kind, made, args))).toEqual([null, null]);
    },
  );

  it.each(["callRelayContext", "callRelayApplication"])("a change made elsewhere shows under %s", async (name) => {
    const made = await up(host, kind, { ...base, [name]: "a" });
    await ask(server, "PUT", `${collection}/${made.id}`, { call_relay_application: "z" });
    expect((await host.read(kind, made.id, made.outputs)).inputs).toEqual({ ...base, [name]: "z" });
  });
});

function both(callRelayContext: string, callRelayApplication: string) {
  return { callRelayContext, callRelayApplication };
}

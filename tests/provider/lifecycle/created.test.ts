// An object that a program creates, a SIP endpoint: the requests, and the failures that only such an object has.

import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { ask, list, type Server, serve } from "../../engine/service.ts";
import { DirectHost, providersOf } from "../direct-host.ts";
import { json, openGateway } from "../gateway.ts";
import { change, messageOf, puts, up } from "../managed.ts";

const DESK = { username: "front-desk", password: "canary-password" };

let server: Server;
let host: DirectHost;

beforeEach(async () => {
  server = await serve("+12025550100");
  host = await DirectHost.start(server);
  onTestFinished(() => server.close());
});

const SOURCE = { username: "front-desk", passwordFrom: { env: "DESK" } };

it.each([
  ["a password", false, DESK, { ...DESK, password: "canary-2" }],
  ["a password", true, DESK, { ...DESK, password: "canary-2" }],
  ["its new version", false, SOURCE, { ...SOURCE, passwordVersion: 2 }],
  ["its new version", true, SOURCE, { ...SOURCE, passwordVersion: 2 }],
])(
  "%s whose update has an unusable answer is sent again, after a refresh too: %s",
  async (_, isRefreshed, olds, news) => {
    vi.stubEnv("DESK", "canary-1");
    onTestFinished(() => void vi.unstubAllEnvs());
    const { id, outputs } = await up(host, "sipEndpoint", olds);
    server.faults.add({ method: "PUT", effect: "not-json", times: 1 });
    server.journal.clear();
    const { properties } = await host.update("sipEndpoint", id, outputs, news).catch((failure) => failure);
    await host.newRun();
    const stored = isRefreshed ? (await host.read("sipEndpoint", id, properties)).outputs : properties;
    await host.update("sipEndpoint", id, stored, news);
    expect(puts(server)).toEqual([{ password: "[hidden]" }, { password: "[hidden]" }]);
  },
);

describe("adopting without a password", () => {
  const { username } = DESK;

  it("sends what differs, and no password", async () => {
    await ask(server, "POST", "/endpoints/sip", { ...DESK, caller_id: "Theirs", encryption: "required" });
    const made = await up(host, "sipEndpoint", { username, callerId: "Ours", adopt: true });
    expect([puts(server), made.outputs]).toMatchObject([
      [{ caller_id: "Ours", encryption: "default" }],
      { encryption: "default" },
    ]);
    await change(host, "sipEndpoint", made, { username, callerId: "Others" });
    expect(puts(server).at(-1)).toEqual({ caller_id: "Others" });
  });

  it("fails where there is no such endpoint, and says that one cannot be made without a password", async () => {
    expect(await messageOf(up(host, "sipEndpoint", { username, adopt: true }))).toBe(
      'Could not create the SIP endpoint "front-desk": there is no such SIP endpoint to adopt, and a new one needs `password` or `passwordFrom`. ' +
        "Set it, or correct `username`.",
    );
    expect(await list(server, "/endpoints/sip")).toEqual([]);
  });

  it("fails for a handler whose target no answer shows, too", async () => {
    const args = { name: "PBX", identifier: "pbx", callHandler: "ai_agent", adopt: true };
    expect(await messageOf(providersOf(server).domainApplication.create(args))).toContain(
      "there is no such domain application to adopt, and a new one needs `callAiAgentId`. Set it, or correct `identifier`.",
    );
  });
});

it("a create that another writer changed before its answer fails, and the state keeps the object as it is", async () => {
  const gateway = await openGateway(server);
  onTestFinished(() => gateway.close());
  gateway.answerWith(async ({ method }, forward) => {
    const answer = await forward();
    if (method !== "POST") return answer;
    return json(201, await ask(server, "PUT", `/endpoints/sip/${JSON.parse(answer.text).id}`, { caller_id: null }));
  });
  const { sipEndpoint } = providersOf({ ...server, url: gateway.url });
  const args = { ...DESK, callerId: "A", encryption: "optional", __provider: "code" };
  const failure = await sipEndpoint.create(args).catch((error) => error);
  const [made] = await list(server, "/endpoints/sip");
  expect(failure.message).toContain("does not show what was sent: callerId differs");
  expect(failure).toMatchObject({ id: made?.id, properties: { encryption: "optional", __provider: "code" } });
  expect(failure.properties).not.toHaveProperty("callerId");
});

// An object that a program creates, a SIP endpoint: the requests, and the failures that only such an object has.

import { expect, it, onTestFinished, vi } from "vitest";
import { RECORDS } from "../../../contract/index.ts";
import { ask, list } from "../../engine/service.ts";
import { DirectHost, providersOf } from "../direct-host.ts";
import { json, openGateway } from "../gateway.ts";
import { change, messageOf, puts, up, writes } from "../managed.ts";
import { plain } from "../marks.ts";
import { served } from "../served.ts";

const DESK = { username: "front-desk", password: "canary-password" };

const on = served({ extraFields: true });

const SOURCE = { username: "front-desk", passwordFrom: { env: "DESK" } };

it.each([
  ["a password", DESK, { ...DESK, password: "canary-2" }],
  ["its new version", SOURCE, { ...SOURCE, passwordVersion: 2 }],
])("%s whose update has an unusable answer is sent again, after a refresh too", async (_, olds, news) => {
  vi.stubEnv("DESK", "canary-1");
  onTestFinished(() => void vi.unstubAllEnvs());
  const { id, outputs } = await up(on.host, "sipEndpoint", olds);
  on.server.faults.add({ method: "PUT", effect: "not-json", times: 1 });
  on.server.journal.clear();
  const { properties } = await on.host.update("sipEndpoint", id, outputs, news).catch((failure) => failure);
  await on.host.newRun();
  const refreshed = (await on.host.read("sipEndpoint", id, properties)).outputs;
  let settled = {};
  for (const stored of [properties, refreshed]) settled = await on.host.update("sipEndpoint", id, stored, news);
  await on.host.update("sipEndpoint", id, settled, { ...news, callerId: "x" });
  expect(puts(on.server)).toEqual([...Array(3).fill({ password: "[hidden]" }), { caller_id: "x" }]);
});

it("an adoption sends what differs, a password only if it has one, and no create", async () => {
  const { username } = DESK;
  await ask(on.server, "POST", "/endpoints/sip", { ...DESK, caller_id: "Theirs", encryption: "required" });
  const { sipEndpoint } = providersOf(on.server);
  expect(await messageOf(sipEndpoint.create({ username }))).toContain("with `adopt: true` the resource takes it over");
  const made = await up(on.host, "sipEndpoint", { username, callerId: "Ours", adopt: true });
  await change(on.host, "sipEndpoint", made, { username, callerId: "Others" });
  await sipEndpoint.create({ ...DESK, callerId: "Others", adopt: true });
  const sent = [{ caller_id: "Ours", encryption: "default" }, { caller_id: "Others" }, { password: "[hidden]" }];
  expect([puts(on.server), writes(on.server).length]).toEqual([sent, 4]);
});

it("an adoption of nothing fails, and says what a new object needs that no answer shows", async () => {
  const { sipEndpoint, domainApplication } = providersOf(on.server);
  const pbx = { name: "PBX", identifier: "pbx", callHandler: "ai_agent", adopt: true };
  const failures = [
    ...[sipEndpoint.create({ username: "front-desk", adopt: true }), domainApplication.create(pbx)],
    sipEndpoint.create({ ...DESK, callHandler: "video_room" }),
  ];
  expect(await Promise.all(failures.map(messageOf))).toEqual([
    'Could not create the SIP endpoint "front-desk": there is no such SIP endpoint to adopt, and a new one needs `password` or `passwordFrom`. ' +
      "Set it, or correct `username`.",
    'Could not create the domain application "pbx": there is no such domain application to adopt, and a new one needs `callAiAgentId`. ' +
      "Set it, or correct `identifier`.",
    expect.stringMatching(/^Could not create .* "front-desk": the service answered 422 .*call_video_room_id/),
  ]);
  expect(writes(on.server)).toEqual(["POST /api/relay/rest/endpoints/sip"]);
});

it("a create that another writer changed before its answer fails, and the state keeps the object as it is", async () => {
  const gateway = await openGateway(on.server);
  onTestFinished(() => gateway.close());
  const theirs = { caller_id: null, call_status_callback_url: "https://b.example/", call_relay_topic: "canary" };
  gateway.answerWith(async ({ method }, forward) => {
    const answer = await forward();
    if (method !== "POST") return answer;
    return json(201, await ask(on.server, "PUT", `/endpoints/sip/${JSON.parse(answer.text).id}`, theirs));
  });
  const host = await DirectHost.start({ ...on.server, url: gateway.url });
  const args = { ...DESK, callerId: "A", callStatusCallbackUrl: "https://a.example/" };
  const marked = { extra: { call_relay_topic: "a" }, __secrets: ["extra"], __declaredAs: "desk" };
  const { inputs } = await host.check("sipEndpoint", {}, { ...args, encryption: "optional", ...marked });
  const failure = await host.create("sipEndpoint", { ...inputs, __provider: "code" }).catch((error) => error);
  const [made] = await list(on.server, "/endpoints/sip");
  expect(failure.message).toContain("does not show what was sent: callerId differs");
  expect(failure).toMatchObject({ id: made?.id, properties: { encryption: "optional", __provider: "code" } });
  expect(failure.properties).not.toHaveProperty("callerId");
  const { normalised } = Object(plain(failure.properties)[RECORDS]);
  expect(normalised).toEqual({ callStatusCallbackUrl: "https://b.example/", "extra.call_relay_topic": "canary" });
  await host.delete("sipEndpoint", failure.id, failure.properties);
  expect(host.printed).toMatch(/`callStatusCallbackUrl` of .*\n.*`extra.* was left alone: another resource/s);
  expect(host.printed).not.toContain("canary");
});

// An object that exists although a create failed: this run made it, or another person did.

import { beforeEach, expect, it, onTestFinished } from "vitest";
import { LAGS } from "../../../provider/client/looks.ts";
import { ask } from "../../engine/service.ts";
import { configurationOf, DirectHost } from "../direct-host.ts";
import { openGateway } from "../gateway.ts";
import { messageOf, puts } from "../managed.ts";
import { served } from "../served.ts";

const on = served({ extraFields: true });

beforeEach(async () => {
  // The run reads the list before its first create.
  await on.host.create("sipEndpoint", { username: "first", password: "canary-password" });
});

const DESK = { username: "desk", password: "canary-password" };
const create = (args: object = {}) => on.host.create("sipEndpoint", { ...DESK, ...args });

it("is recognised where the list from before the run's creates lacks it, and gets the password again", async () => {
  on.server.faults.add({ method: "POST", effect: "lose-answer" });
  const { id } = await create();
  const taken = `taken as ours after a lost answer: the SIP endpoint "desk": ${id}. `;
  expect([on.host.printed, puts(on.server)]).toEqual([
    `${taken}It is new since this run's first create, and shows what was sent.\n`,
    [{ password: "[hidden]" }],
  ]);
});

it("is recognised although the service corrected it, and gets nothing again", async () => {
  const args = {
    ...{ country: "US", firstName: "Emmett", lastName: "Brown", streetNumber: "1640", streetName: "Riverside Drive" },
    ...{ city: "Hill Valley", state: "CA", postalCode: "91905", emergencyEnabled: true },
  };
  await on.host.create("emergencyAddress", { ...args, label: "first" });
  on.server.faults.add({ method: "POST", effect: "lose-answer" });
  await on.host.create("emergencyAddress", { ...args, label: "Home" });
  expect(on.host.printed).toContain('taken as ours after a lost answer: the emergency address "Home"');
  expect(puts(on.server)).toEqual([]);
});

it("is not recognised where it was there before, or shows other values than were sent", async () => {
  await ask(on.server, "POST", "/endpoints/sip", { username: "desk", password: "theirs" });
  await on.host.newRun();
  on.server.faults.add({ method: "POST", effect: "lose-answer" });
  expect(await messageOf(create())).toContain("with `adopt: true` the resource takes it over");
  on.server.journal.clear();
  // The service is too slow to answer this create, and another person uses the name.
  const gateway = await openGateway(on.server);
  onTestFinished(() => gateway.close());
  gateway.answerWith(async ({ method }, forward) => {
    if (method === "POST") {
      await ask(on.server, "POST", "/endpoints/sip", { username: "other", password: "theirs", caller_id: "theirs" });
      return { status: 504, type: "", text: "" };
    }
    return forward();
  });
  const other = await DirectHost.start({ ...on.server, url: gateway.url });
  const creating = other.create("sipEndpoint", { username: "other", password: "canary-password" });
  expect([await messageOf(creating), puts(on.server)]).toEqual([expect.stringContaining("it differs in callerId"), []]);
});

it("is not recognised after a refusal, although the list of a moment ago lacked it", async () => {
  await ask(on.server, "POST", "/endpoints/sip", { username: "desk", password: "theirs" });
  const other = { ...DESK, username: "other" };
  await ask(on.server, "POST", "/endpoints/sip", { ...other, call_relay_topic: "x" });
  expect(await messageOf(create())).toContain("everything it shows is as the program says");
  expect(puts(on.server)).toEqual([]);
  const { inputs } = await on.host.check("sipEndpoint", {}, { ...DESK, __secrets: ["username"], __declaredAs: "x" });
  expect(await messageOf(on.host.create("sipEndpoint", inputs))).not.toContain("desk");
  const matching = new DirectHost({ ...configurationOf(on.server), "signalwire:adoptMatching": "true" });
  const { outputs } = await matching.create("sipEndpoint", DESK);
  expect(await messageOf(matching.create("sipEndpoint", other))).toContain("differs in call_relay_topic");
  expect([outputs.username, puts(on.server)]).toEqual(["desk", [{ password: "[hidden]" }]]);
});

it("is created four times at most when each create is lost and no look finds it", async () => {
  const lags = (LAGS as number[]).splice(0);
  const gateway = await openGateway(on.server);
  onTestFinished(() => {
    (LAGS as number[]).push(...lags);
    return gateway.close();
  });
  const lost = { status: 504, type: "", text: "" };
  gateway.answerWith(({ method }, forward) => (method === "POST" ? lost : forward()));
  const other = await DirectHost.start({ ...on.server, url: gateway.url });
  expect(await messageOf(other.create("sipEndpoint", { username: "desk", password: "p" }))).toContain("504");
  expect(gateway.received.filter(({ method }) => method === "POST")).toHaveLength(4);
  // A refusal between lost answers does not prove that the first create is lost.
  for (const status of [504, 422]) on.server.faults.add({ method: "POST", effect: "status", status, times: 1 });
  expect((await create()).outputs).toMatchObject({ username: "desk" });
});

it("is not deleted under its old name where the resource with the new name failed", async () => {
  const { id, outputs } = await create();
  await on.host.newRun();
  const args = { ...DESK, callerId: "Desk", __declaredAs: "new" };
  const { inputs } = await on.host.check("sipEndpoint", {}, args);
  await messageOf(on.host.create("sipEndpoint", inputs));
  expect(await messageOf(on.host.delete("sipEndpoint", id, outputs))).toContain(
    'the new SipEndpoint "new" of the program declares the same SIP endpoint',
  );
});

it("is not adopted where this run made it for another resource", async () => {
  expect(await messageOf(create({ username: "first", adopt: true }))).toContain(
    "Another resource of this stack manages the SIP endpoint",
  );
});

it.each(["create", "update"])(
  "whose user name is given up by now: a %s that is too early advises the same command",
  async (operation) => {
    const [mine, theirs] = [{ username: "mine" }, { username: "theirs" }];
    const declare = (name: string, olds: object, args: object) =>
      on.host.check("sipEndpoint", { ...olds }, { password: "canary-password", ...args, __declaredAs: name });
    const { id, outputs } = await create(mine);
    const other = await create(theirs);
    await on.host.newRun();
    await declare("bystander", { username: "other" }, { username: "another" });
    const { inputs } = await declare("mine", operation === "create" ? {} : mine, { username: "theirs" });
    const given = await declare("giver", theirs, { username: "free" });
    await on.host.diff("sipEndpoint", other.id, other.outputs, given.inputs);
    const writes = () => (operation === "create" ? create(inputs) : on.host.update("sipEndpoint", id, outputs, inputs));
    expect(await messageOf(writes())).toContain('has this username until the SipEndpoint "giver" gives it up.');
    await on.host.update("sipEndpoint", other.id, other.outputs, given.inputs);
    const method = operation === "create" ? "POST" : "PUT";
    const errors = [{ detail: "username is already taken", status: "422", title: "x", code: "taken" }];
    on.server.faults.add({ method, effect: "status", status: 422, body: { errors }, times: 1 });
    expect(await messageOf(writes())).toContain(
      'The SipEndpoint "giver" had this username and has given it up by now: run the same command again.',
    );
    await writes();
  },
);

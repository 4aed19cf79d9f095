// The plugin with the engine's calls. Other tests cover the provider's objects.

import { setImmediate } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import type { ResourceName } from "../../../contract/index.ts";
import { answering, errorOf, streaming } from "../../../provider/doors/plugin/errors.ts";
import type { EngineLog } from "../../../provider/doors/plugin/log.ts";
import { OperationFailure } from "../../../provider/lifecycle/failures.ts";
import { SIP_PROFILE } from "../../contract/specified.ts";
import { addEndpoint, ask, environmentOf, list, requests } from "../../engine/service.ts";
import { ID } from "../bodies.ts";
import { failureOf, namedAt } from "../doors.ts";
import { type Props, UNKNOWN } from "../host.ts";
import { writes } from "../managed.ts";
import { marked } from "../marks.ts";
import { PluginHost } from "../plugin-host.ts";
import { served } from "../served.ts";

const OWNED = "+12025550101";
/** What an endpoint has from the profile of a new project. */
const INHERITED = {
  ...{ codecs: SIP_PROFILE.default_codecs?.allowed, ciphers: SIP_PROFILE.default_ciphers?.allowed },
  ...{ encryption: "optional", sendAs: "random" },
};

const on = served({}, OWNED);

async function plugin(): Promise<PluginHost> {
  const host = await PluginHost.start(environmentOf(on.server));
  await host.configure();
  return host;
}

const named = (kind: ResourceName) => namedAt("plugin", kind, "tried");
const unread = (kind: ResourceName, id: string) => ({ ...named(kind), id, inputs: {}, outputs: {} });

it("tells the engine that it takes secrets and previews, and takes scripts of more than 4 MB", async () => {
  const host = await PluginHost.start(environmentOf(on.server));
  const early = host.provider.read(unread("SipProfile", "default"));
  await expect(early).rejects.toThrow("The engine has not configured this provider yet.");
  expect(await host.schema()).toMatchObject({ name: "signalwire" });
  const said = (answer: Props) => Object.keys(answer).filter((name) => answer[name] === true);
  expect(said(await host.handshake())).toEqual(["acceptSecrets"]);
  expect(said(await host.configure()).sort()).toEqual(["acceptsecrets", "supportspreview"]);
  const script = { contents: "x".repeat(5_000_000) };
  expect((await host.provider.diff({ ...unread("CxmlScript", ID), outputs: script }, script)).replaces).toEqual([]);
});

describe("secrets", () => {
  it("are marked in inputs and outputs, those of the program and those by nature, and nothing else is", async () => {
    const { provider } = await plugin();
    const desk = { username: "desk", password: marked("p"), callerId: marked("Desk") };
    const { inputs } = await provider.check(named("SipEndpoint"), {}, { ...desk, password: "p" });
    const made = await provider.create(named("SipEndpoint"), inputs, false);
    const { __state: _, ...shown } = made.outputs;
    expect([inputs, shown]).toEqual([desk, { ...desk, ...INHERITED }]);
    const ofState = { username: marked("desk") };
    const outputs = { ...made.outputs, ...ofState, callerId: "Desk" };
    const read = await provider.read({ ...named("SipEndpoint"), ...made, inputs, outputs });
    expect([read.inputs, read.outputs]).toEqual([inputs, made.outputs].map((each) => ({ ...each, ...ofState })));
    expect(await list(on.server, "/endpoints/sip")).toMatchObject([{ caller_id: "Desk" }]);
    const token = await provider.create(named("ClientToken"), { resource: "alice" }, false);
    const { __state: __, ...issued } = token.outputs;
    const [secret, time] = [marked(expect.any(String)), expect.any(String)];
    const times = { issuedAt: time, expiresAt: time, rotateAt: time };
    expect(issued).toEqual({ resource: "alice", jwtToken: secret, refreshToken: secret, ...times });
  });

  it("are not shown beside a failure, where other values are named", async () => {
    const { failures } = await (await plugin()).provider.check(
      named("SipEndpoint"),
      {},
      {
        ...{ username: "de sk", password: 1, callerId: marked(2), codecs: ["MP3"], callHandler: "laml_application" },
        ...{ callLamlApplicationId: "x", callRequestUrl: "hooks.example.com/?token=canary", pasword: "canary" },
        ...{ passwordFrom: "canary", extra: { username: "canary" } },
      },
    );
    expect(failures.map(({ property, reason }) => `${property}: ${reason.split(" ", 1)[0]}`).sort()).toEqual([
      ...[": callRequestUrl", ": callerId", ": extra.username", ": password"],
      ...[": password", ": passwordFrom", ": pasword", "codecs: codecs", "username: username"],
    ]);
  });
});

describe("a preview", () => {
  it("reports the changes of an up on existing objects, and sends no write", async () => {
    const host = await plugin();
    const args = { number: OWNED, name: marked("Main") };
    const { outputs } = await host.provider.create(named("PhoneNumber"), args, true);
    expect([host.urns, host.logged]).toEqual([
      [named("PhoneNumber").urn],
      [expect.stringMatching(/^info: adopts the phone number "\+12025550101" .*: name \(not set\) → \[secret\]$/)],
    ]);
    // The object exists, so the preview knows what never changes.
    expect(outputs).toEqual({
      ...{ ...args, numberType: "longcode", capabilities: ["voice", "fax", "sms", "mms"] },
      ...{ createdAt: UNKNOWN, updatedAt: UNKNOWN, nextBilledAt: UNKNOWN },
    });
    expect(writes(on.server)).toEqual([]);
    const other = await PluginHost.start();
    await host.handshake(other);
    await host.provider.create(named("PhoneNumber"), args, true);
    expect([other.logged, host.logged.length]).toEqual([host.logged, 1]);
    await expect(host.provider.create(named("PhoneNumber"), { number: "+12025559999" }, true)).rejects.toThrow(
      'Could not adopt the phone number "+12025559999": it is not among the numbers of the project. ' +
        "The project owns no such phone number: check the id and the project ID.",
    );
    const member = { numberGroupId: ID, phoneNumberId: ID };
    await expect(host.provider.create(named("NumberGroupMembership"), member, true)).rejects.toThrow(
      /^numberGroupId is .*\nphoneNumberId is /,
    );
  });

  it("of an update shows what the program names, and what the object goes on to inherit", async () => {
    const { provider } = await plugin();
    const desk = { username: "desk", password: "p" };
    const made = await provider.create(named("SipEndpoint"), desk, false);
    const { __state, ...outputs } = made.outputs;
    expect(outputs.encryption).toBe("optional");
    const hall = await provider.create(named("SipEndpoint"), { ...desk, username: "hall" }, true);
    expect(hall.outputs).toMatchObject({ codecs: UNKNOWN, ciphers: UNKNOWN, encryption: UNKNOWN, sendAs: UNKNOWN });
    const token = await provider.create(named("ClientToken"), { resource: "alice" }, true);
    expect(token.outputs).toMatchObject({ resource: "alice", issuedAt: UNKNOWN, expiresAt: UNKNOWN });
    const known = { ...named("SipEndpoint"), inputs: desk, ...made };
    const encryption = "required";
    expect(await provider.update(known, { ...desk, encryption }, true)).toEqual({ ...outputs, encryption });
  });

  it("takes an unknown value of any type for one, also within a secret", async () => {
    const others = {
      ...{ adopt: "1c4a061d-8072-4f0a-a4cb-0ff528b18fe7", codecs: "6a19a0b0-7e62-4c92-b797-7f8e31da9cc2" },
      ...{ passwordVersion: "3eeb2bf0-c639-47a8-9e75-3b44932eb421", extra: "dd056dcd-154b-4c76-9bd3-c8f88648b5ff" },
    };
    const args = { username: UNKNOWN, password: "p", ...others, codecs: marked(others.codecs) };
    const unknown = Object.fromEntries(Object.keys(others).map((name) => [name, UNKNOWN]));
    expect(await (await plugin()).provider.check(named("SipEndpoint"), {}, args)).toEqual({
      inputs: { username: UNKNOWN, password: marked("p"), ...unknown },
      failures: [],
    });
  });
});

describe("an import", () => {
  it("names the arguments with credentials, which Pulumi prints in clear, and not the credentials", async () => {
    const [number] = await list(on.server, "/phone_numbers");
    const address = "https://example.com/hook?token=canary-token-4711";
    await ask(on.server, "PUT", `/phone_numbers/${number?.id}`, {
      call_handler: "laml_webhooks",
      call_request_url: address,
    });
    await addEndpoint(on.server, "desk");
    const host = await plugin();
    await host.provider.read(unread("PhoneNumber", OWNED));
    await host.provider.read(unread("SipEndpoint", "desk"));
    expect(host.urns).toEqual([named("PhoneNumber").urn]);
    expect(host.logged).toEqual([
      'warning: The phone number "+12025550101" has credentials in callRequestUrl. The program that an import prints shows them ' +
        "in clear. Before you commit it, set them with `pulumi config set --secret` and refer to them in the program.",
    ]);
  });

  it("of a missing object finds nothing, and of a token reports why it is impossible", async () => {
    const host = await plugin();
    for (const [type, id] of [
      ["SipEndpoint", "nobody"],
      ["SipEndpoint", "4b660fd8-b58a-480e-8c5d-f22926c24c43"],
      ["SipProfile", "another"],
    ] as const)
      expect(await host.provider.read(unread(type, id))).toMatchObject({ id: "" });
    await expect(host.provider.read(unread("ClientToken", "alice"))).rejects.toThrow(
      /^Could not import the client token \(alice\): the service never shows/,
    );
  });
});

it("prints the reason of a wait, and stops waiting when the engine cancels", async () => {
  const retryLater = { status: 429, headers: { "Retry-After": "60" } } as const;
  on.server.faults.add({ method: "POST", path: "/api/relay/rest/endpoints/sip", effect: "status", ...retryLater });
  const host = await plugin();
  const creating = host.provider
    .create(named("SipEndpoint"), { username: "desk", password: marked("canary") }, false)
    .catch((error) => error);
  await expect.poll(() => host.logged.join("\n"), { timeout: 20_000 }).toMatch(/^info: .*Waiting/);
  await host.cancel();
  expect((await creating).message).toMatch(
    /^Could not create the SIP endpoint "desk": .*cancel.* Run the same command again/,
  );
  expect(host.logged.join("\n")).not.toContain("canary");
  expect(await list(on.server, "/endpoints/sip")).toEqual([]);
});

it("lists pages, each object with the id of its import and its name, and may be limited to a text", async () => {
  const all: object[] = [];
  for (const name of ["desk-1", "desk-2", "desk-3", "hall"])
    all.unshift({ id: await addEndpoint(on.server, name), name });
  const host = await plugin();
  const desks = { username: "desk" };
  expect([
    await host.list("SipEndpoint"),
    await host.list("SipEndpoint", desks, { pageSize: 1 }),
    await host.list("SipEndpoint", desks, { pageSize: 1, token: "1" }),
    await host.list("SipEndpoint", desks, { pageSize: 2, token: "2" }),
    await host.list("SipEndpoint", {}, { limit: 1, pageSize: 3 }),
  ]).toEqual([
    { objects: all, next: undefined },
    { objects: all.slice(1, 2), next: "1" },
    { objects: all.slice(2, 3), next: "2" },
    { objects: all.slice(3), next: undefined },
    { objects: all.slice(0, 1), next: "1" },
  ]);
  const [{ id } = {}] = await list(on.server, "/phone_numbers");
  await ask(on.server, "POST", "/number_groups", { name: "https://user:canary@example.com/" });
  expect((await host.list("NumberGroup")).objects).toMatchObject([{ name: "https://[secret]@example.com/" }]);
  on.server.journal.clear();
  expect(await host.list("SipEndpoint", { username: UNKNOWN })).toEqual({ objects: [], next: undefined });
  expect(requests(on.server)).toEqual([]);
  expect(await host.list("PhoneNumber")).toEqual({ objects: [{ id, name: OWNED }], next: undefined });
  await expect(host.list("ClientToken")).rejects.toThrow("The service has no list of client tokens.");
  for (const token of ["x", "-1"])
    await expect(host.list("SipEndpoint", {}, { token })).rejects.toThrow(
      "The continuation token is not one of this list.",
    );
});

it("calls functions: look-ups of one object and of all, and tokens, which are secret and which no preview issues", async () => {
  const id = await addEndpoint(on.server, "desk");
  const { provider } = await plugin();
  const call = (name: string, args: Props, isPreview = false) =>
    provider.invoke(`signalwire:index:${name}`, args, isPreview).catch(({ message }) => message);
  const DESK = { ...INHERITED, id, username: "desk" };
  const [number] = await list(on.server, "/phone_numbers");
  const address = "https://user:canary@example.com/";
  const webhook = { call_handler: "laml_webhooks", call_request_url: address };
  await ask(on.server, "PUT", `/phone_numbers/${number?.id}`, webhook);
  const owned = { id: number?.id, number: OWNED, callRequestUrl: marked(address) };
  const none = marked("(a preview issues no token)");
  const issued = marked(expect.stringMatching(/^eyJ/));
  const times = { issuedAt: expect.any(String), expiresAt: expect.any(String) };
  const { refresh_token } = await ask(on.server, "POST", "/jwt", { resource: "bob" });
  on.server.journal.clear();
  for (const [name, args, answer] of [
    ["getSipEndpoint", { id }, DESK],
    ["getSipEndpoint", { username: "desk" }, DESK],
    ["getSipEndpoint", { id, username: "desk" }, "id and username are both given: keep one of them"],
    ["getSipEndpoints", { username: "es" }, { sipEndpoints: [DESK] }],
    ["getSipEndpoints", { username: "x" }, { sipEndpoints: [] }],
    ["getPhoneNumbers", { number: "0101" }, { phoneNumbers: [expect.objectContaining(owned)] }],
    ["getPhoneNumber", { number: OWNED }, expect.objectContaining(owned)],
    ["getPhoneNumber", {}, "id or number is required"],
    ["getNumberGroupMembership", {}, "id is required"],
    [
      ...(["getPhoneNumber", { number: "+12025559999" }] as const),
      'Could not read the phone number "+12025559999": the project has no phone number with this number. Check the number and the project ID.',
    ],
    [
      ...(["getSipEndpoints", { user: "x", usernames: "x", caller_id: "x", callerId: 5 }] as const),
      "Could not list the SIP endpoints: callerId must be a text; there is no filter caller_id: did you mean callerId?; " +
        "there is no filter user: use username or callerId; there is no filter usernames: did you mean username?.",
    ],
    ["getSipProfile", {}, expect.objectContaining({ id: on.server.project.id, defaultEncryption: "optional" })],
    ["getClientToken", {}, "There is no function signalwire:index:getClientToken."],
  ] as [string, Props, unknown][])
    expect([name, args, await call(name, args)]).toEqual([name, args, answer]);
  const [preview, refused] = await Promise.all(
    [{ resource: "alice", expiresIn: 60 }, { expiresIn: "soon" }].map((args) => call("issueClientToken", args, true)),
  );
  const unissued = { resource: "(a preview issues no token)", jwtToken: none, refreshToken: none, ...times };
  expect(preview).toEqual({ ...unissued, resource: "alice" });
  const refreshed = await call("refreshClientToken", { refreshToken: marked(UNKNOWN) }, true);
  expect(refreshed).toEqual(unissued);
  const lifetime = (token: Props) => Date.parse(String(token.expiresAt)) - Date.parse(String(token.issuedAt));
  expect([preview, refreshed].map(lifetime)).toEqual([60 * 60_000, 15 * 60_000]);
  expect(refused).toBe("issueClientToken: expiresIn must be a whole number of minutes from 1 to 52560000");
  expect(writes(on.server)).toEqual([]);
  const token = { jwtToken: issued, refreshToken: issued, ...times };
  const refreshing = call("refreshClientToken", { refreshToken: marked(refresh_token) });
  expect(await call("issueClientToken", { resource: "alice", expiresIn: 5 })).toEqual({ resource: "alice", ...token });
  expect(await refreshing).toEqual({ resource: "bob", ...token });
});

it("a write of unknown outcome keeps the object, its secrets marked; after a create, the engine reads it first", async () => {
  const { provider } = await plugin();
  const [{ id } = {}] = await list(on.server, "/phone_numbers");
  on.server.faults.add({ method: "PUT", path: `/api/relay/rest/phone_numbers/${id}`, effect: "not-json", times: 2 });
  const args = (name: string) => ({ number: OWNED, name: marked(name) });
  const failed = await provider.create(named("PhoneNumber"), args("Main"), false).catch((error) => error);
  const known = { ...named("PhoneNumber"), id: failed.id, inputs: args("Main"), outputs: failed.properties };
  const again = await provider.update(known, args("Other"), false).catch((error) => error);
  for (const [{ message, properties, ...kept }, name, isReadFirst] of [
    [failed, "Main", true],
    [again, "Other", false],
  ] as const) {
    expect(kept).toEqual({ id, isReadFirst, reasons: [message] });
    expect([message, properties.name]).toEqual([expect.stringMatching(/^Could not (adopt|update)/), marked(name)]);
  }
});

it("an answer and an error follow the messages that were written before them", async () => {
  const order: string[] = [];
  const log = { settled: () => setImmediate().then(() => order.push("written")) } as unknown as EngineLog;
  for (const work of [async () => "done", () => Promise.reject(new Error("broken"))])
    await answering(work, log)({ request: {} } as never, () => void order.push("answered"));
  const call = { write: () => 0, end: () => order.push("ended"), emit: () => order.push("failed") };
  for (const fails of [false, true])
    await streaming(async function* () {
      yield {} as never;
      if (fails) throw new Error("broken");
    }, log)(call as never);
  expect(order).toEqual(["written", "answered", "written", "answered", "written", "ended", "written", "failed"]);
});

it("an error is answered by its message, and a defect keeps its stack", () => {
  const plain = (error: unknown) => ({ ...failureOf(errorOf(error)), message: errorOf(error).details });
  expect(plain(new OperationFailure("invalid", "it broke"))).toEqual({ message: "it broke" });
  expect(plain("a text")).toEqual({ message: "a text" });
  expect(plain(new TypeError("of ours")).message).toMatch(/^TypeError: of ours\n +at /);
});

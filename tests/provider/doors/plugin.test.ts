// The plugin's process with the engine's calls. Other tests cover the provider's objects.

import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { argumentNames, type ResourceName, resourceNames, resources } from "../../../contract/index.ts";
import { addEndpoint, ask, environmentOf, list, requests, type Server, serve } from "../../engine/service.ts";
import { namedAt } from "../doors.ts";
import { type Props, UNKNOWN } from "../host.ts";
import { marked } from "../marks.ts";
import { PluginHost } from "../plugin-host.ts";

const OWNED = "+12025550101";

let server: Server;

beforeEach(async () => {
  server = await serve(OWNED);
});

afterEach(() => server.close());

async function plugin(): Promise<PluginHost> {
  const host = await PluginHost.start(environmentOf(server));
  await host.configure();
  return host;
}

const named = (kind: ResourceName) => namedAt("plugin", kind, "tried");
const unread = (kind: ResourceName, id: string) => ({ ...named(kind), id, inputs: {}, outputs: {} });

const writes = () => requests(server).filter((each) => !each.startsWith("GET "));

it("gives the schema of every resource, with each argument", async () => {
  const { resources: described, functions } = (await (await plugin()).schema()) as {
    [part: string]: { [token: string]: Props };
  };
  for (const name of resourceNames)
    expect(Object.keys(described?.[`signalwire:index:${name}`]?.inputProperties as Props).sort()).toEqual(
      argumentNames(resources[name]).sort(),
    );
  expect(Object.keys(functions ?? {})).toEqual(
    expect.arrayContaining(["SipEndpoint", "PhoneNumber", "PhoneNumbers"].map((each) => `signalwire:index:get${each}`)),
  );
});

it("tells the engine that it takes secrets and previews, and nothing else", async () => {
  const host = await PluginHost.start(environmentOf(server));
  const said = (answer: Props) => Object.keys(answer).filter((name) => answer[name] === true);
  expect(said(await host.handshake())).toEqual(["acceptSecrets"]);
  expect(said(await host.configure()).sort()).toEqual(["acceptsecrets", "supportspreview"]);
});

describe("secrets", () => {
  it("are marked in inputs and outputs, those of the program and those by nature, and nothing else is", async () => {
    const host = await plugin();
    const { inputs } = await host.provider.check(
      named("SipEndpoint"),
      {},
      { username: "desk", password: "p", callerId: marked("Desk") },
    );
    expect(inputs).toEqual({ username: "desk", password: marked("p"), callerId: marked("Desk") });
    const made = await host.provider.create(named("SipEndpoint"), inputs, false);
    expect(made.outputs).toMatchObject({ username: "desk", password: marked("p"), callerId: marked("Desk") });
    const read = await host.provider.read({ ...named("SipEndpoint"), inputs, ...made });
    expect(read.inputs).toEqual(inputs);
    expect(await list(server, "/endpoints/sip")).toMatchObject([{ caller_id: "Desk" }]);
    const token = await host.provider.create(named("ClientToken"), { resource: "alice" }, false);
    expect(token.outputs).toMatchObject({ resource: "alice", jwtToken: marked(expect.any(String)) });
  });

  it("are not shown beside a failure, where other values are named", async () => {
    const host = await plugin();
    const { failures } = await host.provider.check(
      named("SipEndpoint"),
      {},
      {
        username: "de sk",
        password: 1,
        callerId: marked(2),
        codecs: ["MP3"],
        callHandler: "laml_application",
        callLamlApplicationId: "x",
        callRequestUrl: "hooks.example.com/?token=canary",
        pasword: "canary",
        passwordFrom: "canary",
        extra: { username: "canary" },
      },
    );
    const shown = failures.map(({ property }) => property).filter(Boolean);
    expect(shown.sort()).toEqual(["codecs", "username"]);
    expect(failures.map(({ reason }) => reason.split(" ", 1)[0]).sort()).toEqual([
      "callRequestUrl",
      "callerId",
      "codecs",
      "extra.username",
      "password",
      "passwordFrom",
      "pasword",
      "username",
    ]);
  });
});

describe("a preview", () => {
  it("reports the changes of an up on existing objects, and sends no write", async () => {
    const host = await plugin();
    const { outputs } = await host.provider.create(named("PhoneNumber"), { number: OWNED, name: "Main" }, true);
    expect(host.logged).toEqual([
      expect.stringMatching(/^info: adopts the phone number "\+12025550101" .*: name \(not set\) → "Main"$/),
    ]);
    // The object exists, so the preview knows what never changes.
    expect(outputs).toMatchObject({ number: OWNED, name: "Main", numberType: "longcode" });
    expect(writes()).toEqual([]);
  });

  it("fails where the up would", async () => {
    await expect(
      (await plugin()).provider.create(named("PhoneNumber"), { number: "+12025559999" }, true),
    ).rejects.toThrow(/phone number "\+12025559999": .* owns no such phone number/);
  });

  it("of an update shows what the program names, and what the object goes on to inherit", async () => {
    const host = await plugin();
    const desk = { username: "desk", password: "p" };
    const made = await host.provider.create(named("SipEndpoint"), desk, false);
    const { encryption, codecs } = made.outputs;
    expect([encryption, codecs]).toEqual(["optional", expect.arrayContaining(["OPUS"])]);
    const known = { ...named("SipEndpoint"), inputs: desk, ...made };
    const previewed = await host.provider.update(known, { ...desk, encryption: "required" }, true);
    expect(previewed).toMatchObject({ encryption: "required", codecs });
  });

  it("takes an unknown value of any type for one", async () => {
    const host = await plugin();
    const unknownBoolean = "1c4a061d-8072-4f0a-a4cb-0ff528b18fe7";
    const { failures, inputs } = await host.provider.check(
      named("SipEndpoint"),
      {},
      {
        username: UNKNOWN,
        password: "p",
        adopt: unknownBoolean,
      },
    );
    expect(failures).toEqual([]);
    expect(inputs).toMatchObject({ username: UNKNOWN, adopt: UNKNOWN });
  });
});

describe("an import", () => {
  it("names the arguments with credentials, which Pulumi prints in clear, and not the credentials", async () => {
    const [number] = await list(server, "/phone_numbers");
    const address = "https://example.com/hook?token=canary-token-4711";
    await ask(server, "PUT", `/phone_numbers/${number?.id}`, {
      call_handler: "laml_webhooks",
      call_request_url: address,
    });
    await addEndpoint(server, "desk");
    const host = await plugin();
    await host.provider.read(unread("PhoneNumber", OWNED));
    await host.provider.read(unread("SipEndpoint", "desk"));
    expect(host.logged).toEqual([
      expect.stringMatching(/^warning: The phone number "\+12025550101" has credentials in callRequestUrl\. /),
    ]);
    expect(host.logged.join()).not.toContain("canary");
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
  server.faults.add({ method: "POST", path: "/api/relay/rest/endpoints/sip", effect: "status", ...retryLater });
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
  expect(await list(server, "/endpoints/sip")).toEqual([]);
});

describe("a list", () => {
  it("has pages, each object with the id of its import and its name, and may be limited to a text", async () => {
    const ids = [];
    for (const username of ["desk-1", "desk-2", "desk-3", "hall"]) ids.push(await addEndpoint(server, username));
    const host = await plugin();
    const all = await host.list("SipEndpoint");
    expect(all.objects.map(({ id }) => id).sort()).toEqual([...ids].sort());
    expect(all.next).toBeUndefined();
    const first = await host.list("SipEndpoint", { username: "desk" }, { pageSize: 2 });
    const second = await host.list("SipEndpoint", { username: "desk" }, { pageSize: 2, token: first.next ?? "" });
    expect([first.objects.length, second.objects.length, second.next]).toEqual([2, 1, undefined]);
    const names = [...first.objects, ...second.objects].map(({ name }) => name);
    expect(names.sort()).toEqual(["desk-1", "desk-2", "desk-3"]);
    expect((await host.list("SipEndpoint", {}, { limit: 1 })).objects).toHaveLength(1);
    expect((await host.list("PhoneNumber")).objects).toMatchObject([{ name: OWNED }]);
    await expect(host.list("ClientToken")).rejects.toThrow("no list of client tokens");
  });
});

describe("functions", () => {
  it("look at objects by id, by unique key, and at all of them", async () => {
    const id = await addEndpoint(server, "desk");
    const host = await plugin();
    for (const args of [{ id }, { username: "desk" }])
      expect(await host.provider.invoke("signalwire:index:getSipEndpoint", args)).toMatchObject({
        id,
        username: "desk",
      });
    expect(await host.provider.invoke("signalwire:index:getPhoneNumbers", { number: "0101" })).toMatchObject({
      phoneNumbers: [{ number: OWNED }],
    });
    expect(await host.provider.invoke("signalwire:index:getPhoneNumbers", { number: "999" })).toMatchObject({
      phoneNumbers: [],
    });
    expect(await host.provider.invoke("signalwire:index:getSipProfile", {})).toMatchObject({ id: server.project.id });
    await expect(host.provider.invoke("signalwire:index:getPhoneNumber", { number: "+12025559999" })).rejects.toThrow(
      /no phone number with this number/,
    );
    await expect(host.provider.invoke("signalwire:index:getPhoneNumber", {})).rejects.toThrow(
      "id or number is required",
    );
  });

  it("issue a token that is secret, and none in a preview", async () => {
    const host = await plugin();
    expect(await host.provider.invoke("signalwire:index:issueClientToken", { resource: "alice" }, true)).toMatchObject({
      resource: "alice",
      jwtToken: marked("(a preview issues no token)"),
    });
    await expect(
      host.provider.invoke("signalwire:index:issueClientToken", { expiresIn: "soon" }, true),
    ).rejects.toThrow("expiresIn must be");
    expect(writes()).toEqual([]);
    expect(
      await host.provider.invoke("signalwire:index:issueClientToken", { resource: "alice", expiresIn: 5 }),
    ).toMatchObject({
      resource: "alice",
      jwtToken: marked(expect.stringMatching(/^eyJ/)),
    });
    const { refresh_token } = await ask(server, "POST", "/jwt", { resource: "bob" });
    expect(
      await host.provider.invoke("signalwire:index:refreshClientToken", { refreshToken: marked(refresh_token) }),
    ).toMatchObject({
      resource: "bob",
      jwtToken: marked(expect.stringMatching(/^eyJ/)),
    });
  });
});

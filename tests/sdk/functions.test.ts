// What the package's functions ask of the service or of a declared provider, and when a program is refused before it asks anything.

import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as pulumi from "@pulumi/pulumi";
import state from "@pulumi/pulumi/runtime/state.js";
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { assertPluginFound } from "../../sdk/doors.ts";
import {
  getSipEndpoints,
  type IssuedClientToken,
  issueClientToken,
  Provider,
  refreshClientToken,
  SipEndpoint,
} from "../../sdk/index.ts";
import { callProvider, stackConfiguration } from "../../sdk/provider.ts";
import { assertKnownSettings } from "../../sdk/settings.ts";
import { addEndpoint, ask, type Server, serve } from "../engine/service.ts";
import { configurationOf } from "../provider/direct-host.ts";
import { temporaryFolder } from "../scripts/machine.ts";
import { known, mockEngine } from "./mocked.ts";

const TOKEN = expect.stringMatching(/^eyJ/);

const isKnown = (output: unknown) => (output as { isKnown: Promise<boolean> }).isKnown;

afterEach(() => {
  vi.unstubAllEnvs();
  pulumi.runtime.setAllConfig({});
});

describe("without a declared provider", () => {
  let server: Server;

  beforeEach(async () => {
    await mockEngine();
    server = await serve("+12025550101");
    onTestFinished(() => server.close());
    pulumi.runtime.setAllConfig(configurationOf(server));
  });

  it("an endpoint is found by its user name, and endpoints by parts of their values", async () => {
    const [id] = [await addEndpoint(server, "desk"), await addEndpoint(server, "hall")];
    expect(await known(SipEndpoint.getByUsername("x", "desk").id)).toBe(id);
    const { sipEndpoints } = await known(getSipEndpoints({ username: "es" }));
    expect(sipEndpoints.map((each) => [each.id, each.username])).toEqual([[id, "desk"]]);
    expect((await known(getSipEndpoints())).sipEndpoints).toHaveLength(2);
    expect(await pulumi.isSecret(getSipEndpoints())).toBe(false);
    const secret = { call_handler: "relay_script", call_relay_script_url: "https://u:p@a.example/x" };
    await ask(server, "PUT", `/endpoints/sip/${id}`, secret);
    expect(await pulumi.isSecret(getSipEndpoints())).toBe(true);
  });

  it("a missing endpoint fails the program by a sentence, of which Pulumi prints no stack", async () => {
    const sentence = expect.stringContaining('"nobody": the project has no SIP endpoint with this username.');
    const found = callProvider("idByKey", stackConfiguration(), "sipEndpoint", "nobody");
    await expect(found).rejects.toMatchObject({ message: sentence, __pulumiRunError: true });
    const unset = callProvider("idByKey", { get: () => undefined }, "sipEndpoint", "nobody");
    await expect(unset).rejects.toMatchObject({ __pulumiRunError: true });
    await expect(callProvider("idByKey", stackConfiguration(), "noEndpoint", "a")).rejects.not.toHaveProperty(
      "__pulumiRunError",
    );
  });

  it("a client token is issued and refreshed as a secret, and not in a preview", async () => {
    const issued = issueClientToken({ resource: "alice", expiresIn: 5 });
    const { refreshToken, ...token } = await known(issued);
    expect(token).toMatchObject({ jwtToken: TOKEN });
    const refreshed = refreshClientToken({ refreshToken });
    expect(await known(refreshed)).toMatchObject({
      jwtToken: TOKEN,
      refreshToken: expect.not.stringMatching(refreshToken),
    });
    expect(await Promise.all([issued, refreshed].map((each) => pulumi.isSecret(each)))).toEqual([true, true]);
    server.journal.clear();
    await mockEngine({}, true);
    const previewed = [issueClientToken(), refreshClientToken({ refreshToken })];
    expect(await Promise.all(previewed.flatMap((each) => [isKnown(each), pulumi.isSecret(each)]))).toEqual([
      ...[false, true, false, true],
    ]);
    expect(server.journal.entries).toEqual([]);
  });
});

it.each([
  ["not created yet", "", false],
  ["there", "desk-id", true],
])("a look-up by a value of a resource that is %s is known in a preview: %s", async (_, id, expected) => {
  const newResource: pulumi.runtime.Mocks["newResource"] = ({ inputs }) => ({ id, state: inputs });
  await pulumi.runtime.setMocks({ newResource, call: ({ inputs }) => inputs }, "project", "test", true);
  const server = await serve();
  onTestFinished(() => server.close());
  pulumi.runtime.setAllConfig(configurationOf(server));
  const { username } = new SipEndpoint("desk", { username: "desk", password: "canary" });
  expect(await isKnown(getSipEndpoints({ username }))).toBe(expected);
});

describe("with a declared provider", () => {
  const ISSUED = { jwtToken: "j", refreshToken: "r" } as unknown as IssuedClientToken;
  let calls: unknown[];

  /** Returns the provider "eu". Each call is recorded with the provider that it asks. */
  async function declared(preview: boolean, answer: (token: string) => object): Promise<Provider> {
    calls = [];
    const registered = await mockEngine({}, preview, ({ token, inputs, provider }) => {
      calls.push([token, inputs, provider?.split("::").at(-1)]);
      return answer(token);
    });
    const provider = new Provider("eu", { space: "example", apiToken: "canary" });
    await known(provider.urn);
    expect(registered).toMatchObject([{ type: "pulumi:providers:signalwire", inputs: { space: "example" } }]);
    return provider;
  }

  it("the plugin's functions are asked", async () => {
    const answers: { readonly [token: string]: object } = {
      "signalwire:index:getSipEndpoint": { id: "found" },
      "signalwire:index:getSipEndpoints": { sipEndpoints: [{ id: "found" }] },
      "signalwire:index:issueClientToken": ISSUED,
    };
    const provider = await declared(false, (token) => answers[token] ?? {});
    const others = { providers: [new Provider("us", { space: "other", apiToken: "canary" })] };
    const parent = new pulumi.ComponentResource("project:index:Office", "office", {}, others);
    expect(await known(SipEndpoint.getByUsername("x", "desk", { provider, parent }).id)).toBe("found");
    expect(await known(getSipEndpoints({ username: "d" }, { provider }))).toEqual({ sipEndpoints: [{ id: "found" }] });
    expect(await known(issueClientToken({ resource: "a" }, { provider }))).toEqual(ISSUED);
    expect(calls).toEqual([
      ["signalwire:index:getSipEndpoint", { username: "desk" }, "eu-id"],
      ["signalwire:index:getSipEndpoints", { username: "d" }, "eu-id"],
      ["signalwire:index:issueClientToken", { resource: "a" }, "eu-id"],
    ]);
  });

  it.each([
    [true, false],
    [false, true],
  ])("an empty answer in a preview (%s) is not known yet", async (preview, isFound) => {
    const provider = await declared(preview, () => ({}));
    expect(await isKnown(getSipEndpoints({}, { provider }))).toBe(isFound);
  });
});

describe("a key of the configuration", () => {
  const ALL = "projectId, apiToken, space, baseUrl, concurrency, requestsPerSecond, adoptMatching, previewLookups";
  it.each([
    ["signalwire:baseURl", "Did you mean signalwire:baseUrl?"],
    ["signalwire:re_qs_per_second", "Did you mean signalwire:requestsPerSecond?"],
    ["signalwire:token", `The settings are ${ALL}.`],
  ])("%s is refused", (key, meant) => {
    pulumi.runtime.setAllConfig({ "signalwire:space": "a", "other:spce": "b", [key]: "c" });
    expect(assertKnownSettings).toThrow(
      `The configuration has the key ${key}, which pulumi-signalwire does not know. ${meant} To remove the key, run \`pulumi config rm ${key}\`.`,
    );
  });

  it("is not refused where it is a setting, or where the project is called signalwire", async () => {
    pulumi.runtime.setAllConfig({ "signalwire:space": "a", other: "b" });
    expect(assertKnownSettings).not.toThrow();
    pulumi.runtime.setAllConfig({ "signalwire:token": "a" });
    await pulumi.runtime.setMocks({ newResource: () => ({ id: "", state: {} }), call: () => ({}) }, "signalwire");
    expect(assertKnownSettings).not.toThrow();
  });
});

/** What Pulumi knows of a run. */
interface Store {
  stackResource: object | undefined;
  readonly settings: { readonly options: { rootDirectory?: string } };
}

/** Returns what Pulumi knows of the run, and restores it after the test. */
function storeOfTest() {
  const store = (state as unknown as { getStore: () => Store }).getStore();
  const { stackResource, settings } = store;
  const { rootDirectory } = settings.options;
  onTestFinished(() => {
    store.stackResource = stackResource;
    Object.assign(settings.options, { rootDirectory });
  });
  return { store };
}

const LISTED = "plugins:\n  providers:\n    - name: signalwire\n      path: node_modules/.bin\n";

it.each<[what: string, file: string, text: string, isFound: boolean]>([
  ["no file", "", "", true],
  ["neither", "Pulumi.yaml", "name: office\n", false],
  ["its own name", "Pulumi.yaml", "name: signalwire\n", false],
  ["another plugin", "Pulumi.yaml", LISTED.replace("signalwire", "signalwires"), false],
  ["the plugin", "Pulumi.yaml", `name: office\n${LISTED}`, true],
  ["the plugin on one line", "Pulumi.yml", 'plugins: { providers: [{ name: "signalwire", path: a }] }\n', true],
  ["the package", "Pulumi.yaml", "packages:\n  signalwire: ./a\n", true],
  ["the package in JSON", "Pulumi.json", '{ "packages": { "signalwire": "./a" } }', true],
  ["a folder of the path", "path/pulumi-resource-signalwire", "", true],
  ["a folder of the path, on Windows", "path/pulumi-resource-signalwire.cmd", "", true],
  ["another file of the path", "path/pulumi-resource-other", "", false],
  ["Pulumi's own folder", "home/plugins/resource-signalwire-v1.0.0/a", "", true],
  ["another plugin in Pulumi's own folder", "home/plugins/resource-other-v1.0.0/a", "", false],
  ["a running plugin", "PULUMI_DEBUG_PROVIDERS", "other:1,signalwire:2", true],
  ["another running plugin", "PULUMI_DEBUG_PROVIDERS", "other:1", false],
])("the plugin is looked for in %s", (_, file, text, isFound) => {
  const folder = temporaryFolder();
  const { store } = storeOfTest();
  // Each run looks once.
  store.stackResource = {};
  Object.assign(store.settings.options, { rootDirectory: folder });
  vi.stubEnv("PATH", join(folder, "path"));
  vi.stubEnv("PULUMI_HOME", join(folder, "home"));
  vi.stubEnv("PULUMI_DEBUG_PROVIDERS", "");
  if (file.startsWith("PULUMI")) vi.stubEnv(file, text);
  else if (file !== "") {
    mkdirSync(join(folder, file, ".."), { recursive: true });
    writeFileSync(join(folder, file), text);
  }
  if (file !== "" && !file.startsWith("Pulumi.")) writeFileSync(join(folder, "Pulumi.yaml"), "name: office\n");
  if (isFound) expect(assertPluginFound).not.toThrow();
  else
    expect(assertPluginFound).toThrow(
      /^Pulumi cannot find the plugin .*Add these lines to Pulumi.yaml:\n\n.*\.bin\n$/s,
    );
});

const [DYNAMIC, PLUGIN] = ["pulumi-nodejs:dynamic/signalwire", "signalwire:index"].map(
  (types) => `urn:pulumi:test::project::pulumi:pulumi:Stack$project:index:Office$${types}:SipEndpoint::desk`,
) as [string, string];

it.each([
  ["the plugin's resource", [PLUGIN], PLUGIN],
  ["both", [PLUGIN, DYNAMIC], DYNAMIC],
  ["neither", [], DYNAMIC],
])("an endpoint keeps its object by an alias where the state has %s", async (_, recorded, alias) => {
  const { store } = storeOfTest();
  const outputs = Object.fromEntries(recorded.map((urn) => [urn, { type: "x", outputs: {} }]));
  let looks = 0;
  await mockEngine({}, false, () => {
    looks += 1;
    return { outputs };
  });
  let aliases: unknown[] = [];
  await pulumi.runtime.runInPulumiStack(async () => {
    const parent = new pulumi.ComponentResource("project:index:Office", "office");
    const transformation: pulumi.ResourceTransformation = ({ opts }) => {
      aliases = opts.aliases ?? [];
      return undefined;
    };
    const args = { username: "desk", password: "canary" };
    await known(
      new SipEndpoint("desk", args, { parent, aliases: [`${DYNAMIC}-before`], transformations: [transformation] }).urn,
    );
  });
  expect([looks, store.stackResource === undefined]).toEqual([1, false]);
  const all = await Promise.all(aliases.map((each) => known(pulumi.output(each as pulumi.Output<string>))));
  expect(all).toEqual([`${DYNAMIC}-before`, alias]);
});

it("a program fails where Pulumi's provider process would not find the package", async () => {
  await mockEngine();
  const argv = process.argv[1] ?? "";
  const folder = temporaryFolder();
  const cwd = vi.spyOn(process, "cwd").mockReturnValue(folder);
  onTestFinished(() => {
    process.argv[1] = argv;
    cwd.mockRestore();
  });
  const make = () => new SipEndpoint("desk", { username: "desk", password: "canary" });
  expect(make).not.toThrow();
  for (const runner of ["/a/@pulumi/pulumi/cmd/run", "/a/@pulumi/pulumi/cmd/run/index.js"]) {
    process.argv[1] = runner;
    expect(make).toThrow(
      `Pulumi's provider process cannot find the package pulumi-signalwire from ${folder}. Add it to \`dependencies\` in the package.json of the program itself, with the file or version that the component names. For a bundled program, leave the package out of the bundle and deploy node_modules too.`,
    );
  }
  cwd.mockRestore();
  expect(make).not.toThrow();
});

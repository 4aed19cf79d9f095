// The settings of the plugin's process, and its messages about them.

import { afterEach, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { load } from "../../../provider/doors/plugin/protocol.ts";
import { environmentOf, list, requests, type Server, serve } from "../../engine/service.ts";
import { namedAt } from "../doors.ts";
import type { Props } from "../host.ts";
import { marked } from "../marks.ts";
import { PluginHost } from "../plugin-host.ts";

const OWNED = "+12025550101";
const named = namedAt("plugin", "SipEndpoint", "tried");
const known = { ...named, id: "some-id", inputs: {} };

let server: Server;

beforeEach(async () => {
  server = await serve(OWNED);
});

afterEach(() => server.close());

describe("configuration", () => {
  it("that is missing is a failure with the way to set it", async () => {
    const host = await PluginHost.start();
    const { reasons } = await host.checkConfig({ baseUrl: server.url });
    expect(reasons).toEqual([
      expect.stringContaining("signalwire:projectId"),
      expect.stringContaining("signalwire:apiToken"),
    ]);
  });

  it("with an unknown key, or a switch that is neither on nor off, is a failure with a suggestion", async () => {
    const host = await PluginHost.start(environmentOf(server));
    const ofTheEngine = { version: "1.0.0", pluginDownloadURL: "x", __internal: "{}", __defaults: "[]" };
    const { reasons } = await host.checkConfig({ basUrl: server.url, previewLookups: "maybe", ...ofTheEngine });
    expect(reasons).toEqual([
      "There is no setting signalwire:basUrl. Did you mean signalwire:baseUrl?",
      'signalwire:previewLookups must be true or false, and it is "maybe".',
    ]);
  });

  it("of a declared provider may change: each setting is named, and nothing is replaced", async () => {
    const host = await PluginHost.start();
    const olds = { projectId: "p", apiToken: marked("old"), concurrency: 4 };
    const { Kind } = load("./proto/provider_pb").PropertyDiff;
    const rotated = await host.diffConfig(olds, { projectId: "p", apiToken: marked("new"), space: "here" });
    expect(rotated).toMatchObject({ changes: 2, replacesList: [] });
    const kinds = (rotated.detaileddiffMap as [string, { kind: number }][]).map(([name, { kind }]) => [name, kind]);
    expect(Object.fromEntries(kinds)).toEqual({ apiToken: Kind.UPDATE, space: Kind.ADD, concurrency: Kind.DELETE });
    expect((rotated.diffsList as string[]).toSorted()).toEqual(kinds.map(([name]) => name).sort());
    expect(await host.diffConfig(olds, { ...olds, concurrency: "4" })).toMatchObject({ changes: 1, diffsList: [] });
  });

  it("of a provider that the program declares is not overruled by the environment, nor mixed with it", async () => {
    const other = await serve();
    onTestFinished(() => other.close());
    const { SIGNALWIRE_BASE_URL: _, ...credentials } = environmentOf(other);
    const host = await PluginHost.start({ ...credentials, SIGNALWIRE_BASE_URL: other.url });
    const { url: baseUrl, project } = server;
    const { reasons } = await host.checkConfig({ baseUrl, projectId: project.id }, "eu");
    expect(reasons).toEqual([
      expect.stringMatching(/^apiToken of the provider "eu" is missing: set `apiToken` in its arguments\.$/),
    ]);
    const { inputs } = await host.checkConfig({ baseUrl, projectId: project.id, apiToken: project.apiToken }, "eu");
    expect(inputs).toMatchObject({ apiToken: marked(project.apiToken) });
    await host.configure({ baseUrl, projectId: project.id, apiToken: marked(project.apiToken) }, "eu");
    await host.provider.create(named, { username: "desk", password: "p" }, false);
    expect(await list(server, "/endpoints/sip")).toMatchObject([{ username: "desk" }]);
    expect(requests(other)).toEqual([]);
    // An attached process would mix two accounts, so it refuses the second one.
    await expect(host.configure({}, "default")).rejects.toThrow("serves another account already");
    await host.provider.create(named, { username: "second", password: "p" }, false);
    expect(requests(other)).toEqual([]);
  });
});

describe("messages of a declared provider name its own settings", () => {
  const IGNORED = /SIGNALWIRE_|signalwire:|pulumi config/;

  async function declared(change: Props = {}): Promise<PluginHost> {
    const host = await PluginHost.start({ SIGNALWIRE_PROJECT_ID: "other", SIGNALWIRE_API_TOKEN: "other" });
    const { url: baseUrl, project } = server;
    await host.configure({ baseUrl, projectId: project.id, apiToken: marked(project.apiToken), ...change }, "europe");
    return host;
  }

  const failure = (work: Promise<unknown>) => work.then(String, (error: Error) => error.message);

  it("for refused credentials", async () => {
    const host = await declared({ apiToken: marked("wrong") });
    const desk = { username: "desk", password: "p" };
    expect(await failure(host.provider.create(named, desk, false))).not.toContain("--run-program");
    const message = await failure(host.provider.read({ ...known, outputs: desk }));
    expect(message).toContain(
      `(from projectId of the provider "europe") and the API token (from apiToken of the provider "europe")`,
    );
    expect(message).toContain("pass --run-program to use today's");
    expect(message).not.toMatch(IGNORED);
  });

  it("for another project", async () => {
    const host = await declared({ projectId: "11111111-2222-4333-8444-555555555555" });
    const olds = { username: "desk", password: "p", __state: { project: server.project.id } };
    const message = await failure(host.provider.diff({ ...known, outputs: olds }, { username: "desk", password: "p" }));
    expect(message).toContain(
      `its provider "europe" has credentials of the project 11111111-2222-4333-8444-555555555555`,
    );
    expect(message).toContain('(projectId and apiToken of the provider "europe")');
    expect(message).not.toMatch(IGNORED);
  });

  it("for both addresses, and for wrong numbers", async () => {
    const host = await PluginHost.start();
    const { reasons } = await host.checkConfig(
      { baseUrl: server.url, space: "example", projectId: "p", apiToken: "t", concurrency: -1 },
      "europe",
    );
    expect(reasons).toEqual([
      'baseUrl and space of the provider "europe" are both set: keep one of them.',
      'concurrency of the provider "europe" must be a whole number above 0.',
    ]);
  });

  it("for what it takes from the environment: the variables", async () => {
    const host = await PluginHost.start({ ...environmentOf(server), SIGNALWIRE_API_TOKEN: "wrong" });
    await host.configure({ concurrency: 4 }, "europe");
    const message = await failure(host.provider.create(named, { username: "desk", password: "p" }, false));
    expect(message).toContain("(from SIGNALWIRE_PROJECT_ID) and the API token (from SIGNALWIRE_API_TOKEN)");
    expect(message).not.toContain("--run-program");
  });
});

// The settings of the plugin, and its messages about them.

import { expect, it, onTestFinished, vi } from "vitest";
import { load } from "../../../provider/doors/plugin/protocol.ts";
import { environmentOf, list, requests, serve } from "../../engine/service.ts";
import { ID } from "../bodies.ts";
import { namedAt } from "../doors.ts";
import { UNKNOWN } from "../host.ts";
import { marked } from "../marks.ts";
import { PluginHost } from "../plugin-host.ts";
import { served } from "../served.ts";

const OWNED = "+12025550101";
const named = namedAt("plugin", "SipEndpoint", "tried");

const on = served({}, OWNED);

it("configuration that is missing, unknown or neither on nor off is a failure with the remedy", async () => {
  const host = await PluginHost.start();
  const reasons = async (...asked: Parameters<typeof host.checkConfig>) => (await host.checkConfig(...asked)).reasons;
  const unknown = { apiToken: UNKNOWN, baseUrl: "no address" };
  expect(await host.checkConfig(unknown)).toEqual({ inputs: unknown, reasons: [] });
  expect(await reasons({ baseUrl: on.server.url, apiToken: "t" })).toEqual([
    expect.stringMatching(/^signalwire:projectId is missing: /),
  ]);
  for (const [name, value] of Object.entries(environmentOf(on.server))) vi.stubEnv(name, value);
  const ofTheEngine = { version: "1.0.0", pluginDownloadURL: "x", __internal: "{}", __defaults: "[]" };
  expect(await reasons({ basUrl: on.server.url, previewLookups: "maybe", ...ofTheEngine })).toEqual([
    "There is no setting signalwire:basUrl. Did you mean signalwire:baseUrl?",
    'signalwire:previewLookups must be true or false, and it is "maybe".',
  ]);
  expect(await reasons({ menu: "x" }, "default", "signalwire")).toEqual([]);
  expect(await reasons({ spac: "x" }, "eu", "signalwire")).toEqual([expect.stringMatching("spac.*Did you mean")]);
  expect(await reasons({ concurrency: -1 }, "eu")).toEqual([
    'concurrency of the provider "eu" must be a whole number above 0.',
  ]);
});

it("configuration of a declared provider may change: each setting is named, and nothing is replaced", async () => {
  const host = await PluginHost.start();
  const olds = { projectId: "p", apiToken: marked("old"), concurrency: 4 };
  const { Kind } = load("./proto/provider_pb").PropertyDiff;
  const rotated = await host.diffConfig(olds, { projectId: "p", apiToken: marked("new"), space: "here" });
  const kinds = Object.entries({ apiToken: Kind.UPDATE, space: Kind.ADD, concurrency: Kind.DELETE });
  expect(rotated).toMatchObject({
    ...{ changes: 2, replacesList: [], hasdetaileddiff: true, diffsList: kinds.map(([name]) => name) },
    detaileddiffMap: kinds.map(([name, kind]) => [name, { kind }]).sort(),
  });
  expect(await host.diffConfig(olds, { ...olds, concurrency: "4" })).toMatchObject({ changes: 1, diffsList: [] });
});

it("configuration of a provider that the program declares is not overruled by the environment, nor mixed with it", async () => {
  const other = await serve();
  onTestFinished(() => other.close());
  const { SIGNALWIRE_BASE_URL: _, ...credentials } = environmentOf(other);
  const host = await PluginHost.start({ ...credentials, SIGNALWIRE_BASE_URL: other.url });
  const { url: baseUrl, project } = on.server;
  const { reasons } = await host.checkConfig({ baseUrl, projectId: project.id }, "eu");
  expect(reasons).toEqual([
    expect.stringMatching(/^apiToken of the provider "eu" is missing: set `apiToken` in its arguments\.$/),
  ]);
  const { inputs } = await host.checkConfig({ baseUrl, projectId: project.id, apiToken: project.apiToken }, "eu");
  expect(inputs).toMatchObject({ apiToken: marked(project.apiToken) });
  await host.configure({ baseUrl, projectId: project.id, apiToken: marked(project.apiToken) }, "eu");
  await host.provider.create(named, { username: "desk", password: "p" }, false);
  expect(await list(on.server, "/endpoints/sip")).toMatchObject([{ username: "desk" }]);
  expect(requests(other)).toEqual([]);
  // An attached process would mix two accounts, so it refuses the second one.
  await expect(host.configure({}, "default")).rejects.toThrow("serves another account already");
  await host.provider.create(named, { username: "second", password: "p" }, false);
  expect(requests(other)).toEqual([]);
});

it.each([true, false])("a refused token may be stale, unless this run's program gave it: %s", async (isOfProgram) => {
  const host = await PluginHost.start();
  const settings = { baseUrl: on.server.url, projectId: on.server.project.id, apiToken: "wrong" };
  if (isOfProgram) await host.checkConfig(settings, "eu");
  await host.configure(settings, "eu");
  const removing = host.provider.delete({ ...named, id: ID, inputs: {}, outputs: { username: "desk" } });
  await expect(removing).rejects.toThrow(isOfProgram ? /the scope Voice\.$/ : /pass --run-program to use today's\.$/);
});

// The functions for a server that issues tokens.

import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import * as door from "../../provider/index.ts";
import { issueClientToken, refreshClientToken } from "../../provider/tokens.ts";
import { addEndpoint, environmentOf, type Server, serve } from "../engine/service.ts";
import { loadedBy, packagesIn } from "../sdk/loaded.ts";
import { configurationOf } from "./direct-host.ts";
import { served } from "./served.ts";
import { Stub } from "./stub.ts";

const on = served({ refreshTokens: "single-use" });
const credentialsFor = ({ url, project }: Server) =>
  ({ baseUrl: url, projectId: project.id, apiToken: project.apiToken }) as const;

beforeEach(() => on.server.clock.freeze("2026-05-08T19:08:41Z"));

test("a token is issued, and refreshed before it expires", async () => {
  const credentials = credentialsFor(on.server);
  const first = await issueClientToken({ resource: "reception", expiresIn: 60 }, credentials);
  on.server.clock.advance({ minutes: 50 });
  const second = await refreshClientToken(first, credentials);
  const tokens = [first, second].flatMap(({ jwtToken, refreshToken }) => [jwtToken, refreshToken]);
  expect(new Set(tokens).size).toBe(4);
  expect([first, second]).toMatchObject([
    { resource: "reception", issuedAt: "2026-05-08T19:08:41Z", expiresAt: "2026-05-08T20:08:41Z" },
    { resource: "reception", issuedAt: "2026-05-08T19:58:41Z", expiresAt: "2026-05-08T20:58:41Z" },
  ]);
});

test("a refusal is reported without the token", async () => {
  const credentials = credentialsFor(on.server);
  const { jwtToken, refreshToken } = await issueClientToken({}, credentials);
  await refreshClientToken({ refreshToken }, credentials);
  const again = await refreshClientToken({ refreshToken }, credentials).catch((error) => error);
  expect(again).toMatchObject({ code: "invalid", message: expect.stringMatching(/refresh_token was used before/) });
  expect(String(again.stack)).not.toContain(refreshToken);
  await expect(refreshClientToken({ refreshToken: "" }, credentials)).rejects.toThrow(/must be a refresh token/);
  await expect(issueClientToken({ expiresIn: 0 }, credentials)).rejects.toThrow(/issueClientToken: expiresIn/);
  await expect(issueClientToken({}, { ...credentials, apiToken: "x" })).rejects.toMatchObject({ code: "unauthorized" });
  const stub = await Stub.start();
  onTestFinished(() => stub.stop());
  stub.answer = () => ({ status: 200, body: { jwt_token: jwtToken, refresh_token: "x" } });
  const wrong = issueClientToken({ resource: "a" }, { ...credentials, baseUrl: stub.url });
  await expect(wrong).rejects.toThrow("a client token for another `resource` than the requested one");
});

test("given credentials take precedence over the environment, which supplies missing ones", async () => {
  const { server } = on;
  const credentials = credentialsFor(server);
  const other = await serve();
  onTestFinished(() => other.close());
  for (const [name, value] of Object.entries(environmentOf(other))) vi.stubEnv(name, value);
  onTestFinished(() => void vi.unstubAllEnvs());
  await issueClientToken({}, credentials);
  expect([server, other].map(({ journal }) => journal.entries.length)).toEqual([1, 0]);
  await issueClientToken();
  expect([server, other].map(({ journal }) => journal.entries.length)).toEqual([1, 1]);
});

test("an error advises what a server without Pulumi can do", async () => {
  const credentials = credentialsFor(on.server);
  for (const name of ["SIGNALWIRE_PROJECT_ID", "SIGNALWIRE_API_TOKEN", "SIGNALWIRE_BASE_URL", "SIGNALWIRE_SPACE"])
    vi.stubEnv(name, "");
  onTestFinished(() => void vi.unstubAllEnvs());
  const messageWith = (given: object) => issueClientToken({}, given).then(String, ({ message }: Error) => message);
  expect([await messageWith({}), await messageWith({ ...credentials, apiToken: "PTwrong" })]).toEqual([
    "Could not issue the client token. The SignalWire configuration cannot be used: " +
      "projectId is missing: pass `projectId` or set SIGNALWIRE_PROJECT_ID. apiToken is missing: pass `apiToken` or set SIGNALWIRE_API_TOKEN. " +
      "The service's address is missing: pass `space` or set SIGNALWIRE_SPACE (for another server of the same specification, baseUrl or SIGNALWIRE_BASE_URL).",
    `Could not issue the client token: the service answered 401 Unauthorized. Check the project ID ${credentials.projectId} (from projectId) and the API token (from apiToken).`,
  ]);
});

test("a program issues and refreshes one, and looks objects up", async () => {
  const config = { get: (key: string) => configurationOf(on.server)[key] };
  const first = await door.issueClientToken(config, { resource: "reception" });
  const second = await door.refreshClientToken(config, { ...first });
  const id = await addEndpoint(on.server, "desk");
  expect(await door.idByKey(config, "sipEndpoint", "desk")).toBe(id);
  const list = (username: string) => door.listObjects(config, "SipEndpoint", { username, other: undefined });
  const listed = [...(await list("desk")), ...(await list("nobody"))];
  expect([first, second, ...listed]).toMatchObject([{ resource: "reception" }, { resource: "reception" }, { id }]);
});

test("it loads nothing of Pulumi", async () => {
  const packages = packagesIn(await loadedBy("await import('pulumi-signalwire/tokens');"));
  expect(packages.filter((name) => name.startsWith("@pulumi"))).toEqual([]);
});

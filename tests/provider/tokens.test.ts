// The functions for a server that issues tokens.

import { expect, onTestFinished, test, vi } from "vitest";
import { issueClientToken, refreshClientToken } from "../../provider/tokens.ts";
import { startServer } from "../../server/index.ts";
import { loadedBy, packagesIn } from "../sdk/loaded.ts";

async function given() {
  const server = await startServer({ refreshTokens: "single-use" });
  onTestFinished(() => server.close());
  server.clock.freeze("2026-05-08T19:08:41Z");
  const { id: projectId, apiToken } = server.project;
  return { server, credentials: { baseUrl: server.url, projectId, apiToken } };
}

test("a token is issued, and refreshed before it expires", async () => {
  const { server, credentials } = await given();
  const first = await issueClientToken({ resource: "reception", expiresIn: 60 }, credentials);
  expect(first).toMatchObject({ resource: "reception", expiresAt: "2026-05-08T20:08:41Z" });
  server.clock.advance({ minutes: 50 });
  const second = await refreshClientToken(first, credentials);
  expect(second).toMatchObject({
    resource: "reception",
    issuedAt: "2026-05-08T19:58:41Z",
    expiresAt: "2026-05-08T20:58:41Z",
  });
  expect(second.jwtToken).not.toBe(first.jwtToken);
  expect(second.refreshToken).not.toBe(first.refreshToken);
});

test("a refusal is reported without the token", async () => {
  const { credentials } = await given();
  const { refreshToken } = await issueClientToken({}, credentials);
  await refreshClientToken({ refreshToken }, credentials);
  const again = await refreshClientToken({ refreshToken }, credentials).catch((error) => error);
  expect(again).toMatchObject({ code: "invalid", message: expect.stringMatching(/refresh_token was used before/) });
  expect(String(again.stack)).not.toContain(refreshToken);
  await expect(refreshClientToken({ refreshToken: "" }, credentials)).rejects.toThrow(/must be a refresh token/);
  await expect(issueClientToken({ expiresIn: 0 }, credentials)).rejects.toThrow(/issueClientToken: expiresIn/);
  await expect(issueClientToken({}, { ...credentials, apiToken: "PTwrong" })).rejects.toMatchObject({
    code: "unauthorized",
  });
});

test("given credentials take precedence over the environment, which supplies missing ones", async () => {
  const { server, credentials } = await given();
  const { server: other } = await given();
  vi.stubEnv("SIGNALWIRE_BASE_URL", other.url);
  vi.stubEnv("SIGNALWIRE_PROJECT_ID", other.project.id);
  vi.stubEnv("SIGNALWIRE_API_TOKEN", other.project.apiToken);
  onTestFinished(() => void vi.unstubAllEnvs());
  await issueClientToken({}, credentials);
  expect([server, other].map(({ journal }) => journal.entries.length)).toEqual([1, 0]);
  await issueClientToken();
  expect([server, other].map(({ journal }) => journal.entries.length)).toEqual([1, 1]);
});

test("an error advises what a server without Pulumi can do", async () => {
  const { credentials } = await given();
  for (const name of ["SIGNALWIRE_PROJECT_ID", "SIGNALWIRE_API_TOKEN", "SIGNALWIRE_BASE_URL", "SIGNALWIRE_SPACE"])
    vi.stubEnv(name, "");
  onTestFinished(() => void vi.unstubAllEnvs());
  const messageWith = async (given: object) => {
    const error = await issueClientToken({}, given).catch((error: unknown) => error);
    return (error as Error).message;
  };
  const missing = await messageWith({});
  expect(missing).toContain("apiToken is missing: pass `apiToken` or set SIGNALWIRE_API_TOKEN.");
  expect(missing).toContain("pass `space` or set SIGNALWIRE_SPACE");
  const refused = await messageWith({ ...credentials, apiToken: "PTwrong" });
  expect(refused).toContain("(from apiToken)");
  const down = await messageWith({ ...credentials, baseUrl: "http://127.0.0.1:9" });
  expect(down).toContain("Check the network and baseUrl, then");
  const wrong = await messageWith({ ...credentials, baseUrl: "http://example.com" });
  expect(wrong).toContain("baseUrl would send the API token unencrypted");
  for (const message of [missing, refused, down, wrong])
    expect(message).not.toMatch(/pulumi |signalwire:|--run-program/);
}, 90_000);

test("it loads nothing of Pulumi", async () => {
  const packages = packagesIn(await loadedBy("await import('pulumi-signalwire/tokens');"));
  expect(packages.filter((name) => name.startsWith("@pulumi"))).toEqual([]);
});

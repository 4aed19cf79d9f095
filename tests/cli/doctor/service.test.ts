// A service that cannot be reached, and a gateway that answers wrongly: doctor says what the client says, and how to go on.

import type { Server as NetServer } from "node:net";
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import type { Check } from "../../../cli/doctor/report.ts";
import { checkAccounts, checkService } from "../../../cli/doctor/service.ts";
import { type Resource, resources } from "../../../contract/index.ts";
import type { Connection } from "../../../provider/config/config.ts";
import { connectionTo as connectionOf, requests, type Server, serve } from "../../engine/service.ts";
import { type Answer, type Gateway, json, openGateway } from "../../provider/gateway.ts";

const SILENCE = 1_500;
const PAGE = { status: 200, type: "text/html", text: "<!doctype html><title>Guest network</title><h1>Welcome</h1>" };

/** The collections that a token with the scope Numbers may read. */
const NUMBERS = Object.values<Resource>(resources).flatMap(({ operations: { list } }) =>
  list?.scope === "Numbers" ? list.path : [],
);

let server: Server;
let gateway: Gateway;
const others: NetServer[] = [];

beforeAll(async () => {
  server = await serve("+12025550101");
  gateway = await openGateway(server);
});

afterEach(() => gateway.answerWith());

afterAll(async () => {
  for (const each of others) each.close();
  await gateway.close();
  await server.close();
});

const at = (baseUrl: string, more: Partial<Connection> = {}) => ({
  connection: connectionOf(server, { baseUrl, ...more }),
  address: "SIGNALWIRE_BASE_URL",
});

/** The only problem, as `check: message`. What comes after it is not tried, and nothing of it holds the token. */
function problemOf(checks: readonly Check[]): string {
  expect(JSON.stringify(checks)).not.toContain(server.project.apiToken);
  const problems = checks.filter(({ status }) => status === "problem");
  for (const { remedies } of problems) expect(remedies.length).toBeGreaterThan(0);
  expect(new Set(checks.map(({ id }) => id)).size).toBe(checks.length);
  return problems.map(({ id, message }) => `${id}: ${message}`).join("; ");
}

const behind = async (answering: Parameters<Gateway["answerWith"]>[0]) => {
  gateway.answerWith(answering);
  return problemOf(await checkService(at(gateway.url), SILENCE));
};

it("a service that answers as itself passes, by reads alone", async () => {
  const checks = await checkService(at(server.url));
  expect(checks.filter(({ status }) => status !== "ok")).toEqual([]);
  expect(checks.map(({ id }) => id)).toEqual("service credentials scope-voice scope-numbers clock".split(" "));
  expect(requests(server).filter((line) => !line.startsWith("GET "))).toEqual([]);
});

describe("a service that cannot be reached", () => {
  it.each([
    [
      "has a name that does not resolve",
      "https://no-such-space.invalid",
      /could not be reached \((ENOTFOUND|EAI_AGAIN)\)$/,
    ],
    ["refuses connections", "http://127.0.0.1:1", /could not be reached \(ECONNREFUSED\)$/],
  ])("%s", async (_, url, reason) => {
    const checks = await checkService(at(url));
    expect(problemOf(checks)).toMatch(reason);
    expect(problemOf(checks)).toContain(`service: ${url} `);
    expect(checks.find(({ id }) => id === "service")?.remedies[0]).toBe("Check the network, and SIGNALWIRE_BASE_URL.");
    expect(checks.filter(({ status }) => status === "not-tried").map(({ id }) => id)).toEqual(
      "clock credentials scope-voice scope-numbers".split(" "),
    );
  });
});

it("certificates that are not verified are a problem, whatever the service answers", async () => {
  vi.stubEnv("NODE_TLS_REJECT_UNAUTHORIZED", "0");
  onTestFinished(() => void vi.unstubAllEnvs());
  expect(problemOf(await checkService(at(server.url)))).toContain("tls: no certificate is verified");
  vi.stubEnv("NODE_TLS_REJECT_UNAUTHORIZED", "1");
  expect(problemOf(await checkService(at(server.url)))).toBe("");
});

describe("a gateway before the service", () => {
  const redirect = { status: 302, type: "", text: "", headers: { location: "https://sso.example.com/login" } };
  const cases: readonly (readonly [what: string, answer: Answer, message: string, remedy: string])[] = [
    ["a page of a guest network", PAGE, "200 OK with an HTML page instead of JSON", "Check that SIGNALWIRE_BASE_URL"],
    ["a redirect to a login", redirect, "302 Found with a body of no stated type instead of JSON", "Check that SIGN"],
    ["JSON of another service", json(200, { ok: true }), "with a list that has no data", "Check that SIGNALWIRE_BASE"],
    ["the API's own 404", json(404, { error: "Not Found" }), "404 Not Found", "Check that SIGNALWIRE_BASE_URL names"],
    [
      "an error of the service",
      json(503, { message: "Maintenance" }),
      "503 Service Unavailable: Maintenance",
      "Try again later.",
    ],
    [
      "a rate limit",
      { ...json(429, {}), headers: { "retry-after": "7" } },
      "429 Too Many Requests",
      "Try again later.",
    ],
  ];

  it.each(cases)("answers with %s", async (_, answer, message, remedy) => {
    gateway.answerWith(() => answer);
    const checks = await checkService(at(gateway.url), SILENCE);
    expect(problemOf(checks)).toBe(`service: the service answered ${message}`);
    expect(checks.find(({ id }) => id === "service")?.remedies[0]).toContain(remedy);
  });

  it.each([
    [3_600_000, "behind"],
    [-3_600_000, "ahead of"],
  ])("has a clock that is %i ms off, and answers well besides", async (offset, direction) => {
    const date = new Date(Date.now() + offset).toUTCString();
    expect(await behind(async (_, forward) => ({ ...(await forward()), headers: { date } }))).toMatch(
      new RegExp(`^clock: this machine's clock is 3,(?:599|600|601) s ${direction} the service's: `),
    );
  });
});

it("an account of a declared provider has one check where all is well, and otherwise those that fail, by its name", async () => {
  const account = (provider: string, apiToken?: string) => {
    const { connection, address } = at(server.url, apiToken === undefined ? {} : { apiToken });
    return { provider, connection, address, credentials: `the arguments of the provider "${provider}"` };
  };
  const wrong = { provider: "uk", error: "projectId is missing" };
  const checks = await checkAccounts([account("us"), account("eu", "PTwrong"), wrong]);
  expect(checks.map(({ title, status, message }) => [title, status, message])).toEqual([
    ['Account of the provider "us"', "ok", ""],
    ['Credentials of the provider "eu"', "problem", "every read is refused with 401 Unauthorized"],
    ...["Voice", "Numbers"].map((scope) => [
      ...[`Scope ${scope} of the provider "eu"`, "not-tried", "the credentials are refused"],
    ]),
    ['Account of the provider "uk"', "problem", "projectId is missing"],
  ]);
});

describe("credentials", () => {
  it.each([
    [401, "Unauthorized"],
    [403, "Forbidden"],
  ])("that every read refuses with %i %s are named", async (status, error) => {
    expect(await behind(() => json(status, { error }))).toContain(
      `credentials: every read is refused with ${status} ${error}`,
    );
  });

  it("that are refused in both ways may be wrong, not only without a scope", async () => {
    const status = (path: string) => (NUMBERS.some((each) => path.includes(each)) ? 401 : 403);
    expect(await behind(({ path }) => json(status(path), {}))).toContain("credentials: every read is refused with 401");
  });

  it("that are wrong are corrected where they come from", async () => {
    const wrong = at(server.url, { apiToken: "PTwrong" });
    const remedies = async () => (await checkService(wrong)).flatMap(({ remedies }) => remedies).join("\n");
    expect(await remedies()).toContain("`pulumi config set --secret signalwire:apiToken`");
    vi.stubEnv("SIGNALWIRE_API_TOKEN", "PTwrong");
    const ofEnvironment = await remedies();
    vi.unstubAllEnvs();
    expect(ofEnvironment).toContain("`export SIGNALWIRE_API_TOKEN=…`");
    expect(ofEnvironment).not.toContain("pulumi config set");
  });

  it.each(["numbers", "voice"])("without the scope %s lack that one alone", async (scope) => {
    const isRefused = (path: string) => NUMBERS.some((each) => path.includes(each)) === (scope === "numbers");
    for (const status of [401, 403])
      expect(
        await behind(({ path }, forward) => (isRefused(path) ? json(status, { error: "Unauthorized" }) : forward())),
      ).toContain(`scope-${scope}: GET /`);
  });
});

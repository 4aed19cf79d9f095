// Every check of a service that answers, of one that cannot be reached, and of a gateway before it, with its remedies.

import { afterAll, beforeAll, expect, it, onTestFinished, test, vi } from "vitest";
import type { Check } from "../../../cli/doctor/report.ts";
import { accountsNotTried, checkAccounts, checkService } from "../../../cli/doctor/service.ts";
import { type Resource, resources } from "../../../contract/index.ts";
import type { Connection } from "../../../provider/config/config.ts";
import { connectionTo as connectionOf, requests, type Server, serve } from "../../engine/service.ts";
import { type Gateway, json, openGateway } from "../../provider/gateway.ts";

const SILENCE = 1_500;
const NOW = new Date("2026-11-21T03:00:00Z");

type Answering = NonNullable<Parameters<Gateway["answerWith"]>[0]>;
type Question = Parameters<Answering>[0];

/** The collections that a token with the scope Numbers may read. */
const NUMBERS = Object.values<Resource>(resources).flatMap(({ operations: { list } }) =>
  list?.scope === "Numbers" ? list.path : [],
);
const isNumbers = ({ path }: Question) => NUMBERS.some((each) => path.includes(each));

let server: Server;
let gateway: Gateway;

beforeAll(async () => {
  server = await serve("+12025550101");
  gateway = await openGateway(server);
});

afterAll(async () => {
  await gateway.close();
  await server.close();
});

const at = (baseUrl: string, more: Partial<Connection> = {}) => ({
  connection: connectionOf(server, { baseUrl, ...more }),
  address: "SIGNALWIRE_BASE_URL",
});

/** Returns one line for each check, and one for each remedy of it. Nothing holds the token. */
function shown(checks: readonly Check[]): string {
  expect(JSON.stringify(checks)).not.toContain(server.project.apiToken);
  for (const { status, remedies } of checks) if (status === "problem") expect(remedies.length).toBeGreaterThan(0);
  const lines = checks.flatMap(({ id, title, status, message, remedies }) => {
    return [`${status} ${id} (${title})${message && `: ${message}`}`, ...remedies.map((each) => `  → ${each}`)];
  });
  const text = lines.map((line) => `${line}\n`).join("");
  return text.replaceAll(gateway.url, "GATEWAY").replaceAll(server.url, "SERVER");
}

const always =
  (answer: ReturnType<typeof json>): Answering =>
  () =>
    answer;
const refuses = (isRefused: (question: Question) => boolean, status: number): Answering => {
  return (question, forward) => (isRefused(question) ? json(status, { error: "Unauthorized" }) : forward());
};
const dated =
  (date: string): Answering =>
  async (_, forward) => ({ ...(await forward()), headers: { date } });
const PAGE = { status: 200, type: "text/html", text: "<!doctype html><title>Guest network</title><h1>Welcome</h1>" };
const REDIRECT = { status: 302, type: "", text: "", headers: { location: "https://sso.example.com/login" } };

const gateways: Record<string, Answering> = {
  "nothing of its own": (_, forward) => forward(),
  "a page of a guest network": always(PAGE),
  "a redirect to a login": always(REDIRECT),
  "JSON of another service": always(json(200, { ok: true })),
  "the API's own 404": always(json(404, { error: "Not Found" })),
  "an error of the service": always(json(503, { message: "Maintenance" })),
  "a rate limit": always({ ...json(429, {}), headers: { "retry-after": "7" } }),
  "a 401 to every read": always(json(401, { error: "Unauthorized" })),
  "a 403 to every read": always(json(403, { error: "Forbidden" })),
  "a 401 to numbers, and a 403 to the others": (question) => json(isNumbers(question) ? 401 : 403, {}),
  "a 401 to numbers": refuses(isNumbers, 401),
  "a 403 to numbers": refuses(isNumbers, 403),
  "a 401 to what is no number": refuses((each) => !isNumbers(each), 401),
  "a 403 to what is no number": refuses((each) => !isNumbers(each), 403),
  "no answer to what is no number": (each, forward) => (isNumbers(each) ? forward() : new Promise(() => undefined)),
  "a clock 61 s behind": dated("Sat, 21 Nov 2026 02:58:59 GMT"),
  "a clock 60 s behind": dated("Sat, 21 Nov 2026 02:59:00 GMT"),
  "a clock 60 s ahead": dated("Sat, 21 Nov 2026 03:01:00 GMT"),
  "a clock an hour ahead": dated("Sat, 21 Nov 2026 04:00:00 GMT"),
  "no clock": dated("soon"),
};

test("the checks behind a gateway are the golden file", async () => {
  onTestFinished(() => void vi.useRealTimers());
  let text = "";
  for (const [what, answering] of Object.entries(gateways)) {
    gateway.answerWith(answering);
    if (what.includes("clock")) vi.useFakeTimers({ toFake: ["Date"], now: NOW });
    text += `# ${what}\n${shown(await checkService(at(gateway.url), SILENCE))}\n`;
  }
  gateway.answerWith();
  await expect(text).toMatchFileSnapshot("golden/gateways.txt");
});

test("the checks of other services and settings are the golden file", async () => {
  onTestFinished(() => void vi.unstubAllEnvs());
  const wrong = at(server.url, { apiToken: "PTwrong" });
  const unresolved = shown(await checkService(at("https://no-such-space.invalid")));
  const texts = [
    shown(await checkService(undefined)),
    unresolved.replace("EAI_AGAIN", "ENOTFOUND"),
    shown(await checkService(at("http://127.0.0.1:1"))),
    shown(await checkService(wrong)),
  ];
  vi.stubEnv("SIGNALWIRE_API_TOKEN", "PTwrong");
  texts.push(shown(await checkService(wrong)));
  for (const value of ["0", "1"]) {
    vi.stubEnv("NODE_TLS_REJECT_UNAUTHORIZED", value);
    texts.push(shown(await checkService(at(server.url))));
  }
  expect(requests(server).filter((line) => !line.startsWith("GET "))).toEqual([]);
  await expect(texts.join("\n")).toMatchFileSnapshot("golden/services.txt");
});

it("an account of a declared provider has one check where all is well, and otherwise those that fail, by its name", async () => {
  const account = (provider: string, apiToken?: string) => {
    const { connection, address } = at(server.url, apiToken === undefined ? {} : { apiToken });
    return { provider, connection, address, credentials: `the arguments of the provider "${provider}"` };
  };
  const wrong = { provider: "uk", error: "projectId is missing" };
  const checks = await checkAccounts([account("us"), account("eu", "PTwrong"), wrong]);
  const closed = accountsNotTried(["us", "eu"], "the state is closed");
  await expect(shown([...checks, ...closed])).toMatchFileSnapshot("golden/accounts.txt");
});

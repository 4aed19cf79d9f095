// A service that cannot be reached, and a gateway that answers wrongly: doctor names the cause, each time the right one.

import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer as createHttpServer } from "node:http";
import { createServer as createHttpsServer } from "node:https";
import { type AddressInfo, createServer, type Server as NetServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import type { Check } from "../../../cli/doctor/report.ts";
import { checkService } from "../../../cli/doctor/service.ts";
import { type Resource, resources } from "../../../contract/index.ts";
import type { Connection } from "../../../provider/config.ts";
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

const connectionTo = (baseUrl: string, more: Partial<Connection> = {}) => connectionOf(server, { baseUrl, ...more });

async function listening<S extends NetServer>(each: S): Promise<number> {
  await new Promise<void>((done) => each.listen(0, "127.0.0.1", () => done()));
  others.push(each);
  return (each.address() as AddressInfo).port;
}

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
  return problemOf(await checkService(connectionTo(gateway.url), { silence: SILENCE }));
};

it("a service that answers as itself passes, by reads alone", async () => {
  const checks = await checkService(connectionTo(server.url));
  expect(checks.filter(({ status }) => status !== "ok")).toEqual([]);
  expect(checks.map(({ id }) => id)).toEqual(
    "dns connection clock answer credentials scope-voice scope-numbers rate-limit".split(" "),
  );
  expect(requests(server).filter((line) => !line.startsWith("GET "))).toEqual([]);
});

describe("a service that cannot be reached", () => {
  it("has a name that does not resolve", async () => {
    expect(problemOf(await checkService(connectionTo("https://no-such-space.invalid")))).toContain(
      "dns: the name no-such-space.invalid cannot be resolved",
    );
  });

  it("refuses connections", async () => {
    const port = await listening(createServer());
    await new Promise((done) => others.pop()?.close(done));
    expect(problemOf(await checkService(connectionTo(`http://127.0.0.1:${port}`)))).toContain(
      "does not accept connections (ECONNREFUSED)",
    );
  });

  it("does not speak TLS", async () => {
    const address = server.url.replace("http:", "https:");
    expect(problemOf(await checkService(connectionTo(address)))).toContain("tls: 127.0.0.1");
  });

  it("has a certificate of a CA that Node does not know", async () => {
    const folder = mkdtempSync(join(tmpdir(), "signalwire-doctor-"));
    const [key, cert] = [join(folder, "key.pem"), join(folder, "cert.pem")];
    const subject = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost", "-days", "2"];
    execFileSync(
      "openssl",
      ["req", "-x509", "-newkey", "rsa:2048", "-nodes", ...subject, "-keyout", key, "-out", cert],
      {
        stdio: "ignore",
      },
    );
    const port = await listening(createHttpsServer({ key: readFileSync(key), cert: readFileSync(cert) }));
    rmSync(folder, { recursive: true });
    expect(problemOf(await checkService(connectionTo(`https://localhost:${port}`)))).toContain(
      "shows a certificate that Node does not trust",
    );
  });

  it("stands behind a proxy that demands a login, or refuses", async () => {
    for (const [status, message] of [
      [407, "refuses the tunnel to example.signalwire.com (407)"],
      [403, "refuses the tunnel to example.signalwire.com (403)"],
    ]) {
      const front = createHttpServer();
      front.on("connect", (_, socket) => socket.end(`HTTP/1.1 ${status} No\r\n\r\n`));
      const shown = `http://127.0.0.1:${await listening(front)}`;
      const proxy = { url: shown, except: "", shown };
      expect(problemOf(await checkService(connectionTo("https://example.signalwire.com", { proxy })))).toContain(
        message,
      );
    }
  });

  it("stands behind a proxy that is not there", async () => {
    const shown = "http://no-such-proxy.invalid:8080";
    const proxy = { url: shown, except: "", shown };
    expect(problemOf(await checkService(connectionTo("https://example.signalwire.com", { proxy })))).toContain(
      "proxy: the proxy http://no-such-proxy.invalid:8080 cannot be reached",
    );
  });

  it("accepts connections and never answers, or breaks them", async () => {
    expect(await behind(() => new Promise<Answer>((done) => setTimeout(done, 4 * SILENCE, json(200, {}))))).toContain(
      "accepted the connection and did not answer in time",
    );
    expect(await behind(() => Promise.reject(new Error("broken")))).toContain(
      "broke the connection before it answered",
    );
  });

  it("speaks another protocol", async () => {
    const port = await listening(createServer((socket) => socket.once("data", () => socket.end("220 ESMTP\r\n"))));
    expect(problemOf(await checkService(connectionTo(`http://127.0.0.1:${port}`)))).toContain("no usable HTTP");
  });
});

describe("a gateway before the service", () => {
  const redirect = (location: string) => ({ status: 302, type: "", text: "", headers: { location } });
  const cases: readonly (readonly [what: string, answer: Answer, message: string])[] = [
    ["the page of a guest network", PAGE, "a web page answers in the API's place (200"],
    ["511", { ...PAGE, status: 511 }, "the network demands a login (511"],
    [
      "a redirect to a login",
      redirect("https://sso.example.com/login?next=%2F"),
      "requests are sent to a login page of sso.example.com (302)",
    ],
    [
      "a redirect to elsewhere",
      redirect("https://www.example.com/"),
      "requests are sent to another address of www.example.com (302)",
    ],
    ["JSON about maintenance with 200", json(200, { status: "maintenance" }), "the service is being maintained"],
    [
      "JSON about maintenance with 503",
      json(503, { message: "Scheduled maintenance" }),
      "the service is being maintained",
    ],
    [
      "a page about maintenance",
      { ...PAGE, status: 503, text: "<h1>We will be back soon</h1>" },
      "the service is being maintained",
    ],
    ["a page of a gateway that fails", { ...PAGE, status: 502 }, "the service or a gateway before it fails (502"],
    [
      "an error of the service",
      json(500, { error: "Internal Server Error" }),
      "the service or a gateway before it fails (500",
    ],
    ["a page of a firewall", { ...PAGE, status: 403 }, "a firewall or gateway before the API refuses the request"],
    ["a page of a space that does not exist", { ...PAGE, status: 404 }, "there is no such API at this address"],
    ["the API's own 404", json(404, { error: "Not Found" }), "the API does not know the path"],
    ["JSON of another service", json(200, { ok: true }), "the answer is JSON, but not the API's"],
    [
      "half of an answer",
      { status: 200, type: "application/json", text: '{"links":{' },
      "the answer is no complete JSON",
    ],
    [
      "a rate limit",
      { ...json(429, {}), headers: { "retry-after": "7" } },
      "the service refuses more requests for now (429)",
    ],
    ["a login at a proxy", json(407, {}), "a proxy demands a login (407)"],
  ];

  it.each(cases)("answers with %s", async (_, answer, message) => {
    expect(await behind(() => answer)).toContain(`answer: ${message}`);
  });

  it("has a clock that is an hour ahead, and answers well besides", async () => {
    const date = new Date(Date.now() + 3_600_000).toUTCString();
    expect(await behind(async (_, forward) => ({ ...(await forward()), headers: { date } }))).toContain(
      "clock: this machine's clock is",
    );
  });

  it("serves the API under another path", async () => {
    expect(problemOf(await checkService(connectionTo(`${server.url}/v2`)))).toContain(
      "answer: the API does not know the path",
    );
  });
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

  it("that are wrong are refused", async () => {
    const wrong = connectionTo(server.url, { projectId: "00000000-0000-4000-8000-000000000000" });
    expect(problemOf(await checkService(wrong))).toContain("credentials: every read is refused with 401 Unauthorized");
  });

  it("that are wrong are corrected where they come from", async () => {
    const wrong = connectionTo(server.url, { apiToken: "PTwrong" });
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

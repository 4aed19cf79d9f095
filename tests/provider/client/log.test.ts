// The lines that SIGNALWIRE_LOG writes for each request.

import { readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished, vi } from "vitest";
import { logRequest } from "../../../provider/client/log.ts";
import { openTransport } from "../../../provider/client/transport.ts";
import { readConnection } from "../../../provider/config/config.ts";
import { temporaryFolder } from "../../scripts/machine.ts";
import { under } from "../environment.ts";
import { Stub } from "../stub.ts";

function connectionWith(log: string, baseUrl = "http://127.0.0.1:9") {
  const service = { SIGNALWIRE_BASE_URL: baseUrl, SIGNALWIRE_PROJECT_ID: "p", SIGNALWIRE_API_TOKEN: "canary-token" };
  // No server listens at this proxy. A request over plain HTTP must not use it.
  const environment = { ...service, SIGNALWIRE_LOG: log, HTTPS_PROXY: "http://127.0.0.1:9" };
  return under(environment, () => readConnection(undefined));
}

it("writes a line a request to a file: what was asked, what came of it, and why it waited", async () => {
  const stub = await Stub.start();
  onTestFinished(() => stub.stop());
  const file = join(temporaryFolder(), "all requests.log");
  const send = openTransport(connectionWith(`requests:${file}`, stub.url));
  let count = 0;
  stub.reset(() => {
    count += 1;
    if (count === 1) return { status: 503, body: { canary: "answered" }, headers: { "retry-after": ["0", "60"] } };
    return { status: count === 2 ? 200 : 422, body: { data: [], canary: "answered" } };
  });
  const list = "/api/relay/rest/endpoints/sip?filter_username=canary-name&page_size=1000";
  await send({ method: "GET", path: list, repeatable: true });
  const body = { password: "canary-sent" };
  await send({ method: "POST", path: "/api/relay/rest/endpoints/sip", body }).catch(() => 0);
  const text = readFileSync(file, "utf8")
    .replace(/^\S+Z /gm, "")
    .replace(/\d+ ms/g, "0 ms");
  expect(text.split("\n")).toEqual([
    "GET /api/relay/rest/endpoints/sip?filter_username=…&page_size=1000 503 0 ms, attempt 1",
    "GET /api/relay/rest/endpoints/sip?filter_username=…&page_size=1000 200 0 ms, attempt 2 after waiting 0 ms: the service answered 503 Service Unavailable",
    "POST /api/relay/rest/endpoints/sip 422 0 ms, attempt 1",
    "",
  ]);
});

it("writes to standard error where no file is named, of a connection that failed too", async () => {
  const write = vi.spyOn(process.stderr, "write").mockReturnValue(true);
  const send = openTransport(connectionWith("requests"), { isPatient: false });
  await send({ method: "DELETE", path: "/api/relay/rest/endpoints/sip/a" }).catch(() => 0);
  const lines = write.mock.calls.map(([text]) => text);
  write.mockRestore();
  expect(lines).toEqual([
    expect.stringMatching(/^\S+Z DELETE \/api\/relay\/rest\/endpoints\/sip\/a ECONNREFUSED \d+ ms, attempt 1\n$/),
  ]);
});

it("says how long a repetition waited, and a first attempt from 100 ms on", () => {
  const lines: string[] = [];
  const mask = (text: string) => text.replace("busy", "…");
  const output = { target: "user", print: (line: string) => lines.push(line), mask } as const;
  const answered = { reason: "busy", outcome: 200, milliseconds: 5 };
  const log = (number: number, waited: number) =>
    logRequest(output, { method: "GET", path: "/x" }, { number, waited, ...answered });
  log(1, 99);
  log(1, 100);
  log(2, 1);
  expect(lines.map((line) => line.replace(/^\S+ /, ""))).toEqual([
    "GET /x 200 5 ms, attempt 1",
    "GET /x 200 5 ms, attempt 1 after waiting 100 ms: …",
    "GET /x 200 5 ms, attempt 2 after waiting 1 ms: …",
  ]);
});

it("is refused where it cannot be meant, or where the file cannot be written", () => {
  expect(() => connectionWith("everything")).toThrow(/SIGNALWIRE_LOG can only be requests, or requests:<file>/);
  expect(() => connectionWith(`requests:${tmpdir()}`)).toThrow(/cannot be written \(EISDIR\)/);
});

// An answer without an end, in time or in size, and the code of a failure below HTTP.

import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it, onTestFinished } from "vitest";
import { codeOf } from "../../../provider/client/exchange.ts";
import { openTransport } from "../../../provider/client/transport.ts";

const LIMITS = { concurrency: 1, requestsPerSecond: undefined };
const BOUNDS = { connect: 5_000, silence: 5_000, whole: 5_000, size: 1_000_000 };
const POST = { method: "POST", path: "/", body: {} } as const;

async function transportTo(answer: (response: ServerResponse) => void, bounds: Partial<typeof BOUNDS> = {}) {
  const server = createServer((_, response) => answer(response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return openTransport(
    { baseUrl, projectId: "p", apiToken: "t", limits: LIMITS },
    { bounds: { ...BOUNDS, ...bounds } },
  );
}

function drip(response: ServerResponse): void {
  const timer = setInterval(() => response.write(" "), 10);
  response.on("close", () => clearInterval(timer));
}

const SILENCE = { silence: 200, whole: 20_000 };

it.each<[string, (response: ServerResponse) => void, Partial<typeof BOUNDS>]>([
  ["keeps coming", drip, { whole: 300 }],
  ["never comes", () => undefined, SILENCE],
  ["stops halfway", (response) => void response.write("{"), SILENCE],
])("an answer that %s ends with its time, and may have been the answer to work done", async (_, answer, bounds) => {
  const send = await transportTo(answer, bounds);
  const started = Date.now();
  await expect(send(POST)).rejects.toMatchObject({ code: "timeout", reach: "unknown" });
  expect(Date.now() - started).toBeLessThan(BOUNDS.whole);
});

it("an answer that is larger than any the API gives is not read to its end", async () => {
  let written = 0;
  const flood = (response: ServerResponse) => {
    const piece = "x".repeat(100_000);
    const more = () => {
      while (!response.destroyed && response.write(piece)) written += piece.length;
    };
    response.on("drain", more);
    more();
  };
  const send = await transportTo(flood);
  await expect(send(POST)).rejects.toMatchObject({ code: "unexpected_answer", reach: "unknown" });
  expect(written).toBeLessThan(50 * BOUNDS.size);
});

const coded = (code: string | number, name = "Error") => Object.assign(new Error("x"), { code, name });

it.each<[unknown, string]>([
  [coded("EPIPE"), "EPIPE"],
  [new TypeError("fetch failed", { cause: coded("ECONNRESET") }), "ECONNRESET"],
  [new AggregateError([coded("ECONNREFUSED"), coded("EPIPE")]), "ECONNREFUSED"],
  [new AggregateError([], "none"), "none"],
  [new Error("Proxy response (407) !== 200 when HTTP Tunneling"), "PROXY_407"],
  [coded(23, "TimeoutError"), "TimeoutError"],
  [new Error("plain"), "plain"],
  ["a text", "a text"],
])("the code of %o is %s", (error, code) => {
  expect(codeOf(error)).toBe(code);
});

import type { ServerResponse } from "node:http";
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import type { Trace } from "../../server/index.ts";
import { FROM, laml, numberWith, TO } from "./called.ts";
import { LAML, ok, receiver } from "./receiver.ts";

/** The failure of the first request that failed. */
function failedIn({ steps }: Trace) {
  return steps.find(({ attempt }) => attempt?.failure)?.attempt?.failure;
}

describe("fetching a document", () => {
  async function failing(answer: Parameters<typeof receiver>[0][string], fragment = ""): Promise<Trace> {
    const { url } = await receiver({ "/call": answer });
    const fields = { call_handler: "laml_webhooks", call_request_url: `${url}/call${fragment}` };
    const trace = await (await numberWith(fields)).server.call({ to: TO, from: FROM });
    expect(trace.outcome).toBe("failed");
    return trace;
  }
  const failureOf = async (answer: Parameters<typeof failing>[0]) => failedIn(await failing(answer))?.code;

  test.each([
    ["#rt=100", () => {}],
    ["#tt=100", (response: ServerResponse) => response.writeHead(200).write("<")],
  ])(
    "fails with 11200 when no answer comes in time, which the URL may shorten to 100 ms by %s",
    async (fragment, answer) => {
      const trace = await failing(answer, fragment);
      expect(failedIn(trace)?.code).toBe(11200);
      expect(trace.text).toContain("within 100 ms");
    },
  );

  test("fails with 11750 on a document above 64 kB", async () => {
    expect(await failureOf(ok(`<Response>${" ".repeat(64 * 1024)}</Response>`))).toBe(11750);
  });

  test("reads a compressed document, and refuses one that unpacks to more than 64 kB, or is broken", async () => {
    const zipped =
      (body: Buffer, encoding = "gzip") =>
      (response: ServerResponse) =>
        response.writeHead(200, { "content-encoding": encoding }).end(body);
    for (const encoding of ["gzip", "X-GZIP"])
      expect((await laml({ "/one": zipped(gzipSync(LAML), encoding) })).trace.outcome).toBe("answered");
    const large = `<Response>${" ".repeat(64 * 1024)}</Response>`;
    expect(await failureOf(zipped(gzipSync(large)))).toBe(11750);
    expect(await failureOf(zipped(Buffer.from("no archive")))).toBe(11200);
  });

  test("fails with 11251 when the answer is not HTTP", async () => {
    expect(await failureOf((response) => response.socket?.end("nonsense\r\n\r\n"))).toBe(11251);
  });

  test.each([
    ["an empty text", ""],
    ["a page", "<html></html>"],
    ["JSON", "{}"],
    ["an entity from elsewhere", '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><Response>&x;</Response>'],
    ["more elements in one another than a parser takes", `${"<a>".repeat(5_000)}${"</a>".repeat(5_000)}`],
  ])("refuses %s as a document and says so", async (_, text) => {
    const { trace } = await laml({ "/one": ok(text) });
    expect(trace.outcome).toBe("failed");
    expect(trace.text).toContain("The document is refused (12100)");
  });

  test.each(["<Response/>", "<Response></Response>", LAML, "<!-- x --><Response><Hangup/></Response>\n"])(
    "takes %j as a document",
    async (text) => {
      expect((await laml({ "/one": ok(text) })).trace.outcome).toBe("answered");
    },
  );

  test("follows three redirects and not a fourth", async () => {
    const to = (path: string) => (response: ServerResponse) => response.writeHead(302, { location: path }).end();
    const three = { "/one": to("/2"), "/2": to("/3"), "/3": to("/4"), "/4": ok() };
    const { trace, ways } = await laml(three);
    expect(trace.outcome).toBe("answered");
    expect(ways).toStrictEqual(["POST /one", "GET /2", "GET /3", "GET /4", "POST /status"]);
    const more = await laml({ ...three, "/4": to("/5"), "/5": ok() });
    expect(failedIn(more.trace)?.code).toBe(11215);
    expect(more.ways).not.toContain("GET /5");
  });

  test.each([
    [301, "GET"],
    [303, "GET"],
    [307, "POST"],
    [308, "POST"],
  ])("goes on after a %i with %s", async (code, method) => {
    const { ways } = await laml({
      "/one": (response) => response.writeHead(code, { location: "/2" }).end(),
      "/2": ok(),
    });
    expect(ways[1]).toBe(`${method} /2`);
  });

  test("fails with 11251 on a redirect to what is no URL, and goes on to the fallback and the callback", async () => {
    const fallback = await receiver({ "/fallback": ok() });
    const { trace, ways } = await laml(
      { "/one": (response) => response.writeHead(302, { location: "http://[" }).end() },
      undefined,
      { call_fallback_url: `${fallback.url}/fallback` },
    );
    expect(trace.outcome).toBe("answered");
    expect(failedIn(trace)?.code).toBe(11251);
    expect(fallback.received).toHaveLength(1);
    expect(ways).toStrictEqual(["POST /one", "POST /status"]);
  });

  test("connects to loopback only, even by way of a redirect", async () => {
    const { url } = await receiver({
      "/away": (response) => response.writeHead(302, { location: "http://192.0.2.1/" }).end(),
    });
    for (const call_request_url of ["http://192.0.2.1/call", "https://example.com/call", `${url}/away`]) {
      const { server } = await numberWith({ call_handler: "laml_webhooks", call_request_url });
      const trace = await server.call({ to: TO, from: FROM });
      expect(trace.outcome).toBe("failed");
      expect(trace.text).toContain("this server calls loopback addresses only");
    }
  });

  test("connects to a host that is allowed by name", async () => {
    const { server } = await numberWith(
      { call_handler: "laml_webhooks", call_request_url: "http://reference.invalid/call" },
      { allowWebhooksTo: ["Reference.Invalid"] },
    );
    const trace = await server.call({ to: TO, from: FROM });
    expect(trace.text).not.toContain("loopback");
    expect(failedIn(trace)?.code).toBe(11210);
  });
});

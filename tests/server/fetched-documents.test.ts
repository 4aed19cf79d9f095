import type { ServerResponse } from "node:http";
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { codeOf, timeouts } from "../../server/calls/fetch-document.ts";
import type { ServerOptions } from "../../server/index.ts";
import { FROM, laml, numberWith, TO } from "./called.ts";
import { type Answers, LAML, ok, receiver, status } from "./receiver.ts";

const zipped =
  (body: Buffer, encoding = "gzip") =>
  (response: ServerResponse) =>
    response.writeHead(200, { "content-encoding": encoding }).end(body);
const redirect = (location: string) => (response: ServerResponse) => response.writeHead(302, { location }).end();
const LARGE = `<Response>${" ".repeat(64 * 1024)}</Response>`;

/** The code, the reason and the verdict of the failed request, with its port as 1. */
async function failureAt(url: string, options: ServerOptions = {}): Promise<string> {
  const { server } = await numberWith({ call_handler: "laml_webhooks", call_request_url: url }, options);
  const { outcome, steps, summary } = await server.call({ to: TO, from: FROM });
  const { code = "no code", reason = "no reason" } =
    steps.find(({ attempt }) => attempt?.failure)?.attempt?.failure ?? {};
  return `${outcome} ${code}: ${reason}; ${summary}`.replaceAll(/:\d+/g, ":1");
}

describe("fetching a document", () => {
  test("fails with a code, a reason and a verdict", async () => {
    const answers: { readonly [what: string]: readonly [answer: Answers[string], fragment?: string] } = {
      "an answer that does not come": [() => {}, "#rt=100"],
      "an endless answer": [(to) => to.writeHead(200).write("<"), "#tt=100"],
      "a document above 64 kB": [ok(LARGE)],
      "a document that unpacks to more": [zipped(gzipSync(LARGE))],
      "a broken archive": [zipped(Buffer.from("no archive"))],
      "an empty archive": [zipped(Buffer.alloc(0))],
      "another status": [status(503)],
      "a status that is no success": [status(300)],
      "a redirect to no URL": [redirect("http://[")],
      "a fourth redirect": [redirect("/")],
      "a redirect to another host": [redirect("http://192.0.2.1/")],
    };
    const shown: string[] = [];
    for (const [what, [answer, fragment = ""]] of Object.entries(answers)) {
      const { url } = await receiver({ "/": answer });
      shown.push(`${what}: ${await failureAt(`${url}/${fragment}`)}`);
    }
    shown.push(`a port without a server: ${await failureAt("http://127.0.0.1:9/")}`);
    await expect(shown.join("\n")).toMatchFileSnapshot("golden/failures.txt");
  });

  test("fails where there is no HTTP, no TLS, nobody or no host", async () => {
    const { url } = await receiver({ "/": (response) => response.socket?.end("nonsense\r\n\r\n") });
    expect(await failureAt(url)).toMatch(/^failed 11251: /);
    expect(await failureAt(url.replace("http:", "https:"))).toMatch(/^failed 11220: /);
    const allowWebhooksTo = ["Reference.Invalid"];
    expect(await failureAt("http://reference.invalid/", { allowWebhooksTo })).toMatch(/^failed 11210: /);
  });

  test("has the code of the live service for an error of the network", () => {
    const tls = ["CERT_HAS_EXPIRED", "DEPTH_ZERO_SELF_SIGNED_CERT", "UNABLE_TO_VERIFY_LEAF_SIGNATURE"];
    const errors = [...tls, "ERR_TLS_CERT_ALTNAME_INVALID", "ERR_SSL_NO_CIPHER", "EAI_AGAIN", "ECONNRESET", undefined];
    expect(errors.map((code) => codeOf(Object.assign(new Error(), { code })))).toEqual([
      ...[11_220, 11_220, 11_220, 11_220, 11_220, 11_210, 11_200, 11_200],
    ]);
  });

  test("has time-outs that the fragment of the URL changes within limits", () => {
    const shown = (fragment: string) => Object.values(timeouts(`http://a.example/${fragment}`)).join(" ");
    const fragments = ["", "#ot=100&rt=100&tt=100", "#ot=10000&rt=15000&tt=15000", "#ot=10001&rt=15001&tt=99", "#rt="];
    expect(fragments.map(shown)).toEqual([
      ...["2000 5000 15000", "100 100 100", "10000 15000 15000", "2000 5000 15000", "2000 5000 15000"],
    ]);
  });

  test.each(["gzip", "X-GZIP"])("reads a document that is compressed as %s", async (encoding) => {
    expect((await laml({ "/one": zipped(gzipSync(LAML), encoding) })).trace.outcome).toBe("answered");
  });

  test.each([
    ["", "it is empty, where <Response> was expected"],
    ["{}", "it is not XML: line 1, column 2: text data outside of root node"],
    ["<html></html>", "its root is not <Response>"],
    ['<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><Response>&x;</Response>', "it is not XML: "],
    [`${"<a>".repeat(5_000)}${"</a>".repeat(5_000)}`, "its root is not <Response>"],
  ])("refuses %j as a document and says so", async (text, problem) => {
    const { trace } = await laml({ "/one": ok(text) });
    const { document = "" } = trace.steps.find(({ attempt }) => attempt)?.attempt ?? {};
    expect(document).toBe(text.slice(0, 20_000));
    expect([trace.outcome, trace.steps.find(({ code }) => code === "document_refused")?.text]).toEqual([
      "failed",
      expect.stringContaining(`The document is refused (12100): ${problem}`),
    ]);
  });

  test.each([
    [[307, 308, 303], "POST /one, POST /2, POST /3, GET /4"],
    [[301, 307, 302], "POST /one, GET /2, GET /3, GET /4"],
    [[303, 301, 302, 307], "POST /one, GET /2, GET /3, GET /4"],
  ])("follows redirects of the status %j", async (codes, expected) => {
    const answers = codes.map((code, at) => {
      const moved = (response: ServerResponse) => response.writeHead(code, { location: `/${at + 2}` }).end();
      return [at === 0 ? "/one" : `/${at + 1}`, moved] as const;
    });
    expect((await laml({ "/4": ok(), ...Object.fromEntries(answers) })).ways.join(", ")).toBe(
      `${expected}, POST /status`,
    );
  });
});

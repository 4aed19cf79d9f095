// `call --url` and `message --url` as the developer of a back end types them.

import { spawn } from "node:child_process";
import { createHmac } from "node:crypto";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { ok, receiver, status } from "../server/receiver.ts";

const PROGRAM = fileURLToPath(new URL("../../cli/main.ts", import.meta.url));
const KEY = "PSK_of-the-back-end";
const SCRIPT = '{"version":"1.0.0","sections":{"main":["answer"]}}';

async function run(args: readonly string[], env: { readonly [name: string]: string } = {}) {
  const child = spawn(process.execPath, [PROGRAM, ...args], {
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, ...env },
  });
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]);
  return { out, err, code };
}

/** The documented algorithm for forms, written here on its own. */
function signed(url: string, form: { readonly [name: string]: string }): string {
  const names = Object.keys(form).sort();
  const parts = names.map((name) => name + form[name]);
  return createHmac("sha1", KEY)
    .update(url + parts.join(""))
    .digest("base64");
}

test("a call asks the address for LaML with a signed form, and ends with 0", async () => {
  const { url, received } = await receiver({ "/voice": ok() });
  const { out, err, code } = await run(["call", "--url", `${url}/voice?a=b`, "--signing-key", KEY]);
  expect({ err, code }).toEqual({ err: "", code: 0 });
  expect(out).toMatch(/^✓ Answered by POST http:\/\/127\.0\.0\.1:\d+\/voice\?a=b\n/);
  const [request] = received;
  expect(request?.form).toMatchObject({ To: "+12025550101", From: "+12025550177", CallStatus: "ringing" });
  expect(request?.headers["x-signalwire-signature"]).toBe(signed(`${url}/voice?a=b`, request?.form ?? {}));
});

test("a message asks likewise, with its text and the key of the environment", async () => {
  const { url, received } = await receiver({ "/sms": ok("<Response/>") });
  const args = ["message", "+12025550123", "Are you open?", "--url", `${url}/sms`, "--json"];
  const { out, err, code } = await run(args, { SIGNALWIRE_SIGNING_KEY: KEY });
  expect({ err, code }).toEqual({ err: "", code: 0 });
  expect(JSON.parse(out)).toMatchObject({ kind: "message", to: "+12025550123", outcome: "answered" });
  const [request] = received;
  expect(request?.form.Body).toBe("Are you open?");
  expect(request?.headers["x-signalwire-signature"]).toBe(signed(`${url}/sms`, request?.form ?? {}));
});

test.each([
  ["call", "call"],
  ["message", "message"],
])("with --swml a %s asks with the documented JSON, signed over its body", async (command, member) => {
  const { url, received } = await receiver({ "/swml": ok(SCRIPT) });
  const { code } = await run([command, "--url", `${url}/swml`, "--swml", "--signing-key", KEY]);
  expect(code).toBe(0);
  const { body = "", headers } = received[0] ?? {};
  expect(Object.keys(JSON.parse(body))).toContain(member);
  const signature = (algorithm: string) => createHmac(algorithm, KEY).update(`${url}/swml${body}`).digest("hex");
  expect(headers?.["x-signalwire-signature"]).toBe(signature("sha1"));
  expect(headers?.["x-signalwire-sha256-signature"]).toBe(signature("sha256"));
});

test("an address that answers no document ends with 1, and a made-up key is printed", async () => {
  const { url } = await receiver({ "/voice": status(503) });
  const { out, err, code } = await run(["call", "--url", `${url}/voice`]);
  expect(code).toBe(1);
  expect(out).toMatch(/^✗ Did not ring: POST http:\/\/127\.0\.0\.1:\d+\/voice answered 503, and no fallback is set\n/);
  expect(err).toMatch(/^The request is signed with PSK_[\da-f]{40}, which was made up for it\./);
});

test.each([
  [["call", "--url", "nonsense"], 2, "nonsense is no address to ask"],
  [["call", "--url", "ftp://127.0.0.1/"], 2, "is no address to ask"],
  [["call", "--url", "http://127.0.0.1:1/", "--preview"], 2, "--url is about a back end alone"],
  [["call", "+12025550101", "--swml"], 2, "--swml is about the address of a back end: add --url."],
  [["message", "+12025550101"], 2, "missing required argument 'text'"],
  [["call"], 2, "missing required argument 'to'"],
])("%j ends with %s and says why", async (args, code, sentence) => {
  const result = await run(args);
  expect(result.code).toBe(code);
  expect(result.err).toContain(sentence);
});

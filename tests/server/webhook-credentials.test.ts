// Credentials in the URL of a webhook, and the signature of its requests.

import { createHmac } from "node:crypto";
import { expect, test } from "vitest";
import { formSignature, jsonSignature } from "../../server/calls/signature.ts";
import { FROM, lamlFields, numberWith, TO } from "./called.ts";
import { ok, type Receiver, receiver, status } from "./receiver.ts";

// printf 'office:pa:ss' | base64
const BASIC = "Basic b2ZmaWNlOnBhOnNz";

const withCredentials = ({ url }: Receiver, path: string, credentials = "office:pa%3Ass") =>
  `${url.replace("http://", `http://${credentials}@`)}${path}`;

async function call(fields: object) {
  const { server } = await numberWith(fields);
  expect((await server.call({ to: TO, from: FROM })).outcome).toBe("answered");
  return server.project;
}

const authorized = ({ received }: Receiver) => received.map(({ path, headers }) => [path, headers.authorization]);

test.each([
  ["office:pa%3Ass", BASIC],
  ["only:", "Basic b25seTo="],
  ["100%:x", "Basic MTAwJTp4"],
])("the credentials %s are sent as %s, to the fallback and the status callback too", async (credentials, sent) => {
  const asked = await receiver({ "/call": status(503), "/fallback": ok(), "/status": ok() });
  const urls = ["/call", "/fallback", "/status"].map((path) => withCredentials(asked, path, credentials));
  await call(lamlFields(...(urls as [string, string, string])));
  expect(authorized(asked)).toEqual(["/call", "/fallback", "/status"].map((path) => [path, sent]));
});

test("JSON is signed under both digests, over the address without credentials", async () => {
  const asked = await receiver({ "/script": ok('{"sections":{"main":["answer"]}}') });
  const url = withCredentials(asked, "/script");
  const { signingKey } = await call({ call_handler: "relay_script", call_relay_script_url: url });
  const [{ headers, body } = { headers: {}, body: "" }] = asked.received;
  const signed = (algorithm: string) =>
    createHmac(algorithm, signingKey).update(`${asked.url}/script${body}`).digest("hex");
  expect(headers).toMatchObject({
    authorization: BASIC,
    "x-signalwire-signature": signed("sha1"),
    "x-signalwire-sha256-signature": signed("sha256"),
  });
});

test("a redirect within the origin keeps credentials unless it names others, one to another origin does not", async () => {
  const other = await receiver({ "/end": ok() });
  const asked: Receiver = await receiver({
    "/call": (response) => response.writeHead(307, { location: "/moved" }).end(),
    "/moved": (response) => response.writeHead(307, { location: withCredentials(asked, "/named", "only:") }).end(),
    "/named": (response) => response.writeHead(307, { location: `${other.url}/end` }).end(),
    "/status": ok(),
  });
  await call(lamlFields(withCredentials(asked, "/call"), `${asked.url}/fallback`, `${asked.url}/status`));
  const kept = ["/call", "/moved"].map((path) => [path, BASIC]);
  expect([...authorized(asked), ...authorized(other)]).toEqual([
    ...[...kept, ["/named", "Basic b25seTo="], ["/status", undefined], ["/end", undefined]],
  ]);
});

test("a form is signed as the published validators expect, and JSON as the service's Server SDK documents it", () => {
  const numbers = { Caller: "+14158675309", From: "+14158675309", To: "+18005551212" };
  const parameters = { CallSid: "CA1234567890ABCDE", Digits: "1234", ...numbers };
  const url = "https://mycompany.com/myapp.php?foo=1&bar=2";
  // A fragment sets time-outs, and is never sent.
  for (const each of [url, `${url}#rt=100`])
    expect(formSignature("12345", each, parameters)).toBe("RSOYDt4T1cUTdK1PDd93/VVr8B8=");
  const body = '{"event":"call.state","params":{"call_id":"abc-123","state":"answered"}}';
  expect(jsonSignature("sha1", "PSKtest1234567890abcdef", "https://example.ngrok.io/webhook", body)).toBe(
    "c3c08c1fefaf9ee198a100d5906765a6f394bf0f",
  );
});

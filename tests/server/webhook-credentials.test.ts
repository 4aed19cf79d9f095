import { createHmac } from "node:crypto";
import { expect, test } from "vitest";
import { formSignature, jsonSignature } from "../../server/calls/signature.ts";
import { addEndpoint, FROM, lamlFields } from "./called.ts";
import { LAML, ok, receiver, status } from "./receiver.ts";
import { type Client, given } from "./support.ts";

// printf 'office:pa:ss' | base64
const BASIC = "Basic b2ZmaWNlOnBhOnNz";

function withCredentials(url: string, credentials = "office:pa%3Ass"): string {
  return url.replace("http://", `http://${credentials}@`);
}

async function call(client: Client, fields: object) {
  await addEndpoint(client, "desk", fields);
  return client.server.call({ to: "desk", from: FROM });
}

test("credentials in a URL are sent as Basic authentication, to the fallback and the status callback too", async () => {
  const asked = await receiver({ "/call": status(503), "/fallback": ok(), "/status": ok() });
  const urls = ["/call", "/fallback", "/status"].map((path) => withCredentials(asked.url + path));
  const client = await given();
  const trace = await call(client, lamlFields(...(urls as [string, string, string])));
  expect(trace.outcome).toBe("answered");
  expect(new Set(asked.received.map(({ path }) => path))).toEqual(new Set(["/call", "/fallback", "/status"]));
  expect(new Set(asked.received.map(({ headers }) => headers.authorization))).toEqual(new Set([BASIC]));
});

test("JSON is signed under both digests, over the address without them", async () => {
  const asked = await receiver({ "/script": ok('{"sections":{"main":["answer"]}}') });
  const client = await given();
  const url = withCredentials(`${asked.url}/script`);
  const trace = await call(client, { call_handler: "relay_script", call_relay_script_url: url });
  expect(trace.outcome).toBe("answered");
  const [request] = asked.received;
  expect(request?.headers.authorization).toBe(BASIC);
  const signed = (algorithm: string) =>
    createHmac(algorithm, client.server.project.signingKey).update(`${asked.url}/script${request?.body}`).digest("hex");
  expect(request?.headers["x-signalwire-signature"]).toBe(signed("sha1"));
  expect(request?.headers["x-signalwire-sha256-signature"]).toBe(signed("sha256"));
});

test("a redirect within the origin keeps them, one to another origin does not", async () => {
  const other = await receiver({ "/end": ok() });
  const asked = await receiver({
    "/call": (response) => response.writeHead(307, { location: "/moved" }).end(),
    "/moved": (response) => response.writeHead(307, { location: `${other.url}/end` }).end(),
    "/status": ok(),
  });
  const client = await given();
  const request = withCredentials(`${asked.url}/call`);
  const trace = await call(client, lamlFields(request, `${asked.url}/fallback`, `${asked.url}/status`));
  expect(trace.outcome).toBe("answered");
  const sent = [...asked.received, ...other.received].map(({ path, headers }) => [path, headers.authorization]);
  expect(sent).toContainEqual(["/call", BASIC]);
  expect(sent).toContainEqual(["/moved", BASIC]);
  expect(sent).toContainEqual(["/end", undefined]);
  expect(sent).toContainEqual(["/status", undefined]);
});

test.each([
  ["only:", "Basic b25seTo="],
  ["100%:x", "Basic MTAwJTp4"],
])("the credentials %s are sent as %s", async (credentials, authorization) => {
  const asked = await receiver({ "/call": ok(LAML) });
  const client = await given();
  const url = withCredentials(`${asked.url}/call`, credentials);
  await call(client, lamlFields(url, `${asked.url}/fallback`, `${asked.url}/status`));
  expect(asked.received.find(({ path }) => path === "/call")?.headers.authorization).toBe(authorization);
});

test("a form is signed as the published validators expect", () => {
  const parameters = {
    CallSid: "CA1234567890ABCDE",
    Caller: "+14158675309",
    Digits: "1234",
    From: "+14158675309",
    To: "+18005551212",
  };
  const url = "https://mycompany.com/myapp.php?foo=1&bar=2";
  // A fragment sets time-outs, and is never sent.
  for (const each of [url, `${url}#rt=100`])
    expect(formSignature("12345", each, parameters)).toBe("RSOYDt4T1cUTdK1PDd93/VVr8B8=");
});

test("JSON is signed as the service's Server SDK documents it", () => {
  const body = '{"event":"call.state","params":{"call_id":"abc-123","state":"answered"}}';
  expect(jsonSignature("sha1", "PSKtest1234567890abcdef", "https://example.ngrok.io/webhook", body)).toBe(
    "c3c08c1fefaf9ee198a100d5906765a6f394bf0f",
  );
});

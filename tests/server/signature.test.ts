import { expect, test } from "vitest";
import { formSignature, jsonSignature } from "../../server/calls/signature.ts";

test("a form is signed as the published validators expect", () => {
  const parameters = {
    CallSid: "CA1234567890ABCDE",
    Caller: "+14158675309",
    Digits: "1234",
    From: "+14158675309",
    To: "+18005551212",
  };
  expect(formSignature("12345", "https://mycompany.com/myapp.php?foo=1&bar=2", parameters)).toBe(
    "RSOYDt4T1cUTdK1PDd93/VVr8B8=",
  );
});

test("JSON is signed as the service's Server SDK documents it", () => {
  const body = '{"event":"call.state","params":{"call_id":"abc-123","state":"answered"}}';
  expect(jsonSignature("sha1", "PSKtest1234567890abcdef", "https://example.ngrok.io/webhook", body)).toBe(
    "c3c08c1fefaf9ee198a100d5906765a6f394bf0f",
  );
});

test("an address that carries the digest of its body is signed alone, as the Server SDK documents it", () => {
  const url =
    "https://example.ngrok.io/webhook?bodySHA256=69f3cbfc18e386ef8236cb7008cd5a54b7fed637a8cb3373b5a1591d7f0fd5f4";
  expect(formSignature("PSKtest1234567890abcdef", url, {})).toBe("dfO9ek8mxyFtn2nMz24plPmPfIY=");
});

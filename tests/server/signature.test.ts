import { expect, test } from "vitest";
import { formSignature, jsonSignature } from "../../server/traffic/signature.ts";

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

test("JSON is signed in hexadecimal over the URL and the body", () => {
  expect(jsonSignature("sha1", "key", "https://example.com/", "{}")).toMatch(/^[0-9a-f]{40}$/);
  expect(jsonSignature("sha256", "key", "https://example.com/", "{}")).toMatch(/^[0-9a-f]{64}$/);
});

// The detection of secrets in text from outside, by literal cases.

import { describe, expect, it, test } from "vitest";
import { holdsSecret, isSecretName, masked, secretsIn } from "../../../contract/index.ts";
import { inLatin } from "../../../contract/text/secrets.ts";

describe("a secret in an address is masked", () => {
  it.each([
    ["https://user:pass@example.com/x", "https://[secret]@example.com/x"],
    ["see https://user:pass@example.com, they say", "see https://[secret]@example.com, they say"],
    ["wss://user:p@ss:w@rd@example.com/a@b", "wss://[secret]@example.com/a@b"],
    ["https://user:pa/ss@example.com/x", "https://[secret]@example.com/x"],
    ["https://a-token@example.com/x", "https://[secret]@example.com/x"],
    ["https://example.com/x?room=7&token=abc#top", "https://example.com/x?room=7&token=[secret]#top"],
    [
      "https://example.com/x?to%6Ben=abc&pin=1234#key=abc",
      "https://example.com/x?to%6Ben=[secret]&pin=[secret]#key=[secret]",
    ],
    ["https://example.com/x?room=7;pin=abc", "https://example.com/x?room=[secret]"],
    ["https://example.com/x?h=0123456789abcdef", "https://example.com/x?h=[secret]"],
    ["https://example.com/x?token=PA3fa85f64-5717-4562-b3fc-2c963f66afa6", "https://example.com/x?token=[secret]"],
    ["https://me@corp:pass@example.com", "https://[secret]@example.com"],
    ["https://a:b@one.example https://c:d@two.example", "https://[secret]@one.example https://[secret]@two.example"],
    ["https:/user:pw@example.com/x", "https:/[secret]@example.com/x"],
    ["https:\\\\user:pw@example.com/x", "https:\\\\[secret]@example.com/x"],
    ["https://example.com/a;token=ab/c;d=e?f=g", "https://example.com/a;token=[secret]?f=g"],
    ["https://example.com/a/key=abc/b", "https://example.com/a/key=[secret]/b"],
    ["https://example.com/x?a=1&amp;token=abc", "https://example.com/x?a=1&amp;token=[secret]"],
    [
      "https://example.com/x?authToken=abc&accesskey=abc",
      "https://example.com/x?authToken=[secret]&accesskey=[secret]",
    ],
    [
      "https://hooks.example.com/services/T01ABCDEF/B01ABCDEFGH/x8Jk2mQpLr90sTuVwXyZ1aBc",
      "https://hooks.example.com/services/T01ABCDEF/B01ABCDEFGH/[secret]",
    ],
    ["https://example.com/hook/9f86d081884c7d659a2feaa0c55ad015", "https://example.com/hook/[secret]"],
    ["https://example.com/h/8fK3-kd92_LsPqX0zVn4Tb/voice?x=1", "https://example.com/h/[secret]/voice?x=1"],
    ["https://example.com/h/bcadfeghijklomnpuqrs", "https://example.com/h/[secret]"],
    ["https://example.com/h/AbcDefAghIjkOliMno", "https://example.com/h/[secret]"],
    ["https://example.com/h/xkqzvbnwrtplmdsj", "https://example.com/h/[secret]"],
    ["https://example.com/token/4fz9/voice", "https://example.com/token/[secret]/voice"],
    ["https://example.com/tok_4fz9x1-main", "https://example.com/[secret]"],
    ["https://a.example/tok-4fz9/tok.4fz9/tok:4fz9", "https://a.example/[secret]/[secret]/[secret]"],
    ["https://example.com/h/8fK3kd92LsPqX0zVn4Tb%3D%3D", "https://example.com/h/[secret]"],
    [
      "https://example.com:8443/h/8fK3kd92LsPqX0zVn4Tb8fK3kd92LsPqX0zVn4Tb8fK3kd92LsPqX0zVn4Tb.xml",
      "https://example.com:8443/h/[secret]",
    ],
    ["PT0123456789abcdef0123456789abcdef0123456789abcdef", "[secret]"],
    ["signed with PSK_0123456789abcdef0123", "signed with [secret]"],
    ["eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl", "[secret]"],
  ])("%s", (text, expected) => {
    expect(masked(text)).toBe(expected);
    expect(holdsSecret(text)).toBe(true);
  });

  it.each([
    "https://example.com/voice/main-menu/welcome",
    "https://example.com/api/v2/incoming-calls/support_line_2024",
    "https://example.com/laml-bins/3fa85f64-5717-4562-b3fc-2c963f66afa6: does not answer",
    "https://example.com/hooks/catch/1234567890123456/",
    "https://example.com/2026-11-22T10:00:00Z/call",
    "https://example.com/token/refresh",
    "https://example.com/token/html/token/v2b",
    "https://example.com/+12025550101/sip:desk@example.sip.signalwire.com",
    "https://example.com/internationalization/ACKNOWLEDGEMENTS/room=7",
    '<Say voice="woman">',
    "https://example.com/h/xkqzvbnwrtplmds",
    "https://example.com/h/bcadfeghijklomnpuqra",
    "https://example.com/h/AbacAdafAhajAkal",
    "https://example.com/x?redirect=front-desk-of-the-hotel&country_code=us&keyword=a&author=b",
    "https://example.com/x?voice=woman&tokens=2&passenger=1&design=new",
    "https://example.com:8080/users/@me?to=a@b.c",
    "PT-both",
    "https://example.com/x?room=7&name=front&shipping=1#ot=500&rt=900",
    "/api/relay/rest/phone_numbers?page_number=1&page_token=PA3fa85f64-5717-4562-b3fc-2c963f66afa6",
    "?Page=1&PageToken=PA3fa85f64-5717-4562-b3fc-2c963f66afa6&PageSize=50",
    "sip:alice:x@example.com",
    "10:30 @ noon",
  ])("and %s has none", (text) => {
    expect(masked(text)).toBe(text);
    expect(holdsSecret(text)).toBe(false);
  });
});

const WORDS = {
  secret:
    "token secret password passwd passphrase pwd jwt apikey credential credentials bearer hmac auth authorization sig signature pass pin otp nonce hash session cred creds tok pw key code",
  joined:
    "token secret password passwd passphrase apikey accesskey secretkey privatekey signingkey authkey sharedkey subscriptionkey signature sessionid authcode accesscode passcode",
  code: "auth authorization access pass security verification secret",
  describing:
    "type kind method version length policy expiry expires expiration ttl timeout lifetime name url uri file path env required enabled count limit at from hint",
  key: "public primary foreign sort partition sorting cache",
};
const each = (words: keyof typeof WORDS, name: (word: string) => string) => WORDS[words].split(" ").map(name);

test("a name marks a secret by its words", () => {
  const names = [
    ...each("secret", (word) => word),
    ...each("joined", (word) => `my${word}`),
    ...each("code", (word) => `${word}_code`),
    ...["X-API-Key", "api%5Fkey", "clientSecret", "x-auth", "X-Amz-Signature", "session_id", "private_key"],
    ...["password_confirmation", "auth_v2", "pin_2[]", "user_name_token"],
  ];
  const others = [
    ...each("describing", (word) => `token_${word}`),
    ...each("key", (word) => `${word}_key`),
    ...["ip_auth", "tokens", "passwordVersion", "country_code", "zip_code", "author", "compass", "signal"],
    ...["my_token_type", "session_timeout", "hash_tag", "call_handler", "__proto__", ""],
  ];
  expect([...names, ...others].filter(isSecretName)).toEqual(names);
});

test("letters that look like Latin ones count as those", () => {
  expect(inLatin("аαсԁеεһіιıјкκӏмпηоοрρԛгѕтτυцѵνԝхχуγз")).toBe("aacdeehiiijkklmnnooppqrsttuuvvwxxyyz");
  expect(inLatin("ÅРАЅ\u200bЅ-ж")).toBe("Apass-ж");
});

test("members with such names are masked whatever they hold, numbers and flags are not", () => {
  const data = { auth: { user: "a", list: ["b"] }, token: "c", pin: 4, key: true, name: "d", empty: { secret: "" } };
  const header = { name: "Authorization", value: "e", at: "f" };
  expect(masked([header])).toEqual([{ ...header, value: "[secret]" }]);
  expect(masked(data)).toEqual({
    auth: { user: "[secret]", list: ["[secret]"] },
    token: "[secret]",
    pin: 4,
    key: true,
    name: "d",
    empty: { secret: "" },
  });
});

test("secrets are listed as they are written", () => {
  expect(secretsIn({ url: "https://u:p@example.com/x?token=abc", api_key: "k" })).toEqual(["u:p", "abc", "k"]);
  expect(secretsIn("k", "apiKey")).toEqual(["k"]);
  expect(secretsIn("k", "name")).toEqual([]);
});

test("masked text stays as it is", () => {
  const once = masked("https://u:p@example.com/x/key=abc/8fK3kd92LsPqX0zVn4Tb?token=abc;b=1#key=2");
  expect([masked(once), secretsIn({ once, token: "[secret]" })]).toEqual([once, []]);
});

test("a hostile text does not slow the masking down", () => {
  const started = process.cpuUsage();
  for (const each of ["https:", "https://a/", "://a/b;", "/;a=", "%41", "eyJ", "PT0", "a@", "aA1_", "?a=b;"])
    masked(each.repeat(30_000));
  masked("://a:".repeat(40_000));
  masked("?a=".repeat(100_000));
  masked(`https://a/${"aB1".repeat(60_000)}`);
  masked(`https://a/${"a-".repeat(60_000)}`);
  masked(`://${"a".repeat(200_000)}`);
  masked(`://a:${"b".repeat(200_000)}`);
  isSecretName("aB_".repeat(100_000));
  expect(process.cpuUsage(started).user / 1_000).toBeLessThan(5_000);
});

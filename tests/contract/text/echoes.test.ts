// The masking of known secrets in text that a service wrote, by literal cases.

import { describe, expect, it, test } from "vitest";
import { hideSecrets } from "../../../contract/index.ts";

describe("a secret is masked as a service may write it", () => {
  it.each([
    ["as it is", 'no p&"ä\\/é x', "no [secret] x"],
    ["in JSON", 'no p&\\"ä\\\\/é x', "no [secret] x"],
    ["in JSON that escapes a slash", 'no p&\\"ä\\\\\\/é x', "no [secret] x"],
    ["in JSON of ASCII", 'no p\\u0026\\"\\u00E4\\\\/\\u00e9 x', "no [secret] x"],
    ["in JSON inside JSON", 'no p&\\\\\\"ä\\\\\\\\/é x', "no [secret] x"],
    ["in a query", "no p%26%22%C3%A4%5C%2F%C3%A9 x", "no [secret] x"],
    ["in a query in lower case", "no p%26%22%c3%a4%5c%2f%c3%a9 x", "no [secret] x"],
    [
      "in a query inside three others",
      "no p%25252526%25252522%252525C3%252525A4%2525255C%2525252F%252525C3%252525A9 x",
      "no [secret] x",
    ],
    ["in HTML", "no p&amp;&quot;ä\\/é x", "no [secret] x"],
    ["in HTML by numbers", "no p&#38;&#x22;&#xE4;&#92;&#047;&#xe9; x", "no [secret] x"],
    ["in a language's own text", 'no p\\x26"\\u{e4}\\\\/\\u{0000e9} x', "no [secret] x"],
    ["cut off", 'no p&"ä…', "no [secret]…"],
    ["cut off by dots", 'no p&"ä...', "no [secret]..."],
    ["cut off at the end", 'no p&"ä\\/', "no [secret]"],
  ])("%s", (_, text, expected) => {
    expect(hideSecrets(text, ['p&"ä\\/é'])).toBe(expected);
  });

  it.each([
    ["the password of an address alone", "bad user hook, bad s3cr3tpw", "bad user hook, bad [secret]"],
    ["the password of an address decoded", "bad s3cr@tpw here", "bad [secret] here"],
    ["an address's credentials as a header", "bad Basic aG9vazpzM2NyM3Rwdw==", "bad Basic [secret]"],
    ["an API key as the user of an address", "bad key0123456789 here", "bad [secret] here"],
    ["no short user name, nor one of letters", "reception-desk and desk2 differ", "reception-desk and desk2 differ"],
    ["a bearer's token alone", "bad abc-0123456 here", "bad [secret] here"],
    ["a header that is short", "bad Bearer x1z, basic x1z here", "bad [secret], [secret] here"],
    ["credentials that are no base64", "bad 0pen.s3same-9 here", "bad [secret] here"],
    ["no word of a sentence that begins as a header", "bad kitchen here", "bad kitchen here"],
    ["a header's password alone", "bad 0pen-s3same here", "bad [secret] here"],
    ["a secret with a space in HTML", "bad four&nbsp;words7 here", "bad [secret] here"],
    ["a token alone", "bad 9f2c4be17a here", "bad [secret] here"],
    ["a whole address", "bad https://hook:s3cr3tpw@a.b/c?d=e", "bad https://[secret]@a.b/c?d=e"],
    ["an address that nobody sent", "was https://hook:0ther@a.b/?token=f", "was https://[secret]@a.b/?token=[secret]"],
    ["a member that nobody sent", 'was {\\"password\\":\\"0ther\\"}', 'was {\\"password\\":\\"[secret]\\"}'],
    ["an attribute that nobody sent", '<Sip password="0ther">', '<Sip password="[secret]">'],
    ["a secret inside another one", "bad t0ken-of-an-0ther-one", "bad [secret]"],
    ["two secrets side by side", "bad hook:s3cr3tpws3cr%40tpw", "bad [secret]"],
  ])("%s", (_, text, expected) => {
    const addresses = ["reception-desk:s3cr3tpw", "hook:s3cr3tpw", "hook:s3cr%40tpw", "key0123456789:x"];
    const headers = ["Bearer abc-0123456", `basic ${btoa("desk:0pen-s3same")}`, "Token 9f2c4be17a"];
    const short = ["desk2:0pens3same", "Bearer x1z", "basic x1z", "Basic 0pen.s3same-9"];
    const texts = ["Basic kitchen door", "four words7", "t0ken-of-an-0ther-one", "an-0ther"];
    expect(hideSecrets(text, [...addresses, ...headers, ...short, ...texts])).toBe(expected);
  });
});

// Of the characters at its ends, each holds bits of what is beside the secret.
it.each([
  ["password>?pä", "[secret]", "[secret]A"],
  ["x-password>?pä", "eC1[secret]", "eC1[secret]"],
  ["xyz-password>?pä", "eHl6LX[secret]", "eHl6LX[secret]Q"],
  ["desk:password>?pä:x", "ZGVzazp[secret]Ong=", "ZGVzazp[secret]Ong"],
])("the secret in %s is masked in both alphabets of base64", (text, ...masked) => {
  const encoded = (["base64", "base64url"] as const).map((alphabet) => Buffer.from(text).toString(alphabet));
  expect(encoded.map((each) => hideSecrets(each, ["password>?pä"]))).toEqual(masked);
});

it.each(["x", "xy"])("the short secret %s has no form in base64", (secret) => {
  expect(hideSecrets(`no ${btoa(secret)} eHh4eHl6 x=1`, [secret])).toBe(`no ${btoa(secret)} eHh4eHl6 x=1`);
});

describe("a secret with a percent sign is masked in a query", () => {
  const secret = "*:$ä+c#_%9éก👍";
  const bytes = [...Buffer.from(secret)].map((byte) => `%${byte.toString(16)}`).join("");

  it.each([
    ["once", encodeURIComponent(secret)],
    ["twice", encodeURIComponent(encodeURIComponent(secret))],
    ["byte by byte", bytes],
    ["byte by byte, beside one that begins no character", `${bytes}%ff`],
  ])("%s", (_, echo) => {
    expect(hideSecrets(`no ${echo} x`, [secret])).toMatch(/^no \[secret\](?:%ff)? x$/);
  });
});

describe("an ordinary or short secret is masked only where a value stands", () => {
  it.each([
    ["default", '"default" is weak; the default is used', '"[secret]" is weak; the default is used'],
    ["default", "password=default&a=default-b, pin: default", "password=[secret]&a=default-b, pin: [secret]"],
    ["Default", 'the Default is "Default"', 'the Default is "[secret]"'],
    ["a", 'a value "a" is a b', 'a value "[secret]" is a b'],
    ["123", "+12025550123 has no 123, not 'x=123' or MTIz", "+12025550123 has no 123, not 'x=[secret]' or [secret]"],
    ["11111111", "no 111111111 x", "no [secret] x"],
    ["2025", "+12025550101 is no 2025", "+12025550101 is no [secret]"],
    ["call", "call_handler and recall need a call", "call_handler and recall need a [secret]"],
    ["correcthorse", "cannot use correcthorse or correcthorses", "cannot use [secret] or correcthorses"],
    ["p4ssword-x", "no xp4ss… p4ss… xp4ssword…", "no xp4ss… [secret]… x[secret]…"],
    ["", "nothing", "nothing"],
    ["[secret]", "a [secret] stays", "a [secret] stays"],
  ])("%s", (secret, text, expected) => {
    expect(hideSecrets(text, [secret])).toBe(expected);
  });
});

test("no word of many messages is masked beside other words", () => {
  const words =
    "answer answered auto body default error false field from https invalid name none null number optional password post random required request secret service string text that this token true type user username value with";
  expect(words.split(" ").filter((word) => hideSecrets(`the ${word} is`, [word]) !== `the ${word} is`)).toEqual([]);
});

test("each short escape of JSON and HTML stands for its character", () => {
  const text = "no 1\\b\\f\\n\\r\\t&amp;&lt;&gt;&quot;&apos;&nbsp;&#1114111;&#1114112;2 x";
  expect(hideSecrets(text, ["1\b\f\n\r\t&<>\"' \u{10ffff}2"])).toBe("no [secret] x");
});

test("a long text and many secrets take little time", () => {
  const started = process.cpuUsage();
  const secrets = Array.from({ length: 2_000 }, (_, at) => `pass-${at}`);
  for (const each of ["\\", "%41", "%25", "&amp;", "\\u00", "...", "pass-1", "&#"])
    hideSecrets(each.repeat(100_000 / each.length), each === "..." ? secrets.slice(0, 20) : secrets);
  expect(process.cpuUsage(started).user / 1_000).toBeLessThan(20_000);
});

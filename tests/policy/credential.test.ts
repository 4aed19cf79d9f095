// What an alarm says about a credential in an address. tests/policy/corpus.test.ts has the addresses that are none.

import { expect, it } from "vitest";
import { credentialIn, isCredential } from "../../policy/credential.ts";

const PAIR = "holds a user name or a password";
const NESTED = "holds an encoded address with credentials";
const TOKEN = "holds what looks like a token";
const named = (name: string) => `has the parameter ${name}, which is a credential by its name`;

it.each<[address: string, problem: string | undefined]>([
  ["user@a.example/", PAIR],
  [":p@a.example/", PAIR],
  ["a.example/?room=7&token=abc", named("token")],
  ["a.example/?room=7;token=abc", named("token")],
  ["a.example/#api_key=abc", named("api_key")],
  ["a.example/?next=https%3A%2F%2Fu%3Ap%40b.example", NESTED],
  ["a.example/?next=https%253A%252F%252Fu%253Ap%2540b.example", NESTED],
  ["a.example/?next=https%25253A%25252F%25252Fu%25253Ap%252540b.example", NESTED],
  ["a.example/?next=https%3A%2F%2Fb.example%2Fa%40b&bad=%ff", undefined],
  ["a.example/hook/f3A9kQ2mX7pL0vB8zT4w", TOKEN],
  ["a.example/?key=front-desk&session=12345#code=de", undefined],
])("%s", (address, problem) => {
  expect(credentialIn(new URL(`https://${address}`), false)).toBe(problem);
});

it("the user of a SIP address is none, its password is", () => {
  expect(credentialIn(new URL("https://desk@a.example"), true)).toBeUndefined();
  expect(credentialIn(new URL("https://desk:p@a.example"), true)).toBe(PAIR);
});

it.each<[name: string, credentials: string[], others: string[]]>([
  ["token", ["1", "front"], ["", " ", "%{token}", "{{token}}"]],
  ["pin", ["4711", "x4711"], ["471", "main"]],
  ["code", ["123456", "k9Xm2Qp7"], ["12345", "abc", "front-desk 12"]],
  ["api-key2", ["main", "1"], [""]],
  ...["access", "private", "signing", "auth", "shared", "subscription"].map((kind): [string, string[], string[]] => [
    `${kind}_key`,
    ["main"],
    [""],
  ]),
  ["finishOnKey", [], ["#", "k9Xm2Qp7"]],
  ["name", [], ["k9Xm2Qp7"]],
])("a value under the name %s", (name, credentials, others) => {
  expect([...credentials, ...others].filter((value) => isCredential(name, value))).toEqual(credentials);
});

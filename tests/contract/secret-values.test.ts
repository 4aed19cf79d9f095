// The secrets of an object, under each name and in each record that may hold them.

import { describe, expect, it } from "vitest";
import { clientToken, isSecretField, type Resource, secretsOf, sipEndpoint } from "../../contract/index.ts";

describe("the secrets of an object are", () => {
  it.each<[what: string, resource: Resource, values: object, marked: string[], secrets: string[]]>([
    ["those of secret fields", sipEndpoint, { username: "desk", password: "p" }, [], ["p"]],
    [
      "those of secret fields of the API",
      clientToken,
      { jwt_token: "j", refreshToken: "r", resource: "a" },
      [],
      ["j", "r"],
    ],
    ["those of marked arguments", sipEndpoint, { callerId: "c", sendAs: "s" }, ["callerId"], ["c"]],
    [
      "those of marked arguments under the API's name",
      sipEndpoint,
      { caller_id: "c", send_as: "s" },
      ["callerId"],
      ["c"],
    ],
    ["those in addresses", sipEndpoint, { callRequestUrl: "https://u:p@a.example" }, [], ["u:p"]],
    ["those under a secret name in extra", sipEndpoint, { extra: { api_key: "k", note: "n" } }, [], ["k"]],
    [
      "those in records",
      sipEndpoint,
      { __found: { password: "p", caller_id: "c" }, __at: 1 },
      ["callerId"],
      ["p", "c"],
    ],
    ["each text in a marked argument", sipEndpoint, { extra: { a: ["b", { c: "d" }] } }, ["extra"], ["b", "d"]],
  ])("%s", (_, resource, values, marked, secrets) => {
    expect([...new Set(secretsOf(resource, { ...values }, marked))]).toEqual(secrets);
  });
});

it("a secret field is secret under both of its names, and no other is", () => {
  const names = [
    "password",
    "passwordFrom",
    "username",
    "caller_id",
    "jwtToken",
    "jwt_token",
    "refresh_token",
    "toString",
  ];
  expect(names.filter((name) => isSecretField(sipEndpoint, name))).toEqual(["password"]);
  expect(names.filter((name) => isSecretField(clientToken, name))).toEqual(["jwtToken", "jwt_token", "refresh_token"]);
});

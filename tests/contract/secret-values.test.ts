// The secrets of an object, under each name and in each record that may hold them.

import { expect, it } from "vitest";
import { clientToken, isSecretField, type Resource, secretsOf, sipEndpoint } from "../../contract/index.ts";

// Secret fields and marked arguments count under both of their names, in records too; other texts by their form or name.
it.each<[resource: Resource, values: object, marked: string[], secrets: string[]]>([
  [sipEndpoint, { username: "desk", password: "p" }, [], ["p"]],
  [clientToken, { jwt_token: "j", refreshToken: "r", resource: "a" }, [], ["j", "r"]],
  [sipEndpoint, { callerId: "c", sendAs: "s" }, ["callerId"], ["c"]],
  [sipEndpoint, { caller_id: "c", send_as: "s" }, ["callerId"], ["c"]],
  [sipEndpoint, { callRequestUrl: "https://u:p@a.example" }, [], ["u:p"]],
  [sipEndpoint, { callRequestUrl: "https://u:p@a.example" }, ["callRequestUrl"], ["https://u:p@a.example", "u:p"]],
  [sipEndpoint, { extra: { api_key: "k", note: "n" } }, [], ["k"]],
  [
    sipEndpoint,
    { __found: { password: "p", caller_id: "c" }, __at: 1, __tried: { password: "q" } },
    ["callerId"],
    ["p", "c", "q"],
  ],
  [sipEndpoint, { extra: { a: ["b", { c: "d" }] } }, ["extra"], ["b", "d"]],
])("the secrets of a $kind with %j, of which %j are marked, are %j", (resource, values, marked, secrets) => {
  expect([...new Set(secretsOf(resource, { ...values }, marked))]).toEqual(secrets);
});

it("a secret field is secret under both of its names, and no other is", () => {
  const others = ["passwordFrom", "username", "caller_id", "toString"];
  const names = ["password", "jwtToken", "jwt_token", "refresh_token", ...others];
  expect(names.filter((name) => isSecretField(sipEndpoint, name))).toEqual(["password"]);
  expect(names.filter((name) => isSecretField(clientToken, name))).toEqual(["jwtToken", "jwt_token", "refresh_token"]);
});

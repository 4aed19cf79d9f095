// The values that are credentials under a name. tests/policy/corpus-text.ts has the addresses with and without credentials.

import { expect, it } from "vitest";
import { isCredential } from "../../policy/credential.ts";

it.each<[name: string, credentials: string[], others: string[]]>([
  ["token", ["1", "front"], ["", " ", "%{token}", "{{token}}"]],
  ["pin", ["4711", "x4711"], ["471", "main"]],
  ["code", ["123456", "k9Xm2Qp7"], ["12345", "abc", "front-desk 12"]],
  ["api-key2", ["main", "1"], [""]],
  ...["api", "access", "secret", "private", "signing", "auth", "shared", "subscription"].map(
    (kind): [string, string[], string[]] => [`${kind}_key`, ["main"], [""]],
  ),
  ...["key", "session", "auth", "authorization", "hash", "nonce"].map((name): [string, string[], string[]] => [
    name,
    ["k9Xm2Qp7"],
    ["main"],
  ]),
  ["finishOnKey", [], ["#", "k9Xm2Qp7"]],
  ["name", [], ["k9Xm2Qp7"]],
])("a value under the name %s", (name, credentials, others) => {
  expect([...credentials, ...others].filter((value) => isCredential(name, value))).toEqual(credentials);
});

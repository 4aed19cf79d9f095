// What a caller without types may hand to the server: each refusal names the argument.

import { expect, test } from "vitest";
import { InputError } from "../../server/index.ts";
import { given } from "./support.ts";

const TO = "+12025550101";
const FROM = "+12025550177";
const ID = "3fa85f64-5717-4562-b3fc-2c963f66afa6";

test.each([
  ["call", undefined, "The call: "],
  ["call", "desk", "The call: "],
  ["call", { from: FROM }, "to: must be a string"],
  ["call", { to: undefined, from: FROM }, "to: must be a string"],
  ["call", { to: 5, from: FROM }, "to: must be a string"],
  ["call", { to: TO, from: null }, "from: must be a string"],
  ["call", { to: TO, from: FROM, project: "5" }, "project: must be a UUID"],
  ["call", { to: TO, from: FROM, body: "Hello" }, "body"],
  ["message", null, "The message: "],
  ["message", { to: TO, from: FROM }, "body: must be a string"],
  ["message", { to: TO, body: "Hello" }, "from: must be a string"],
  ["message", { to: TO, from: FROM, body: 5 }, "body: must be a string"],
] as const)("a %s of %j is refused by name", async (kind, request, problem) => {
  const { server } = await given();
  const refused = server[kind](request as never);
  await expect(refused).rejects.toThrow(InputError);
  await expect(refused).rejects.toThrow(problem);
});

test.each([
  [undefined, "The objects: "],
  [[undefined], "[0]: "],
  [[{ kind: "sipEndpoint", fields: {} }], "[0].id: must be a UUID"],
  [[{ kind: "sipEndpoint", id: 5, fields: {} }], "[0].id: must be a UUID"],
  [[{ kind: "desk", id: ID, fields: {} }], "[0].kind: is none of this server"],
  [[{ kind: "sipEndpoint", id: ID }], "[0].fields: must be an object"],
  [[{ kind: "sipEndpoint", id: ID, fields: { username: 5n } }], "[0].fields: must hold what JSON can express"],
  [[{ kind: "sipEndpoint", id: ID, fields: {}, project: 5 }], "[0].project: must be a UUID"],
])("a put of %o is refused by name, and stores nothing", async (objects, problem) => {
  const { server } = await given();
  const before = server.snapshot();
  expect(() => server.put(objects as never)).toThrow(InputError);
  expect(() => server.put(objects as never)).toThrow(problem);
  expect(server.snapshot()).toEqual(before);
});

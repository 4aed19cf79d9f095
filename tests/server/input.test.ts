// What a caller without types may hand to the server: each refusal names the argument.

import { expect, test } from "vitest";
import { InputError, startServer } from "../../server/index.ts";
import { given } from "./support.ts";

const TO = "+12025550101";
const FROM = "+12025550177";
const ID = "3fa85f64-5717-4562-b3fc-2c963f66afa6";

test.each([
  ["call", undefined, "The call: "],
  ["call", "desk", "The call: "],
  ["call", { from: FROM }, "to: must be a string"],
  ["call", { to: 5, from: FROM }, "to: must be a string"],
  ["call", { to: TO, from: null }, "from: must be a string"],
  ["call", { to: TO, from: FROM, project: "5" }, "project: must be a UUID"],
  ["call", { to: TO, from: FROM, body: "Hello" }, "body"],
  [
    "call",
    { to: TO, from: FROM, at: "2031-02-29 09:00" },
    'at: must be a possible time in UTC, as "Mon 10:00" or "2026-12-25 10:00"',
  ],
  ["message", null, "The message: "],
  ["message", { to: TO, from: FROM }, "body: must be a string"],
  ["message", { to: TO, body: "Hello" }, "from: must be a string"],
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

test.each([
  [null, "The options of the server: "],
  [{ port: "80" }, "port: must be a port"],
  [{ port: 65_536 }, "port: must be a port"],
  [{ host: 5 }, "host: must be a string"],
  [{ data: "" }, "data: must not be empty"],
  [{ clock: {} }, "clock: must have the method now and at"],
  [{ control: "secret" }, "control: must be true, false or an object with a token"],
  [{ refreshTokens: "once" }, "refreshTokens: must be reusable or single-use"],
  [{ timeLimits: null }, "timeLimits: must be an object"],
  [{ timeLimits: { headers: 0 } }, "timeLimits.headers: must be a whole number from 1"],
  [{ timeLimits: { request: 0 } }, "timeLimits.request: must be a whole number from 1"],
  [{ journalLimit: -1 }, "journalLimit: must be a whole number from 1"],
  [{ maximumTokenLifetime: 0 }, "maximumTokenLifetime: must be a whole number from 1"],
  [{ allowWebhooksTo: "example.com" }, "allowWebhooksTo: must be a list"],
  [{ extraFields: "no" }, "extraFields: must be true or false"],
])("a server does not start with the options %j", async (options, problem) => {
  const refused = startServer(options as never);
  await expect(refused).rejects.toThrow(InputError);
  await expect(refused).rejects.toThrow(problem);
});

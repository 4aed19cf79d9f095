// What a caller without types may hand to the server: each refusal names the argument.

import { expect, test } from "vitest";
import { InputError, startServer } from "../../server/index.ts";
import { given } from "./support.ts";

const TO = "+12025550101";
const FROM = "+12025550177";
const ID = "3fa85f64-5717-4562-b3fc-2c963f66afa6";

type Row = readonly [run: (input: never) => unknown, input: unknown, problem: string];

/** Each input has one problem, which begins with this text. */
async function areRefused(rows: readonly Row[]): Promise<void> {
  for (const [run, input, problem] of rows) {
    const error = await (async () => run(input as never))().catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(InputError);
    const problems = (error as InputError).problems.map((each) => each.slice(0, problem.length));
    expect([input, problems]).toEqual([input, [problem]]);
  }
}

test("a call, a message and a put are refused by name, and store nothing", async () => {
  const { server } = await given();
  const before = server.snapshot();
  const call = (input: never) => server.call(input);
  const message = (input: never) => server.message(input);
  const put = (input: never) => server.put(input);
  const at = 'at: must be a possible time in UTC, as "Mon 10:00" or "2026-12-25 10:00"';
  await areRefused([
    [call, undefined, "The call: "],
    [call, "desk", "The call: "],
    [call, { from: FROM }, "to: must be a string"],
    [call, { to: 5, from: FROM }, "to: must be a string"],
    [call, { to: TO, from: null }, "from: must be a string"],
    [call, { to: TO, from: FROM, project: "5" }, "project: must be a UUID"],
    [call, { to: TO, from: FROM, sourceIp: "carrier.example" }, "sourceIp: must be an IP address"],
    [call, { to: TO, from: FROM, body: "Hello" }, 'The call: Unrecognized key: "body"'],
    [call, { to: TO, from: FROM, at: "2031-02-29 09:00" }, at],
    [message, null, "The message: "],
    [message, { to: TO, from: FROM }, "body: must be a string"],
    [message, { to: TO, body: "Hello" }, "from: must be a string"],
    [put, undefined, "The objects: "],
    [put, [undefined], "[0]: "],
    [put, [{ kind: "sipEndpoint", fields: {} }], "[0].id: must be a UUID"],
    [put, [{ kind: "sipEndpoint", id: 5, fields: {} }], "[0].id: must be a UUID"],
    [put, [{ kind: "desk", id: ID, fields: {} }], "[0].kind: is none of this server"],
    [put, [{ kind: "sipEndpoint", id: ID }], "[0].fields: must be an object"],
    [put, [{ kind: "sipEndpoint", id: ID, fields: { username: 5n } }], "[0].fields: must hold what JSON can express"],
    [put, [{ kind: "sipEndpoint", id: ID, fields: {}, project: 5 }], "[0].project: must be a UUID"],
  ]);
  expect(server.snapshot()).toEqual(before);
});

test("a server does not start with wrong options", async () => {
  const rows: [options: unknown, problem: string][] = [
    [null, "The options of the server: "],
    [{ port: "80" }, "port: must be a port"],
    [{ port: 65_536 }, "port: must be a port"],
    [{ host: 5 }, "host: must be a string"],
    [{ data: "" }, "data: must not be empty"],
    [{ clock: {} }, "clock: must have the method now and at"],
    [{ control: "secret" }, "control: must be true, false or an object with a token"],
    // Everybody has an empty token.
    [{ control: { token: "" } }, "must not be empty"],
    [{ refreshTokens: "once" }, "refreshTokens: must be reusable or single-use"],
    [{ timeLimits: null }, "timeLimits: must be an object"],
    [{ timeLimits: { headers: 0 } }, "timeLimits.headers: must be a whole number from 1"],
    [{ timeLimits: { request: 0 } }, "timeLimits.request: must be a whole number from 1"],
    [{ journalLimit: -1 }, "journalLimit: must be a whole number from 1"],
    [{ maximumTokenLifetime: 0 }, "maximumTokenLifetime: must be a whole number from 1"],
    [{ allowWebhooksTo: "example.com" }, "allowWebhooksTo: must be a list"],
    [{ extraFields: "no" }, "extraFields: must be true or false"],
  ];
  await areRefused(rows.map(([options, problem]) => [startServer, options, problem]));
});

test("a fault is refused by the name of what makes no sense", async () => {
  const { faults } = (await given()).server;
  const headers = "headers: must be names and values that HTTP allows";
  const rows: [options: unknown, problem: string][] = [
    [undefined, "The fault: "],
    [null, "The fault: "],
    ["drop", "The fault: "],
    [{}, "effect: "],
    [{ effect: "explode" }, "effect: "],
    [{ effect: "delay" }, "milliseconds: "],
    [{ effect: "status", status: 99 }, "status: "],
    [{ effect: "status", status: 503, headers: { "x y": "z" } }, headers],
    [{ effect: "status", status: 503, headers: { x: "a\r\nb: c" } }, headers],
    [{ effect: "drop", method: "PSOT" }, "method: must be an HTTP method"],
    [{ effect: "drop", times: "often" }, 'times: must be a whole number from 1, or "always"'],
    [{ effect: "drop", times: 0 }, "times: "],
    [{ effect: "drop", probability: 2 }, "probability: "],
    [{ effect: "drop", path: "api" }, "path: must start with a slash"],
    [{ effect: "drop", pth: "/api" }, 'The fault: Unrecognized key: "pth"'],
  ];
  await areRefused(rows.map(([options, problem]) => [(input: never) => faults.add(input), options, problem]));
  expect(faults.all).toEqual([]);
});

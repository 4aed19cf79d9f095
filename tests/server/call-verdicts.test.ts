// The first line of a trace: the reason why a call did not ring, from the codes of its steps.

import { AssertionError } from "node:assert";
import { expect, test } from "vitest";
import { type Details, type Event, events } from "../../server/calls/events.ts";
import { callbacksOf, reportOf } from "../../server/calls/report.ts";
import { decidingParty } from "../../server/calls/trace.ts";
import { assertTaken, type Step, type Trace } from "../../server/index.ts";
import { addEndpoint, addScript, FROM, numberWith, setNumber, TO } from "./called.ts";
import { frozen, given } from "./support.ts";

const GONE = "3fa85f64-5717-4562-b3fc-2c963f66afa6";

async function calling(fields: object, to = TO): Promise<Trace> {
  return (await numberWith(fields)).server.call({ to, from: FROM });
}

const laml = (url: string, more: object = {}) => ({ call_handler: "laml_webhooks", call_request_url: url, ...more });

test("a call that did not ring says why in its first line, without the credentials that an address holds", async () => {
  const { verdict, way } = await calling(laml("http://user:hunter2@127.0.0.1:9/call?token=hunter2"));
  const dialled = await calling({}, "https://user:hunter2@127.0.0.1/");
  for (const text of [verdict, way, dialled.verdict, dialled.way]) expect(text).not.toContain("hunter2");
  expect(verdict).toContain("refused the connection");
  expect(dialled.way).toBe("https://[secret]@127.0.0.1/ ✗");
});

test("each event has its sentence, and may have a cause, a name on the route and an end", async () => {
  const details: Details = new Proxy({}, { get: (_, name) => `{${String(name)}}` });
  const shown = Object.entries<Event>(events).flatMap(([code, { text, cause, name, end }]) => [
    `${code}: ${text(details)}`,
    ...(cause ? [`  cause: ${cause === "unset" ? cause : cause(details, "{object}")}`] : []),
    ...(name ? [`  name: ${name(details, "{field}")}`] : []),
    ...(end ? [`  end: ${end(details, "{object}")}`] : []),
  ]);
  await expect(shown.join("\n")).toMatchFileSnapshot("golden/events.txt");
});

test("the last script that exists decides the end of a call", () => {
  const [menu, gone] = ["Menu", "Gone"].map((name) => ({ what: "SWML script", name }));
  const deleted = { script: gone, failure: { cause: "script_deleted" } };
  expect(decidingParty([{ attempt: { script: menu } }, { attempt: deleted }] as Step[])).toBe(menu);
});

test("a call that was taken says by whom: by a script of the project, by its name instead of its address", async () => {
  const client = await given();
  const create = (name: string, contents: object) => addScript(client, name, JSON.stringify(contents));
  const voicemail = await create("Voicemail?token=canary", { sections: { main: ["answer", { record: {} }] } });
  const menu = await create("Main menu", { sections: { main: [{ transfer: { dest: voicemail } }] } });
  await setNumber(client, { call_handler: "relay_script", call_relay_script_url: menu });
  const { verdict, way, steps } = await client.server.call({ to: TO, from: FROM });
  expect(verdict).toBe("✓ Answered by the SWML script Voicemail?token=[secret]");
  expect(way).toBe(`${TO} ✓ → relay_script ✓ → SWML script Main menu ✓ → SWML script Voicemail?token=[secret] ✓`);
  expect(steps.flatMap(({ attempt }) => attempt?.script?.name ?? [])[0]).toBe("Main menu");
});

test("a report has the verdict, the way, one line of status callbacks, and details of 80 columns", async () => {
  const urls = { call_request_url: "https://a.example/", call_status_callback_url: "https://a.example/status" };
  const numbers = [{ number: TO, call_handler: "laml_webhooks", ...urls }];
  const { server } = await given({
    clock: frozen("2026-01-01T00:00:00Z"),
    seed: { projects: [{ id: GONE, numbers }] },
  });
  const trace = await server.call({ to: TO, from: FROM });
  const report = reportOf(trace)
    .replace(/after \d+ ms/, "after 0 ms")
    .replace(trace.id, "CALL");
  await expect(report).toMatchFileSnapshot("golden/report.txt");
  const step = (url: string, failure?: object) => ({
    field: "status_callback",
    attempt: { method: "GET", url, failure },
  });
  const lineOf = (...steps: object[]) => callbacksOf(steps as never);
  const [first, second] = [step("http://a/?n=1"), step("http://a/?n=2", {})];
  expect([lineOf(), lineOf(first), lineOf(first, second), lineOf(first, step("http://b/"))]).toEqual([
    undefined,
    "status callback: GET http://a/, 1 request, all answered",
    "status callback: GET http://a/, 2 requests, 1 failed",
    "status callback: 2 addresses, 2 requests, all answered",
  ]);
});

test("assertTaken passes for a taken call and the named taker, and fails with the verdict and every step", async () => {
  const failureOf = (trace: Trace, expected?: Parameters<typeof assertTaken>[1]) => {
    try {
      assertTaken(trace, expected);
    } catch (error) {
      expect(error).toBeInstanceOf(AssertionError);
      const { message, actual, expected, operator } = error as AssertionError;
      return [message, actual, expected, operator];
    }
    return [];
  };
  const client = await given();
  const id = await addEndpoint(client, "desk");
  await setNumber(client, { call_handler: "relay_sip_endpoint", call_sip_endpoint_id: id.toUpperCase() });
  const taken = await client.server.call({ to: TO, from: FROM });
  const lost = await calling({});
  expect([failureOf(taken), failureOf(taken, { rings: "desk" }), failureOf(lost)]).toEqual([
    ...[[], []],
    [reportOf(lost), "unanswered", "taken", "assertTaken"],
  ]);
  const night = { rings: "night-desk" };
  expect(failureOf(taken, night)).toEqual([
    ...[`✗ Not rings: "night-desk". ${reportOf(taken)}`, "handed-over", 'rings: "night-desk"', "assertTaken"],
  ]);
});

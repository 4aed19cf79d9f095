// The server neither shows nor keeps a secret from its traffic.

import { expect, test } from "vitest";
import type { Attempt } from "../../server/calls/trace.ts";
import { Tracer } from "../../server/calls/tracer.ts";
import { Clock, startServer } from "../../server/index.ts";
import { addEndpoint, lamlFields, setNumber } from "./called.ts";
import { askControl, type Client, dataFile, ENDPOINTS, given } from "./support.ts";

const URL_WITH_SECRETS = "http://office:hunter2pass@127.0.0.1:9/call?token=tok_4fz9x1";
const SECRETS = /hunter2pass|tok_4fz9x1|c0rrect-h0rse/;

async function client(): Promise<Client> {
  const created = await given({ control: true });
  const webhooks = lamlFields(URL_WITH_SECRETS);
  await addEndpoint(created, "desk", { password: "c0rrect-h0rse", ...webhooks });
  await setNumber(created, webhooks);
  await created.get(`${ENDPOINTS}?token=tok_4fz9x1`);
  return created;
}

const CALL = { to: "desk", from: "+12025550177" };

test("the control API hides secrets, whatever the query is, and the journal and traces in code do", async () => {
  const asked = await client();
  for (const path of ["journal", "routes", "calls", "callers"].flatMap((each) => [each, `${each}?secrets=true`])) {
    const body = path.startsWith("calls") ? CALL : undefined;
    const { status, text } = await askControl(asked, body ? "POST" : "GET", path, body);
    expect([path, status, SECRETS.exec(text)]).toEqual([path, 200, null]);
  }
  const { server } = asked;
  const trace = await server.call(CALL);
  expect(trace.text).toContain("[secret]@127.0.0.1");
  expect(JSON.stringify([trace, server.failedTraces, server.journal.entries, await server.explore()])).not.toMatch(
    SECRETS,
  );
});

test("no step of a trace has a secret", () => {
  const tracer = new Tracer(new Clock(), { kind: "call", id: "1", from: "+1", to: "+2" });
  const party = { what: "cXML script", name: URL_WITH_SECRETS };
  tracer.by = URL_WITH_SECRETS;
  const answer = { document: URL_WITH_SECRETS, script: party, failure: { cause: "broken", reason: URL_WITH_SECRETS } };
  const attempt = { method: "GET", url: URL_WITH_SECRETS, status: 200, duration: 1, ...answer } as Attempt;
  tracer.note("webhook_failed", { url: URL_WITH_SECRETS }, { attempt, next: party });
  expect(JSON.stringify(tracer.soFar)).not.toMatch(SECRETS);
});

test("a control token survives a restart with the data file, and no snapshot has it", async () => {
  const data = dataFile();
  const tokens = [];
  for (const control of [true, true, { token: "mine" }]) {
    const server = await startServer({ control, data });
    const snapshot = server.snapshot();
    expect(JSON.stringify(snapshot)).not.toContain(server.controlToken);
    server.restore(snapshot);
    tokens.push(server.controlToken);
    await server.close();
  }
  expect(tokens).toEqual([tokens[0], tokens[0], "mine"]);
});

test.each(["0.0.0.0", "::"])(
  "a server that listens at %s names an address that this machine can call",
  async (host) => {
    expect((await (await given({ host })).get(ENDPOINTS)).status).toBe(200);
  },
);

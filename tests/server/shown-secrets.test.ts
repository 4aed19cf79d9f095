// The server neither shows nor keeps a secret from its traffic.

import { expect, test } from "vitest";
import { startServer } from "../../server/index.ts";
import { addEndpoint, lamlFields, setNumber } from "./called.ts";
import { askControl, type Client, clientOf, dataFile, ENDPOINTS, given } from "./support.ts";

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

test.each([
  ["journal", undefined],
  ["routes", undefined],
  ["calls", CALL],
  ["callers", undefined],
] as const)("%s hides secrets, whatever the query is", async (path, body) => {
  const asked = await client();
  for (const each of [path, `${path}?secrets=true`]) {
    const { status, text } = await askControl(asked, body ? "POST" : "GET", each, body);
    expect(status).toBe(200);
    expect(text).not.toMatch(SECRETS);
  }
});

test("the journal and traces in code hide secrets too", async () => {
  const { server } = await client();
  const trace = await server.call(CALL);
  expect(trace.text).toContain("[secret]@127.0.0.1");
  expect(JSON.stringify([trace, server.failedTraces, server.journal.entries, await server.explore()])).not.toMatch(
    SECRETS,
  );
});

test("a control token survives a restart with the data file, and no snapshot has it", async () => {
  const data = dataFile();
  const first = await startServer({ control: true, data });
  const token = first.controlToken;
  const snapshot = first.snapshot();
  expect(JSON.stringify(snapshot)).not.toContain(token);
  first.restore(snapshot);
  await first.close();
  const second = await startServer({ control: true, data });
  expect(second.controlToken).toBe(token);
  await second.close();
  const third = await startServer({ control: { token: "mine" }, data });
  expect(third.controlToken).toBe("mine");
  await third.close();
});

test.each(["0.0.0.0", "::"])(
  "a server that listens at %s names an address that this machine can call",
  async (host) => {
    const server = await startServer({ host });
    const client = clientOf(server);
    expect((await client.get(ENDPOINTS)).status).toBe(200);
    await server.close();
  },
);

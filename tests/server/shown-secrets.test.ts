// The server neither shows nor keeps a secret from its traffic.

import { Session } from "node:inspector";
import { expect, test } from "vitest";
import { startServer } from "../../server/index.ts";
import { addEndpoint, lamlFields, setNumber } from "./called.ts";
import { askControl, type Client, clientOf, dataFile, ENDPOINTS, given, JWT } from "./support.ts";

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

test("no secret of a request, an answer or a trace stays in the memory of the server", async () => {
  const asked = await client();
  const { jwt_token, refresh_token } = (await asked.post(JWT)).body;
  await asked.put(JWT, { refresh_token });
  const long = { username: "long", password: "c0rrect-h0rse", caller_id: "x".repeat(30_000) };
  expect((await asked.post(ENDPOINTS, long)).status).toBe(201);
  await asked.post(ENDPOINTS, { pasword: "c0rrect-h0rse" });
  await asked.server.call(CALL);
  expect(everyTextOf(asked.server.journal)).toContain("[secret]@127.0.0.1");
  expect(everyTextOf(asked.server.journal)).not.toMatch(SECRETS);
  expect(everyTextOf(asked.server.journal)).not.toContain(jwt_token);
  expect(everyTextOf(asked.server.journal)).not.toContain(refresh_token);
});

/** Returns what an object keeps, private members included, as the debugger shows it. */
function everyTextOf(journal: object): string {
  const session = new Session();
  session.connect();
  Object.assign(globalThis, { looked: journal });
  const texts: string[] = [];
  const seen = new Set<string>();
  const look = (objectId: string | undefined): void => {
    if (objectId === undefined || seen.size > 100_000) return;
    session.post("Runtime.getProperties", { objectId, ownProperties: true }, (_, found) => {
      // Node's types lack the private members.
      const { result, privateProperties = [] } = found as typeof found & { privateProperties?: typeof found.result };
      for (const { name, value } of [...result, ...privateProperties]) {
        if (name === "__proto__" || value?.type === "function") continue;
        seen.add(value?.objectId ?? "");
        texts.push(String(value?.value));
        look(value?.objectId);
      }
    });
  };
  session.post("Runtime.evaluate", { expression: "globalThis.looked" }, (_, { result }) => look(result.objectId));
  session.disconnect();
  Reflect.deleteProperty(globalThis, "looked");
  return texts.join("\n");
}

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

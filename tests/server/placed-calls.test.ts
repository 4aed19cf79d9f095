// Calls from an endpoint or a client of the server: the caller id for the called party (spec §2.1, §5).

import { expect, test } from "vitest";
import { addEndpoint, connected, FROM, setNumber, swml } from "./called.ts";
import { ok, receiver } from "./receiver.ts";
import { askControl, given, NUMBERS, PROFILE } from "./support.ts";

const [ONE, TWO, VERIFIED] = ["+12025550101", "+12025550102", "+12025550177"] as const;

/** A project whose first number and whose endpoint `bob` record the caller id. */
async function phones(numbers: readonly string[] = [ONE, TWO], verifiedNumbers: string[] = [VERIFIED]) {
  const client = await given({ control: true, seed: { projects: [{ numbers: [...numbers], verifiedNumbers }] } });
  const { url, received } = await receiver({ "/call": ok(), "/script": swml([]) });
  for (const { id } of (await client.get(NUMBERS)).body.data)
    await client.put(`${NUMBERS}/${id}`, { call_handler: "laml_webhooks", call_request_url: `${url}/call` });
  const add = (username: string, fields: object) => addEndpoint(client, username, fields);
  await add("bob", { call_handler: "relay_script", call_relay_script_url: `${url}/script` });
  const seen = () => {
    const last = received.at(-1);
    return last?.path === "/script" ? JSON.parse(last.body).call.from : last?.form.From;
  };
  return { server: client.server, client, add, seen, received };
}

/** What the called party sees, by the fields of the endpoint `alice`; `@` is the project's domain. */
test.each<[fields: object, from: string, to: string, seen: string]>([
  [{ send_as: TWO, caller_id: "Front desk" }, "alice", ONE, TWO],
  [{}, "alice", ONE, VERIFIED],
  [{ caller_id: "Front desk" }, "sip:alice@", "bob", "Front desk"],
  [{}, "alice", "bob", "sip:alice@"],
  [{ caller_id: "Front desk" }, "sip:alice@example.net", "bob", "sip:alice@example.net"],
])("with %j a call from %s to %s is seen as %s", async (fields, from, to, shown) => {
  const { server, client, add, seen } = await phones();
  const { domain } = (await client.put(PROFILE, { default_send_as: VERIFIED })).body;
  await add("alice", fields);
  const whole = (address: string) => address.replace(/@$/, `@${domain}`);
  expect((await server.call({ from: whole(from), to })).outcome).toBe("answered");
  expect(seen()).toBe(whole(shown));
});

test("a random send_as is any number that the project has bought or verified", async () => {
  const { server, add, seen, received } = await phones();
  await add("alice", {});
  for (let calls = 0; calls < 60; calls += 1) await server.call({ from: "alice", to: ONE });
  expect(new Set(received.map(({ form }) => form.From))).toStrictEqual(new Set([ONE, TWO, VERIFIED]));
  const trace = await server.call({ from: "alice", to: ONE });
  expect(trace.steps[0]?.text).toBe(`The SIP endpoint alice calls as ${seen()}, chosen at random, without a name.`);
});

test("a call fails where the project has no number to send as", async () => {
  const { server, add } = await phones([], []);
  await add("alice", {});
  const trace = await server.call({ from: "alice", to: "+442079460000" });
  expect([trace.outcome, trace.steps.at(-1)]).toMatchObject([
    "failed",
    { text: "The SIP endpoint alice cannot call: the project has no number to send as.", field: "send_as" },
  ]);
});

test("a connected client calls under its name, over the control API too, and rings for its number", async () => {
  const { client, seen } = await phones();
  await connected(client, "lobby");
  const { status, body } = await askControl(client, "POST", "calls", { from: "lobby", to: ONE });
  expect([status, seen()]).toStrictEqual([200, "lobby"]);
  expect(body.text).toContain("The connected client lobby calls, and is seen as lobby.");
  await setNumber(client, { call_handler: "relay_verto_endpoint", call_verto_resource: "lobby" });
  const { outcome, verdict, steps } = await client.server.call({ to: ONE, from: FROM });
  expect([outcome, verdict, steps.at(-1)?.next]).toEqual([
    ...["ringing", "✓ Rings the client lobby", { what: "client", name: "lobby" }],
  ]);
});

// Calls from an endpoint or a client of the server: the caller id for the called party (spec §2.1, §5).

import { expect, test } from "vitest";
import { addEndpoint, connected } from "./called.ts";
import { ok, receiver } from "./receiver.ts";
import { askControl, given, NUMBERS } from "./support.ts";

const [ONE, TWO, VERIFIED] = ["+12025550101", "+12025550102", "+12025550177"] as const;

/** A project whose first number and whose endpoint `bob` record the caller id. */
async function phones(numbers: readonly string[] = [ONE, TWO], verifiedNumbers: string[] = [VERIFIED]) {
  const client = await given({ control: true, seed: { projects: [{ numbers: [...numbers], verifiedNumbers }] } });
  const { url, received } = await receiver({
    "/call": ok(),
    "/script": ok(JSON.stringify({ sections: { main: [] } })),
  });
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

test("a number sees the send_as of the endpoint that calls, by the name of its caller_id", async () => {
  const { server, add, seen } = await phones();
  await add("alice", { send_as: TWO, caller_id: "Front desk" });
  const trace = await server.call({ from: "alice", to: ONE });
  expect([trace.outcome, seen()]).toStrictEqual(["answered", TWO]);
  expect(trace.steps[0]).toMatchObject({
    text: `The SIP endpoint alice calls as ${TWO}, by the name Front desk.`,
    field: "send_as",
  });
});

test("a random send_as is any number that the project has bought or verified", async () => {
  const { server, add, seen, received } = await phones();
  await add("alice", {});
  for (let calls = 0; calls < 60; calls += 1) await server.call({ from: "alice", to: ONE });
  expect(new Set(received.map(({ form }) => form.From))).toStrictEqual(new Set([ONE, TWO, VERIFIED]));
  const trace = await server.call({ from: "alice", to: ONE });
  expect(trace.steps[0]?.text).toBe(`The SIP endpoint alice calls as ${seen()}, chosen at random, without a name.`);
});

test("an endpoint that inherits the profile's number sends as that", async () => {
  const { server, client, add, seen } = await phones();
  await client.put("/api/relay/rest/sip_profile", { default_send_as: VERIFIED });
  await add("alice", {});
  await server.call({ from: "alice", to: ONE });
  expect(seen()).toBe(VERIFIED);
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

test("a call to the outside leaves the server, which says as whom", async () => {
  const { server, add } = await phones();
  await add("alice", { send_as: VERIFIED });
  const trace = await server.call({ from: "alice", to: "+442079460000" });
  expect(trace).toMatchObject({ outcome: "handed-over", project: null, from: "alice" });
  expect(trace.text).toContain(`calls as ${VERIFIED}`);
  expect(trace.text).toContain("The call leaves the project for +442079460000.");
});

test("another endpoint sees the caller_id, or the SIP address where there is none", async () => {
  const { server, client, add, seen } = await phones();
  const { domain } = (await client.get("/api/relay/rest/sip_profile")).body;
  await add("alice", { caller_id: "Front desk" });
  await add("carol", {});
  await server.call({ from: `sip:alice@${domain}`, to: "bob" });
  expect(seen()).toBe("Front desk");
  await server.call({ from: "carol", to: "bob" });
  expect(seen()).toBe(`sip:carol@${domain}`);
});

test("the same user name at another domain is a caller from outside", async () => {
  const { server, add, seen } = await phones();
  await add("alice", { caller_id: "Front desk" });
  await server.call({ from: "sip:alice@example.net", to: "bob" });
  expect(seen()).toBe("sip:alice@example.net");
});

test("the called party sees a connected client's name, over the control API too", async () => {
  const { client, seen } = await phones();
  await connected(client, "lobby");
  const { status, body } = await askControl(client, "POST", "calls", { from: "lobby", to: ONE });
  expect([status, seen()]).toStrictEqual([200, "lobby"]);
  expect(body.text).toContain("The connected client lobby calls, and is seen as lobby.");
});

// Calls that are passed on: from numbers to endpoints, and by their documents to others.

import { expect, test } from "vitest";
import { addEndpoint, FROM, lamlFields, setNumber, TO } from "./called.ts";
import { type Answers, ok, type Receiver, receiver } from "./receiver.ts";
import { given } from "./support.ts";

const [ONE, TWO] = [TO, "+12025550102"] as const;

function laml({ url }: Receiver, path: string): object {
  return lamlFields(url + path, `${url}/fallback`, `${url}/status`);
}

function dial(content: string): string {
  return `<Response><Say>One moment</Say><Dial>${content}</Dial></Response>`;
}

function connect(argument: object): string {
  return JSON.stringify({ sections: { main: ["answer", { connect: argument }] } });
}

/** Calls a number with this document. Returns the trace and the requests. */
async function callWith(document: string, answers: Answers = {}) {
  const client = await given();
  const asked = await receiver({ "/one": ok(document), "/two": ok(), "/status": ok(), ...answers });
  await setNumber(client, laml(asked, "/one"));
  await setNumber(client, laml(asked, "/two"), TWO);
  return { client, ...asked, call: () => client.server.call({ to: ONE, from: FROM }) };
}

test("a number that a document dials takes the call as a new one, which names the first", async () => {
  const { call, received, client } = await callWith(dial(TWO));
  const trace = await call();
  expect(trace).toMatchObject({ to: ONE, handler: "laml_webhooks", outcome: "answered" });
  const [first, second, ...ends] = received;
  expect(first?.form).toMatchObject({ CallSid: trace.id, To: ONE, From: FROM });
  expect(first?.form).not.toHaveProperty("ParentCallSid");
  expect(second).toMatchObject({ path: "/two", form: { ParentCallSid: trace.id, To: TWO, From: FROM } });
  expect(second?.form.CallSid).not.toBe(trace.id);
  // The inner call ends first.
  expect(ends.map(({ form }) => [form.To, form.CallStatus])).toStrictEqual([
    [TWO, "completed"],
    [ONE, "completed"],
  ]);
  expect(trace.text).toContain(`The document dials ${TWO}: The phone number ${TWO} is next.`);
  expect(second?.form.AccountSid).toBe(client.server.project.id);
});

test("the caller ID of a dial is what the next one sees", async () => {
  const { call, received } = await callWith(`<Response><Dial callerId="+12025550199">${TWO}</Dial></Response>`);
  await call();
  expect(received[1]?.form.From).toBe("+12025550199");
});

test("a loop through a number and an endpoint is found, and ends the call", async () => {
  const client = await given();
  const asked = await receiver({ "/alice": ok(dial(`<Number>${ONE}</Number>`)), "/status": ok() });
  const alice = await addEndpoint(client, "alice", laml(asked, "/alice"));
  await setNumber(client, { call_handler: "relay_sip_endpoint", call_sip_endpoint_id: alice });

  const trace = await client.server.call({ to: ONE, from: FROM });
  expect(trace).toMatchObject({ handler: "relay_sip_endpoint", outcome: "looped" });
  const [number, endpoint] = [`The phone number ${ONE}`, "The SIP endpoint alice"];
  expect(trace.steps.at(-2)?.text).toBe(`The call goes round and ends here: ${number} → ${endpoint} → ${number}.`);
  const told = asked.received.map(({ path, form }) => [path, form.SequenceNumber, form.CallStatus].join(" "));
  expect(told).toStrictEqual([
    ...["/status 0 initiated", "/status 1 ringing", "/alice  ringing", "/status 2 in-progress", "/status 3 failed"],
  ]);
  expect((await client.server.call({ to: "alice", from: FROM })).outcome).toBe("looped");
});

test("an object on two separate branches is no loop", async () => {
  const { client, url, received } = await callWith(dial(`<Number>${TWO}</Number><Client>desk</Client>`));
  await addEndpoint(client, "desk", { call_handler: "relay_script", call_relay_script_url: `${url}/script` });
  const { call } = await callWith(dial(`<Number>${TWO}</Number><Number>${TWO}</Number>`));
  expect((await call()).outcome).toBe("answered");
  await client.server.call({ to: ONE, from: FROM });
  expect(received.map(({ path }) => path)).toStrictEqual(["/one", "/two", "/status", "/script", "/status"]);
});

test.each([
  "<Response><Hangup/><Dial>+12025550102</Dial></Response>",
  "<Response><!-- <Dial>+12025550102</Dial> --><Say>Hello</Say></Response>",
  "<Response><Gather><Say>Dial</Say></Gather></Response>",
  "<Response><Dial><Conference>room</Conference></Dial></Response>",
  "<Response><Dial></Dial></Response>",
])("%s keeps the call", async (document) => {
  const { call, received } = await callWith(document);
  expect((await call()).outcome).toBe("answered");
  expect(received.map(({ path }) => path)).toStrictEqual(["/one", "/status"]);
});

test("a <Dial> that nobody takes leads to its action, and else to the next verb", async () => {
  const dial = (attributes: string) =>
    `<Response><Dial${attributes}><Sip>sip:missing</Sip></Dial><Redirect>/next</Redirect></Response>`;
  for (const [attributes, path] of [
    [' action="/after"', "/after"],
    ["", "/next"],
  ] as const) {
    const { call, received } = await callWith(dial(attributes));
    await call();
    expect(received.map((each) => each.path)).toContain(path);
  }
});

test.each([
  connect({ to: TWO }),
  connect({ serial: [{ to: TWO }, { to: "+442079460000" }] }),
  connect({ parallel: [{ to: TWO }] }),
  connect({ serial_parallel: [[{ to: TWO }], [{ to: "+442079460000" }]] }),
  `sections:\n  main:\n    - answer\n    - connect:\n        to: "${TWO}"\n`,
])("the script %s is followed", async (document) => {
  const client = await given();
  const asked = await receiver({ "/script": ok(document), "/two": ok(), "/status": ok() });
  await setNumber(client, laml(asked, "/two"), TWO);
  await addEndpoint(client, "alice", { call_handler: "relay_script", call_relay_script_url: `${asked.url}/script` });
  expect((await client.server.call({ to: "alice", from: FROM })).outcome).toBe("answered");
  expect(asked.received.map(({ path }) => path)).toStrictEqual(["/script", "/two", "/status"]);
});

test("documents that all dial each other end after fifty", async () => {
  const client = await given();
  const names = ["a", "b", "c", "d", "e", "f", "g"];
  const all = `<Response><Dial>${names.map((name) => `<Sip>sip:${name}</Sip>`).join("")}</Dial></Response>`;
  const asked = await receiver({ "/all": ok(all), "/status": ok() });
  for (const name of names) await addEndpoint(client, name, laml(asked, "/all"));
  const trace = await client.server.call({ to: "a", from: "+12025550177" });
  expect(trace.text).toContain("50 addresses were dialled in this call; the server dials no more.");
  expect(asked.received.filter(({ path }) => path === "/all").length).toBeLessThan(52);
});

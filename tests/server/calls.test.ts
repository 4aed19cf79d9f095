import { createHmac } from "node:crypto";
import { expect, test } from "vitest";
import { wordsOf } from "../../server/calls/hand-over.ts";
import { FROM, numberWith, TO } from "./called.ts";
import { ok, receiver, status } from "./receiver.ts";
import { frozen, given } from "./support.ts";

const NOW = "2024-04-04T18:32:15Z";
const TIMESTAMP = "Thu, 04 Apr 2024 18:32:15 +0000";

test.each(["POST", "GET"])(
  "a call asks the request URL by %s, and reports its end to the status URL",
  async (method) => {
    const { url, received } = await receiver({ "/call": ok(), "/status": status(204) });
    const urls = { call_request_url: `${url}/call?a=1&From=me`, call_status_callback_url: `${url}/status` };
    const fields = { call_handler: "laml_webhooks", call_request_method: method, ...urls };
    const { server } = await numberWith(fields, { clock: frozen(NOW) });
    const trace = await server.call({ to: TO, from: FROM });
    const { id: project, signingKey } = server.project;
    expect(trace).toMatchObject({ kind: "call", to: TO, from: FROM, project, handler: "laml_webhooks" });
    const all = { AccountSid: project, CallSid: trace.id, From: FROM, To: TO };
    const started = { ...all, ApiVersion: "2010-04-01", CallStatus: "ringing", Direction: "inbound" };
    const ended = { ...all, CallStatus: "completed", CallDuration: "0", AudioInMos: "0.0", Timestamp: TIMESTAMP };
    const isForm = method === "POST";
    const own = { a: "1", From: "me" };
    const asked = isForm ? { query: own, form: started } : { query: { ...own, ...started }, form: {} };
    expect(received.map(({ method, path, query, form }) => ({ method, path, query, form }))).toStrictEqual([
      { method, path: "/call", ...asked },
      { method: "POST", path: "/status", query: {}, form: ended },
    ]);
    expect(received[0]?.url).toMatch(/^\/call\?a=1&From=me/);
    const signed = trace.steps.find(({ attempt }) => attempt)?.attempt?.url ?? "";
    const values = Object.keys(started)
      .sort()
      .map((name) => name + started[name as keyof typeof started]);
    const text = isForm ? [signed, ...values].join("") : signed;
    expect(received[0]?.headers).toMatchObject({
      ...(isForm && { "content-type": "application/x-www-form-urlencoded" }),
      "x-signalwire-signature": createHmac("sha1", signingKey).update(text).digest("base64"),
    });
  },
);

test("a call sends the parameters of a fax, and reports its result to the status callback", async () => {
  const { url, received } = await receiver({ "/fax": ok(), "/status": status(204) });
  const urls = { call_request_url: `${url}/fax`, call_status_callback_url: `${url}/status` };
  const fields = { call_handler: "laml_webhooks", call_receive_mode: "fax", ...urls };
  const { server } = await numberWith(fields, { clock: frozen(NOW) });
  const trace = await server.call({ to: TO, from: FROM });
  const fax = { AccountSid: server.project.id, ApiVersion: "2010-04-01", FaxSid: trace.id, From: FROM, To: TO };
  const ended = { ...fax, FaxStatus: "received", Timestamp: TIMESTAMP };
  expect(received.map(({ form }) => form)).toStrictEqual([fax, ended]);
});

test("the kind of a target is in the name of its field", () => {
  const fields = ["call_laml_application_id", "call_dialogflow_agent_id", "message_relay_topic", "call_ai_agent_id"];
  expect(fields.map(wordsOf)).toEqual(["LaML application", "Dialogflow agent", "Relay topic", "AI agent"]);
  expect(["call_video_room_id", "call_sip_endpoint_id", "call_flow_url"].map(wordsOf)).toEqual([
    ...["video room", "SIP endpoint", "flow URL"],
  ]);
});

test("a trace is printed in lines that stored text cannot break or act in", async () => {
  const forged = "sales\u001b[2J\n  2024-04-04T18:32:15.000Z  forged";
  const { server } = await numberWith({ call_handler: "relay_context", call_relay_context: forged });
  const { text, steps, verdict, way } = await server.call({ to: TO, from: "\u202e+1" });
  expect(text.split("\n")).toHaveLength(steps.length + 1);
  expect(text).not.toMatch(/\p{Cf}|(?!\n)\p{Cc}/u);
  expect(text).toContain("sales\\u001b[2J\\n  2024");
  expect(verdict + way).not.toMatch(/\p{Cf}|\p{Cc}/u);
});

test("a call looks only in the project that was asked for", async () => {
  const desk = { username: "desk", password: "vivid-otter-lunar-canyon" };
  const projects = [
    { numbers: [TO], sipEndpoints: [desk] },
    { numbers: [], sipEndpoints: [desk, { ...desk, username: "sales" }] },
  ];
  const { server } = await given({ seed: { projects } });
  const [first, second] = server.projects.map(({ id }) => id);
  const calls: [to: string, from: string, project: string | undefined, found: string | null | undefined][] = [
    [TO, FROM, undefined, first],
    [TO, FROM, second, null],
    [TO, FROM, first?.toUpperCase(), first],
    ["sales", "desk", undefined, null],
    ["sales", "desk", second, second],
  ];
  for (const [to, from, project, found] of calls) {
    const trace = await server.call({ to, from, ...(project !== undefined && { project }) });
    expect([to, project, trace.project]).toEqual([to, project, found]);
  }
});

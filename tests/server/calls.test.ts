import { createHmac } from "node:crypto";
import { describe, expect, test } from "vitest";
import { wordsOf } from "../../server/calls/hand-over.ts";
import { FROM, numberWith, TO } from "./called.ts";
import { ok, receiver, status } from "./receiver.ts";
import { frozen, given } from "./support.ts";

const NOW = "2024-04-04T18:32:15Z";

describe("a call to a number with laml_webhooks", () => {
  test("asks the request URL with a form, is answered, and tells the status callback that it is completed", async () => {
    const { url, received } = await receiver({ "/call": ok(), "/status": status(204) });
    const urls = { call_request_url: `${url}/call?a=1`, call_status_callback_url: `${url}/status` };
    const { server } = await numberWith({ call_handler: "laml_webhooks", ...urls }, { clock: frozen(NOW) });
    const trace = await server.call({ to: TO, from: FROM });
    const project = server.project.id;
    const handler = "laml_webhooks";
    expect(trace).toMatchObject({ kind: "call", to: TO, from: FROM, project, handler, outcome: "answered" });
    const [asked, told] = received;
    expect(asked).toMatchObject({ method: "POST", path: "/call", query: { a: "1" } });
    expect(asked?.headers["content-type"]).toBe("application/x-www-form-urlencoded");
    const all = { AccountSid: project, CallSid: trace.id, From: FROM, To: TO };
    const started = { ApiVersion: "2010-04-01", CallStatus: "ringing", Direction: "inbound" };
    expect(asked?.form).toMatchObject({ ...all, ...started });
    expect(told).toMatchObject({ method: "POST", path: "/status" });
    const ended = { CallStatus: "completed", CallDuration: "0", AudioInMos: "0.0" };
    expect(told?.form).toStrictEqual({ ...all, ...ended, Timestamp: "Thu, 04 Apr 2024 18:32:15 +0000" });
    expect(received).toHaveLength(2);
  });

  test("is printed in lines that stored text cannot break or act in", async () => {
    const { server } = await numberWith({
      call_handler: "relay_context",
      call_relay_context: "sales\u001b[2J\n  2024-04-04T18:32:15.000Z  forged",
    });
    const trace = await server.call({ to: TO, from: "\u202e+1" });
    expect(trace.text.split("\n")).toHaveLength(trace.steps.length + 1);
    expect(trace.text).not.toMatch(/\p{Cf}|(?!\n)\p{Cc}/u);
    expect(trace.text).toContain("sales\\u001b[2J\\n  2024");
    for (const text of [trace.verdict, trace.way]) expect(text).not.toMatch(/\p{Cf}|\p{Cc}/u);
  });

  test("puts the parameters into the query when the method is GET, and signs that URL", async () => {
    const { url, received } = await receiver({ "/call": ok() });
    const { server } = await numberWith({
      call_handler: "laml_webhooks",
      call_request_url: `${url}/call?a=1`,
      call_request_method: "GET",
    });
    const trace = await server.call({ to: TO, from: FROM });
    expect(received[0]).toMatchObject({ method: "GET", body: "", query: { a: "1", CallSid: trace.id, From: FROM } });
    const asked = trace.steps.find(({ attempt }) => attempt)?.attempt?.url ?? "";
    const expected = createHmac("sha1", server.project.signingKey).update(asked).digest("base64");
    expect(received[0]?.headers["x-signalwire-signature"]).toBe(expected);
  });

  test("sends the parameters of a fax, and reports its result to the status callback", async () => {
    const { url, received } = await receiver({ "/fax": ok(), "/status": status(204) });
    const { server } = await numberWith(
      {
        call_handler: "laml_webhooks",
        call_receive_mode: "fax",
        call_request_url: `${url}/fax`,
        call_status_callback_url: `${url}/status`,
      },
      { clock: frozen(NOW) },
    );
    const trace = await server.call({ to: TO, from: FROM });
    const fax = { AccountSid: server.project.id, ApiVersion: "2010-04-01", FaxSid: trace.id, From: FROM, To: TO };
    expect(received[0]?.form).toStrictEqual(fax);
    const ended = { FaxStatus: "received", Timestamp: "Thu, 04 Apr 2024 18:32:15 +0000" };
    expect(received[1]?.form).toStrictEqual({ ...fax, ...ended });
  });
});

test("the kind of a target is in the name of its field", () => {
  const fields = ["call_laml_application_id", "call_dialogflow_agent_id", "message_relay_topic", "call_ai_agent_id"];
  expect(fields.map(wordsOf)).toEqual(["LaML application", "Dialogflow agent", "Relay topic", "AI agent"]);
  expect(["call_video_room_id", "call_sip_endpoint_id", "call_flow_url"].map(wordsOf)).toEqual([
    ...["video room", "SIP endpoint", "flow URL"],
  ]);
});

describe("a trace", () => {
  test("reads from top to bottom, and a failed request goes to the fallback once", async () => {
    const { url, received } = await receiver({ "/call": status(503), "/fallback": ok() });
    const fallback = { call_fallback_url: `${url}/fallback`, call_fallback_method: "GET" };
    const { server } = await numberWith(
      { call_handler: "laml_webhooks", call_request_url: `${url}/call`, ...fallback },
      { clock: frozen(NOW) },
    );
    const trace = await server.call({ to: TO, from: FROM });
    expect(received.map(({ method, path }) => `${method} ${path}`)).toStrictEqual(["POST /call", "GET /fallback"]);
    const lines = trace.text
      .replaceAll(/after \d+ ms/g, "after N ms")
      .replace(/\?\S+/, "")
      .split("\n");
    const at = "  2024-04-04T18:32:15.000Z  ";
    expect(lines).toStrictEqual([
      `call ${trace.id} from ${FROM} to ${TO}: answered`,
      `${at}The phone number ${TO} belongs to the project ${server.project.id}.`,
      `${at}The handler is laml_webhooks. [call_handler]`,
      `${at}POST ${url}/call failed (11217): the answer was 503, after N ms. [call_request_url]`,
      `${at}GET ${url}/fallback answered 200, after N ms. [call_fallback_url]`,
    ]);
  });

  test("looks only in the project that was asked for", async () => {
    const desk = { username: "desk", password: "vivid-otter-lunar-canyon" };
    const projects = [
      { numbers: [TO], sipEndpoints: [desk] },
      { numbers: [], sipEndpoints: [desk, { ...desk, username: "sales" }] },
    ];
    const { server } = await given({ seed: { projects } });
    const [first, second] = server.projects.map(({ id }) => id);
    const projectOf = async (to: string, from: string, project?: string) =>
      (await server.call({ to, from, ...(project !== undefined && { project }) })).project;
    expect([await projectOf(TO, FROM), await projectOf(TO, FROM, second)]).toEqual([first, null]);
    expect(await projectOf(TO, FROM, first?.toUpperCase())).toBe(first);
    expect([await projectOf("sales", "desk"), await projectOf("sales", "desk", second)]).toEqual([null, second]);
  });
});

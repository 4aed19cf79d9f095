// The first line of a trace: the reason why a call did not ring, from the codes of its steps.

import { AssertionError } from "node:assert";
import { describe, expect, test } from "vitest";
import { reportOf } from "../../server/calls/report.ts";
import { assertTaken, type ReferenceServer, type Trace } from "../../server/index.ts";
import { addEndpoint, addScript, FROM, lamlFields, numberWith, setNumber, TO } from "./called.ts";
import { LAML, ok, receiver, status } from "./receiver.ts";
import { ENDPOINTS, given } from "./support.ts";

/** An address without a server. */
const DOWN = "http://127.0.0.1:9";

async function calling(fields: object, to = TO): Promise<Trace> {
  return (await numberWith(fields)).server.call({ to, from: FROM });
}

const laml = (url: string, more: object = {}) => ({ call_handler: "laml_webhooks", call_request_url: url, ...more });

describe("a call that did not ring says why in its first line", () => {
  test("when the server behind the number and its fallback are down", async () => {
    const { verdict, way } = await calling(laml(`${DOWN}/call`, { call_fallback_url: `${DOWN}/fallback` }));
    expect(verdict).toBe(`✗ Did not ring: POST ${DOWN}/call refused the connection, and so did the fallback`);
    expect(way).toBe(`${TO} ✓ → laml_webhooks ✓ → POST ${DOWN}/call ✗ → fallback ✗`);
  });

  test("when request and fallback fail for different reasons, or there is no fallback", async () => {
    const { url } = await receiver({ "/busy": status(503), "/page": ok("hello") });
    const two = await calling(laml(`${url}/busy`, { call_fallback_url: `${url}/page` }));
    expect(two.verdict).toMatch(
      `✗ Did not ring: POST ${url}/busy answered 503, and the fallback, POST ${url}/page answered with what is no document: `,
    );
    const one = await calling(laml(`${url}/busy`, { call_request_method: "GET" }));
    expect(one.verdict).toBe(`✗ Did not ring: GET ${url}/busy answered 503, and no fallback is set`);
  });

  test.each([
    ["has no handler", {}, `the phone number ${TO} has no handler`, `${TO} ✓ → no handler ✗`],
    [
      "names no client",
      { call_handler: "relay_verto_endpoint", call_verto_resource: "alice" },
      "no client is connected as alice",
      `${TO} ✓ → relay_verto_endpoint ✓ → client alice ✗`,
    ],
  ])("when the number %s", async (_, fields, verdict, way) => {
    expect(await calling(fields)).toMatchObject({ verdict: `✗ Did not ring: ${verdict}`, way });
  });

  test("without the credentials that an address holds", async () => {
    const { verdict, way } = await calling(laml("http://user:hunter2@127.0.0.1:9/call?token=hunter2"));
    const dialled = await calling({}, "https://user:hunter2@127.0.0.1/");
    for (const text of [verdict, way, dialled.verdict, dialled.way]) expect(text).not.toContain("hunter2");
    expect(verdict).toContain("refused the connection");
    expect(dialled.way).toBe("https://[secret]@127.0.0.1/ ✗");
  });

  test("when the number rings an endpoint that was deleted", async () => {
    const client = await given();
    const id = await addEndpoint(client, "desk");
    await setNumber(client, { call_handler: "relay_sip_endpoint", call_sip_endpoint_id: id });
    await client.delete(`${ENDPOINTS}/${id}`);
    const trace = await client.server.call({ to: TO, from: FROM });
    expect(trace.verdict).toBe(
      `✗ Did not ring: the phone number ${TO} rings the SIP endpoint ${id}, which is not there`,
    );
    expect(trace.way).toBe(`${TO} ✓ → relay_sip_endpoint ✓ → SIP endpoint ${id} ✗`);
    expect(trace.outcome).toBe("unanswered");
    expect(trace.steps.at(-1)).toMatchObject({
      text: `The project has no SIP endpoint ${id}.`,
      ...{ code: "endpoint_unknown", details: { id }, field: "call_sip_endpoint_id" },
    });
  });

  test("for an unknown address, for a document without targets, and for a loop", async () => {
    expect((await calling({}, "+12025550199")).verdict).toBe("✗ Did not ring: no object has the address +12025550199");
    const { url } = await receiver({
      "/nobody": ok("<Response><Dial><Sip>sip:gone</Sip></Dial></Response>"),
      "/round": ok(`<Response><Dial>${TO}</Dial></Response>`),
    });
    const dialled = await calling(laml(`${url}/nobody`));
    expect(dialled.verdict).toBe("✗ Did not ring: the document dials sip:gone, an address that no object has");
    const round = await calling(laml(`${url}/round`));
    expect(round.verdict).toMatch(/^✗ Did not ring: the call goes round: .* → /);
  });

  test.each([
    ["2025550101", "+12025550101"],
    ["12025550101", "+12025550101"],
    ["(202) 555-0101", "+12025550101"],
    ["442079460000", "+442079460000"],
  ])("when %s is not in E.164, with the form that is", async (to, e164) => {
    expect((await calling({}, to)).verdict).toBe(
      `✗ Did not ring: no object has the address ${to}; a number is in E.164: ${e164}?`,
    );
  });

  test("when a message is not taken", async () => {
    const { server } = await given();
    const trace = await server.message({ to: TO, from: FROM, body: "?" });
    expect(trace.verdict).toBe(`✗ Was not taken: the phone number ${TO} has no handler for messages`);
  });
});

describe("a call that was taken says by whom", () => {
  test("by the document, or by the fallback and why", async () => {
    const { url } = await receiver({ "/call": ok(LAML), "/down": status(500) });
    expect((await calling(laml(`${url}/call`))).verdict).toBe(`✓ Answered by POST ${url}/call`);
    const { verdict, way } = await calling(laml(`${url}/down`, { call_fallback_url: `${url}/call` }));
    expect(verdict).toBe(`✓ Answered by the fallback, POST ${url}/call, because POST ${url}/down answered 500`);
    expect(way).toBe(`${TO} ✓ → laml_webhooks ✓ → POST ${url}/down ✗ → fallback ✓`);
  });

  test("by scripts in a circle, by their names", async () => {
    const script = (name: string, other: string) => {
      return { name, contents: { sections: { main: [{ transfer: { dest: `{{swmlScript:${other}}}` } }] } } };
    };
    const line = { number: TO, call_handler: "relay_script", call_relay_script_url: "{{swmlScript:Day}}" };
    const swmlScripts = [script("Day", "Night"), script("Night", "Day")];
    const { server } = await given({ seed: { projects: [{ numbers: [line], swmlScripts }] } });
    const { outcome, verdict } = await server.call({ to: TO, from: FROM });
    expect(outcome).toBe("looped");
    expect(verdict).toBe("✗ Did not ring: the documents of the call lead back to the SWML script Day");
  });

  test("by a script of the project, by its name instead of its address", async () => {
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
});

describe("a trace for people", () => {
  test("has the verdict, the way, one line of status callbacks, and details of 80 columns", async () => {
    const { url } = await receiver({});
    const client = await given();
    await addEndpoint(client, "desk", lamlFields(`${url}/call`, `${url}/fallback`, `${url}/status`));
    const trace = await client.server.call({ to: "desk", from: FROM });
    const lines = reportOf(trace).split("\n");
    expect(lines.slice(0, 4)).toEqual([
      trace.verdict,
      `  ${trace.way}`,
      expect.stringMatching(/^ {2}status callback: POST \S+\/status, \d+ requests, all failed$/),
      "",
    ]);
    expect(lines.slice(4).filter((line) => line.length > 80)).toEqual([]);
    expect(lines.slice(4).join(" ")).not.toContain("/status");
  });
});

describe("assertTaken", () => {
  const failureOf = (trace: Trace, expected?: Parameters<typeof assertTaken>[1]): unknown => {
    try {
      assertTaken(trace, expected);
    } catch (error) {
      return error;
    }
    return undefined;
  };

  async function ringing(): Promise<ReferenceServer> {
    const client = await given();
    const id = await addEndpoint(client, "desk");
    await setNumber(client, { call_handler: "relay_sip_endpoint", call_sip_endpoint_id: id });
    return client.server;
  }

  test("passes for a taken call, and for the named taker", async () => {
    const trace = await (await ringing()).call({ to: TO, from: FROM });
    expect([failureOf(trace), failureOf(trace, { rings: "desk" })]).toEqual([undefined, undefined]);
  });

  test("fails with the verdict first, and with every step", async () => {
    const trace = await calling({});
    const error = failureOf(trace) as AssertionError;
    expect(error).toBeInstanceOf(AssertionError);
    expect(error.message).toMatch(`✗ Did not ring: the phone number ${TO} has no handler\n`);
    expect(error.message).toContain("No handler is set");
    const trace2 = await (await ringing()).call({ to: TO, from: FROM });
    const other = failureOf(trace2, { rings: "night-desk" }) as AssertionError;
    expect(other.message).toMatch('✗ Not rings: "night-desk". ✓ Rings the devices of the SIP endpoint desk\n');
  });
});

// Calls at objects that a server in memory holds: their words, and the requests that they send.

import { afterEach, expect, it } from "vitest";
import { heldName } from "../../../cli/calls/hidden-values.ts";
import type { KnownObject } from "../../../cli/calls/objects.ts";
import { openTrial, type Trial, type TrialOptions } from "../../../cli/calls/trial.ts";
import { type Expected, SECRET, UNKNOWN } from "../../../contract/index.ts";
import { ok, receiver, status } from "../../server/receiver.ts";
import { endpoint, phone, rings } from "./objects.ts";

const LINE = "+12025550101";
const CALLER = "+12025550177";

interface Manner extends TrialOptions {
  readonly digits?: string;
  readonly expected?: readonly Expected[];
}

let trial: Trial | undefined;

afterEach(() => trial?.close());

async function call(objects: readonly KnownObject[], to = LINE, { digits, expected, ...options }: Manner = {}) {
  await trial?.close();
  trial = await openTrial(options);
  await trial.hold(objects);
  return trial.call(to, CALLER, { digits, ...(expected && { expected }) });
}

const line = (fields: KnownObject["fields"]) => phone(LINE, 1, { fields });
const laml = (url: string, more: object = {}) =>
  line({ call_handler: "laml_webhooks", call_request_url: url, ...more });
const relay = (url: string) => line({ call_handler: "relay_script", call_relay_script_url: url });
const application = (identifier: string, fields: object): KnownObject => {
  return { type: "DomainApplication", id: identifier, fields: { name: "Carrier", identifier, ...fields } };
};
const desk = endpoint("front-desk", 1, { name: "desk" });
const hidden = endpoint(SECRET, 1, { name: "desk" });
const namesOf = (each: KnownObject) => [each.name, heldName(each), SECRET].map((rings = "") => ({ rings }));
const address = (id: string) => `https://example.signalwire.com/relay-bins/${id}`;
const script = (id: string, contents: unknown): KnownObject => {
  return { type: "SwmlScript", id, fields: { display_name: id, request_url: address(id), contents } };
};
const menu = (dest: string) => {
  const cases = { "1": [{ transfer: { dest } }] };
  return script("menu", {
    sections: { main: [{ prompt: {} }, { switch: { variable: "prompt_value", case: cases } }] },
  });
};
const toMenu = relay(`${address("menu")}#rc=2`);
const sales = script("sales", "sections: { main: [ connect: { to: 'sip:front-desk' } ] }");
const verto = line({ call_handler: "relay_verto_endpoint", call_verto_resource: "alice" });
const token: KnownObject = { type: "ClientToken", id: "alice", fields: { resource: "alice" } };
const AWAY = "https://other.example/next?token=canary-token-of-mine";
const here: Manner = { allow: ["127.0.0.1"] };
const inCapitals: Manner = { allow: ["127.0.0.1", "LOCALHOST"] };

/** The receiver that a call may ask has the address `URL`. */
const DOCUMENTS = {
  "/dial": ok("<Response><Dial><Sip>sip:front-desk</Sip></Dial></Response>"),
  "/away": (response: Parameters<ReturnType<typeof ok>>[0]) => {
    response.writeHead(302, { location: "http://localhost:9/x" }).end();
  },
  ...{ "/sorry": ok(), "/status": ok(), "/broken": status(500) },
  "/line/call": ok('<Response><Gather numDigits="1" action="menu?a=b"/><Redirect>/closed</Redirect></Response>'),
  "/line/menu": ok("<Response><Dial><Sip>sip:front-desk</Sip></Dial></Response>"),
  "/closed": ok("<Response><Redirect>/closed</Redirect></Response>"),
  "/laml": ok(`<Response><Redirect method="GET">${AWAY}</Redirect></Response>`),
  "/swml": ok(`{"sections":{"main":[{"transfer":{"dest":"${AWAY}"}}]}}`),
};

type Case = readonly [objects: readonly KnownObject[], to?: string, manner?: Manner];

const cases: Record<string, Case | ((url: string) => Case)> = {
  "the endpoint that the number names": [
    [phone(LINE, 1, rings(1)), desk],
    LINE,
    { expected: [{ rings: "front-desk" }, { answeredBy: "desk" }, { rings: "front" }, { reaches: "nobody" }] },
  ],
  "a secret user name": [[phone(LINE, 1, rings(1)), hidden], LINE, { expected: namesOf(hidden) }],
  "an application that the number names": [
    [line({ call_handler: "relay_application", call_relay_application: "after hours" })],
    LINE,
    { expected: [{ handedTo: "after hours" }, { handedTo: "hours" }] },
  ],
  "a host that is not allowed, this machine neither": (url) => [
    [
      laml(`${url}/call?token=canary-token-of-mine`, {
        call_fallback_url: "https://u:canary@other.example/call",
        call_status_callback_url: `${url}/status`,
      }),
    ],
  ],
  "the document of an allowed host": (url) => [
    [laml(`${url}/dial`, { call_request_method: "GET", call_status_callback_url: `${url}/status` }), desk],
    LINE,
    here,
  ],
  "a host that is not allowed, as expected": (url) => [
    [laml(`${url}/menu?x=1`)],
    LINE,
    { expected: [{ handedTo: `${url}/menu` }, { handedTo: "https://example.com" }] },
  ],
  "a redirect to a host that is not allowed": (url) => [
    [laml(`${url}/away`, { call_fallback_url: `${url}/sorry` })],
    LINE,
    here,
  ],
  "a redirect to a host that is allowed in capitals": (url) => [[laml(`${url}/away`)], LINE, inCapitals],
  "a failure of an allowed host": (url) => [
    [laml(`${url}/broken`, { call_fallback_url: `${url}/sorry` })],
    LINE,
    { allow: [new URL(url).host] },
  ],
  "a menu at an allowed host": (url) => [[laml(`${url}/line/call`), desk], LINE, { ...here, digits: "1" }],
  "a menu without keys": (url) => [[laml(`${url}/line/call`), desk], LINE, here],
  "another host that a document of LaML leads to": (url) => [[laml(`${url}/laml`)], LINE, here],
  "another host that a document of SWML leads to": (url) => [[relay(`${url}/swml`)], LINE, here],
  "the stack's own scripts": [[toMenu, desk, sales, menu(address("sales"))], LINE, { digits: "1" }],
  "a part that is not known yet": [[toMenu, desk, sales, menu(UNKNOWN)], LINE, { digits: "1" }],
  "a script whose contents are not known": [[toMenu, script("menu", undefined)]],
  "a secret address": [[laml(SECRET)], LINE, here],
  "an unknown address": [[laml(UNKNOWN)], LINE, here],
  "an unknown id": [[line({ call_handler: "video_room", call_video_room_id: UNKNOWN })]],
  "an unknown handler": [[line({ call_handler: UNKNOWN })]],
  "an agent that no answer shows": [[application("agent", { call_handler: "ai_agent" })], "sip:x@agent"],
  "a flow that no answer shows": [[application("flow", { call_handler: "call_flow" })], "sip:x@flow"],
  "a topic": [
    [application("office", { call_handler: "relay_application", call_relay_topic: "inbox" })],
    "sip:x@office",
  ],
  "a client that is not connected": [[verto]],
  "a client with a token of the stack": [[verto, token]],
  "a client that is named as connected": [[verto], LINE, { clients: ["alice"] }],
  "an object that is missing at the service": [
    [phone(LINE, 1, rings(1)), endpoint("front-desk", 1, { mark: "missing" })],
  ],
};

it("the words of each call are the golden file", async () => {
  const { url, received } = await receiver(DOCUMENTS);
  let texts = "";
  for (const [what, given] of Object.entries(cases)) {
    const { verdict, outcome, way, steps, held } = await call(...(typeof given === "function" ? given(url) : given));
    const lines = steps.map(({ text, field }) => `  ${text}${field === undefined ? "" : ` [${field}]`}\n`);
    const asked = received.splice(0).map(({ method, path, query, form, headers }) => {
      const isSigned = headers["x-signalwire-signature"] !== undefined;
      return `  > ${method} ${path} ${query.To ?? query.a ?? ""} ${form.Digits ?? ""} ${isSigned ? "signed" : "not signed"}\n`;
    });
    texts += `# ${what}\n${[`${verdict} (${outcome})`, ...(held ?? [])].join(", ")}\n  ${way}\n${lines.join("")}${asked.join("")}\n`;
  }
  expect(texts).not.toContain("canary");
  await expect(texts.replaceAll(url, "URL")).toMatchFileSnapshot("golden/calls.txt");
});

it("holds other objects from now on, and calls from an endpoint of the stack as the number that it sends", async () => {
  const desk = endpoint("front-desk", 1, { fields: { send_as: "+442079460123" } });
  await call([desk, phone(LINE, 1)]);
  expect((await trial?.call(LINE, "front-desk"))?.steps[0]?.text).toMatch(/calls as \+442079460123/);
  await trial?.hold([desk]);
  expect((await trial?.call(LINE, CALLER))?.steps).toEqual([{ text: `No object has the address ${LINE}.` }]);
});

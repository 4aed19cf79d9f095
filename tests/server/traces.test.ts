// What becomes of a call or a message, step by step: the whole trace, its way, and its verdict.

import { expect, test } from "vitest";
import { Traces } from "../../server/calls/tracer.ts";
import {
  Clock,
  type InboundCall,
  type InboundMessage,
  type SeedObject,
  type ServerOptions,
} from "../../server/index.ts";
import { FROM, lamlFields, TO } from "./called.ts";
import { given } from "./support.ts";

interface Office extends Partial<InboundCall & InboundMessage> {
  /** The fields of the number, or the steps or the verbs that its script has. */
  readonly line?: object;
  readonly main?: readonly unknown[];
  readonly laml?: string;
  /** Further lists of a seed. */
  readonly more?: object;
  readonly options?: ServerOptions;
}

const sip = (user: string, more: object = {}) => ({ connect: { to: `sip:${user}`, ...more } });
const ask = { prompt: { play: "say:?" } };
const menu = (cases: object, more: object = {}) => ({ switch: { variable: "prompt_value", case: cases, ...more } });
const when = (condition: string, then: unknown[], otherwise: unknown[] = []) => ({
  cond: [{ when: condition, then }, { else: otherwise }],
});
const RELAY = { call_handler: "relay_context", call_relay_context: "a" };
const carrier = (more: object) => ({
  domainApplications: [{ name: "Carrier", identifier: "carrier", ...RELAY, ...more }],
});
const agent = (fields: object) => ({ sipEndpoints: [{ username: "agent", password: "x", ...fields }] });
const outbound = { outboundHandlers: true, extraFields: true };
const blocked = { from: "agent", more: agent({ call_handler: "block-pstn", send_as: TO }), options: outbound };
const listed = carrier({ ip_auth_enabled: true, ip_auth: ["203.0.113.0/24"] });
const HOST = "reference-carrier.dapp.example.com";
/** An address without a server. */
const DOWN = "http://127.0.0.1:9";
const WEBHOOKS = { call_handler: "laml_webhooks", call_request_url: `${DOWN}/call?a=1` };
const ID = "0b1f5c54-7d58-4c4c-9a57-2f6f7b1f0e01";
const PAGE = { display_name: "Page", contents: "<Response><Say>Hi</Say></Response>" };
const OFFICE = { call_handler: "laml_application", call_laml_application_id: "{{cxmlApplication:Office}}" };
const office = (fields: object) => ({ cxmlApplications: [{ FriendlyName: "Office", ...fields }], cxmlScripts: [PAGE] });
const texts = (contents: object | string) => ({
  ...(typeof contents === "string"
    ? { cxmlScripts: [{ display_name: "Texts", contents }] }
    : { swmlScripts: [{ name: "Texts", contents }] }),
});

const TRACES: { readonly [what: string]: Office } = {
  "a number without a handler": {},
  "a handler that leaves the server": {
    line: { ...RELAY, call_laml_application_id: "{{cxmlApplication:Office}}" },
    more: { cxmlApplications: [{ FriendlyName: "Office", VoiceUrl: DOWN }] },
  },
  "a fax": { line: { call_handler: "video_room", call_receive_mode: "fax" } },
  "a number that rings an endpoint": {
    line: { call_handler: "relay_sip_endpoint", call_sip_endpoint_id: "{{sipEndpoint:sales}}" },
  },
  "a number that names no endpoint": { line: { call_handler: "relay_sip_endpoint" } },
  "a client that is not connected": { line: { call_handler: "relay_verto_endpoint", call_verto_resource: "alice" } },
  "a number that names no script": { line: { call_handler: "relay_script" } },
  "a number that names no document": {
    line: { call_handler: "laml_webhooks", call_fallback_url: "https://a.example" },
  },
  "a cXML application, by its id in upper case": {
    line: { ...OFFICE, call_laml_application_id: ID.toUpperCase() },
    more: office({ id: ID, VoiceUrl: "{{cxmlScript:Page}}" }),
  },
  "an unknown number": { to: "+12025550199" },
  "a number without its plus": { to: "(202) 555-0101" },
  "a number of another country without its plus": { to: "442079460000" },
  "a number without its plus and its area": { to: "5550101" },
  "a SIP address": {
    to: "sip:reference-support@sip.example.com",
    more: { sipAddresses: [{ name: "support", user: "agent", calling_handler_resource_id: ID }] },
    main: [{ play: "say:Hi" }],
  },
  "another user of a domain application": { to: `sip:x@${HOST}`, more: carrier({ user: "desk" }) },
  "the user of a domain application": { to: `sip:desk@${HOST}`, more: carrier({ user: "desk" }) },
  "a list of addresses, and none named": { to: `sip:x@${HOST}`, more: listed },
  "an address that is not on the list": { to: `sip:x@${HOST}`, sourceIp: "203.0.114.0", more: listed },
  "an endpoint with a handler": {
    to: "agent",
    more: agent({ call_handler: "dialogflow" }),
    options: { extraFields: true },
  },
  "an endpoint with a handler whose device rings": { to: "agent", more: agent(RELAY), options: outbound },
  "a call of that device": { to: TO, from: "agent", more: agent(RELAY), options: outbound },
  "a device that may not call numbers": { ...blocked, to: TO },
  "a device that may call endpoints alone": { ...blocked, to: "sales" },
  "an endpoint that calls by any number": { to: "+442079460000", from: "agent", more: agent({}) },
  "a menu": { digits: "1", main: [ask, menu({ "1": [sip("sales", { timeout: 30 })] }, { default: ["hangup"] })] },
  "no key": { main: [ask, menu({ "1": [sip("sales")] }), sip("sales", { timeout: 20 })] },
  "a menu that repeats": { main: [{ label: "again" }, ask, { goto: { label: "again" } }] },
  "a label that is missing": { main: [{ goto: { label: "again" } }] },
  conditions: { main: [when("1 > 2", ["hangup"], [when("1 < 2", [{ play: "say:Hi" }])]), when("envs.open", [])] },
  "expressions that have no value": {
    main: [when("1 +", []), when("1 +", []), { switch: { variable: "vars.x", case: {} } }],
  },
  "verbs that are not played, or do not exist": {
    main: [{ pay: {} }, { pay: {} }, { plya: {} }, { xyz: {} }, { reply: "Hi" }, { play: "say:Hi", hangup: {} }],
  },
  "a script that rejects": { main: [{ hangup: { reason: "busy" } }] },
  "a voicemail after a desk that is missing": { main: [sip("slaes"), { record: {} }] },
  "a queue": { main: [{ enter_queue: { queue_name: "support" } }, sip("sales")] },
  "devices in turn": {
    main: [
      {
        connect: {
          serial: [{ to: "sip:sales" }, { to: "+442079460000" }, { to: "queue:a" }, { to: "client:alice" }],
        },
      },
    ],
  },
  "a section, and one that is missing": { main: [{ execute: { dest: "end" } }, { transfer: { dest: "ned" } }] },
  "a transfer to text that is no address": { main: [{ transfer: { dest: "http://[/" } }] },
  "a script within a script": {
    main: [{ transfer: { dest: JSON.stringify({ sections: { main: [sip("sales")] } }) } }],
  },
  "a script within a script that rejects": {
    main: [{ transfer: { dest: JSON.stringify({ sections: { main: [{ hangup: { reason: "busy" } }] } }) } }],
  },
  "a script within a script that has no steps": { main: [{ transfer: { dest: "{ a: 1 }" } }] },
  "a script that transfers to itself": { main: [{ play: "say:Hi" }, { transfer: { dest: "main" } }] },
  "a dialled number that dials back": { main: [{ connect: { to: TO } }] },
  "a document that rejects": { laml: '<Reject reason="busy"/>' },
  "a document that dials": { laml: '<Say>Hi</Say><Dial timeout="21"><Sip>sip:sales</Sip></Dial>' },
  "clients on lines of their own": {
    laml: "<Dial><Client>\n  alice\n</Client><Client>client:bob</Client></Dial>",
  },
  "verbs of cXML that are not played, or do not exist": { laml: "<Pay/><Syy>Hi</Syy><Message>Hi</Message>" },
  "a message without a handler": { body: "Hi" },
  "a message to an unknown number": { to: "2025550101", body: "Hi" },
  "a message to a number for calls alone": {
    body: "Hi",
    line: { capabilities: ["voice"], message_handler: "relay_context", message_relay_context: "a" },
  },
  "a message that leaves the server": {
    body: "Hi",
    line: { message_handler: "relay_context", message_relay_context: "a" },
  },
  "a message that is answered and passed on": {
    body: "Hi",
    line: { message_handler: "laml_webhooks", message_request_url: "{{cxmlScript:Texts}}" },
    more: texts(
      '<Response><Message>Hi</Message><Message to="+12025550199">Hi</Message><Message action="https://web.example.com/">Hi</Message></Response>',
    ),
  },
  "a message without an answer": {
    body: "Hi",
    line: { message_handler: "laml_webhooks", message_request_url: "{{cxmlScript:Texts}}" },
    more: texts("<Response/>"),
  },
  "a message for which a script does nothing": {
    body: "Hi",
    line: { message_handler: "relay_script", message_relay_script_url: "{{swmlScript:Texts}}" },
    more: texts({ sections: { main: [{ switch: { variable: "%{message.body.toUpperCase()}", case: { a: [] } } }] } }),
    options: { extraFields: true },
  },
  "a desk that is missing": { main: [sip("slaes")] },
  "a passed-through device": {
    from: "agent",
    more: agent({ call_handler: "passthrough", send_as: TO, caller_id: "Front desk" }),
    line: RELAY,
    options: outbound,
  },
  "a script that hangs up with a reason after an answer": { main: ["answer", { hangup: { reason: "busy" } }] },
  "a transfer without a destination, and a jump without a label": {
    main: [
      { goto: {} },
      { transfer: {} },
      { prompt: { speech_hints: ["a"] } },
      { connect: { to: "%{nobody}" } },
      { ai: { SWAIG: { functions: [{ function: "sell" }] } } },
    ],
  },
  "a text to expressions with blanks": {
    main: [{ set: { n: 1, to: "%{ 'sales' }" } }, { execute: { dest: " end " } }, { connect: { to: "sip:%{to}" } }],
  },
  "an application without an address": {
    line: OFFICE,
    more: office({}),
  },
  "an application whose fallback answers": {
    line: OFFICE,
    more: office({
      ...{ VoiceUrl: `${DOWN}/call`, VoiceFallbackUrl: "{{cxmlScript:Page}}", VoiceFallbackMethod: "GET" },
      ...{ StatusCallback: `${DOWN}/status`, StatusCallbackMethod: "GET" },
    }),
  },
  "a server that is down, without a fallback": { line: { ...WEBHOOKS, call_request_method: "GET" } },
  "a server that is down, and so is the fallback": { line: { ...WEBHOOKS, call_fallback_url: `${DOWN}/fallback` } },
  "a server that is down, and a fallback that answers": {
    line: { ...WEBHOOKS, call_fallback_url: "{{cxmlScript:Page}}" },
    more: { cxmlScripts: [PAGE] },
  },
  "a desk whose script rejects, and another one": {
    main: [{ connect: { serial: [{ to: "agent" }, { to: "sip:slaes" }] } }, sip("sales")],
    more: {
      ...agent(lamlFields("{{cxmlScript:Rejects}}")),
      cxmlScripts: [{ display_name: "Rejects", contents: "<Response><Reject/></Response>" }],
    },
  },
  "two destinations, of which one fails and one is missing": {
    laml: "<Dial><Sip>sip:agent</Sip><Sip>sip:slaes</Sip></Dial>",
    more: agent(lamlFields(DOWN)),
  },
  "a fallback that leads on": {
    line: { ...WEBHOOKS, call_fallback_url: "{{cxmlScript:First}}" },
    more: {
      cxmlScripts: [
        PAGE,
        { display_name: "First", contents: "<Response><Redirect>{{cxmlScript:Page}}</Redirect></Response>" },
      ],
    },
  },
  "a document that dials in a circle": {
    main: [{ connect: { to: "agent" } }],
    more: agent({ call_handler: "relay_script", call_relay_script_url: "{{swmlScript:Menu}}" }),
  },
  "a redirect to what is down, with a fallback": {
    laml: `<Redirect>${DOWN}/gone</Redirect>`,
    line: { call_fallback_url: `${DOWN}/fallback` },
  },
};

test("the newest hundred calls and messages are kept", () => {
  const traces = new Traces();
  const ids = Array.from({ length: 101 }, (_, at) => String(at));
  for (const id of ids) traces.open(new Clock(), { kind: "call", id, from: FROM, to: TO });
  expect(traces.all.map(({ soFar }) => soFar.id)).toEqual(ids.slice(1));
});

test("calls and messages, step by step", async () => {
  const shown: string[] = [];
  for (const [title, office] of Object.entries(TRACES)) shown.push(`# ${title}\n${await told(office)}\n`);
  await expect(shown.join("\n")).toMatchFileSnapshot("golden/traces.txt");
});

/** Returns the text of the trace, with the destination of each step and the script that has it. Values that differ each time are replaced. */
async function told({ line, main, laml, more, options, ...inbound }: Office): Promise<string> {
  const {
    sipEndpoints = [],
    cxmlScripts = [],
    swmlScripts = [],
    ...lists
  } = { ...more } as { [list: string]: SeedObject[] };
  const script = main && { call_handler: "relay_script", call_relay_script_url: "{{swmlScript:Menu}}" };
  const page = laml && { call_handler: "laml_webhooks", call_request_url: "{{cxmlScript:Page}}" };
  const project = {
    ...lists,
    numbers: [{ number: TO, ...line, ...script, ...page }],
    sipEndpoints: [{ username: "sales", password: "x" }, ...sipEndpoints],
    cxmlScripts: page ? [{ display_name: "Page", contents: `<Response>${laml}</Response>` }] : cxmlScripts,
    swmlScripts: script
      ? [{ id: ID, name: "Menu", contents: { sections: { main, end: [{ return: 1 }] } } }]
      : swmlScripts,
  };
  const { server } = await given({ seed: { projects: [project] }, ...options });
  server.clock.freeze("2026-01-01T00:00:00Z");
  const { body, ...call } = { to: TO, from: FROM, ...inbound };
  const trace = await (body === undefined ? server.call(call) : server.message({ ...call, body }));
  const scripts = new Map(trace.steps.map(({ attempt }) => [attempt?.url.split("?")[0], attempt?.script?.name]));
  const steps = trace.steps.flatMap(({ code, field, next, by }) => {
    const leads = next ? ` → ${next.what} ${next.name}` : "";
    const written = by === undefined ? "" : ` (written in ${scripts.get(by) ?? by})`;
    return leads + written === "" ? [] : `${code}${field ? ` [${field}]` : ""}${leads}${written}`;
  });
  return [trace.verdict, trace.way, trace.text, ...steps]
    .join("\n")
    .replaceAll(server.project.id, "PROJECT")
    .replaceAll(trace.id, "CALL")
    .replaceAll(/after \d+ ms/g, "after N ms")
    .replaceAll(/(reference-)[\da-f]{12}/g, "$1ID");
}

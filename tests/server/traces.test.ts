// What becomes of a call or a message, step by step: the whole trace, its way, and its verdict.

import { expect, test } from "vitest";
import type { InboundCall, InboundMessage, SeedObject, ServerOptions } from "../../server/index.ts";
import { FROM, TO } from "./called.ts";
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
const listed = carrier({ ip_auth_enabled: true, ip_auth: ["203.0.113.0/24"] });
const HOST = "reference-carrier.dapp.example.com";
const outbound = { outboundHandlers: true, extraFields: true };
/** An address without a server. */
const DOWN = "http://127.0.0.1:9";
const WEBHOOKS = { call_handler: "laml_webhooks", call_request_url: `${DOWN}/call?a=1` };
const PAGE = { display_name: "Page", contents: "<Response><Say>Hi</Say></Response>" };
const texts = (contents: object | string) => ({
  ...(typeof contents === "string"
    ? { cxmlScripts: [{ display_name: "Texts", contents }] }
    : { swmlScripts: [{ name: "Texts", contents }] }),
});

/** The outcome with the verdict, the way, and the steps. Those that lead to the number or to its document are left out. */
const TRACES: { readonly [what: string]: readonly [office: Office, found: string] } = {
  "a number without a handler": [
    {},
    "unanswered: ✗ Did not ring: the phone number +12025550101 has no handler · +12025550101 ✓ → no handler ✗ · No handler is set, so the call is not taken. [call_handler]",
  ],
  "a handler that leaves the server": [
    {
      line: { ...RELAY, call_laml_application_id: "{{cxmlApplication:Office}}" },
      more: { cxmlApplications: [{ FriendlyName: "Office", VoiceUrl: DOWN }] },
    },
    "handed-over: ✓ Goes to the Relay application a · +12025550101 ✓ → relay_context ✓ → Relay application a ✓ · The handler is relay_context. [call_handler] · It goes to the Relay application a. [call_relay_application] → Relay application a",
  ],
  "a fax": [
    { line: { call_handler: "video_room", call_receive_mode: "fax" } },
    "unanswered: ✗ Did not ring: the phone number +12025550101 has video_room without call_video_room_id · +12025550101 ✓ → video_room ✓ → no call_video_room_id ✗ · It is taken as a fax. [call_receive_mode] · The handler is video_room. [call_handler] · No video room is named. [call_video_room_id]",
  ],
  "a number that rings an endpoint": [
    { line: { call_handler: "relay_sip_endpoint", call_sip_endpoint_id: "{{sipEndpoint:sales}}" } },
    "handed-over: ✓ Rings the devices of the SIP endpoint sales · +12025550101 ✓ → relay_sip_endpoint ✓ → SIP endpoint sales ✓ → its devices ✓ · The handler is relay_sip_endpoint. [call_handler] · The SIP endpoint sales is next. [call_sip_endpoint_id] → SIP endpoint sales · It rings the endpoint's devices. [call_handler]",
  ],
  "a number that names no endpoint": [
    { line: { call_handler: "relay_sip_endpoint" } },
    "unanswered: ✗ Did not ring: the phone number +12025550101 has relay_sip_endpoint without call_sip_endpoint_id · +12025550101 ✓ → relay_sip_endpoint ✓ → no call_sip_endpoint_id ✗ · The handler is relay_sip_endpoint. [call_handler] · No SIP endpoint is named. [call_sip_endpoint_id]",
  ],
  "a client that is not connected": [
    { line: { call_handler: "relay_verto_endpoint", call_verto_resource: "alice" } },
    "unanswered: ✗ Did not ring: no client is connected as alice · +12025550101 ✓ → relay_verto_endpoint ✓ → client alice ✗ · The handler is relay_verto_endpoint. [call_handler] · No client is connected as alice. [call_verto_resource]",
  ],
  "a number that names no script": [
    { line: { call_handler: "relay_script" } },
    "unanswered: ✗ Did not ring: the phone number +12025550101 has relay_script without call_relay_script_url · +12025550101 ✓ → relay_script ✓ → no call_relay_script_url ✗ · The handler is relay_script. [call_handler] · No script is named. [call_relay_script_url]",
  ],
  "a number that names no document": [
    { line: { call_handler: "laml_webhooks", call_fallback_url: "https://a.example" } },
    "failed: ✗ Did not ring: the phone number +12025550101 has laml_webhooks without call_request_url · +12025550101 ✓ → laml_webhooks ✓ → no call_request_url ✗ · The handler is laml_webhooks. [call_handler] · No request URL is set. [call_request_url]",
  ],
  "a cXML application": [
    {
      line: { call_handler: "laml_application", call_laml_application_id: "{{cxmlApplication:Office}}" },
      more: { cxmlApplications: [{ FriendlyName: "Office", VoiceUrl: "{{cxmlScript:Page}}" }], cxmlScripts: [PAGE] },
    },
    "answered: ✓ Answered by the cXML script Page · +12025550101 ✓ → laml_application ✓ → cXML application Office ✓ → cXML script Page ✓ · The handler is laml_application. [call_handler] · The cXML application Office is next. [call_laml_application_id] → cXML application Office · POST cXML script Page answered 200, after N ms. [voice_url]",
  ],
  "an unknown number": [
    { to: "+12025550199" },
    "unanswered: ✗ Did not ring: no object has the address +12025550199 · +12025550199 ✗ · No object has the address +12025550199.",
  ],
  "a number without its plus": [
    { to: "(202) 555-0101" },
    "unanswered: ✗ Did not ring: no object has the address (202) 555-0101; a number is in E.164: +12025550101? · (202) 555-0101 ✗ · No object has the address (202) 555-0101.",
  ],
  "a number of another country without its plus": [
    { to: "442079460000" },
    "unanswered: ✗ Did not ring: no object has the address 442079460000; a number is in E.164: +442079460000? · 442079460000 ✗ · No object has the address 442079460000.",
  ],
  "another user of a domain application": [
    { to: `sip:x@${HOST}`, more: carrier({ user: "desk" }) },
    "unanswered: ✗ Did not ring: the domain application carrier takes calls to desk only, not to x · domain application carrier ✓ → user x ✗ · The domain application carrier belongs to the project PROJECT. · Calls to the user x are refused: only desk is taken. [user]",
  ],
  "the user of a domain application": [
    { to: `sip:desk@${HOST}`, more: carrier({ user: "desk" }) },
    "handed-over: ✓ Goes to the Relay topic a · domain application carrier ✓ → relay_context ✓ → Relay topic a ✓ · The domain application carrier belongs to the project PROJECT. · IP authentication is off, so calls from any address are taken. [ip_auth_enabled] · The handler is relay_context. [call_handler] · It goes to the Relay topic a. [call_relay_topic] → Relay topic a",
  ],
  "a list of addresses, and none named": [
    { to: `sip:x@${HOST}`, more: listed },
    "unanswered: ✗ Did not ring: the domain application carrier requires an address on its list, and the call names none (--source-ip) · domain application carrier ✓ → no source address ✗ · The domain application carrier belongs to the project PROJECT. · IP authentication is on, and the call names no address that it comes from (--source-ip), so it is refused. [ip_auth]",
  ],
  "an address that is not on the list": [
    { to: `sip:x@${HOST}`, sourceIp: "203.0.114.0", more: listed },
    "unanswered: ✗ Did not ring: the domain application carrier does not take calls from 203.0.114.0 · domain application carrier ✓ → from 203.0.114.0 ✗ · The domain application carrier belongs to the project PROJECT. · The caller's address 203.0.114.0 is not on the list, so the call is refused. [ip_auth]",
  ],
  "an endpoint with a handler": [
    { to: "agent", more: agent({ call_handler: "dialogflow" }), options: { extraFields: true } },
    "handed-over: ✓ Goes to a Dialogflow agent · SIP endpoint agent ✓ → dialogflow ✓ · The SIP endpoint agent belongs to the project PROJECT. · The handler is dialogflow. At the live service this handler takes the calls that the device places; a call to it rings the device. [call_handler] · It goes to a Dialogflow agent, which an endpoint has no field to name. [call_handler]",
  ],
  "an endpoint with a handler whose device rings": [
    { to: "agent", more: agent(RELAY), options: outbound },
    "handed-over: ✓ Rings the devices of the SIP endpoint agent · SIP endpoint agent ✓ → its devices ✓ · The SIP endpoint agent belongs to the project PROJECT. · It rings the endpoint's devices.",
  ],
  "a call of that device": [
    { to: TO, from: "agent", more: agent(RELAY), options: outbound },
    "handed-over: ✓ Goes to the Relay application a · SIP endpoint agent ✓ → relay_context ✓ → Relay application a ✓ · The SIP endpoint agent calls, and is seen as sip:agent@reference-ID.sip.example.com. [caller_id] · The SIP endpoint agent belongs to the project PROJECT. · The handler of the endpoint that calls is relay_context, and takes the call. [call_handler] · It goes to the Relay application a. [call_relay_application] → Relay application a",
  ],
  "a device that may not call numbers": [
    { to: TO, from: "agent", more: agent({ call_handler: "block-pstn", send_as: TO }), options: outbound },
    "failed: ✗ Did not ring: the SIP endpoint agent may not call numbers such as +12025550101 (block-pstn) · block-pstn ✗ · The SIP endpoint agent calls as +12025550101, without a name. [send_as] · The handler block-pstn refuses a call to the number +12025550101. [call_handler]",
  ],
  "an endpoint that calls by any number": [
    { to: "+442079460000", from: "agent", more: agent({}) },
    "handed-over: ✓ Leaves the project for +442079460000 · +442079460000 ✓ · The SIP endpoint agent calls as +12025550101, chosen at random, without a name. [send_as] · The call leaves the project for +442079460000.",
  ],
  "a menu": [
    { digits: "1", main: [ask, menu({ "1": [sip("sales", { timeout: 30 })] }, { default: ["hangup"] })] },
    'handed-over: ✓ Rings the devices of the SIP endpoint sales · +12025550101 ✓ → relay_script ✓ → SWML script Menu ✓ → digits 1 ✓ → SIP endpoint sales ✓ → its devices ✓ · The caller presses 1 at prompt. · switch takes its case "1". · The document dials for 30 seconds. At one recorded space, each dial ended with an error after about 20. · The document dials sip:sales: The SIP endpoint sales is next. → SIP endpoint sales · It rings the endpoint\'s devices. [call_handler]',
  ],
  "no key": [
    { main: [ask, menu({ "1": [sip("sales")] }), sip("sales", { timeout: 20 })] },
    'handed-over: ✓ Rings the devices of the SIP endpoint sales · +12025550101 ✓ → relay_script ✓ → SWML script Menu ✓ → no digits ✓ → SIP endpoint sales ✓ → its devices ✓ · The caller presses no digits at prompt. · switch has no case "" and no default. · The document dials sip:sales: The SIP endpoint sales is next. → SIP endpoint sales · It rings the endpoint\'s devices. [call_handler]',
  ],
  "a menu that repeats": [
    { main: [{ label: "again" }, ask, { goto: { label: "again" } }] },
    "answered: ✓ Answered by the SWML script Menu · +12025550101 ✓ → relay_script ✓ → SWML script Menu ✓ → no digits ✓ → no digits ✓ · The caller presses no digits at prompt. · goto leads to the label again. · The caller presses no digits at prompt. · goto leads to the label again. · The menu repeats until the caller presses digits. The trace ends here.",
  ],
  "a label that is missing": [
    { main: [{ goto: { label: "again" } }] },
    "failed: ✗ Did not ring: goto names again, which is neither a section nor an address · +12025550101 ✓ → relay_script ✓ → SWML script Menu ✓ → section again ✗ · goto leads to the label again. · goto names again, which is neither a section nor an address.",
  ],
  conditions: [
    { main: [when("1 > 2", ["hangup"], [when("1 < 2", [{ play: "say:Hi" }])]), when("envs.open", [])] },
    "answered: ✓ Answered by the SWML script Menu · +12025550101 ✓ → relay_script ✓ → SWML script Menu ✓ · The condition 1 > 2 does not hold. · The condition 1 < 2 holds. · The condition envs.open has no value that this server knows: the value of open is not known. · The document has cond, which this server does not play.",
  ],
  "expressions that have no value": [
    { main: [when("1 +", []), { switch: { variable: "vars.x", case: {} } }] },
    "answered: ✓ Answered by the SWML script Menu · +12025550101 ✓ → relay_script ✓ → SWML script Menu ✓ · The expression 1 + has no value that is known: unexpected token in expression: ')'. · The condition 1 + has no value that this server knows: unexpected token in expression: ')'. · The document has cond, which this server does not play. · The variable vars.x has no value that this server knows. · The document has switch, which this server does not play. · The documents play nothing to the caller.",
  ],
  "verbs that are not played, or do not exist": [
    { main: [{ pay: {} }, { pay: {} }, { plya: {} }, { xyz: {} }, { reply: "Hi" }, { play: "say:Hi", hangup: {} }] },
    "answered: ✓ Answered by the SWML script Menu · +12025550101 ✓ → relay_script ✓ → SWML script Menu ✓ · The document has pay, which this server does not play. · The document has plya, a verb that does not exist. · The document has xyz, a verb that does not exist. · The document has reply, which this server does not play. · The document has several verbs in one step, which this server does not play.",
  ],
  "a script that rejects": [
    { main: [{ hangup: { reason: "busy" } }] },
    "unanswered: ✗ Did not ring: the document of the phone number +12025550101 rejects the call · +12025550101 ✓ → relay_script ✓ → SWML script Menu ✓ → rejected ✗ · The document rejects the call.",
  ],
  "a voicemail after a desk that is missing": [
    { main: [sip("slaes"), { record: {} }] },
    "answered: ✓ Answered by the SWML script Menu · +12025550101 ✓ → relay_script ✓ → SWML script Menu ✓ → sip:slaes ✗ · The document dials sip:slaes, an address that no object has. · The document passes the call to a recording (voicemail).",
  ],
  "a queue": [
    { main: [{ enter_queue: { queue_name: "support" } }, sip("sales")] },
    "answered: ✓ Answered by the SWML script Menu · +12025550101 ✓ → relay_script ✓ → SWML script Menu ✓ · The document passes the call to the queue support.",
  ],
  "devices in turn": [
    {
      main: [
        {
          connect: {
            serial: [{ to: "sip:sales" }, { to: "+442079460000" }, { to: "queue:a" }, { to: "client:alice" }],
          },
        },
      ],
    },
    "handed-over: ✓ Rings the devices of the SIP endpoint sales · +12025550101 ✓ → relay_script ✓ → SWML script Menu ✓ → SIP endpoint sales ✓ → its devices ✓ → +442079460000 ✓ → queue:a ✓ → client alice ✗ · The document dials sip:sales: The SIP endpoint sales is next. → SIP endpoint sales · It rings the endpoint's devices. [call_handler] · If nobody takes the call, the document dials on. · The document dials +442079460000, which is outside of the project. · If nobody takes the call, the document dials on. · The document dials queue:a, which this server does not play. · If nobody takes the call, the document dials on. · No client is connected as alice.",
  ],
  "a section, and one that is missing": [
    { main: [{ execute: { dest: "end" } }, { transfer: { dest: "ned" } }] },
    "failed: ✗ Did not ring: transfer names ned, which is neither a section nor an address · +12025550101 ✓ → relay_script ✓ → SWML script Menu ✓ → section end ✓ → section ned ✗ · execute leads to the section end. · transfer names ned, which is neither a section nor an address.",
  ],
  "a transfer to text that is no address": [
    { main: [{ transfer: { dest: "http://[/" } }] },
    "failed: ✗ Did not ring: transfer names http://[/, which is no address · +12025550101 ✓ → relay_script ✓ → SWML script Menu ✓ → http://[/ ✗ · transfer leads to another document. · transfer names http://[/, which is no address to request.",
  ],
  "a script within a script": [
    { main: [{ transfer: { dest: JSON.stringify({ sections: { main: [sip("sales")] } }) } }] },
    "handed-over: ✓ Rings the devices of the SIP endpoint sales · +12025550101 ✓ → relay_script ✓ → SWML script Menu ✓ → SIP endpoint sales ✓ → its devices ✓ · The document dials sip:sales: The SIP endpoint sales is next. → SIP endpoint sales · It rings the endpoint's devices. [call_handler]",
  ],
  "a script within a script that has no steps": [
    { main: [{ transfer: { dest: "{ a: 1 }" } }] },
    "failed: ✗ Did not ring: the SWML script Menu answered with what is no document: it has no list sections.main · +12025550101 ✓ → relay_script ✓ → SWML script Menu ✗ · The script is refused: it has no list sections.main.",
  ],
  "a script that transfers to itself": [
    { main: [{ play: "say:Hi" }, { transfer: { dest: "main" } }] },
    "looped: ✗ Did not ring: the documents of the call lead back to the SWML script Menu · +12025550101 ✓ → relay_script ✓ → SWML script Menu ✓ → section main ✓ → round ✗ · transfer leads to the section main. · The documents go round: they lead back to the SWML script Menu, and the call ends here.",
  ],
  "a dialled number that dials back": [
    { main: [{ connect: { to: TO } }] },
    "looped: ✗ Did not ring: the call goes round: The phone number +12025550101 → The phone number +12025550101 · +12025550101 ✓ → relay_script ✓ → SWML script Menu ✓ → +12025550101 ✓ → round ✗ · The document dials +12025550101: The phone number +12025550101 is next. → phone number +12025550101 · The call goes round and ends here: The phone number +12025550101 → The phone number +12025550101.",
  ],
  "a document that rejects": [
    { laml: '<Reject reason="busy"/>' },
    "unanswered: ✗ Did not ring: the document of the phone number +12025550101 rejects the call · +12025550101 ✓ → laml_webhooks ✓ → cXML script Page ✓ → rejected ✗ · The document rejects the call.",
  ],
  "a document that dials": [
    { laml: '<Say>Hi</Say><Dial timeout="21"><Sip>sip:sales</Sip></Dial>' },
    "handed-over: ✓ Rings the devices of the SIP endpoint sales · +12025550101 ✓ → laml_webhooks ✓ → cXML script Page ✓ → SIP endpoint sales ✓ → its devices ✓ · The document dials for 21 seconds. At one recorded space, each dial ended with an error after about 20. · The document dials sip:sales: The SIP endpoint sales is next. → SIP endpoint sales · It rings the endpoint's devices. [call_handler]",
  ],
  "verbs of cXML that are not played, or do not exist": [
    { laml: "<Pay/><Syy>Hi</Syy>" },
    "answered: ✓ Answered by the cXML script Page · +12025550101 ✓ → laml_webhooks ✓ → cXML script Page ✓ · The document has <Pay>, which this server does not play. · The document has <Syy>, a verb that does not exist; did you mean <Say>? · The documents play nothing to the caller.",
  ],
  "a message without a handler": [
    { body: "Hi" },
    "unanswered: ✗ Was not taken: the phone number +12025550101 has no handler for messages · +12025550101 ✓ → no handler ✗ · No handler is set, so the message is not taken. [message_handler]",
  ],
  "a message to an unknown number": [
    { to: "2025550101", body: "Hi" },
    "unanswered: ✗ Was not taken: no project has the number 2025550101; a number is in E.164: +12025550101? · 2025550101 ✗ · No project has the number 2025550101.",
  ],
  "a message to a number for calls alone": [
    { body: "Hi", line: { capabilities: ["voice"], message_handler: "relay_context", message_relay_context: "a" } },
    "unanswered: ✗ Was not taken: the phone number +12025550101 cannot carry messages · +12025550101 ✓ → messages ✗ · It cannot carry messages. [capabilities]",
  ],
  "a message that leaves the server": [
    { body: "Hi", line: { message_handler: "relay_context", message_relay_context: "a" } },
    "handed-over: ✓ Goes to the Relay application a · +12025550101 ✓ → relay_context ✓ → Relay application a ✓ · The handler is relay_context. [message_handler] · It goes to the Relay application a. [message_relay_application] → Relay application a",
  ],
  "a message that is answered and passed on": [
    {
      body: "Hi",
      line: { message_handler: "laml_webhooks", message_request_url: "{{cxmlScript:Texts}}" },
      more: texts(
        '<Response><Message>Hi</Message><Message to="+12025550199">Hi</Message><Message action="https://web.example.com/">Hi</Message></Response>',
      ),
    },
    "failed: ✗ Was not taken: POST https://web.example.com/ failed: this server calls loopback addresses only, unless the host is allowed (--allow-webhooks-to) · +12025550101 ✓ → laml_webhooks ✓ → cXML script Texts ✓ → POST https://web.example.com/ ✗ · The handler is laml_webhooks. [message_handler] · POST cXML script Texts answered 200, after N ms. [message_request_url] · The document sends a reply. · The document sends a message to +12025550199. · The document sends a reply. · <Message> leads to another document. · POST https://web.example.com/ failed (11200): this server calls loopback addresses only, unless the host is allowed (--allow-webhooks-to), after N ms.",
  ],
  "a message without an answer": [
    {
      body: "Hi",
      line: { message_handler: "laml_webhooks", message_request_url: "{{cxmlScript:Texts}}" },
      more: texts("<Response/>"),
    },
    "answered: ✓ Answered by the cXML script Texts · +12025550101 ✓ → laml_webhooks ✓ → cXML script Texts ✓ · The handler is laml_webhooks. [message_handler] · POST cXML script Texts answered 200, after N ms. [message_request_url] · The document takes the message without a reply.",
  ],
  "a message for which a script does nothing": [
    {
      body: "Hi",
      line: { message_handler: "relay_script", message_relay_script_url: "{{swmlScript:Texts}}" },
      more: texts({ sections: { main: [{ switch: { variable: "%{message.body.toUpperCase()}", case: { a: [] } } }] } }),
      options: { extraFields: true },
    },
    'answered: ✓ Answered by the SWML script Texts · +12025550101 ✓ → relay_script ✓ → SWML script Texts ✓ · The handler is relay_script. [message_handler] · POST SWML script Texts answered 200, after N ms. [message_relay_script_url] · switch has no case "HI" and no default. · The documents send nothing.',
  ],
  "a desk that is missing": [
    { main: [sip("slaes")] },
    "unanswered: ✗ Did not ring: the document dials sip:slaes, an address that no object has · +12025550101 ✓ → relay_script ✓ → SWML script Menu ✓ → sip:slaes ✗ · The document dials sip:slaes, an address that no object has.",
  ],
  "a passed-through device": [
    {
      from: "agent",
      more: agent({ call_handler: "passthrough", send_as: TO, caller_id: "Front desk" }),
      line: RELAY,
      options: outbound,
    },
    "handed-over: ✓ Goes to the Relay application a · +12025550101 ✓ → relay_context ✓ → Relay application a ✓ · The SIP endpoint agent calls as +12025550101, by the name Front desk. [send_as] · The phone number +12025550101 belongs to the project PROJECT. · The handler is relay_context. [call_handler] · It goes to the Relay application a. [call_relay_application] → Relay application a",
  ],
  "a script that hangs up with a reason after an answer": [
    { main: ["answer", { hangup: { reason: "busy" } }] },
    "answered: ✓ Answered by the SWML script Menu · +12025550101 ✓ → relay_script ✓ → SWML script Menu ✓ · The documents play nothing to the caller.",
  ],
  "a transfer without a destination, and a jump without a label": [
    {
      main: [
        { goto: {} },
        { transfer: {} },
        { prompt: { speech_hints: ["a"] } },
        { connect: { to: "%{nobody}" } },
        { ai: { SWAIG: { functions: [{ function: "sell" }] } } },
      ],
    },
    "answered: ✓ Answered by the SWML script Menu · +12025550101 ✓ → relay_script ✓ → SWML script Menu ✓ · The document has goto, which this server does not play. · The document has transfer, which this server does not play. · The document has prompt for speech, which this server does not play. · The document has connect, which this server does not play. · The document has functions of an AI agent (sell), which this server does not play. · The document passes the call to an AI agent of the script.",
  ],
  "a text to expressions with blanks": [
    { main: [{ set: { n: 1, to: "%{ 'sales' }" } }, { execute: { dest: " end " } }, { connect: { to: "sip:%{to}" } }] },
    "handed-over: ✓ Rings the devices of the SIP endpoint sales · +12025550101 ✓ → relay_script ✓ → SWML script Menu ✓ → section end ✓ → SIP endpoint sales ✓ → its devices ✓ · execute leads to the section end. · The document dials sip:sales: The SIP endpoint sales is next. → SIP endpoint sales · It rings the endpoint's devices. [call_handler]",
  ],
  "an application without an address": [
    {
      line: { call_handler: "laml_application", call_laml_application_id: "{{cxmlApplication:Office}}" },
      more: { cxmlApplications: [{ FriendlyName: "Office" }] },
    },
    "failed: ✗ Did not ring: the cXML application Office has no voice_url · +12025550101 ✓ → laml_application ✓ → cXML application Office ✓ → no voice_url ✗ · The handler is laml_application. [call_handler] · The cXML application Office is next. [call_laml_application_id] → cXML application Office · No request URL is set. [voice_url]",
  ],
  "an application whose fallback answers": [
    {
      line: { call_handler: "laml_application", call_laml_application_id: "{{cxmlApplication:Office}}" },
      more: {
        cxmlApplications: [
          {
            FriendlyName: "Office",
            VoiceUrl: `${DOWN}/call`,
            VoiceFallbackUrl: "{{cxmlScript:Page}}",
            VoiceFallbackMethod: "GET",
            StatusCallback: `${DOWN}/status`,
            StatusCallbackMethod: "GET",
          },
        ],
        cxmlScripts: [PAGE],
      },
    },
    "answered: ✓ Answered by the fallback, the cXML script Page, because POST http://127.0.0.1:9/call refused the connection · +12025550101 ✓ → laml_application ✓ → cXML application Office ✓ → POST http://127.0.0.1:9/call ✗ → fallback ✓ · The handler is laml_application. [call_handler] · The cXML application Office is next. [call_laml_application_id] → cXML application Office · POST http://127.0.0.1:9/call failed (11200): the connection to 127.0.0.1:9 was refused (ECONNREFUSED), after N ms. [voice_url] · GET cXML script Page answered 200, after N ms. [voice_fallback_url] · GET http://127.0.0.1:9/status?AccountSid=PROJECT&From=%2B12025550177&To=%2B12025550101&Timestamp=Thu%2C+01+Jan+2026+00%3A00%3A00+%2B0000&CallSid=CALL&CallStatus=completed&CallDuration=0&AudioInMos=0.0 failed (11200): the connection to 127.0.0.1:9 was refused (ECONNREFUSED), after N ms. [status_callback] · GET http://127.0.0.1:9/status?AccountSid=PROJECT&From=%2B12025550177&To=%2B12025550101&Timestamp=Thu%2C+01+Jan+2026+00%3A00%3A00+%2B0000&CallSid=CALL&CallStatus=completed&CallDuration=0&AudioInMos=0.0 failed (11200): the connection to 127.0.0.1:9 was refused (ECONNREFUSED), after N ms. [status_callback] · GET http://127.0.0.1:9/status?AccountSid=PROJECT&From=%2B12025550177&To=%2B12025550101&Timestamp=Thu%2C+01+Jan+2026+00%3A00%3A00+%2B0000&CallSid=CALL&CallStatus=completed&CallDuration=0&AudioInMos=0.0 failed (11200): the connection to 127.0.0.1:9 was refused (ECONNREFUSED), after N ms. [status_callback] · The status callback failed three times and is dropped. [status_callback]",
  ],
  "a server that is down, without a fallback": [
    { line: { ...WEBHOOKS, call_request_method: "GET" } },
    "failed: ✗ Did not ring: GET http://127.0.0.1:9/call refused the connection, and no fallback is set · +12025550101 ✓ → laml_webhooks ✓ → GET http://127.0.0.1:9/call ✗ · The handler is laml_webhooks. [call_handler] · GET http://127.0.0.1:9/call?a=1&AccountSid=PROJECT&From=%2B12025550177&To=%2B12025550101&ApiVersion=2010-04-01&CallSid=CALL&CallStatus=ringing&Direction=inbound failed (11200): the connection to 127.0.0.1:9 was refused (ECONNREFUSED), after N ms. [call_request_url] · No fallback is set. [call_fallback_url]",
  ],
  "a server that is down, and so is the fallback": [
    { line: { ...WEBHOOKS, call_fallback_url: `${DOWN}/fallback` } },
    "failed: ✗ Did not ring: POST http://127.0.0.1:9/call?a=1 refused the connection, and so did the fallback · +12025550101 ✓ → laml_webhooks ✓ → POST http://127.0.0.1:9/call?a=1 ✗ → fallback ✗ · The handler is laml_webhooks. [call_handler] · POST http://127.0.0.1:9/call?a=1 failed (11200): the connection to 127.0.0.1:9 was refused (ECONNREFUSED), after N ms. [call_request_url] · POST http://127.0.0.1:9/fallback failed (11200): the connection to 127.0.0.1:9 was refused (ECONNREFUSED), after N ms. [call_fallback_url]",
  ],
  "a server that is down, and a fallback that answers": [
    { line: { ...WEBHOOKS, call_fallback_url: "{{cxmlScript:Page}}" }, more: { cxmlScripts: [PAGE] } },
    "answered: ✓ Answered by the fallback, the cXML script Page, because POST http://127.0.0.1:9/call?a=1 refused the connection · +12025550101 ✓ → laml_webhooks ✓ → POST http://127.0.0.1:9/call?a=1 ✗ → fallback ✓ · The handler is laml_webhooks. [call_handler] · POST http://127.0.0.1:9/call?a=1 failed (11200): the connection to 127.0.0.1:9 was refused (ECONNREFUSED), after N ms. [call_request_url] · POST cXML script Page answered 200, after N ms. [call_fallback_url]",
  ],
  "a document that dials in a circle": [
    {
      main: [{ connect: { to: "agent" } }],
      more: agent({ call_handler: "relay_script", call_relay_script_url: "{{swmlScript:Menu}}" }),
    },
    "looped: ✗ Did not ring: the call goes round: The SIP endpoint agent → The SIP endpoint agent · +12025550101 ✓ → relay_script ✓ → SWML script Menu ✓ → SIP endpoint agent ✓ → relay_script ✓ → SWML script Menu ✓ → SIP endpoint agent ✓ → round ✗ · The document dials agent: The SIP endpoint agent is next. → SIP endpoint agent · The handler is relay_script. At the live service this handler takes the calls that the device places; a call to it rings the device. [call_handler] · POST SWML script Menu answered 200, after N ms. [call_relay_script_url] · The document dials agent: The SIP endpoint agent is next. → SIP endpoint agent · The call goes round and ends here: The SIP endpoint agent → The SIP endpoint agent.",
  ],
  "a redirect to what is down, with a fallback": [
    { laml: `<Redirect>${DOWN}/gone</Redirect>`, line: { call_fallback_url: `${DOWN}/fallback` } },
    "failed: ✗ Did not ring: POST http://127.0.0.1:9/gone refused the connection · +12025550101 ✓ → laml_webhooks ✓ → cXML script Page ✓ → POST http://127.0.0.1:9/gone ✗ · <Redirect> leads to another document. · POST http://127.0.0.1:9/gone failed (11200): the connection to 127.0.0.1:9 was refused (ECONNREFUSED), after N ms.",
  ],
};

test.each(Object.entries(TRACES))("%s", async (_, [{ line, main, laml, more, options, ...inbound }, found]) => {
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
    swmlScripts: script ? [{ name: "Menu", contents: { sections: { main, end: [{ return: 1 }] } } }] : swmlScripts,
  };
  const { server } = await given({ seed: { projects: [project] }, ...options });
  server.clock.freeze("2026-01-01T00:00:00Z");
  const { body, ...call } = { to: TO, from: FROM, ...inbound };
  const trace = await (body === undefined ? server.call(call) : server.message({ ...call, body }));
  const lead = script || page ? 3 : call.to === TO && call.from === FROM ? 1 : 0;
  const steps = trace.steps.slice(lead).map(({ text, field, next }) => {
    return `${text}${field ? ` [${field}]` : ""}${next ? ` → ${next.what} ${next.name}` : ""}`;
  });
  const shown = [`${trace.outcome}: ${trace.verdict}`, trace.way, ...steps].map((each) =>
    each
      .replace(server.project.id, "PROJECT")
      .replace(trace.id, "CALL")
      .replace(/after \d+ ms/, "after N ms")
      .replace(/(reference-)[\da-f]{12}/, "$1ID"),
  );
  expect(shown.join(" · ")).toBe(found);
});

// Realistic telephony programs as lists of resources, each with its expected verdict.

import type { Sent } from "./analyzer.ts";
import * as written from "./corpus-text.ts";

export interface Program {
  readonly title: string;
  readonly stack: readonly Sent[];
  /** The rule that a bad program violates. */
  readonly caughtBy?: string;
  /** The rule's options besides the preset. */
  readonly options?: Args;
  /** The name of the stack. Default: "dev". */
  readonly stackName?: string;
}

type Args = { readonly [argument: string]: unknown };
type Row = readonly [
  title: string,
  stack: readonly Sent[],
  caughtBy?: string | undefined,
  under?: Pick<Program, "options" | "stackName">,
];

const ID = "9e8b6c1a-52d7-4b0f-8a35-6f0c7d1e2b34";
const sent = (kind: Sent["kind"], args: Args, name: string, from?: Sent["from"]): Sent => ({
  kind,
  args,
  name,
  ...(from && { from }),
});
const desk = (args: Args = {}, name = "desk", from?: Sent["from"]) =>
  sent(
    "SipEndpoint",
    {
      username: name,
      password: "kV7-vqwe-qX2pLw9z-Tn4",
      encryption: "required",
      ciphers: ["AEAD_AES_256_GCM_8"],
      codecs: ["OPUS", "PCMU"],
      callerId: "Front desk",
      sendAs: "+12025550101",
      ...args,
    },
    name,
    from,
  );
const line = (args: Args = {}, name = "line", from?: Sent["from"]) =>
  sent(
    "PhoneNumber",
    {
      number: "+12025550101",
      name: "Main line",
      callHandler: "relay_application",
      callRelayApplication: "office",
      messageHandler: "relay_application",
      messageRelayApplication: "office",
      capabilities: ["voice", "sms"],
      numberType: "longcode",
      e911AddressId: ID,
      ...args,
    },
    name,
    from,
  );
const token = (args: Args = {}, name = "token") => sent("ClientToken", args, name);
const carrier = (args: Args = {}, name = "carrier") =>
  sent(
    "DomainApplication",
    {
      name: "Carrier",
      identifier: "carrier",
      ipAuthEnabled: true,
      ipAuth: ["203.0.113.0/28"],
      encryption: "required",
      ...script("https://swml.example.com/menu"),
      ...args,
    },
    name,
  );
const profile = (args: Args = {}) =>
  sent(
    "SipProfile",
    { defaultEncryption: "required", defaultCiphers: ["AEAD_AES_256_GCM_8"], defaultCodecs: ["OPUS", "PCMU"], ...args },
    "profile",
  );
const hooks = (args: Args = {}) => ({
  callHandler: "laml_webhooks",
  callRelayApplication: undefined,
  callRequestUrl: "https://voice.example.com/call",
  callRequestMethod: "POST",
  callFallbackUrl: "https://standby.example.net/call",
  callFallbackMethod: "POST",
  callStatusCallbackUrl: "https://voice.example.com/status",
  callStatusCallbackMethod: "POST",
  ...args,
});
const texts = (args: Args = {}) => ({
  messageHandler: "laml_webhooks",
  messageRelayApplication: undefined,
  messageRequestUrl: "https://sms.example.com/in",
  messageRequestMethod: "POST",
  messageFallbackUrl: "https://standby.example.net/in",
  messageFallbackMethod: "POST",
  ...args,
});
const script = (url: string) => ({ callHandler: "relay_script", callRelayScriptUrl: url });
const rings = (args: Args = {}) => ({
  callHandler: "relay_sip_endpoint",
  callRelayApplication: undefined,
  callSipEndpointId: ID,
  ...args,
});
const inherits = { encryption: undefined, ciphers: undefined, codecs: undefined };
const own = (count: number, args: (at: number) => Args = () => ({})) =>
  Array.from({ length: count }, (_, at) => desk(args(at), `desk-${at}`));

const GOOD: readonly Row[] = [
  ["an empty stack", []],
  ["one desk phone", [desk()]],
  ["a desk phone behind a number", [desk(), line(rings(), "line", { callSipEndpointId: "desk" })]],
  ["ten desks", own(10)],
  ["a call centre of 150 desks", own(150)],
  ["two floors with like names", [desk({ username: "Desk" }, "a"), desk({ username: "desk" }, "b")]],
  ["desks that the profile secures", [profile(), ...own(3, () => inherits)]],
  [
    "desks that the profile secures, said aloud",
    [profile(), desk({ ...inherits, encryption: "default", ciphers: [], codecs: [] })],
  ],
  ["desks that inherit from a profile elsewhere", own(3, () => inherits)],
  ["a profile by itself", [profile()]],
  ["a profile that sets only its domain", [sent("SipProfile", { domainIdentifier: "office" }, "profile"), desk()]],
  [
    "a password from a file",
    [desk({ password: undefined, passwordFrom: { file: "/run/secrets/desk" }, passwordVersion: 2 })],
  ],
  ["a password of words", [desk({ password: "vivid-otter-lunar-canyon-brisk-maple" })]],
  ["a password of hexadecimal digits", [desk({ password: "9f2c4be17a6d03c85e71b0f4a9d2638c" })]],
  ["a user name of one digit", [desk({ username: "7", password: "W7k-2m7Qz-9xRt4-vBn8p" })]],
  ["the highest strength of every cipher", [desk({ ciphers: ["AEAD_AES_256_GCM_8", "AES_256_CM_HMAC_SHA1_80"] })]],
  ["a phone that knows only G.711", [desk({ codecs: ["PCMA", "PCMU"] })]],
  ["a video phone", [desk({ codecs: ["OPUS", "H264"] })]],
  ["a caller ID with accents", [desk({ callerId: "Réception Zürich" })]],
  ["a caller ID with digits in it", [desk({ callerId: "Room 1204" })]],
  ["a caller ID that is its own number", [desk({ callerId: "+12025550101" })]],
  ["a British sender", [desk({ sendAs: "+442071838750" })]],
  ["a sender from Saint Helena", [desk({ sendAs: "+29022222" })]],
  ["a toll-free line", [line({ number: "+18005550123", numberType: "toll-free", e911AddressId: undefined })]],
  [
    "a fax line",
    [
      line({
        callReceiveMode: "fax",
        capabilities: ["fax", "voice"],
        messageHandler: undefined,
        messageRelayApplication: undefined,
      }),
    ],
  ],
  ["a line adopted by its id", [line({ number: undefined, phoneNumberId: ID })]],
  ["two lines", [line({}, "a"), line({ number: "+12025550102" }, "b")]],
  ["a line on webhooks", [line(hooks())]],
  ["a line whose texts go to webhooks", [line(texts())]],
  ["a line on webhooks for both", [line({ ...hooks(), ...texts() })]],
  [
    "webhooks asked by GET",
    [line(hooks({ callRequestMethod: "GET", callFallbackMethod: "GET", callStatusCallbackMethod: "GET" }))],
  ],
  ["webhooks on another port", [line(hooks({ callRequestUrl: "https://voice.example.com:8443/call" }))]],
  [
    "a webhook that names its own number",
    [line(hooks({ callRequestUrl: "https://voice.example.com/call?line=%2B12025550101" }))],
  ],
  [
    "a webhook with the number in its path",
    [line(hooks({ callRequestUrl: "https://voice.example.com/numbers/12025550101/voice" }))],
  ],
  [
    "a webhook with a mail address in it",
    [line(hooks({ callRequestUrl: "https://voice.example.com/vm?mail=desk@example.com" })), desk()],
  ],
  ["a webhook in another script", [line(hooks({ callRequestUrl: "https://bücher.example/call" }))]],
  ["a webhook at a public address", [line(hooks({ callRequestUrl: "https://8.8.8.8/call" }))]],
  ["a webhook at a public IPv6 address", [line(hooks({ callRequestUrl: "https://[2606:4700::1111]/call" }))]],
  ["a host that begins like a private network", [line(hooks({ callRequestUrl: "https://10.example.com/call" }))]],
  ["a host that speaks of tokens", [line(hooks({ callRequestUrl: "https://token.example.com/call?tokens=3" }))]],
  [
    "a webhook that forwards to somebody outside",
    [line(hooks({ callRequestUrl: "https://voice.example.com/fwd?to=%2B442071838750" }))],
  ],
  [
    "a forward to a desk",
    [line(hooks({ callRequestUrl: "https://voice.example.com/fwd?to=sip:desk@office.sip.signalwire.com" })), desk()],
  ],
  [
    "a forward to another line that ends there",
    [
      line(hooks({ callRequestUrl: "https://voice.example.com/fwd?to=%2B12025550102" }), "a"),
      line({ number: "+12025550102" }, "b"),
    ],
  ],
  ["an endpoint answered by a script", [desk(script("https://swml.example.com/ivr.yaml"))]],
  ["an endpoint answered by webhooks", [desk(hooks())]],
  ["an endpoint in a video room", [desk({ callHandler: "video_room", callVideoRoomId: ID })]],
  ["an endpoint on an AI agent", [desk({ callHandler: "ai_agent", callAiAgentId: ID })]],
  ["an endpoint on a call flow", [desk({ callHandler: "call_flow", callFlowId: ID })]],
  ["an endpoint on a LaML application", [desk({ callHandler: "laml_application", callLamlApplicationId: ID })]],
  ["an endpoint on a context", [desk({ callHandler: "relay_context", callRelayContext: "office" })]],
  [
    "a line on Dialogflow",
    [line({ callHandler: "dialogflow", callRelayApplication: undefined, callDialogflowAgentId: "agent" })],
  ],
  [
    "a line on a client",
    [line({ callHandler: "relay_verto_endpoint", callRelayApplication: undefined, callVertoResource: "alice" })],
  ],
  [
    "a line on a connector",
    [line({ callHandler: "relay_connector", callRelayApplication: undefined, callRelayConnectorId: ID })],
  ],
  [
    "a line on a context by its old name",
    [line({ callHandler: "relay_context", callRelayApplication: undefined, callRelayContext: "office" })],
  ],
  ["a line that is left as it is when destroyed", [line({ onDestroy: "leave" })]],
  ["a line that is put back when destroyed", [line({ onDestroy: "restore" })]],
  ["a carrier from its own block", [carrier()]],
  ["a token of a quarter of an hour", [token()]],
  ["a token of an hour for a random name", [token({ resourceName: ID, expiresIn: 60 })]],
  ["a token renewed at every update", [token({ rotation: "always", expiresIn: 30 })]],
  ["a hotel: desks, lines and a token", [profile(), ...own(20), line(), token()]],
];

const BAD: readonly Row[] = [
  ["a carrier from anywhere", [carrier({ ipAuthEnabled: false })], "domain-application-ip-auth"],
  ["a carrier from every address", [carrier({ ipAuth: ["0.0.0.0/0"] })], "domain-application-ip-auth"],
  ["a carrier without SRTP", [carrier({ encryption: "forbidden" })], "domain-application-encryption"],
  ["SRTP left to chance", [desk({ encryption: "optional" })], "sip-endpoint-encryption"],
  ["SRTP left to chance for everybody", [profile({ defaultEncryption: "optional" })], "sip-endpoint-encryption"],
  ["SRTP left to a profile that nobody reviews", [desk({ encryption: undefined })], "sip-endpoint-encryption"],
  [
    "SRTP inherited from a lax profile",
    [profile({ defaultEncryption: "optional" }), desk({ encryption: "default" })],
    "sip-endpoint-encryption",
  ],
  [
    "a weak cipher beside a strong one",
    [desk({ ciphers: ["AEAD_AES_256_GCM_8", "AES_CM_128_HMAC_SHA1_32"] })],
    "sip-endpoint-ciphers",
  ],
  ["a weak cipher alone", [desk({ ciphers: ["AES_256_CM_HMAC_SHA1_32"] })], "sip-endpoint-ciphers"],
  ["weak ciphers for everybody", [profile({ defaultCiphers: [] })], "sip-endpoint-ciphers"],
  [
    "weak ciphers inherited",
    [profile({ defaultCiphers: ["AES_CM_128_HMAC_SHA1_32"] }), desk({ ciphers: [] })],
    "sip-endpoint-ciphers",
  ],
  ["ciphers left to a profile that nobody reviews", [desk({ ciphers: [] })], "sip-endpoint-ciphers"],
  ["a text where a list belongs", [desk({ ciphers: "AEAD_AES_256_GCM_8" })], "sip-endpoint-ciphers"],
  ["video codecs alone", [desk({ codecs: ["VP8", "H264"] })], "sip-endpoint-codecs"],
  ["video codecs alone for everybody", [profile({ defaultCodecs: ["VP8"] })], "sip-endpoint-codecs"],
  ["a word for a password", [desk({ password: "telephone" })], "sip-endpoint-password-strength"],
  ["a word twice", [desk({ password: "passwordpassword" })], "sip-endpoint-password-strength"],
  ["a run on the keyboard", [desk({ password: "qwertyuiopasdfghjkl1" })], "sip-endpoint-password-strength"],
  ["digits only", [desk({ password: "12345678901234567890" })], "sip-endpoint-password-strength"],
  [
    "the extension as a password",
    [desk({ username: "1204", password: "1204120412041204120412" })],
    "sip-endpoint-password-strength",
  ],
  [
    "the user name backwards",
    [desk({ username: "reception-desk", password: "ksed-noitpecer-ksed-noitpecer" })],
    "sip-endpoint-password-strength",
  ],
  [
    "the user name and the year",
    [desk({ username: "warehouse", password: "warehouse-2026" })],
    "sip-endpoint-password-strength",
  ],
  ["the maker's default", [desk({ password: "polycom456polycom456" })], "sip-endpoint-password-strength"],
  ["calls from any number", [desk({ sendAs: "random" })], "sip-endpoint-send-as"],
  ["calls from nobody's number", [desk({ sendAs: undefined })], "sip-endpoint-send-as"],
  ["an area code that begins with 1", [desk({ sendAs: "+11234567890" })], "sip-endpoint-send-as-number"],
  ["a premium number as sender", [desk({ sendAs: "+19005550177" })], "sip-endpoint-send-as-number"],
  ["a sender of four digits", [desk({ sendAs: "+4412" })], "sip-endpoint-send-as-number"],
  ["no caller ID", [desk({ callerId: undefined })], "sip-endpoint-caller-id"],
  ["a caller ID that breaks the header", [desk({ callerId: "Desk\r\nX-Evil: 1" })], "sip-endpoint-caller-id-text"],
  ["a caller ID that claims a bank's number", [desk({ callerId: "+1 (800) 555-0199" })], "sip-endpoint-caller-id-text"],
  ["a line without a label", [line({ name: undefined })], "phone-number-name"],
  [
    "a line that nobody answers",
    [line({ callHandler: undefined, callRelayApplication: undefined })],
    "phone-number-call-handler",
  ],
  [
    "texts that nobody reads",
    [line({ messageHandler: undefined, messageRelayApplication: undefined })],
    "phone-number-message-handler",
  ],
  ["a line without an emergency address", [line({ e911AddressId: undefined })], "phone-number-emergency-address"],
  ["a token of a day, in seconds", [token({ expiresIn: 86_400 })], "client-token-lifetime"],
  ["a token of three hours", [token({ expiresIn: 180 })], "client-token-lifetime"],
  ["a token that is never renewed", [token({ rotation: "never" })], "client-token-rotation"],
  ["a token for alice", [token({ resourceName: "alice" })], "client-token-name"],
  ["a token for a room", [token({ resourceName: "room-12-floor-3" })], "client-token-name"],
  ["a webhook by http", [line(hooks({ callRequestUrl: "http://voice.example.com/call" }))], "webhook-https"],
  ["texts by http", [line(texts({ messageFallbackUrl: "http://standby.example.net/in" }))], "webhook-https"],
  ["a script by http", [desk(script("http://swml.example.com/ivr.yaml"))], "webhook-https"],
  [
    "a webhook on a laptop",
    [line(hooks({ callRequestUrl: "https://4c2a.ngrok-free.app/call" }))],
    "webhook-public-host",
  ],
  [
    "a webhook at localhost",
    [line(hooks({ callStatusCallbackUrl: "https://localhost:3000/status" }))],
    "webhook-public-host",
  ],
  [
    "a webhook in the office network",
    [line(hooks({ callRequestUrl: "https://192.168.1.20/call" }))],
    "webhook-public-host",
  ],
  [
    "another path on this machine",
    [desk(script("https://127.0.0.1:8080/bins/9e8b6c1a-52d7-4b0f-8a35-6f0c7d1e2b34"))],
    "webhook-public-host",
  ],
  [
    "the path of a hosted script in the office network",
    [desk(script("https://192.168.1.20/relay-bins/9e8b6c1a-52d7-4b0f-8a35-6f0c7d1e2b34"))],
    "webhook-public-host",
  ],
  ["a webhook at the metadata of a cloud", [desk(script("https://169.254.169.254/latest"))], "webhook-public-host"],
  [
    "a private address in disguise",
    [line(hooks({ callRequestUrl: "https://[::ffff:10.0.0.1]/call" }))],
    "webhook-public-host",
  ],
  [
    "a password in a webhook",
    [line(hooks({ callRequestUrl: "https://pbx:Tr0ub4dor@voice.example.com/call" }))],
    "webhook-credentials",
  ],
  [
    "a key in a webhook",
    [line(texts({ messageRequestUrl: "https://sms.example.com/in?api_key=9f2c4be17a6d" }))],
    "webhook-credentials",
  ],
  [
    "a fallback on the same host",
    [line(hooks({ callFallbackUrl: "https://voice.example.com/fallback" }))],
    "webhook-fallback",
  ],
  ["no fallback", [line(hooks({ callFallbackUrl: undefined, callFallbackMethod: undefined }))], "webhook-fallback"],
  [
    "failures that nobody hears of",
    [line(hooks({ callStatusCallbackUrl: undefined, callStatusCallbackMethod: undefined }))],
    "webhook-status-callback",
  ],
  ["a method left open", [line(hooks({ callRequestMethod: undefined }))], "webhook-method"],
  [
    "an application without its id",
    [line({ callHandler: "laml_application", callRelayApplication: undefined })],
    "handler-target",
  ],
  [
    "the URL of a handler that was left",
    [line({ callRequestUrl: "https://voice.example.com/call" })],
    "handler-arguments",
  ],
  [
    "a context under both its names",
    [line({ callHandler: "relay_context", callRelayContext: "old", callRelayApplication: "new" })],
    "handler-aliases",
  ],
  ["two desks with one login", [desk({}, "a"), desk({ username: "a" }, "b")], "stack-usernames"],
  ["one line twice", [line({}, "a"), line({}, "b")], "stack-numbers"],
  ["a line that rings somebody's endpoint", [line(rings())], "stack-known-endpoints"],
  ["a loop over the wrong list", own(101), "stack-endpoint-count"],
  [
    "a webhook at a host that is like the team's",
    [line(hooks({ callRequestUrl: "https://voice.examp1e.com/call" }))],
    "webhook-hosts",
    { options: { hosts: ["voice.example.com", "*.example.net"] } },
  ],
  [
    "a live line that is cleared when destroyed",
    [line({ onDestroy: "clear" })],
    "phone-number-on-destroy",
    { stackName: "live-eu" },
  ],
  ["an adoption left in a live stack", [desk({ adopt: true })], "sip-endpoint-adopt", { stackName: "live" }],
  ["a sender of another project", [desk({ sendAs: "+12025550177" }), line()], "stack-known-send-as"],
  [
    "a line and a desk that call each other",
    [
      desk(script("https://swml.example.com/fwd?to=%2B12025550101")),
      line(rings(), "line", { callSipEndpointId: "desk" }),
    ],
    "stack-call-loops",
  ],
  [
    "two lines that call each other",
    [
      line(hooks({ callRequestUrl: "https://voice.example.com/?to=%2B12025550102" }), "a"),
      line(hooks({ number: "+12025550102", callRequestUrl: "https://voice.example.com/?to=%2B12025550101" }), "b"),
    ],
    "stack-call-loops",
  ],
];

const programs = (rows: readonly Row[]): Program[] =>
  rows.map(([title, stack, caughtBy, under]) => ({ title, stack, ...(caughtBy && { caughtBy }), ...under }));

/** A number that rings a desk with a document at this address. */
const fetched = (url: string): Sent[] => [desk(script(url)), line(rings(), "line", { callSipEndpointId: "desk" })];
const hooked = (url: string): Sent[] => [line(hooks({ callRequestUrl: url }))];

const GOOD_TEXTS: readonly Row[] = [
  ...written.goodCallerIds.map((callerId): Row => [`the caller ID ${callerId}`, [desk({ callerId })]]),
  ...written.openUrls.map((url): Row => [`a webhook at ${url}`, hooked(url)]),
  ...written.publicHosts.map((host): Row => [`a webhook at the host ${host}`, hooked(`https://${host}/call`)]),
  ...written.notCallingBack.map((url): Row => [`a desk with a document at ${url}`, fetched(url)]),
  ["a live line that is left as it is when destroyed", [line({ onDestroy: "leave" })]],
  ["a test stack called prod that clears its line", [line({ onDestroy: "clear" })], undefined, { stackName: "prod" }],
];

const BAD_TEXTS: readonly Row[] = [
  ...written.badCallerIds.map(
    (callerId): Row => [
      `the caller ID ${JSON.stringify(callerId)}`,
      [desk({ callerId })],
      "sip-endpoint-caller-id-text",
    ],
  ),
  ...written.secretUrls.map((url): Row => [`a webhook at ${url}`, hooked(url), "webhook-credentials"]),
  ...written.otherHosts.map(
    (host): Row => [`a webhook at the host ${host}`, hooked(`https://${host}/call`), "webhook-public-host"],
  ),
  ...written.callingBack.map((url): Row => [`a desk that calls back by ${url}`, fetched(url), "stack-call-loops"]),
];

export const good = programs([...GOOD, ...GOOD_TEXTS]);
export const bad = programs([...BAD, ...BAD_TEXTS]);

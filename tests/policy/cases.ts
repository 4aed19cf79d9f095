// The expected results of every rule besides its examples. They are evaluated as functions and by the pack's own process.

import {
  argumentName,
  argumentNames,
  type Resource,
  resourceNames,
  resources,
  returnedFields,
} from "../../contract/index.ts";
import { type Kind, rules, type Trial, unknown } from "../../policy/index.ts";
import type { Sent } from "./analyzer.ts";

interface Case {
  /** Valid resources besides the example. */
  readonly pass?: readonly Trial[];
  /** Contains unknown values; `awaits` names those that the rule needs. */
  readonly unknown: readonly Trial[];
  readonly awaits: readonly string[];
  /** A configuration that changes the violations of `trials`. */
  readonly configured?: {
    readonly options: { readonly [option: string]: unknown };
    readonly trials: readonly Trial[];
    readonly violations: readonly string[];
  };
}

const SECRET = "kV7-canary-qX2pLw9z";
const ROOM = "9e8b6c1a-52d7-4b0f-8a35-6f0c7d1e2b34";

function endpoint(args: object, more: Pick<Sent, "name" | "from"> = {}): Trial {
  return { kind: "SipEndpoint", args: { username: "front-desk", password: SECRET, ...args }, ...more };
}

function number(args: object, more: Pick<Sent, "name" | "from"> = {}): Trial {
  return { kind: "PhoneNumber", args: { number: "+12025550101", ...args }, ...more };
}

function token(args: object): Trial {
  return { kind: "ClientToken", args: { ...args } };
}

function profile(args: object): Trial {
  return { kind: "SipProfile", args: { ...args } };
}

function application(args: object): Trial {
  return { kind: "DomainApplication", args: { name: "Carrier", identifier: "carrier", ...args } };
}

/** The address of a script at a reference server on this machine. */
const HOSTED = `http://127.0.0.1:8080/relay-bins/${ROOM}`;

const INHERITS = (setting: string) =>
  `${setting} is inherited from the project's SIP profile, which the stack does not manage`;

const WEBHOOKS = {
  callHandler: "laml_webhooks",
  callRequestUrl: "https://a.example/call",
  callRequestMethod: "POST",
  callFallbackUrl: "https://b.example/call",
  callFallbackMethod: "POST",
  callStatusCallbackUrl: "https://a.example/status",
  callStatusCallbackMethod: "POST",
};

const cases: { readonly [rule: string]: Case } = {
  "sip-endpoint-encryption": {
    pass: [endpoint({ encryption: "required" }), endpoint({}), endpoint({ encryption: "default" })],
    unknown: [endpoint({ encryption: unknown })],
    awaits: ["encryption"],
    configured: {
      options: { explicit: true },
      trials: [endpoint({ encryption: "required" }), endpoint({}), endpoint({ encryption: "default" })],
      violations: [INHERITS("encryption"), INHERITS("encryption")],
    },
  },
  "sip-endpoint-ciphers": {
    pass: [endpoint({ ciphers: ["AEAD_AES_256_GCM_8"] }), endpoint({})],
    unknown: [endpoint({ ciphers: ["AEAD_AES_256_GCM_8", unknown] })],
    awaits: ["ciphers"],
    configured: {
      options: { weak: ["AEAD_AES_256_GCM_8"], explicit: true },
      trials: [
        endpoint({ ciphers: ["AEAD_AES_256_GCM_8"] }),
        endpoint({ ciphers: ["AES_CM_128_HMAC_SHA1_32"] }),
        endpoint({}),
      ],
      violations: ["ciphers holds AEAD_AES_256_GCM_8", INHERITS("ciphers")],
    },
  },
  "sip-endpoint-codecs": {
    pass: [endpoint({ codecs: ["PCMU", "H264"] }), endpoint({ codecs: [] }), profile({ defaultCodecs: [] })],
    unknown: [endpoint({ codecs: ["H264", unknown] })],
    awaits: ["codecs"],
    configured: {
      options: { explicit: true },
      trials: [endpoint({ codecs: ["OPUS"] }), endpoint({})],
      violations: [INHERITS("codecs")],
    },
  },
  "sip-endpoint-password-strength": {
    pass: [endpoint({}), endpoint({ password: undefined, passwordFrom: { env: "DESK_PASSWORD" } })],
    unknown: [endpoint({ password: unknown })],
    awaits: ["password"],
    configured: {
      options: { minimumLength: 30, minimumBits: 1 },
      trials: [endpoint({}), endpoint({ password: "abc".repeat(10) })],
      violations: ["password has fewer than 30 characters"],
    },
  },
  "sip-endpoint-send-as": {
    unknown: [endpoint({ sendAs: unknown })],
    awaits: ["sendAs"],
  },
  "sip-endpoint-send-as-number": {
    pass: [endpoint({ sendAs: "+12025550101" }), endpoint({ sendAs: "random" }), endpoint({ sendAs: "+442071838750" })],
    unknown: [endpoint({ sendAs: unknown })],
    awaits: ["sendAs"],
  },
  "sip-endpoint-caller-id": {
    unknown: [endpoint({ callerId: unknown })],
    awaits: [],
  },
  "sip-endpoint-caller-id-text": {
    pass: [endpoint({ callerId: "Réception 2" }), endpoint({ callerId: "+12025550101", sendAs: "+12025550101" })],
    unknown: [endpoint({ callerId: unknown })],
    awaits: ["callerId"],
  },
  "sip-endpoint-adopt": {
    pass: [endpoint({ adopt: false }), endpoint({})],
    unknown: [endpoint({ adopt: unknown })],
    awaits: ["adopt"],
    configured: { options: { protectedStacks: ["live"] }, trials: [endpoint({ adopt: true })], violations: [] },
  },
  "domain-application-ip-auth": {
    pass: [application({ ipAuthEnabled: true, ipAuth: ["2001:db8::/32"] })],
    unknown: [application({ ipAuthEnabled: true, ipAuth: unknown })],
    awaits: ["ipAuth"],
    configured: {
      options: { minimumPrefixV4: 24 },
      trials: [
        application({}),
        application({ ipAuthEnabled: true }),
        application({ ipAuthEnabled: true, ipAuth: ["198.51.100.0/23", "203.0.113.5"] }),
      ],
      violations: [
        "ipAuthEnabled is not true, so calls from any address are taken",
        "ipAuth is empty",
        "ipAuth has a block of too many addresses",
      ],
    },
  },
  "domain-application-encryption": {
    unknown: [application({ encryption: unknown })],
    awaits: ["encryption"],
  },
  "phone-number-name": {
    unknown: [number({ name: unknown })],
    awaits: ["name"],
    configured: {
      options: { pattern: "^[a-z]+-[0-9]+$" },
      trials: [number({ name: "support-1" }), number({ name: "Support" })],
      violations: ["name does not fit the pattern"],
    },
  },
  "phone-number-call-handler": {
    unknown: [number({ callHandler: unknown })],
    awaits: [],
  },
  "phone-number-message-handler": {
    pass: [
      number({ capabilities: ["voice", "sms"], messageHandler: "relay_context" }),
      number({ capabilities: ["voice", "fax"] }, { name: "fax" }),
    ],
    unknown: [number({}, { name: "line" })],
    awaits: ["line.capabilities"],
  },
  "phone-number-on-destroy": {
    pass: [number({ onDestroy: "restore" }), number({})],
    unknown: [number({ onDestroy: unknown })],
    awaits: ["onDestroy"],
    configured: {
      options: { protectedStacks: ["live"] },
      trials: [number({ onDestroy: "clear" })],
      violations: [],
    },
  },
  "phone-number-emergency-address": {
    pass: [
      number({ capabilities: ["voice"], e911AddressId: "canary-id" }),
      number({ capabilities: ["voice"], numberType: "toll-free" }, { name: "free" }),
      number({ capabilities: ["sms"] }, { name: "sms" }),
    ],
    unknown: [number({}, { name: "line" })],
    awaits: ["line.capabilities"],
  },
  "client-token-lifetime": {
    pass: [token({ expiresIn: 60 }), token({})],
    unknown: [token({ expiresIn: unknown })],
    awaits: ["expiresIn"],
    configured: {
      options: { maximumMinutes: 10 },
      trials: [token({ expiresIn: 10 }), token({})],
      violations: ["expiresIn is more than 10 minutes"],
    },
  },
  "client-token-rotation": {
    pass: [token({ rotation: "always" }), token({})],
    unknown: [token({ rotation: unknown })],
    awaits: ["rotation"],
  },
  "client-token-name": {
    pass: [
      token({}),
      token({ resourceName: "3fa85f64-5717-4562-b3fc-2c963f66afa6" }),
      token({ resourceName: "alice-k3jf92mdk4x8s1qp" }),
    ],
    unknown: [token({ resourceName: unknown })],
    awaits: ["resourceName"],
    configured: {
      options: { minimumBits: 40 },
      trials: [token({ resourceName: "alice-k3j9f2md" })],
      violations: [],
    },
  },
  "webhook-https": {
    pass: [
      endpoint(WEBHOOKS),
      number({ messageRequestUrl: "https://a.example/sms" }, { name: "line" }),
      number({ callHandler: "relay_script", callRelayScriptUrl: HOSTED }),
    ],
    unknown: [endpoint({ ...WEBHOOKS, callFallbackUrl: unknown })],
    awaits: ["callFallbackUrl"],
  },
  "webhook-hosts": {
    pass: [endpoint({ ...WEBHOOKS, callFallbackUrl: "https://x.b.example/call" })],
    unknown: [endpoint({ ...WEBHOOKS, callRequestUrl: unknown, callFallbackUrl: "https://a.example/call" })],
    awaits: ["callRequestUrl"],
    configured: { options: {}, trials: [endpoint(WEBHOOKS)], violations: [] },
  },
  "webhook-public-host": {
    pass: [
      endpoint(WEBHOOKS),
      number({ callRequestUrl: "https://8.8.8.8/call" }),
      number({ callHandler: "relay_script", callRelayScriptUrl: HOSTED }),
    ],
    unknown: [number({ callRequestUrl: unknown })],
    awaits: ["callRequestUrl"],
    configured: {
      options: { tunnels: ["tunnel.example"] },
      trials: [
        number({ callRequestUrl: "https://canary.ngrok.app/call" }),
        number({ callRequestUrl: "https://a.tunnel.example/call" }),
      ],
      violations: ["callRequestUrl has the host a.tunnel.example, which is a tunnel"],
    },
  },
  "webhook-credentials": {
    pass: [number({ callRequestUrl: "https://a.example/call?line=1&tokens=2" })],
    unknown: [number({ callRequestUrl: unknown })],
    awaits: ["callRequestUrl"],
  },
  "webhook-fallback": {
    pass: [endpoint(WEBHOOKS)],
    unknown: [endpoint({ ...WEBHOOKS, callFallbackUrl: unknown })],
    awaits: ["callFallbackUrl"],
  },
  "webhook-status-callback": {
    pass: [endpoint(WEBHOOKS), endpoint({ callHandler: "dialogflow" }), endpoint({})],
    unknown: [number({ callHandler: unknown })],
    awaits: ["callHandler"],
  },
  "webhook-method": {
    pass: [endpoint(WEBHOOKS)],
    unknown: [number({ callRequestUrl: unknown, callRequestMethod: unknown })],
    awaits: [],
  },
  "handler-target": {
    pass: [
      number({ callHandler: "relay_context", callRelayApplication: unknown }),
      number({}),
      endpoint({ callHandler: "dialogflow" }),
    ],
    unknown: [number({ callHandler: unknown })],
    awaits: ["callHandler"],
  },
  "handler-arguments": {
    pass: [endpoint(WEBHOOKS), number({ callVideoRoomId: ROOM })],
    unknown: [number({ callHandler: unknown, callVideoRoomId: ROOM })],
    awaits: ["callHandler"],
  },
  "handler-aliases": {
    unknown: [number({ messageRelayContext: unknown, callRelayApplication: unknown })],
    awaits: [],
  },
  "stack-usernames": {
    unknown: [endpoint({}, { name: "a" }), endpoint({ username: unknown }, { name: "b" })],
    awaits: ["b.username"],
  },
  "stack-numbers": {
    unknown: [
      number({}, { name: "a" }),
      number({ number: unknown }, { name: "b" }),
      number({ number: undefined, phoneNumberId: ROOM }, { name: "c" }),
    ],
    awaits: ["b.number", "c.number"],
  },
  "stack-known-endpoints": {
    pass: [
      endpoint({}, { name: "desk" }),
      number({ callSipEndpointId: unknown }, { from: { callSipEndpointId: "desk" } }),
    ],
    unknown: [number({ callSipEndpointId: unknown }, { name: "line" })],
    awaits: ["line.callSipEndpointId"],
    configured: {
      options: { endpoints: ["canary-id"] },
      trials: [number({ callSipEndpointId: "canary-id" })],
      violations: [],
    },
  },
  "stack-known-send-as": {
    pass: [
      number({}, { name: "line" }),
      endpoint({ sendAs: "+12025550101" }, { name: "desk" }),
      endpoint({ sendAs: unknown }, { name: "other", from: { sendAs: "line" } }),
    ],
    unknown: [number({ number: unknown }, { name: "line" }), endpoint({ sendAs: "+12025550177" }, { name: "desk" })],
    awaits: ["line.number"],
    configured: {
      options: { numbers: ["+12025550177"] },
      trials: [endpoint({ sendAs: "+12025550177" })],
      violations: [],
    },
  },
  "stack-endpoint-count": {
    unknown: [endpoint({ username: unknown }, { name: "a" })],
    awaits: [],
    configured: {
      options: {},
      trials: Array.from({ length: 201 }, (_, at) => endpoint({}, { name: `desk-${at}` })),
      violations: ["the stack has 201 SIP endpoints, and 200 is the limit"],
    },
  },
  "stack-call-loops": {
    pass: [
      endpoint({ callHandler: "relay_script", callRelayScriptUrl: "https://a.example/120255501012" }, { name: "desk" }),
      number(
        { callHandler: "relay_sip_endpoint", callSipEndpointId: unknown },
        { name: "line", from: { callSipEndpointId: "desk" } },
      ),
    ],
    unknown: [
      endpoint({ callHandler: "relay_script", callRelayScriptUrl: unknown }, { name: "desk" }),
      number({ callHandler: unknown, callSipEndpointId: "canary-id" }, { name: "line" }),
    ],
    awaits: ["desk.callRelayScriptUrl", "line.callHandler"],
  },
};

export const ruleNames = Object.keys(cases);

/** Returns the cases of a rule. Its own examples are among the valid ones and the single violation. */
export function caseOf(name: string) {
  const found = cases[name];
  const examples = rules.find((rule) => rule.name === name)?.examples;
  if (!found || !examples) throw new Error(`${name} has no cases or no examples`);
  const { passes, fails, options = {}, stack = "dev" } = examples;
  return { ...found, pass: found.pass ?? [], passes, fail: fails, options, stack };
}

/** Every property of every class, each with a text that no message may contain. */
export function canaries(): Sent[] {
  return resourceNames.flatMap((kind) =>
    [WEBHOOKS, { callHandler: "dialogflow", messageHandler: "laml_webhooks", onDestroy: "clear" }].map(
      (chosen, at) => ({
        kind,
        name: `${kind}-${at}`,
        args: {
          ...Object.fromEntries(propertiesOf(kind).map((name) => [name, canaryFor(name)])),
          ...("callHandler" in chosen && kind !== "ClientToken" ? { ...chosen, ...urls(propertiesOf(kind)) } : {}),
        },
      }),
    ),
  );
}

function propertiesOf(kind: Kind): string[] {
  const resource: Resource = resources[kind];
  const outputs = returnedFields(resource).map((field) => argumentName(resource, field));
  return [...new Set([...argumentNames(resource), ...outputs, ...Object.keys(resource.computed ?? {})])];
}

function canaryFor(name: string): unknown {
  if (/^(ciphers|codecs|capabilities|defaultCiphers|defaultCodecs)$/.test(name))
    return ["AES_CM_128_HMAC_SHA1_32", "sms", "canary"];
  if (name === "expiresIn") return 99_999;
  if (name === "encryption" || name === "defaultEncryption") return "optional";
  if (name === "adopt") return true;
  return "canary";
}

function urls(names: readonly string[]): { [name: string]: string } {
  return Object.fromEntries(
    names
      .filter((name) => name.endsWith("Url"))
      .map((name) => [name, "http://canary:canary@a.example/canary?canary#canary"]),
  );
}

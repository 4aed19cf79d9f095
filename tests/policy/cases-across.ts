// The expected results of the rules about webhooks, handlers and the whole stack, besides their examples.

import { unknown } from "../../policy/index.ts";
import { type Case, endpoint, HOSTED, number, ROOM, WEBHOOKS } from "./trials.ts";

export const casesAcross: { readonly [rule: string]: Case } = {
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

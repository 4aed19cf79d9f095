// The expected results of the rules about webhooks, handlers and the whole stack.

import { unknown } from "../../policy/index.ts";
import { type Case, endpoint, HOSTED, number, ROOM, script, WEBHOOKS } from "./trials.ts";

export const casesAcross: { readonly [rule: string]: Case } = {
  "webhook-https": {
    trials: [
      endpoint(WEBHOOKS),
      number({ callHandler: "relay_script", callRelayScriptUrl: HOSTED }),
      endpoint({ ...WEBHOOKS, callFallbackUrl: unknown }),
      number({ callHandler: unknown, callRequestUrl: "http://a.example/call" }, { name: "given" }),
      number({ callHandler: unknown }, { name: "bare" }),
    ],
    awaits: ["callFallbackUrl", "callHandler"],
  },
  "webhook-hosts": {
    options: { hosts: ["a.example", "*.b.example"] },
    trials: [
      endpoint({ ...WEBHOOKS, callFallbackUrl: "https://x.b.example/call" }),
      number({ callHandler: "relay_script", callRelayScriptUrl: HOSTED }, { name: "local" }),
      // Only the update will know the address of the script, and this part of the document comes from it.
      script("hangup", { name: "menu" }),
      script(
        { transfer: { dest: `https://mine.signalwire.com/laml-bins/${ROOM}` } },
        { name: "onward", from: { contents: "menu" } },
      ),
      endpoint({ ...WEBHOOKS, callRequestUrl: unknown, callFallbackUrl: "https://a.example/call" }),
    ],
    awaits: ["callRequestUrl"],
    configured: {
      options: { hosts: ["a.example", "shared.signalwire.com"] },
      trials: [
        script("hangup", { name: "odd" }, { requestUrl: "odd" }),
        script("hangup", { name: "menu" }, { requestUrl: `https://mine.signalwire.com:8443/relay-bins/${ROOM}` }),
        ...["mine", "another", "shared"].map((space) =>
          number(
            { callHandler: "relay_script", callRelayScriptUrl: `https://${space}.signalwire.com/relay-bins/${ROOM}` },
            { name: space },
          ),
        ),
        number(
          { callHandler: "relay_script", callRelayScriptUrl: `https://moved.signalwire.com/relay-bins/${ROOM}` },
          { name: "supplied", from: { callRelayScriptUrl: "menu" } },
        ),
        script(
          { transfer: { dest: `https://another.signalwire.com/laml-bins/${ROOM}` } },
          { name: "onward", from: { contents: "menu" } },
        ),
      ],
      violations: ["callRelayScriptUrl", "contents sections.main[0].transfer.dest"].map(
        (place) => `${place} has a host that serves scripts but none of this stack, and is not allowed (option hosts)`,
      ),
    },
  },
  "webhook-public-host": {
    trials: [number({ callHandler: "relay_script", callRelayScriptUrl: HOSTED }), number({ callRequestUrl: unknown })],
    awaits: ["callRequestUrl"],
    configured: {
      options: { tunnels: ["tunnel.example"] },
      trials: [
        number({ callRequestUrl: "https://canary.ngrok.app/call" }),
        number({ callRequestUrl: "https://a.tunnel.example/call" }),
        number({ callRequestUrl: "https://mytunnel.example/call" }),
      ],
      violations: ["callRequestUrl has a host that is a tunnel (option tunnels: tunnel.example)"],
    },
  },
  "webhook-credentials": {
    trials: [number({ callRequestUrl: unknown })],
    awaits: ["callRequestUrl"],
  },
  "webhook-fallback": {
    trials: [endpoint({ ...WEBHOOKS, callFallbackUrl: unknown })],
    awaits: ["callFallbackUrl"],
  },
  "webhook-status-callback": {
    trials: [endpoint({ callHandler: "dialogflow" }), number({ callHandler: unknown })],
    awaits: ["callHandler"],
  },
  "script-destinations": {
    trials: [script({ connect: { to: unknown } })],
    awaits: ["contents"],
  },
  "handler-arguments": {
    trials: [
      number({ callHandler: "relay_context", callRelayApplication: unknown }),
      number({ callVideoRoomId: ROOM }, { name: "adopted" }),
      endpoint({ callHandler: "dialogflow" }),
      number({ callHandler: unknown, callVideoRoomId: ROOM }),
    ],
    awaits: ["callHandler"],
  },
  "stack-known-endpoints": {
    trials: [
      endpoint({}, { name: "desk" }),
      number({ callSipEndpointId: unknown }, { from: { callSipEndpointId: "desk" } }),
      number({ callSipEndpointId: ROOM }, { name: "second", from: { callSipEndpointId: "desk" } }),
      number({ callHandler: "relay_context", callRelayContext: "a", callSipEndpointId: ROOM }, { name: "idle" }),
      number({ callSipEndpointId: unknown }, { name: "line" }),
    ],
    awaits: ["line.callSipEndpointId"],
    configured: {
      options: { endpoints: ["CANARY-id"] },
      trials: [
        endpoint({}, { name: "desk" }),
        endpoint({ username: "b" }, { name: "theirs", account: "other" }),
        number({ callSipEndpointId: "canary-ID" }, { name: "listed" }),
        number({ callSipEndpointId: "wrong-id" }, { name: "invented" }),
        number({ callSipEndpointId: "other-id" }, { name: "foreign", from: { callSipEndpointId: "theirs" } }),
      ],
      violations: ["invented", "foreign"].map(
        (name) => `${name} has a callSipEndpointId that is no endpoint of the stack (option endpoints)`,
      ),
    },
  },
};

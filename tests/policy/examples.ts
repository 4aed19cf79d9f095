// For each rule, a stack that passes it and one that violates it once. Each holds only the values that the rule reads.

import { type Trial, unknown } from "../../policy/index.ts";

interface Examples {
  readonly passes: readonly Trial[];
  readonly fails: readonly Trial[];
  /** The options for both. Default: the rule's defaults. */
  readonly options?: { readonly [option: string]: unknown };
  /** The name of the stack, if it matters. */
  readonly stack?: string;
}

const line: Trial = {
  kind: "PhoneNumber",
  name: "line",
  args: {
    number: "+12025550101",
    callHandler: "relay_sip_endpoint",
    callSipEndpointId: "9e8b6c1a-52d7-4b0f-8a35-6f0c7d1e2b34",
  },
  from: { callSipEndpointId: "desk" },
};

function deskCalling(number: string): Trial {
  const callRelayScriptUrl = `https://a.example/dial?to=${encodeURIComponent(number)}`;
  return {
    kind: "SipEndpoint",
    name: "desk",
    args: { username: "desk", callHandler: "relay_script", callRelayScriptUrl },
  };
}

/** A number whose menu dials this user name at key 1, and the endpoint `sales`. */
export function menuDialling(username: string): Trial[] {
  const keys = { "1": [{ connect: { to: `sip:${username}` } }] };
  const sections = {
    main: [
      { prompt: { play: "say:Press 1 for sales", max_digits: 1 } },
      { switch: { variable: "prompt_value", case: keys, default: [{ play: "say:Goodbye" }] } },
    ],
  };
  return [
    { kind: "SipEndpoint", name: "sales", args: { username: "sales" } },
    { kind: "SwmlScript", name: "menu", args: { displayName: "Menu", contents: { sections } } },
    {
      kind: "PhoneNumber",
      name: "line",
      args: { number: "+12025550101", callHandler: "relay_script", callRelayScriptUrl: unknown },
      from: { callRelayScriptUrl: "menu" },
    },
  ];
}

export const examples: { readonly [rule: string]: Examples } = {
  "sip-endpoint-encryption": {
    passes: [{ kind: "SipEndpoint", args: { encryption: "required" } }],
    fails: [{ kind: "SipEndpoint", args: { encryption: "optional" } }],
  },
  "sip-endpoint-ciphers": {
    passes: [{ kind: "SipEndpoint", args: { ciphers: ["AEAD_AES_256_GCM_8"] } }],
    fails: [{ kind: "SipEndpoint", args: { ciphers: ["AEAD_AES_256_GCM_8", "AES_CM_128_HMAC_SHA1_32"] } }],
  },
  "sip-endpoint-codecs": {
    passes: [{ kind: "SipEndpoint", args: { codecs: ["PCMU", "H264"] } }],
    fails: [{ kind: "SipEndpoint", args: { codecs: ["H264", "VP8"] } }],
  },
  "sip-endpoint-password-strength": {
    passes: [{ kind: "SipEndpoint", args: { password: "kV7-vqwe-qX2pLw9z" } }],
    fails: [{ kind: "SipEndpoint", args: { password: "kV7-qX2p" } }],
  },
  "sip-endpoint-send-as": {
    passes: [{ kind: "SipEndpoint", args: { sendAs: "+12025550101" } }],
    fails: [{ kind: "SipEndpoint", args: { sendAs: "random" } }],
  },
  "sip-endpoint-caller-id": {
    passes: [{ kind: "SipEndpoint", args: { callerId: "Réception 2" } }],
    fails: [{ kind: "SipEndpoint", args: { callerId: "+1 (202) 555-0199" } }],
  },
  "sip-endpoint-adopt": {
    options: { protectedStacks: ["prod-*"] },
    stack: "prod-eu",
    passes: [{ kind: "SipEndpoint", args: { username: "desk" } }],
    fails: [{ kind: "SipEndpoint", args: { username: "desk", adopt: true } }],
  },
  "domain-application-ip-auth": {
    passes: [{ kind: "DomainApplication", args: { ipAuthEnabled: true, ipAuth: ["203.0.113.5", "198.51.100.0/24"] } }],
    fails: [{ kind: "DomainApplication", args: { ipAuthEnabled: true, ipAuth: ["0.0.0.0/0"] } }],
  },
  "phone-number-name": {
    passes: [{ kind: "PhoneNumber", args: { number: "+12025550101", name: "Support" } }],
    fails: [{ kind: "PhoneNumber", args: { number: "+12025550101" } }],
  },
  "phone-number-call-handler": {
    passes: [
      {
        kind: "PhoneNumber",
        args: { number: "+12025550101", callHandler: "relay_context", callRelayContext: "office" },
      },
    ],
    fails: [{ kind: "PhoneNumber", args: { number: "+12025550101" } }],
  },
  "phone-number-message-handler": {
    passes: [
      {
        kind: "PhoneNumber",
        args: { number: "+12025550101", capabilities: ["voice", "sms"], messageHandler: "relay_context" },
      },
    ],
    fails: [{ kind: "PhoneNumber", args: { number: "+12025550101", capabilities: ["voice", "sms"] } }],
  },
  "phone-number-emergency-address": {
    passes: [
      {
        kind: "PhoneNumber",
        args: {
          number: "+12025550101",
          capabilities: ["voice"],
          numberType: "longcode",
          e911AddressId: "9e8b6c1a-52d7-4b0f-8a35-6f0c7d1e2b34",
        },
      },
    ],
    fails: [{ kind: "PhoneNumber", args: { number: "+12025550101", capabilities: ["voice"], numberType: "longcode" } }],
  },
  "phone-number-on-destroy": {
    options: { protectedStacks: ["prod-*"] },
    stack: "prod-eu",
    passes: [{ kind: "PhoneNumber", args: { number: "+12025550101", onDestroy: "restore" } }],
    fails: [{ kind: "PhoneNumber", args: { number: "+12025550101", onDestroy: "clear" } }],
  },
  "client-token-lifetime": {
    passes: [{ kind: "ClientToken", args: { expiresIn: 60 } }],
    fails: [{ kind: "ClientToken", args: { expiresIn: 3600 } }],
  },
  "client-token-rotation": {
    passes: [{ kind: "ClientToken", args: { rotation: "always" } }],
    fails: [{ kind: "ClientToken", args: { rotation: "never" } }],
  },
  "client-token-name": {
    passes: [{ kind: "ClientToken", args: { resource: "alice-k3jf92mdk4x8s1qp" } }],
    fails: [{ kind: "ClientToken", args: { resource: "alice-2026" } }],
  },
  "webhook-https": {
    passes: [{ kind: "PhoneNumber", args: { callRequestUrl: "https://a.example/call" } }],
    fails: [{ kind: "PhoneNumber", args: { callRequestUrl: "http://a.example/call" } }],
  },
  "webhook-hosts": {
    options: { hosts: ["a.example", "*.b.example"] },
    passes: [{ kind: "PhoneNumber", args: { callRequestUrl: "https://voice.b.example/call" } }],
    fails: [{ kind: "PhoneNumber", args: { callRequestUrl: "https://b.example/call" } }],
  },
  "webhook-credentials": {
    passes: [{ kind: "PhoneNumber", args: { callRequestUrl: "https://a.example/call?line=1" } }],
    fails: [{ kind: "PhoneNumber", args: { callRequestUrl: "https://user:pass@a.example/call" } }],
  },
  "webhook-fallback": {
    passes: [
      {
        kind: "PhoneNumber",
        args: { callRequestUrl: "https://a.example/call", callFallbackUrl: "https://b.example/call" },
      },
    ],
    fails: [
      {
        kind: "PhoneNumber",
        args: { callRequestUrl: "https://a.example/call", callFallbackUrl: "https://a.example/fallback" },
      },
    ],
  },
  "webhook-status-callback": {
    passes: [
      {
        kind: "PhoneNumber",
        args: { callHandler: "laml_webhooks", callStatusCallbackUrl: "https://a.example/status" },
      },
    ],
    fails: [{ kind: "PhoneNumber", args: { callHandler: "laml_webhooks", callRequestUrl: "https://a.example/call" } }],
  },
  "webhook-method": {
    passes: [
      { kind: "PhoneNumber", args: { messageRequestUrl: "https://a.example/sms", messageRequestMethod: "POST" } },
    ],
    fails: [{ kind: "PhoneNumber", args: { messageRequestUrl: "https://a.example/sms" } }],
  },
  "webhook-public-host": {
    passes: [{ kind: "PhoneNumber", args: { callRequestUrl: "https://voice.example.com/call" } }],
    fails: [{ kind: "PhoneNumber", args: { callRequestUrl: "https://10.0.0.1/call" } }],
  },
  "script-destinations": {
    passes: [{ kind: "CxmlScript", args: { contents: "<Response><Dial>+12025550101</Dial></Response>" } }],
    fails: [{ kind: "CxmlScript", args: { contents: "<Response><Dial>911</Dial></Response>" } }],
  },
  "handler-arguments": {
    passes: [{ kind: "PhoneNumber", args: { callHandler: "relay_context", callRelayContext: "office" } }],
    fails: [{ kind: "PhoneNumber", args: { callHandler: "laml_webhooks", callFallbackUrl: "https://a.example/call" } }],
  },
  "stack-known-endpoints": {
    passes: [
      { kind: "SipEndpoint", name: "desk", args: { username: "desk" } },
      {
        kind: "PhoneNumber",
        name: "line",
        args: { callSipEndpointId: "9e8b6c1a-52d7-4b0f-8a35-6f0c7d1e2b34" },
        from: { callSipEndpointId: "desk" },
      },
    ],
    fails: [{ kind: "PhoneNumber", name: "line", args: { callSipEndpointId: "9e8b6c1a-52d7-4b0f-8a35-6f0c7d1e2b34" } }],
  },
  "stack-endpoint-count": {
    options: { maximum: 1 },
    passes: [{ kind: "SipEndpoint", name: "a", args: { username: "a" } }],
    fails: [
      { kind: "SipEndpoint", name: "a", args: { username: "a" } },
      { kind: "SipEndpoint", name: "b", args: { username: "b" } },
    ],
  },
  "stack-call-loops": {
    passes: [deskCalling("+442071838750"), line],
    fails: [deskCalling("+12025550101"), line],
  },
  "every-caller-is-reached": { passes: menuDialling("sales"), fails: menuDialling("sales-typo") },
};

// The expected results of the rules about one kind of resource.

import { unknown } from "../../policy/index.ts";
import { application, type Case, endpoint, INHERITS, number, profile, ROOM, subscriber, token } from "./trials.ts";

export const casesOfResources: { readonly [rule: string]: Case } = {
  "sip-endpoint-encryption": {
    trials: [endpoint({ encryption: "default" }), application({}), endpoint({ encryption: unknown })],
    awaits: ["encryption"],
  },
  "sip-endpoint-ciphers": {
    trials: [endpoint({}), endpoint({ ciphers: ["AEAD_AES_256_GCM_8", unknown] })],
    awaits: ["ciphers"],
    configured: {
      options: { weak: ["AEAD_AES_256_GCM_8"], explicit: true },
      trials: [
        endpoint({ ciphers: ["AEAD_AES_256_GCM_8"] }),
        endpoint({ ciphers: ["AES_CM_128_HMAC_SHA1_32"] }),
        endpoint({}),
        endpoint({ ciphers: unknown }),
        application({ ciphers: ["AEAD_AES_256_GCM_8"] }),
        application({}),
      ],
      violations: [
        "ciphers holds AEAD_AES_256_GCM_8",
        "ciphers holds AEAD_AES_256_GCM_8",
        "ciphers is not set, and the default holds AEAD_AES_256_GCM_8 (option explicit)",
        INHERITS("ciphers"),
      ],
    },
  },
  "sip-endpoint-codecs": {
    trials: [endpoint({ codecs: [] }), profile({ defaultCodecs: [] }), endpoint({ codecs: ["H264", unknown] })],
    awaits: ["codecs"],
  },
  "sip-endpoint-password-strength": {
    trials: [endpoint({ password: "[secret]" }), endpoint({ password: unknown })],
    awaits: ["password"],
  },
  "sip-endpoint-send-as": {
    trials: [endpoint({ sendAs: "+33000000000" }, { name: "possible" }), endpoint({ sendAs: unknown })],
    awaits: ["sendAs"],
    configured: {
      options: { managed: true, numbers: ["+12025550177"] },
      trials: [
        number({}, { name: "line" }),
        number({ number: "+12025550103" }, { name: "theirs", account: "other" }),
        endpoint({ sendAs: "+12025550101" }, { name: "own" }),
        endpoint({ sendAs: "+12025550177" }, { name: "listed" }),
        endpoint({ sendAs: unknown }, { name: "late", from: { sendAs: "line" } }),
        endpoint({ sendAs: "+12025550102" }, { name: "invented", from: { sendAs: "line" } }),
        endpoint({ sendAs: "+12025550103" }, { name: "borrowed" }),
      ],
      violations: ["invented", "borrowed"].map(
        (name) => `${name} has a sendAs that is no number of the stack (options managed, numbers)`,
      ),
    },
  },
  "sip-endpoint-caller-id": {
    trials: [
      endpoint({}),
      endpoint({ callerId: "+12025550101", sendAs: "+12025550101" }, { name: "number" }),
      endpoint({ callerId: unknown }),
    ],
    awaits: ["callerId"],
    configured: {
      options: { required: true },
      trials: [endpoint({})],
      violations: ["callerId is not set (option required)"],
    },
  },
  "sip-endpoint-adopt": {
    options: { protectedStacks: ["prod-*"] },
    stack: "prod-eu",
    trials: [endpoint({ adopt: false }), endpoint({}), endpoint({ adopt: unknown })],
    awaits: ["adopt"],
  },
  "domain-application-ip-auth": {
    trials: [application({ ipAuthEnabled: true, ipAuth: unknown })],
    awaits: ["ipAuth"],
  },
  "phone-number-name": {
    trials: [number({ name: unknown })],
    awaits: ["name"],
    configured: {
      options: { pattern: "^\\p{L}+-[0-9]+$" },
      trials: [number({ name: "support-1" }), number({ name: "Support" })],
      violations: ["name does not fit the pattern ^\\p{L}+-[0-9]+$"],
    },
  },
  "phone-number-call-handler": {
    trials: [number({ callHandler: unknown })],
    awaits: [],
  },
  "phone-number-message-handler": {
    trials: [
      number({ capabilities: ["voice", "fax"] }, { name: "fax" }),
      number({ capabilities: ["sms"], messageHandler: unknown }, { name: "late" }),
      number({}, { name: "line" }),
    ],
    awaits: ["line.capabilities"],
  },
  "phone-number-on-destroy": {
    options: { protectedStacks: ["prod-*"] },
    stack: "prod-eu",
    trials: [number({ onDestroy: "restore" }), number({}), number({ onDestroy: unknown })],
    awaits: ["onDestroy"],
  },
  "phone-number-emergency-address": {
    trials: [
      number({ capabilities: ["voice"], emergencyAddress: ROOM }, { name: "asked" }),
      number({ capabilities: ["sms"] }, { name: "sms" }),
      ...["toll-free", "tollfree"].map((numberType) =>
        number({ number: "+18005550123", capabilities: ["voice"], numberType }, { name: numberType }),
      ),
      number({}, { name: "line" }),
    ],
    awaits: ["line.capabilities"],
  },
  "client-token-lifetime": {
    trials: [token({}), subscriber({}), token({ expiresIn: unknown })],
    awaits: ["expiresIn"],
  },
  "client-token-rotation": {
    trials: [token({ rotation: unknown })],
    awaits: ["rotation"],
  },
  "client-token-name": {
    trials: [token({ resource: "8c1f4b90e7d2a356" }), token({ resource: unknown })],
    awaits: ["resource"],
    configured: {
      options: { minimumBits: 40 },
      trials: [token({ resource: "alice-k3j9f2md" })],
      violations: [],
    },
  },
};

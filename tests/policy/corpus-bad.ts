// Telephony programs that a rule refuses: rule → what it says under the preset strict, of these resources. No other rule says anything.

import {
  answered,
  application,
  type Bad,
  carrier,
  desk,
  hooks,
  ID,
  line,
  menu,
  profile,
  rings,
  script,
  subscriber,
  texts,
  token,
} from "./corpus-resources.ts";
import { INHERITS } from "./trials.ts";

const ELSEWHERE = "desk has a sendAs that is no number of the stack (options managed, numbers) @desk";
const NO_NUMBER = "sendAs is no number that a numbering plan gives out";
const GUESSED = "password is easy to guess: it has fewer than 70 bits (option minimumBits)";
const NO_HOST = "callRelayScriptUrl has a host that is not on the internet";
const CLOSED = "ipAuth[0] stands for any address, or for none on the internet";
const together = (version: 4 | 6, blocks: string) =>
  `ipAuth holds too many IPv${version} addresses together: as many as ${blocks} (option minimumPrefixV${version})`;
const blocks = (count: number, block: (at: number) => string) =>
  carrier({ ipAuth: Array.from({ length: count }, (_, at) => block(at)) });

const block = (each: string) => carrier({ ipAuth: [each] });
const tooMany = (at: number, prefix: number, version: 4 | 6) =>
  `ipAuth[${at}] is a block of too many addresses: /${prefix} (option minimumPrefixV${version})`;

const EXPECTS = [{ keys: "1", rings: "front-desk" }, { keys: "1", rings: "desk" }, { rings: "front-desk" }];

export const BAD: Bad = {
  "domain-application-ip-auth": {
    // Each holds every IPv4 address, or most of them, or most of IPv6.
    [CLOSED]: [
      ...["::ffff:0:0/96", "::/33", "0:0:0:0:0:ffff::/80", "::/64", "::ffff:0:0:0/96", "64:ff9b::/96"].map(block),
      ...["64:ff9b:1::/48", "2001:0:c000:200::/56", "::", "::ffff:0.0.0.0", " 0.0.0.0/32 "].map(block),
    ],
    [tooMany(0, 16, 6)]: [block("2002::/16")],
    [tooMany(0, 24, 6)]: [block("2002:a00::/24")],
    [tooMany(0, 47, 6)]: [block("2620:0:2d0::/47")],
    [tooMany(0, 8, 4)]: [block("::ffff:10.0.0.0/104")],
    [tooMany(0, 0, 4)]: [block("::ffff:10.0.0.0/90")],
    [tooMany(0, 23, 4)]: [block("198.51.0.0/23")],
    [`${CLOSED}\n${tooMany(1, 1, 4)}`]: [carrier({ ipAuth: ["0.0.0.0/1", "128.0.0.0/1"] })],
    // The provider refuses the first.
    [tooMany(1, 1, 4)]: [carrier({ ipAuth: ["carrier.example", "128.0.0.0/1"] })],
    [together(4, "257 blocks of /24")]: [
      blocks(257, (at) => `20.${at >> 8}.${at & 255}.0/24`),
      blocks(513, (at) => `20.${at >> 8}.${at & 255}.0/25`),
      blocks(257, (at) => `::ffff:20.${at >> 8}.${at & 255}.0/120`),
    ],
    [together(6, "257 blocks of /48")]: [blocks(257, (at) => `2620:0:${at.toString(16)}::/48`)],
    "ipAuth is empty": [carrier({ ipAuth: [] })],
    "ipAuthEnabled is not true, so calls from any address are taken": [carrier({ ipAuthEnabled: false, ipAuth: [] })],
  },
  "webhook-https": {
    "voiceUrl is not an https URL": [application({ voiceUrl: "http://voice.example.com/in" })],
    "statusCallback is not an https URL": [application({ statusCallback: "http://voice.example.com/s" })],
    "extra.hook.target is not an https URL": [line({ extra: { hook: { target: "http://a.example.com/x" } } })],
    "messageFallbackUrl is not an https URL": [line(texts({ messageFallbackUrl: "http://standby.example.net/in" }))],
    "callRelayScriptUrl is not an https URL": [
      desk(script("http://swml.example.com/ivr.yaml")),
      desk(script(`http://a.signalwire.com/relay-bins/${ID}`)),
    ],
  },
  "webhook-fallback": {
    "voiceFallbackUrl is not set, and voiceUrl is": [application({ voiceFallbackUrl: undefined })],
    "callFallbackUrl has the same host as callRequestUrl": [
      line(hooks({ callFallbackUrl: "https://voice.example.com:8443/fallback" })),
    ],
    "callFallbackUrl is not set, and callRequestUrl is": [
      line(hooks({ callFallbackUrl: undefined, callFallbackMethod: undefined })),
    ],
    "messageFallbackUrl is not set, and messageRequestUrl is": [line(texts({ messageFallbackUrl: undefined }))],
  },
  "sip-endpoint-encryption": {
    [[
      "defaultEncryption is not required",
      "encryption is inherited from lax, whose defaultEncryption is not required @theirs",
    ].join("\n")]: [
      [
        profile(),
        { ...profile({ defaultEncryption: "optional" }), name: "lax", account: "eu" },
        { ...desk({ encryption: "default" }, "theirs"), account: "eu" },
      ],
    ],
    [`${INHERITS("encryption")} @desk`]: [[{ ...profile(), account: "eu" }, desk({ encryption: undefined })]],
    "encryption is inherited from the project's SIP profile, whose defaultEncryption the program does not set (option explicit) @desk":
      [[profile({ defaultEncryption: null }), desk({ encryption: undefined })]],
    "encryption is not set, and the default is not required (option explicit)": [carrier({ encryption: undefined })],
    "encryption is forbidden": [carrier({ encryption: "forbidden" })],
  },
  "sip-endpoint-ciphers": {
    "defaultCiphers holds AES_256_CM_HMAC_SHA1_32, AES_CM_128_HMAC_SHA1_32": [profile({ defaultCiphers: [] })],
    [[
      "defaultCiphers holds AES_CM_128_HMAC_SHA1_32",
      "ciphers is inherited from profile, whose defaultCiphers holds AES_CM_128_HMAC_SHA1_32 @desk",
    ].join("\n")]: [[profile({ defaultCiphers: ["AES_CM_128_HMAC_SHA1_32"] }), desk({ ciphers: [] })]],
    [`${INHERITS("ciphers")} @desk`]: [desk({ ciphers: [] })],
    "ciphers is not set, and the default holds AES_256_CM_HMAC_SHA1_32, AES_CM_128_HMAC_SHA1_32 (option explicit)": [
      carrier({ ciphers: undefined }),
    ],
  },
  "sip-endpoint-codecs": {
    "defaultCodecs holds no codec for voice": [profile({ defaultCodecs: ["VP8"] })],
    "codecs holds no codec for voice": [desk({ codecs: ["H264", "VP8"] })],
    [`${INHERITS("codecs")} @desk`]: [desk({ codecs: undefined })],
  },
  "sip-endpoint-password-strength": {
    // The extension, the maker's default, and one character less than the fewest.
    [GUESSED]: [
      desk({ username: "1204", password: "1204120412041204120412" }),
      desk({ username: "wopper-stanvik", password: "wopper-stanvik-lumbro-Tn4q" }),
      desk({ password: "polycom456polycom456" }),
    ],
    "password has fewer than 20 characters (option minimumLength)": [desk({ password: "kV7-vqwe-qX2pLw9z-T" })],
  },
  "sip-endpoint-send-as": {
    [ELSEWHERE]: [
      [line(), desk({ sendAs: "+12025550177" }, "desk", { sendAs: "line" })],
      [desk({ sendAs: "+12025550177" }), line()],
    ],
    "sendAs is not set, so the project's SIP profile decides, which picks a number at random by default": [
      ...[undefined, null].map((sendAs) => desk({ sendAs })),
    ],
    "sendAs is random": [desk({ sendAs: "random" })],
    [`sendAs is a premium number\n${ELSEWHERE}`]: [desk({ sendAs: "+19005550177" })],
    // An area code that begins with 1, four digits, and no country.
    [`${NO_NUMBER}\n${ELSEWHERE}`]: ["+11234567890", "+4412", "+999123456789"].map((sendAs) => desk({ sendAs })),
  },
  "sip-endpoint-adopt": {
    "adopt is true, and the stack is protected (option protectedStacks: *)": [desk({ adopt: true })],
    "this rule was not evaluated: adopt is a text and must be a boolean": [desk({ adopt: "true" })],
  },
  "phone-number-name": {
    "name is not set": [line({ name: undefined })],
    "name does not fit the pattern \\S": ["", " "].map((name) => line({ name })),
  },
  "phone-number-call-handler": {
    "callHandler is not set": [line({ callHandler: undefined, callRelayApplication: undefined })],
  },
  "phone-number-message-handler": {
    "messageHandler is not set @line": [line({ messageHandler: undefined, messageRelayApplication: undefined })],
  },
  "phone-number-emergency-address": {
    "emergencyAddress is not set, and the number has no emergency address @line": [line({ e911AddressId: undefined })],
  },
  "phone-number-on-destroy": {
    "onDestroy is clear, and the stack is protected (option protectedStacks: *)": [line({ onDestroy: "clear" })],
  },
  "client-token-lifetime": {
    "expiresIn is more than 60 minutes (option maximumMinutes)": [
      token({ expiresIn: 61 }),
      subscriber({ expiresIn: 180 }),
      subscriber({ expiresIn: undefined }),
    ],
  },
  "client-token-rotation": {
    "rotation is never": [token({ rotation: "never" }), subscriber({ rotation: "never" })],
  },
  "client-token-name": {
    "resource is easy to guess: it has fewer than 64 bits (option minimumBits)": [
      ...["alice", "alice-2026", "room-12-floor-3", "a1b2c3d4"].map((resource) => token({ resource })),
    ],
  },
  "webhook-public-host": {
    "callStatusCallbackUrl has a host that is not on the internet": [
      line(hooks({ callStatusCallbackUrl: "https://localhost:3000/status" })),
    ],
    // Another path on this machine, and the path of a hosted script in the office network.
    [NO_HOST]: [
      desk(script(`https://127.0.0.1:8080/bins/${ID}`)),
      desk(script(`https://192.168.1.20/relay-bins/${ID}`)),
    ],
  },
  "webhook-status-callback": {
    "callStatusCallbackUrl is not set": [
      line(hooks({ callStatusCallbackUrl: undefined, callStatusCallbackMethod: undefined })),
    ],
  },
  "handler-arguments": {
    "callHandler is laml_application, and callLamlApplicationId is not set": [
      line({ callHandler: "laml_application", callRelayApplication: undefined }),
    ],
    "callRequestUrl is ignored, because callHandler is relay_application": [
      line({ callRequestUrl: "https://voice.example.com/call" }),
    ],
    "callRelayContext and callRelayApplication are both given; callRelayApplication takes precedence": [
      line({ callHandler: "relay_context", callRelayContext: "old", callRelayApplication: "new" }),
    ],
    "callHandler is relay_context, and callRelayContext or callRelayApplication is not set": [
      line({ callHandler: "relay_context", callRelayApplication: undefined }),
    ],
    "callRelayTopic, callRelayScriptUrl given without callHandler, so nothing reads it": [
      carrier({ ...script("https://a.example.com"), callHandler: undefined, callRelayTopic: "office" }),
    ],
    [[
      "callRelayContext, callRelayApplication, callRequestUrl are ignored, because callHandler is dialogflow",
      "messageRequestUrl is ignored, because messageHandler is relay_context",
    ].join("\n")]: [
      line({
        ...{ callHandler: "dialogflow", callDialogflowAgentId: "agent", callRequestUrl: "http://a.ngrok.app/call" },
        ...{ callRelayContext: "a", callRelayApplication: "b", messageRequestUrl: "http://a.ngrok.app/sms" },
        ...{ messageHandler: "relay_context", messageRelayApplication: "support" },
      }),
    ],
  },
  "stack-known-endpoints": {
    "line has a callSipEndpointId that is no endpoint of the stack (option endpoints) @line": [line(rings())],
  },
  "webhook-hosts": {
    "callRequestUrl has a host that is not allowed (option hosts)": [
      line(hooks({ callRequestUrl: "https://voice.examp1e.com/call" })),
    ],
    "callRelayScriptUrl has a host that serves scripts but none of this stack, and is not allowed (option hosts) @desk":
      [desk(script(`https://another.signalwire.com/relay-bins/${ID}`))],
  },
  "every-caller-is-reached": {
    "+12025550101: another key and 1 more path → Did not ring: goto names night, which is neither a section nor an address @menu":
      [menu("front-desk", [{ label: "night" }, { goto: { label: "night" } }])],
    "+12025550101: key 1 → Did not ring: the document dials sip:front-dsk, an address that no object has; did you mean front-desk? @menu":
      [menu("front-dsk")],
    "sip:anyone@reference-carrier.dapp.example.com from 203.0.113.7: key 1 → Did not ring: the document dials sip:front-dsk, an address that no object has; did you mean front-desk? @menu":
      [[...menu("front-dsk").slice(0, 2), carrier({ ...answered, ipAuth: ["203.0.113.7"] })]],
    "+12025550101: key 1 → Did not ring: the document dials sip:storehouse, an address that no object has @menu": [
      menu("storehouse"),
    ],
    "+12025550101: another key and 1 more path → Did not ring: transfer names night, which is neither a section nor an address @menu":
      [menu("front-desk", [{ transfer: "night" }])],
    [[
      '+12025550101 expects[1] { keys: "1", rings: "desk" }: +12025550101: key 1 → Rings the devices of the SIP endpoint front-desk; nothing has the name desk @line',
      '+12025550101 expects[2] { rings: "front-desk" }: +12025550101: no key → Answered by the SWML script Menu @line',
      '+12025550102 expects[0] { rings: "front-desk" }: +12025550102 → not tried: goes on as https://voice.example.com/call says, which is not known @other',
    ].join("\n")]: [
      [
        ...menu("front-desk").map((each) => ({
          ...each,
          args: { ...each.args, ...(each.name === "line" && { expects: EXPECTS }) },
        })),
        line({ ...hooks(), number: "+12025550102", expects: [{ rings: "front-desk" }] }, "other"),
      ],
    ],
  },
};

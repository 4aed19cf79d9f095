// Realistic telephony programs that no rule refuses.

import {
  answered,
  application,
  carrier,
  desk,
  type Good,
  hooks,
  ID,
  inherits,
  line,
  menu,
  own,
  profile,
  rings,
  sent,
  texts,
  token,
} from "./corpus-resources.ts";

export const GOOD: readonly Good[] = [
  ["an empty stack", []],
  ["a desk phone behind a number", [desk(), line(rings(), "line", { callSipEndpointId: "desk" })]],
  [
    "two accounts with one login, one line and profiles of their own",
    [
      profile(),
      desk(),
      line(),
      ...[profile(), desk(), line()].map((each) => ({ ...each, name: `${each.name}-eu`, account: "eu" })),
    ],
  ],
  ["a carrier that speaks G.729 alone", [carrier({ codecs: ["G729"] })]],
  ["desks that the profile secures", [profile(), ...own(3, () => inherits)]],
  [
    "desks that the profile secures, said aloud",
    [profile(), desk({ ...inherits, encryption: "default", ciphers: [], codecs: [] })],
  ],
  ["desks that inherit from a profile elsewhere", own(3, () => inherits)],
  ["a profile that sets only its domain", [sent("SipProfile", { domainIdentifier: "office" }, "profile"), desk()]],
  ["the highest strength of every cipher", [desk({ ciphers: ["AEAD_AES_256_GCM_8", "AES_256_CM_HMAC_SHA1_80"] })]],
  ["a video phone", [desk({ codecs: ["OPUS", "H264"] })]],
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
  ["a line on webhooks for both", [line({ ...hooks(), ...texts() })]],
  ["webhooks on another port", [line(hooks({ callRequestUrl: "https://voice.example.com:8443/call" }))]],
  [
    "a webhook with a mail address in it",
    [line(hooks({ callRequestUrl: "https://voice.example.com/vm?mail=desk@example.com" })), desk()],
  ],
  ["a host that begins like a private network", [line(hooks({ callRequestUrl: "https://10.example.com/call" }))]],
  ["an application with a fallback", [application({ statusCallback: "https://voice.example.com/s" })]],
  [
    "a carrier from several blocks, some side by side, and in IPv6",
    [
      carrier({
        ipAuth: [
          "203.0.113.0/25",
          "203.0.113.128/25",
          "198.51.100.0/24",
          "2001:db8:1::/48",
          "2620:0:2d0::/64",
          "2002:cb00:7101::/48",
          "::ffff:192.0.2.7",
        ],
      }),
    ],
  ],
  [
    "a carrier from as many blocks as a list may hold",
    [carrier({ ipAuth: Array.from({ length: 256 }, (_, at) => `20.${at}.0.0/16`) })],
  ],
  ["a hotel: desks, lines and a token", [profile(), ...own(20), line(), token({ rotation: "always", expiresIn: 30 })]],
  ["a menu", menu("front-desk")],
  [
    "a menu of which a key reaches nobody, as its line expects",
    [...menu("warehouse").slice(0, 2), line({ ...answered, expects: [{ keys: "1", reaches: "nobody" }] })],
  ],
  [
    "a menu that dials a desk of another stack",
    menu("warehouse"),
    { options: { "every-caller-is-reached": { endpoints: ["warehouse"] } } },
  ],
];

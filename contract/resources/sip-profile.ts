// The SIP profile: the project's defaults that SIP endpoints inherit (spec §2.1). The service has GET and PUT for it, without
// an identifier.

import { recorded } from "../evidence.ts";
import { exclusiveSetting, extraFields } from "../extra.ts";
import { liveOnly, type Resource, rest } from "../resource.ts";
import { domainLabel, flag, oneOf, senderNumber, setOf, text } from "../values.ts";
import { CIPHERS, CODECS, FURTHER_CODECS } from "./sip-endpoint.ts";

const PATH = "/api/relay/rest/sip_profile";

export const sipProfile = {
  kind: "sipProfile",
  title: "SIP profile",
  label: "domain",
  doc: "The project's SIP settings. Each project has one such object. A SIP endpoint inherits each setting that it does not set itself.",
  source: "gap sip-profile",
  usage: {
    paragraphs: [
      "An `up` adopts the project's profile; a program declares at most one. Settings that the program does not name keep their values. An argument that is taken away goes back to its default, except `domainIdentifier`, which stays.",
      "When the resource is removed, the profile stays; `onDestroy` says what happens to its settings. Every endpoint that inherits a setting follows a change at once; its outputs follow with its next update or `pulumi refresh`.",
    ],
    lookUpId: "the project's id",
  },
  operations: rest({
    path: PATH,
    title: "SIP profile",
    scope: "Voice",
    gap: "sip-profile",
    operations: {
      read: { path: PATH, doc: "Get the SIP profile" },
      update: { path: PATH, status: 201, doc: "Change the SIP profile; what the body leaves out stays" },
    },
  }),
  handlers: [],
  fields: {
    domain: {
      type: text("example-project.sip.example.com"),
      doc: "The domain at which the endpoints register.",
      responseOnly: true,
      alwaysReturned: true,
    },
    domain_identifier: {
      type: domainLabel("project"),
      doc: "The project's own part of the domain, which no other project has. A change moves the SIP address of every endpoint, and devices lose their registration. It requires `allowDomainChange`.",
      noDefault: true,
    },
    default_codecs: {
      type: setOf(CODECS, CODECS),
      doc: "The codecs of every endpoint that names none.",
      default: { text: "all of them" },
      unset: CODECS,
    },
    default_ciphers: {
      type: setOf(CIPHERS, CIPHERS),
      doc: "The ciphers of every endpoint that names none.",
      default: { text: "all of them" },
      unset: CIPHERS,
    },
    default_encryption: {
      type: oneOf(["required", "optional"], "optional"),
      doc: "Whether connections of an endpoint without `encryption` must be encrypted.",
      default: { value: "optional" },
    },
    default_send_as: {
      type: senderNumber("+12025550101"),
      doc: "The number that calls of an endpoint without `sendAs` come from. The project must have bought or verified it; `random` takes any of them. The service itself returns null or an empty text for `random`.",
      default: { value: "random" },
      unset: null,
    },
    default_outbound_policy: liveOnly("Whether calls of an endpoint without a policy of its own reach the PSTN.", {
      type: oneOf(["passthrough", "block-pstn"]),
      takenInExtra: true,
      // The effect of null is unknown, and may open or close the telephone network to every endpoint.
      noDefault: true,
      gap: "sip-profile",
    }),
  },
  derived: { domain: ["domainIdentifier"] },
  settings: {
    allowDomainChange: {
      type: flag(),
      doc: "Lets `domainIdentifier` differ from the project's current one. Without it, the preview or the `up` refuses the change.",
      default: { value: false },
    },
    onDestroy: {
      type: oneOf(["leave", "restore"]),
      doc: "What happens to the settings when the resource is removed. `leave` keeps them. `restore` gives each field that the provider wrote the value from before the first write, and prints other changes; the domain only with `allowDomainChange`.",
      default: { value: "leave" },
    },
    exclusive: exclusiveSetting("profile", " `domainIdentifier` and `default_outbound_policy` stay."),
  },
  extra: extraFields({ values: { default_codecs: FURTHER_CODECS } }),
  gaps: {
    "sip-profile": {
      question: "Where the project's SIP defaults are kept (spec §2.1 only names them).",
      answer:
        "GET and PUT /api/relay/rest/sip_profile, one a project; PUT answers 201. A new project allows every codec and cipher, has optional encryption and sends as a random number. Null or an empty list restores these; for default_send_as also an empty string or random. The provider always sends every field. A domain_identifier is a label of a host name, unique among projects.",
      evidence: recorded("2026-09-22", "shane-signalwire/swsh3, swsh/resources.py"),
      because:
        "The live service has this object. Its first values are not documented. Values that allow everything refuse no call.",
      probe: { otherwise: "A SipProfile may show outputs as undefined, or fail to be adopted." },
    },
  },
  example: {
    name: "profile",
    args: { defaultEncryption: "required", defaultCodecs: ["OPUS", "PCMU"] },
    exports: { domain: "domain" },
  },
} as const satisfies Resource;

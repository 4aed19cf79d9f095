// The SIP profile: the project's defaults that SIP endpoints inherit (spec §2.1 names them; service: GET and PUT, no identifier).

import type { Resource } from "./resource.ts";
import { CIPHERS, CODECS } from "./sip-endpoint.ts";
import { blankOrE164, domainLabel, oneOf, setOf, text } from "./values.ts";

const PATH = "/api/relay/rest/sip_profile";

export const sipProfile = {
  kind: "sipProfile",
  title: "SIP profile",
  label: "domain",
  doc: "The project's SIP settings: one object a project, whose defaults every SIP endpoint inherits that does not set its own.",
  source: "gap sip-profile",
  usage: {
    paragraphs: ["What the program does not set stays as it is."],
    example: `
import { SipProfile } from "pulumi-signalwire";

const profile = new SipProfile("profile", { defaultEncryption: "required", defaultCodecs: ["OPUS", "PCMU"] });
export const domain = profile.domain;`,
    lookUpId: "any text, for a project has one SIP profile",
  },
  configuredBy: "update",
  operations: {
    read: {
      method: "GET",
      path: PATH,
      status: 200,
      scope: "Voice",
      doc: "Get the SIP profile",
      gap: "sip-profile",
    },
    update: {
      method: "PUT",
      path: PATH,
      status: 201,
      scope: "Voice",
      doc: "Change the SIP profile; what the body leaves out stays",
      gap: "sip-profile",
    },
  },
  handlers: [],
  fields: {
    domain: {
      type: text("example-project.sip.example.com"),
      doc: "The domain at which the endpoints register.",
      responseOnly: true,
      gap: "sip-profile",
    },
    domain_identifier: {
      type: domainLabel("project"),
      doc: "The project's own part of the domain, which no other project has.",
      gap: "sip-profile",
    },
    default_codecs: {
      type: setOf(CODECS, CODECS),
      doc: "The codecs of every endpoint that names none.",
      source: "spec §2.1",
      unset: [],
      gap: "sip-profile",
    },
    default_ciphers: {
      type: setOf(CIPHERS, CIPHERS),
      doc: "The ciphers of every endpoint that names none.",
      source: "spec §2.1",
      unset: [],
      gap: "sip-profile",
    },
    default_encryption: {
      type: oneOf(["required", "optional"], "optional"),
      doc: "Whether connections of an endpoint that does not say must be encrypted.",
      source: "spec §2.1",
      default: { value: "optional" },
      gap: "sip-profile",
    },
    default_send_as: {
      type: blankOrE164("+12025550101"),
      doc: "The number that calls of an endpoint come from that names none; null or the empty string picks one at random.",
      source: "spec §2.1",
      default: { text: "random" },
      gap: "sip-profile",
    },
  },
} as const satisfies Resource;

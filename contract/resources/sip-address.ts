// The SIP address: a SIP URI of the project whose calls one script takes (gap `sip-addresses`).

import { created } from "../created.ts";
import { documented } from "../evidence.ts";
import { extraFields } from "../extra.ts";
import { liveOnly } from "../resource.ts";
import { flag, networks, oneOf, setOf, text, textMatching, timestamp, uuid } from "../values.ts";
import { CIPHERS } from "./sip-endpoint.ts";

const STAMP = { type: timestamp("2026-05-08T19:08:41Z"), computed: true, stored: true } as const;

export const sipAddress = created({
  kind: "sipAddress",
  title: "SIP address",
  key: "name",
  path: "/api/fabric/sip_addresses",
  scope: ["Voice", "Messaging", "Fax", "Video"],
  gap: "sip-addresses",
  operations: { update: { method: "PATCH" } },
  dialect: { failures: "fabric" },
  doc: "A SIP URI to which a carrier or a PBX sends calls, and the script that takes them. With IP authentication, only the listed addresses may call.",
  deleting: "Calls and registrations to it fail at once.",
  notes: [
    "A change of `callingHandlerResourceId` replaces it: the service changes the handler of no address. Calls fail until the new address is made. A change of `name` moves `uri`.",
    "Set `ipAuthEnabled: true` and the caller's addresses in `ipAuth`. Without them, anybody who knows the URI can send calls to it.",
    "The service never returns the password: a change by hand cannot be noticed. No update removes it: without the argument, it stays.",
    'It is in the project\'s default Domain. `extra: { context_id: "…" }` names another, and no answer shows it.',
  ],
  fields: {
    name: {
      type: textMatching(
        /^(?=.{1,50}$)[a-z0-9]+(?:-[a-z0-9]+)*$/,
        "be at most 50 lower-case letters and digits, with single hyphens between them",
        "support-line",
      ),
      doc: "The program's part of the URI. No other SIP address of the project may have the same.",
      required: true,
    },
    calling_handler_resource_id: {
      type: uuid("3fa85f64-5717-4562-b3fc-2c963f66afa6"),
      doc: "The `id` of the SwmlScript that takes calls, or of another resource of the project.",
      required: true,
      identity: true,
      refersTo: "SwmlScript",
      mayReferElsewhere: true,
    },
    user: {
      type: textMatching(/^\S+$/, "not contain white space", "agent"),
      doc: "The user name at which callers reach the address. `*` takes every one.",
      default: { value: "*" },
    },
    password: {
      type: text("vivid-otter-lunar-canyon-brisk-maple"),
      doc: "The password with which devices register at the address.",
      secret: true,
      writeOnly: true,
      noDefault: true,
    },
    ip_auth_enabled: {
      type: flag(),
      doc: "Whether only the addresses of `ip_auth` may call. It needs at least one.",
      default: { value: false },
      needs: "ip_auth",
    },
    ip_auth: {
      type: networks("203.0.113.5", 256),
      doc: "The IP addresses and blocks, in CIDR notation, from which calls are taken, at most 256.",
      default: { value: [] },
    },
    encryption: {
      type: oneOf(["optional", "required", "forbidden"], "required"),
      doc: "Whether calls must be encrypted, may be, or must not be.",
      default: { value: "optional" },
    },
    codecs: {
      type: setOf(["OPUS", "G722", "PCMU", "PCMA", "G729", "VP8", "H264"], ["OPUS", "PCMU"], 1),
      doc: "The codecs offered, at least one.",
      default: { value: ["PCMU", "PCMA"] },
    },
    ciphers: {
      type: setOf(CIPHERS, ["AEAD_AES_256_GCM_8"], 1),
      doc: "The ciphers offered for encrypted media, at least one.",
      default: { value: CIPHERS },
    },
    uri: {
      type: text("sip:my-space-support-line@sip.signalwire.com"),
      doc: "The SIP URI to which callers send calls.",
      responseOnly: true,
      alwaysReturned: true,
      computed: true,
      servedAs: "sip:reference-{name}@sip.example.com",
    },
    type: liveOnly("The kind of object.", { type: oneOf(["sip_address"]), computed: true }),
    display_name: liveOnly("A label.", { computed: true, servedAs: "{name}" }),
    context: liveOnly("The Domain of the address.", { computed: true, servedAs: "public" }),
    resource_id: liveOnly("The resource that the address belongs to.", { computed: true }),
    created_at: liveOnly("When the address was made. UTC, ISO 8601.", STAMP),
    updated_at: liveOnly("When the address was last changed. UTC, ISO 8601.", STAMP),
  },
  derived: { uri: ["name"] },
  extra: extraFields({ unshown: ["context_id"] }),
  gaps: {
    "sip-addresses": {
      question: "How SIP addresses are managed (the specification has no such object).",
      answer:
        "At /api/fabric/sip_addresses: POST 201, GET, PATCH 200, DELETE 204, with the scope Voice, Messaging, Fax or Video. A change keeps what it leaves out, and cannot change the handler. An optional field is cleared by its documented default, the password by nothing. The handler is the outer id of a script. A taken name is 422.",
      evidence: documented("2026-08-21", "signalwire/docs, openapi.yaml"),
      because:
        "The live service describes these operations, their fields and defaults. None was seen live. It does not say which of a script's two ids the handler is, how a password is removed, or by what an answer shows another Domain than the default one.",
    },
  },
  example: {
    name: "hotline",
    args: {
      name: "hotline",
      callingHandlerResourceId: "3fa85f64-5717-4562-b3fc-2c963f66afa6",
      ipAuthEnabled: true,
      ipAuth: ["203.0.113.5"],
    },
    exports: { uri: "uri" },
  },
});

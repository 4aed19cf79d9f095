// The cXML application: the addresses that the handler `laml_application` reads (gap `laml-forms`).

import { created } from "../created.ts";
import { assumed, documented } from "../evidence.ts";
import { webhookFields } from "../handlers.ts";
import { type Field, liveOnly } from "../resource.ts";
import { oneOf, text, textUpTo } from "../values.ts";

const METHOD = { type: oneOf(["POST", "GET"]), default: { value: "POST" } } as const;
const SHOWN = { computed: true, gap: "laml-forms" } as const;
const COUNTED = { ...SHOWN, stored: true } as const;

export const cxmlApplication = created({
  kind: "cxmlApplication",
  title: "cXML application",
  key: "friendly_name",
  keyMayRepeat: true,
  path: "/api/laml/2010-04-01/Accounts/{project}/Applications",
  scope: ["Voice", "Messaging", "Fax"],
  gap: "laml-forms",
  operations: {
    list: { filters: { FriendlyName: "friendly_name" } },
    // The service requires the name in each update.
    update: { method: "POST", requires: ["friendly_name"], repeats: ["friendly_name"] },
  },
  dialect: {
    failures: "laml",
    isForm: true,
    idAs: "sid",
    lists: {
      ...{ number: "Page", size: "PageSize", token: "PageToken", entries: "applications" },
      links: { self: "uri", first: "first_page_uri", next: "next_page_uri", prev: "previous_page_uri" },
    },
  },
  doc: "An application that names the cXML (LaML) documents for calls and messages. Numbers, endpoints and domain applications with the handler `laml_application` share it.",
  notes: [
    "`callLamlApplicationId` and `messageLamlApplicationId` take its `id`. A change of its addresses then changes the calls of all of them.",
  ],
  deleting: "Numbers and endpoints keep its id, and their calls fail.",
  fields: {
    friendly_name: {
      type: textUpTo(64, "Office"),
      doc: "A label to tell the project's applications apart. The provider makes no second application of the same name in a project.",
      required: true,
    },
    ...webhookFields(METHOD, {
      voice_url: "The LaML document fetched when a call or fax comes in.",
      voice_fallback_url: "The LaML document fetched when `voice_url` fails.",
      status_callback: "The URL that gets the status of a call.",
      sms_url: "The LaML document fetched when a message comes in.",
      sms_fallback_url: "The LaML document fetched when `sms_url` fails.",
      sms_status_callback: "The URL that gets the status of messages that the application sends.",
    }),
    account_sid: liveOnly("The project of the application.", SHOWN),
    api_version: liveOnly("The version of the API.", { type: text("2010-04-01"), ...SHOWN, servedAs: "2010-04-01" }),
    date_created: liveOnly("When the application was made. UTC, RFC 2822.", {
      type: text("Tue, 05 May 2026 19:08:41 +0000"),
      ...COUNTED,
    }),
    date_updated: liveOnly("When the application was last changed. UTC, RFC 2822.", {
      type: text("Tue, 05 May 2026 19:39:06 +0000"),
      ...COUNTED,
    }),
    uri: liveOnly("The path of the application.", SHOWN),
    voice_caller_id_lookup: liveOnly("Always null.", SHOWN),
    message_status_callback: liveOnly("Another name of `sms_status_callback`.", {
      ...SHOWN,
      servedAs: "{sms_status_callback}",
    }),
  },
  gaps: {
    "laml-forms": {
      question: "How cXML applications are managed (the specification has no such object).",
      answer:
        "By web forms with names like FriendlyName; an empty value unsets a field. A POST to one object updates it, needs FriendlyName, and keeps what it leaves out. Answers are JSON with names like friendly_name; sid is the id. Failures have code, message, more_info and status; recorded ones have code and message alone. Another project's path answers 404. The live service also takes JSON.",
      evidence: documented("2026-08-21", "signalwire/docs, openapi.yaml"),
      because:
        "The live service describes these operations for its compatibility API. It says nothing on unsetting a field. A recorded 404 has no code. The text form has no null.",
    },
    "laml-application-ids": {
      question: "Which ids call_laml_application_id and message_laml_application_id take (spec §2.1, §2.2).",
      answer:
        "Any text. A cXML application of the project serves its documents. The server hands others over; no check reports them.",
      evidence: assumed("2026-11-26", "no public source found"),
      because:
        "The live service describes a text. Its other API, /api/fabric, also has cXML applications, with ids of their own.",
    },
  },
  example: {
    name: "office",
    args: {
      friendlyName: "Office",
      voiceUrl: "https://example.com/voice",
      voiceFallbackUrl: "https://fallback.example.net/voice",
    },
    exports: { applicationId: "id" },
  },
});

/** Describes a field that names the application of the handler `laml_application`. */
export function lamlApplicationId(doc: string): Field {
  return {
    ...{ type: text("3fa85f64-5717-4562-b3fc-2c963f66afa6"), doc, gap: "laml-application-ids" },
    refersTo: "CxmlApplication",
    mayReferElsewhere: true,
  };
}

// The cXML script: a LaML document that the service hosts (gap `fabric-forms`).

import { created } from "../created.ts";
import { documented, recorded } from "../evidence.ts";
import { liveOnly } from "../resource.ts";
import { laml, oneOf, text, timestamp, url, wholeNumber } from "../values.ts";

const UUID = "3fa85f64-5717-4562-b3fc-2c963f66afa6";

export const HOSTED_OPERATIONS = {
  create: { status: 200 },
  list: { gap: "script-lists" },
  update: { gap: "script-updates", repeats: ["display_name"] },
  delete: { gap: "script-deletion" },
} as const;

/** The official descriptions disagree. Recorded requests have `name` (gap `fabric-forms`). */
export const SCRIPT_NAMES = { display_name: ["name", "display_name"] } as const;

export const cxmlScript = created({
  ...hostedScript("cXML script", "callRequestUrl"),
  kind: "cxmlScript",
  path: "/api/fabric/resources/cxml_scripts",
  hosted: { url: "request_url", contents: "contents", language: "laml", path: "/laml-bins/{id}" },
  dialect: {
    failures: "fabric",
    nested: {
      member: "cxml_script",
      outer: ["id", "project_id", "type", "created_at", "updated_at"],
      labelAs: { outside: "display_name", inside: "name" },
    },
    namedAs: SCRIPT_NAMES,
  },
  doc: "A cXML (LaML) document that the service hosts, so that calls and messages need no web server. Its address goes into any argument for a LaML document.",
  fields: {
    ...hostedFields("cxml_script", "laml-bins"),
    contents: {
      type: laml("<Response><Say>Hello!</Say></Response>"),
      doc: "The document: well-formed XML with the root element `Response`. A change is an update of the same script, so its address stays.",
      required: true,
      gap: "script-contents",
    },
    status_callback_url: {
      type: url("https://example.com/status"),
      doc: "The URL that gets each change of a call's status.",
    },
    status_callback_method: {
      type: oneOf(["GET", "POST"], "POST"),
      doc: "The HTTP method for `status_callback_url`.",
      default: { value: "POST" },
      gap: "method-default",
    },
    script_type: liveOnly("Whether calls or messages use the script.", { computed: true }),
  },
  gaps: {
    "fabric-forms": {
      question: "The form of scripts in requests, answers and errors.",
      answer:
        "Answers hold the script's fields in a member, beside id, type, times and display_name. The member of a cXML script has name, that of an SWML script display_name. Paths take the outer id. Requests state the name as name; the server takes display_name too. The provider reads both, and sends display_name where the service refuses or ignores name. The client accepts 200 and 201. A 422 has errors of type, code, message, attribute and url.",
      evidence: recorded(
        "2026-09-22",
        "shane-signalwire/swsh3, routing tests; signalwire/signalwire-js, end-to-end tests",
      ),
      because: "Records show these forms. One official description has name and display_name the other way round.",
      probe: { otherwise: "No cXML script can be created, renamed or read." },
    },
    "script-contents": {
      question: "How a script's contents read back.",
      answer:
        "LaML as text, SWML as an object, also when it was sent as text. The provider ignores the white space around LaML and the form of its line ends. It compares SWML by meaning, as object or text.",
      evidence: recorded("2026-09-22", "shane-signalwire/swsh3, routing tests; jongray00/KiddyPhone, static.js"),
      because:
        "The live service describes the types alone. An older description has SWML as text. A tolerant comparison shows no false drift.",
    },
    "script-updates": {
      question: "A field that an update of a script leaves out.",
      answer: "It stays. The provider sends the changed fields, and always the name and an SWML script's script_type.",
      evidence: documented("2026-09-22", "shane-signalwire/swsh3, docs/verification.md"),
      because:
        "The live service says that an update includes only what is to change. Recorded updates have the name. A default of script_type could turn a messaging script into a calling one.",
      probe: { otherwise: "An SWML script cannot be renamed, or loses its document." },
    },
    "script-deletion": {
      question: "The deletion of a script whose address is in use.",
      answer: "It is deleted. Numbers and endpoints keep the address, which then answers 404.",
      evidence: documented("2026-08-21", "signalwire/docs, openapi.yaml"),
      because:
        "The live service documents 204, 401 and 404 for the deletion, and no refusal. An address is a text, not a reference.",
    },
    "script-lists": {
      question: "How the lists of scripts are paged and searched.",
      answer:
        "As all lists, newest first, without filters. SWML scripts may also come as an array of pages. Any other form, and an empty array, is an error.",
      evidence: recorded("2026-09-22", "shane-signalwire/swsh3, tests/test_paging.py"),
      because:
        "The live service documents no parameters, and links with those of the other lists. It describes the list of SWML scripts as an array of such pages, which contradicts its links.",
    },
    "script-counters": {
      question: "What a request for a script's document changes.",
      answer: "request_count and last_accessed_at, not updated_at. The provider reads none.",
      evidence: documented("2026-08-21", "signalwire-python, generated types of scripts"),
      because: "The live service names both as facts about requests. No program should depend on them.",
    },
    "script-addresses": {
      question: "The address of a script.",
      answer:
        "This server's /laml-bins/ or /relay-bins/ and the inner id, for GET and POST, without credentials or signature. It never changes, apart from host and port; a call finds the document also after a move. Without a script it answers 404: for `drift`, proof that the script is gone.",
      evidence: recorded("2026-09-22", "shane-signalwire/swsh3, routing tests"),
      because:
        "The live service shows such addresses in its examples, with its own host. A webhook's client sends no credentials to them.",
    },
  },
  example: {
    name: "closed",
    args: {
      displayName: "Office closed",
      contents: "<Response><Say>We are closed. Please call again tomorrow.</Say></Response>",
    },
    exports: { closedUrl: "requestUrl" },
  },
});

/** Returns the facts that hold for every kind of script. `argument` takes its address. */
export function hostedScript(title: string, argument: string) {
  return {
    title,
    key: "display_name",
    keyMayRepeat: true,
    // All operations need the same scopes.
    scope: ["Voice", "Messaging", "Fax", "Video"],
    gap: "fabric-forms",
    operations: HOSTED_OPERATIONS,
    notes: [
      `A change of the contents keeps \`requestUrl\`, so numbers and endpoints that use it need no change. Write \`${argument}: menu.requestUrl\`, and Pulumi makes the script first.`,
    ],
    adopting: "Exactly one must have it. Without such a script, one is made.",
    deleting: "Numbers and endpoints that still have its address get no document.",
  } as const;
}

/** Returns the fields that the service sets, and the name. Of the former, only the address is an output: the others change. */
export function hostedFields(type: string, bins: string) {
  const counted = { responseOnly: true, liveOnly: true, computed: true, stored: true, gap: "script-counters" } as const;
  const time = timestamp("2026-05-08T19:08:41Z");
  return {
    request_url: {
      type: url(`https://example.signalwire.com/${bins}/${UUID}`),
      doc: "The address where the service serves the document. It stays when the contents change.",
      responseOnly: true,
      alwaysReturned: true,
      immutable: true,
      gap: "script-addresses",
    },
    project_id: liveOnly("The project of the script.", { computed: true }),
    type: liveOnly("The kind of object.", { type: oneOf([type]), computed: true, gap: "fabric-forms" }),
    created_at: { type: time, doc: "When the script was made. UTC, ISO 8601.", ...counted },
    updated_at: { type: time, doc: "When the script was last changed. UTC, ISO 8601.", ...counted },
    request_count: { type: wholeNumber(5), doc: "How often the document was requested.", ...counted },
    last_accessed_at: { type: time, doc: "When the document was last requested. UTC, ISO 8601.", ...counted },
    display_name: {
      type: text("Main menu"),
      doc: "The name of the script. The provider makes no second script of the same name in a project.",
      required: true,
    },
  } as const;
}

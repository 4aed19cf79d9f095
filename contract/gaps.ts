// The assumptions where the specification is silent. Those about one kind of object are in its descriptor.

import { assumed, documented, recorded } from "./evidence.ts";
import type { Gap, Resource } from "./resource.ts";
import { type ResourceName, resources } from "./resources/index.ts";

/** Assumptions about the whole API, calls and messages. */
const general = {
  "outbound-calls": {
    question: "The caller that an endpoint's or client's call shows (spec §2.1: caller_id, send_as; §5).",
    answer:
      "To a number: send_as, or with random one that the project bought or verified. To other addresses: caller_id, or the SIP address. A client shows its name. Only a client that rings gets caller_id as the caller's name.",
    evidence: documented("2026-08-21", "signalwire/docs, openapi.yaml"),
    because:
      "The specification states this for caller_id, send_as and the client's name. Devices do not register at this server, so the test names the caller.",
  },
  "live-response-keys": {
    question: "Keys that the specification does not list.",
    answer: "The server returns them as null (type: sip_endpoint). The provider ignores unknown keys.",
    evidence: recorded("2026-08-11", "jongray00/KiddyPhone, apps/relay/live/did1.json"),
    because: "Clients of the live service receive them.",
    probe: { otherwise: "Nothing: the provider ignores keys that it does not know." },
  },
  "null-clears": {
    question: "How an optional field is cleared, except ciphers and codecs (an empty list, spec §2.1).",
    answer:
      "By null, or where the specification has a default constant, by that. A handler has a word of its own: default at a SIP endpoint, laml_webhooks at a phone number.",
    evidence: assumed("2026-11-26", "no public source found"),
    because:
      "No other form is documented; a constant of the specification is certain to be accepted. Records show both words.",
    probe: { otherwise: "An argument that is taken away stays set at the service, and shows as drift." },
  },
  "empty-string": {
    question: "An empty string as a value.",
    answer: "Refused.",
    evidence: assumed("2026-11-26", "no public source found"),
    because:
      "An empty name, URL or identifier has no meaning. A service that stored it as null would cause drift in every check.",
    probe: { otherwise: "Nothing: the provider refuses an empty text before it is sent." },
  },
  "verified-numbers": {
    question: "How a number is verified for send_as (spec §2.1).",
    answer:
      "GET /api/relay/rest/verified_caller_ids lists the numbers in pages, by filter_name and filter_number. Only a seed or the control API verifies one. Its name is the number.",
    evidence: documented("2026-08-21", "signalwire/docs, openapi.yaml"),
    because:
      "The live service documents the list, its eight members and both filters, but no pages. A client that follows links works with either. The live service verifies a number by calling it, which this server does not do.",
    probe: { otherwise: "`preview` cannot tell whether a sender number is verified." },
  },
  "unknown-keys": {
    question: "A key or handler that the specification does not list.",
    answer:
      "The refusal names it, also for a response-only field. An option accepts and returns such fields. A program sends them in extra, and null for a removed one.",
    evidence: recorded("2026-09-22", "shane-signalwire/swsh3, tests/test_resources.py: unknown keys are dropped"),
    because: "The live service's description allows no extra keys, and an ignored misspelt key is hard to find.",
    probe: {
      otherwise: "A misspelt key in `extra` is taken without an error, and `up` warns of it. Fields of `extra` work.",
      option: "--extra-fields",
    },
  },
  "error-bodies": {
    question: "Failure statuses and bodies (spec §7).",
    answer:
      '401 and 404: {"error": "…"}. 422: {"errors": [{detail, status, title, code}]} with every problem. A missing scope is a 401, a taken username a 422. The provider reads 401 and 404 as text too, and a refusal in any form.',
    evidence: recorded(
      "2026-09-09",
      "shane-signalwire/swsh3, tests/test_errors.py; bradsjm/signalwire-admin-mcp, platform-and-apis.md",
    ),
    because:
      "The live service documents these shapes, and no 403 or 409 on these paths. Records show 401 and 404 as plain text, and refusals without some members.",
    probe: { otherwise: "Nothing: the provider reads all recorded forms." },
  },
  "sip-domain": {
    question: "The project's SIP domain in a call from outside.",
    answer:
      "Optional: the first project with the user name takes the call. A document must name the domain that it dials.",
    evidence: recorded("2026-09-22", "Odoo module signalwire_voip, README"),
    because:
      "On the live service the network routes a call by its domain. Here the test is the caller and can name the project.",
  },
  "repeated-members": {
    question: "A codec or cipher named twice (spec §2.1).",
    answer: "Refused.",
    evidence: assumed("2026-11-26", "no public source found"),
    because: "A repeated value has no meaning. A service that dropped it would cause drift in every check.",
    probe: { otherwise: "Nothing: the provider refuses repeated members before they are sent." },
  },
  "alias-null": {
    question: "Two alias fields, one of them null (spec §2.1, §2.2).",
    answer: "The one with a value wins. Two nulls clear it.",
    evidence: assumed("2026-11-26", "no public source found"),
    because: "Null means that nothing is set, so only one of the two has a value.",
    probe: { otherwise: "An endpoint whose Relay argument is renamed in the program may lose its value." },
  },
  "refused-requests": {
    question: "Requests that are not part of the API (spec §7).",
    answer:
      "400: no JSON object. 404: unknown path. 405: unknown method. 413: over one mebibyte. 415: not declared as JSON.",
    evidence: assumed("2026-11-26", "no public source found"),
    because: "HTTP defines these statuses for such requests. The bodies have the form of the other failures.",
    probe: { otherwise: "Nothing: the provider sends no such request." },
  },
  "not-simulated": {
    question: "Documented routes that the specification does not name.",
    answer:
      '501 with {"error": "Not Implemented"}, which no program takes for a missing object. A search for numbers to buy finds none.',
    evidence: documented("2026-08-21", "signalwire/docs, openapi.yaml"),
    because: "Programs act on a 404 as on a missing object. The live service serves these routes.",
  },
  "list-pages": {
    question: "How a list is paged and searched (the specification has no list).",
    answer:
      "page_number from 0, page_size 1 to 1000 (50). Later pages need the page_token of their link, for the same list and filter. Filters match part of a value, in any case. Creates and deletions do not shift the next pages.",
    evidence: recorded("2026-09-22", "shane-signalwire/swsh3, tests/test_paging.py and docs/verification.md"),
    because:
      "The live service documents the parameters and the form of the token, but not the token's meaning. No record has more than 200 objects a page: where 1000 is refused, the provider asks for 50.",
    probe: { otherwise: "Lists, and so previews, adoption and `drift`, may miss objects or fail." },
  },
  "rate-limit": {
    question: "The rate limits (spec §8).",
    answer:
      "None by default. An option limits a project's POST and PUT requests, except for client tokens. Beyond it: 429 with Retry-After in seconds.",
    evidence: documented("2026-08-21", "signalwire/docs, openapi.yaml"),
    because:
      "The specification shows no limit, and excludes one for client tokens. The live service documents 13,800 writes in ten seconds, but no headers.",
  },
  "webhook-requests": {
    question: "The requests to LaML URLs, and when one fails (spec §6).",
    answer:
      "The documented form parameters, signed in X-SignalWire-Signature. Failures are a time-out, a status of 400 or more, three redirects, more than 64 kB, or no LaML document. The fallback follows without a retry, but not without a request URL. An endpoint's status callback receives initiated, ringing, in-progress after a document, then completed or failed. A failed callback is sent twice more.",
    evidence: documented("2026-08-21", "signalwire/docs, openapi.yaml"),
    because:
      "The live service documents all but one case: whether an answer that cannot be parsed counts as failed. Such an answer cannot handle the call, so it counts as failed. The specification sends each change of status to an endpoint's callback; for a number's callback, the live service documents the end.",
  },
  "documents-of-a-call": {
    question: "How a call's documents lead to each other, and how menus take keys.",
    answer:
      "Further LaML documents are requested with the first one's form, in-progress after an answer, without fallback. A <Gather> without an action requests its document again. Keys beyond numDigits or max_digits stay for the next menu; fewer count at the time-out. An ending key alone counts as no digits. prompt_value is empty without digits.",
    evidence: assumed("2026-11-26", "no public source found"),
    because:
      "The live service documents the parts, not these cases. A fallback is documented for the first request only, so a failed later request fails the call here.",
  },
  "status-callback-counters": {
    question: "SequenceNumber and CallDuration in an endpoint's status callbacks (spec §6).",
    answer:
      "SequenceNumber counts the changes of one endpoint's leg from 0; a repeated callback keeps it. CallDuration is 0.",
    evidence: assumed("2026-11-26", "no public source found"),
    because:
      "The live service documents both parameters, but not the first number or the number of a repetition. A receiver should only order by it.",
  },
  "number-status-callback": {
    question: "What a phone number's status callback receives (spec §2.2, §6).",
    answer: "Only the end of the call.",
    evidence: documented("2026-08-21", "signalwire/docs, openapi.yaml"),
    because: "The live service documents the end alone for numbers, and all changes for other objects.",
  },
  "audio-quality": {
    question: "AudioInMos in a status callback (spec §6).",
    answer: '"0.0" at the end of a call: no media is played.',
    evidence: documented("2026-08-21", "signalwire/docs, openapi.yaml"),
    because: "The live service documents the parameter as a required text, a score from 1 to 5 of what was heard.",
  },
  "absolute-urls": {
    question: "A handler's URL that is relative, or neither http nor https (spec §2.1, §2.2).",
    answer: "Refused. Addresses inside a document may be relative.",
    evidence: documented("2026-08-21", "signalwire/docs, openapi.yaml"),
    because: "A field of an object has no base address, and the service sends HTTP requests only.",
    probe: { otherwise: "Nothing: the provider refuses a relative address before it is sent." },
  },
  "webhook-credentials": {
    question: "A webhook's URL with a user name and a password (spec §6).",
    answer: "Sent as Basic authentication, also after a redirect to the same origin. The signed address lacks them.",
    evidence: documented("2026-08-19", "signalwire/docs, webhook-security.mdx"),
    because:
      "Guides of the live service protect callbacks this way. They do not show the signed address; a receiver only knows its address without credentials.",
    probe: { otherwise: "A webhook's address cannot hold a user name and a password." },
  },
  "script-requests": {
    question: "The request for an SWML document (spec §2.1 only names the URL).",
    answer:
      "JSON with call, vars and envs; envs and headers are empty. Later requests add params. The type is phone, webrtc without headers, or sip with sip_data. The segment_id of the first leg is the call_id. The query of the URL is sent. Any type is accepted, also compressed by gzip.",
    evidence: recorded("2026-07-23", "bradsjm/signalwire-admin-mcp, debugging.md; signalwire/docs-legacy, issue 626"),
    because:
      "Recorded requests have these members. They leave open how nodes and spaces are numbered, and no device registers here. At one live number the query was dropped, once.",
  },
  "script-expressions": {
    question: "Conditions and expressions of an SWML script (spec §2.1 only names the URL).",
    answer:
      "JavaScript that sees the document's variables, in a sandbox. An unknown variable, an error, or over 500 ms of processor time leave a condition undecided.",
    evidence: documented("2026-08-21", "signalwire/docs, pages of the SWML methods"),
    because: "The live service evaluates JavaScript. It documents no limits, and not what an error does.",
  },
  "condition-time-zone": {
    question: "The time zone of `Date` in a script's condition.",
    answer: "UTC, by the server's clock.",
    evidence: assumed("2026-11-26", "no public source found"),
    because: "The live service does not name one. Servers run in UTC.",
  },
  "connect-results": {
    question: "A connection that no device took.",
    answer:
      "An SWML script continues with connect_result failed, and connect_failed_reason noAnswer, busy, decline or error. LaML continues with its Dial's action, or the next verb. A time-out is not played.",
    evidence: recorded("2026-08-17", "jongray00/KiddyPhone, docs/longring-findings.md"),
    because:
      "Scripts in use branch on these reasons. The live service documents the variables, not all their values. A recorded dial ended with error after about 20 seconds, whatever longer time-out the script named.",
  },
  "message-scripts": {
    question: "The request for a message's SWML document, and the field that names it (spec §2.2, §6).",
    answer:
      "JSON with message and params; type sms, media empty. With extra fields accepted, message_handler relay_script requests message_relay_script_url. Only a transfer adds vars. X-SignalWire-Signature alone signs the URL with its credentials. Replies are taken for delivery.",
    evidence: documented("2026-08-19", "signalwire/docs, openapi.yaml, webhook-security.mdx"),
    because:
      "The live service describes the request. The live service assigns such a script to a number without a field of the number. The field here is named after the one for calls.",
  },
  "repeated-keys": {
    question: "Two objects of a project with one name or label, or two memberships of a number in a group.",
    answer: "Accepted. The provider makes no second one, and adopts only one that is alone with its name.",
    evidence: assumed("2026-11-26", "no public source found"),
    because:
      "Nothing is documented, but that a cXML application's name is a unique identifier. Without a rule of its own, the provider would make a second object after each crash, and could not tell them apart.",
  },
  "malformed-id": {
    question: "An id in a path that is no UUID (spec §4.2).",
    answer: "404.",
    evidence: documented("2026-08-21", "signalwire/docs, openapi.yaml"),
    because: "The live service documents 404 and 422. No object can have such an id.",
    probe: { otherwise: "A wrong id is reported in other words." },
  },
  "message-status": {
    question: "A number's report of a message's status (spec §2.2, §6).",
    answer: "None.",
    evidence: documented("2026-08-21", "signalwire/docs, openapi.yaml"),
    because: "It has no field for such a URL.",
  },
  "id-case": {
    question: "An id in a path in upper case.",
    answer: "It names the same object.",
    evidence: assumed("2026-11-26", "RFC 9562, section 4; no public source found"),
    because: "RFC 9562 compares UUIDs without regard to case.",
    probe: { otherwise: "Nothing: the provider sends ids as the service returned them. Import them in lower case." },
  },
  "text-length": {
    question: "The length of a text (spec §8).",
    answer: "Only the body's limit applies.",
    evidence: assumed("2026-11-26", "no public source found"),
    because: "No limit is documented for these fields. A service that cut the text would cause drift in every check.",
    probe: { otherwise: "A longer text is refused, or cut and then shown as drift." },
  },
  "list-order": {
    question: "The order of a list.",
    answer: "Newest first.",
    evidence: documented("2026-08-21", "signalwire/docs, openapi.yaml"),
    because: "The live service documents this for lists of the same API. The provider depends on no order.",
  },
} as const satisfies { readonly [id: string]: Gap };

type GapsOf<Kind> = Kind extends { readonly gaps: infer Gaps } ? keyof Gaps : never;

export type GapId = keyof typeof general | GapsOf<(typeof resources)[ResourceName]>;

/** Every assumption by its id, which fields, operations and comments cite. */
export const gaps: { readonly [id in GapId]: Gap } = Object.assign(
  { ...general },
  ...Object.values<Resource>(resources).map((resource) => resource.gaps),
);

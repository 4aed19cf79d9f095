import { domainApplicationGaps } from "./gaps/domain-applications.ts";
import type { Gap } from "./gaps/gap.ts";
import { scriptGaps } from "./gaps/scripts.ts";

export const gaps = {
  "sip-endpoint-paths": {
    question:
      "The path of SIP endpoint creation, and whether endpoints can be read, listed, changed and deleted (spec §4.1).",
    answer: "The collection is /api/relay/rest/endpoints/sip; GET, PUT and DELETE work on its items, GET lists it.",
    because: "The live service documents these operations, and spec §2.1 mentions changing and deleting by id.",
  },
  "phone-number-paths": {
    question: "The method and path of the phone number update (spec §4.2).",
    answer: "PUT /api/relay/rest/phone_numbers/{id}; GET reads the item and lists the collection.",
    because: "The live service documents them.",
  },
  "update-status": {
    question: "The success status of a SIP endpoint update.",
    answer: "The server answers 200; the client accepts any 2xx.",
    because:
      "Documents of the live service disagree (200, 201); 200 is the newer one and the status of the phone number update in spec §4.2.",
  },
  "sip-profile": {
    question: "Where the project's SIP defaults are kept (spec §2.1 only names them).",
    answer:
      "One SIP profile a project, GET and PUT /api/relay/rest/sip_profile; PUT answers 201. A new project allows every codec and cipher, makes encryption optional and sends as a random number. Null or an empty list restores these values; for default_send_as also an empty string or the word random. The provider sends every field each time: lists in full, null for random. Each domain_identifier is a label of a host name and belongs to one project.",
    because:
      "The live service has this object. Its first values are not documented. Values that allow everything refuse no call.",
  },
  "sip-call-relay-application": {
    question: "The definition of call_relay_application on a SIP endpoint (spec §2.1 names it only as an alias).",
    answer:
      "An optional text, the same value as call_relay_context. Either satisfies the handler relay_context. When both are sent, call_relay_application wins, and both fields return its value.",
    because: "The phone number's field of that name has this definition (spec §2.2).",
  },
  "sip-call-handler-values": {
    question:
      "Whether call_flow and ai_agent, named only in other fields' descriptions, are values of a SIP endpoint's call_handler (spec §2.1).",
    answer:
      "They are. Other values that the specification does not list are refused in requests and accepted in answers.",
    because: "Their fields are required only when the handler has these values.",
  },
  "endpoint-dialogflow": {
    question: "Which agent a SIP endpoint's handler dialogflow starts (spec §2.1 has no field for it).",
    answer: "No field names the agent: the handler needs no field, and the trace shows an unnamed agent.",
    because: "The value is listed; only phone numbers have call_dialogflow_agent_id (spec §2.2).",
  },
  "outbound-calls": {
    question: "The caller that is shown for a call from an endpoint or a client (spec §2.1: caller_id, send_as; §5).",
    answer:
      "A call to a number comes from the endpoint's send_as. With random it comes from any number that the project has bought or verified. The trace shows caller_id as the name. A connected client that rings gets it as the caller's name. The requests to LaML URLs and for SWML documents have no field for a name. A call from an endpoint to any other address shows its caller_id, or its SIP address. A call from a client shows the client's name.",
    because:
      "The specification states this for caller_id, send_as and the client's name. Devices do not register at this server, so the test names the caller.",
  },
  "live-response-keys": {
    question: "Keys that the live service returns and the specification does not list.",
    answer: "The server returns them, null (type: sip_endpoint); the provider ignores every key it does not know.",
    because: "Clients of the live service receive them.",
  },
  "null-clears": {
    question: "How an optional field is cleared, except ciphers and codecs (an empty list, spec §2.1).",
    answer:
      "Null clears any optional field. When the specification has a default constant, the provider sends that constant instead.",
    because: "No other form is documented; a constant of the specification is certain to be accepted.",
  },
  "empty-string": {
    question: "Whether an empty string is a value.",
    answer: "It is refused.",
    because:
      "An empty name, URL or identifier has no meaning. A service that stored it as null would cause drift in every check.",
  },
  "send-as-unset": {
    question: "The unset form of send_as, and what is returned when it is unset.",
    answer: "Null unsets it; the response then shows the SIP profile's default_send_as, or random.",
    because: "The live service returns random when the field was never sent.",
  },
  "verified-numbers": {
    question: "How a number is verified, so that send_as may name it (spec §2.1).",
    answer:
      "GET /api/relay/rest/verified_caller_ids lists them, all verified, with the filters filter_name and filter_number and in pages as any list. A seed or the control API declares them; the API has no operation to verify a number. The name is the number.",
    because:
      "The live service documents the list, its eight members and both filters, but no pages. A client that follows links works with either. The live service verifies a number by calling it, which this server does not do.",
  },
  "profile-defaults-shown": {
    question: "What a SIP endpoint returns for a field it inherits from the SIP profile.",
    answer: "The value in force. The encryption value default is returned as sent.",
    because: "The live service shows the codecs and ciphers in force after a create that named none.",
  },
  "method-default": {
    question: "Whether a phone number without a stored method returns POST or null.",
    answer: "The server returns the specification's default, POST; the provider takes null and POST as the same.",
    because: "Fresh live numbers were seen with null.",
  },
  "number-handlers-unenforced": {
    question: "Whether a phone number's handler requires its fields.",
    answer: "It does not: every field stays optional.",
    because: "Spec §2.2 marks all fields optional, and live numbers come with laml_webhooks and no URL.",
  },
  "number-script": {
    question:
      "Whether an SWML script can answer the calls of a phone number (spec §2.2 lists it for SIP endpoints only).",
    answer:
      "It can: call_handler takes relay_script, and call_relay_script_url names the script. A program that has both in extra keeps working.",
    because:
      "The live service documents both for numbers, and a report shows them in its answers. It is the usual set-up there today.",
  },
  "number-rings-endpoint": {
    question: "Whether call_sip_endpoint_id of a phone number must name an endpoint that exists (spec §2.2).",
    answer:
      "A request with an id that is no SIP endpoint of the project gets 422. When the endpoint is deleted later, the number keeps the id.",
    because:
      "The live service documents refusals for identifiers that are unknown or belong to another project. Without the refusal, only a caller would notice the mistake.",
  },
  "assigned-endpoint": {
    question: "Whether a SIP endpoint that a phone number rings can be deleted.",
    answer:
      "It can, and the number keeps its setting. With an option, the server refuses the deletion with 400, the code resource_assigned_as_handler and the numbers in E.164.",
    because:
      "The live service documents that code, and 400 for a refused deletion; whether the code applies here is unconfirmed, so try a program with both behaviours.",
  },
  "unknown-keys": {
    question: "What happens to a key, or a handler, that the specification does not list.",
    answer:
      "The refusal names it, also for a response-only field in a request. With an option, the server accepts and returns such fields. A program sends them in extra, and null for one that it removes.",
    because: "The live service's description allows no extra keys, and an ignored misspelt key is hard to find.",
  },
  "error-bodies": {
    question: "Failure statuses and bodies (spec §7).",
    answer:
      '401 and 404 answer {"error": "…"}; 422 answers {"errors": [{detail, status, title, code}]} with every problem of the body. The same bodies are used for a missing scope (401) and a taken username (422).',
    because: "The live service documents these shapes, and no 403 or 409 on these paths.",
  },
  "token-claims": {
    question: "What the JWT carries and how it is signed (spec §2.3).",
    answer:
      "HS512. The JWT has typ JWT, iat, iss, resource and exp. The refresh token has typ Refresh, iat, iss and no exp. Further claims hold the project and what a refresh needs.",
    because: "Decoded from the live service's documented samples, which do not show the project's claim.",
  },
  "token-permissions": {
    question: "Which permissions a JWT carries, and how they are asked for (spec §2.3, §5).",
    answer:
      "The permissions of the API token that requested it, in the claim scopes, under the names that a session receives: Voice becomes calling, the others keep their names in lower case.",
    because: "Neither the specification nor the live service documents a parameter for them, or the claim.",
  },
  "sip-domain": {
    question: "Whether a call that comes from outside must name the project's SIP domain.",
    answer:
      "No: the first project with the user name takes the call. An address that a document dials must name the project's domain.",
    because:
      "On the live service the network routes a call by its domain. Here the test is the caller and can name the project.",
  },
  "repeated-members": {
    question: "Whether a list of codecs or ciphers may contain a value twice (spec §2.1).",
    answer: "It is refused.",
    because: "A repeated value has no meaning. A service that dropped it would cause drift in every check.",
  },
  "alias-null": {
    question: "Which of two alias fields wins when one of them is null (spec §2.1, §2.2).",
    answer: "The field with a value. When both are null, the value is cleared.",
    because: "Null means that nothing is set, so only one of the two has a value.",
  },
  "expires-in-range": {
    question: "The range of expires_in (spec §8).",
    answer:
      "A whole number of minutes, 1 or more. The server's maximum is 43,200 (30 days) unless an option sets another. The provider sends any value and shows the service's refusal.",
    because:
      "Zero makes no usable token, and no example has a fraction. A maximum is likely but unknown, so the provider must not enforce one.",
  },
  "expires-in-fraction": {
    question: "Whether expires_in may have a fraction (spec §4.3: a number of minutes).",
    answer: "It is refused with 422.",
    because: "No example has a fraction, and a token's claims count whole seconds.",
  },
  "refresh-token-reuse": {
    question: "Whether a refresh token still works after it was used (spec §4.4).",
    answer: "It does.",
    because:
      "The specification requires a valid refresh token and names no end of its validity. Reuse lets a client repeat a request whose answer was lost.",
  },
  "token-scope": {
    question: "The scope that the token endpoint needs (spec §5).",
    answer: "None. A valid project ID and token are enough.",
    because: "The specification names none.",
  },
  "username-case": {
    question: "Whether two usernames that differ only in case are the same (spec §2.1, §8).",
    answer: "They are different.",
    because: "The user part of a SIP address is case-sensitive.",
  },
  "refused-requests": {
    question: "The answers to requests that are not part of the API (spec §7).",
    answer:
      "400 for a body that is no JSON object, 404 for an unknown path, 405 with Allow for an unknown method and for CONNECT. A body above one mebibyte gets 413; one not declared as JSON gets 415.",
    because: "HTTP defines these statuses for such requests. The bodies have the form of the other failures.",
  },
  "not-simulated": {
    question: "The answer for a route that the live service documents and the specification does not name.",
    answer:
      '501 with {"error": "Not Implemented"}, so that it is never mistaken for a missing object. A search for numbers to buy returns an empty list: this server sells none.',
    because: "Programs act on a 404 as on a missing object. The live service serves these routes.",
  },
  "list-pages": {
    question: "How a list is paged and searched (the specification has no list).",
    answer:
      "page_number from 0, page_size 1 to 1000 (50). Every page but the first needs the page_token of its link, which is valid for that page, list and filter only. Filters match part of a value and are case-sensitive. Objects that are created or deleted between two pages do not shift the pages.",
    because: "The live service documents the parameters and the form of the token, but not the token's meaning.",
  },
  "rate-limit": {
    question: "The rate limits (spec §8).",
    answer:
      "None by default. An option limits the POST and PUT requests of each project, counted in windows. Beyond the limit, the answer is 429 with Retry-After in seconds. Reads and client tokens are never limited.",
    because:
      "The specification shows no limit, and excludes one for client tokens. The live service documents 13,800 writes in ten seconds, but no headers.",
  },
  "session-end": {
    question: "How a client is disconnected when its token expires (spec §1, §5).",
    answer: "Its WebSocket is closed with the code 1000 and the reason Closed, at the second of exp.",
    because: "A report about the live service shows that close, and the client SDK does not reconnect after it.",
  },
  "webhook-requests": {
    question: "The payload of the requests to LaML URLs, and when a request counts as failed (spec §6).",
    answer:
      "The documented form parameters, signed in X-SignalWire-Signature. The call goes to the fallback without a retry after a time-out or a status of 400 or more. The same applies after three redirects, more than 64 kB, or an answer that is no LaML document. An endpoint's status callback receives each change: initiated, ringing, in-progress after a document was received, then completed or failed. A number's status callback receives only the end: completed or failed, for a fax received or failed. After a <Reject> that nothing answered before, the end is busy or no-answer, by its reason. A failed callback is sent twice more. Without a request URL, no request goes to the fallback either.",
    because:
      "The live service documents all but one case: whether an answer that cannot be parsed counts as failed. Such an answer cannot handle the call, so it counts as failed. The specification sends each change of status to an endpoint's callback; for a number's callback, the live service documents the end.",
  },
  "documents-of-a-call": {
    question: "How the documents of a call lead to each other, and what a menu takes of the keys that are pressed.",
    answer:
      "A further LaML document is requested with the form of the first one and the status in-progress after an answer, without a fallback. A <Gather> without an action requests the address of its document again. Keys beyond numDigits or max_digits stay for the next menu; fewer count as pressed at the time-out. An ending key alone counts as no digits. prompt_value is empty without digits.",
    because:
      "The live service documents the parts, not these cases. A fallback is documented for the first request only, so a failed later request fails the call here.",
  },
  "status-callback-counters": {
    question: "What SequenceNumber and CallDuration count in a SIP endpoint's status callbacks (spec §6).",
    answer:
      "SequenceNumber counts the changes of one endpoint's leg of a call from 0. A repeated callback keeps its number. CallDuration is 0 at the end, because no media is played.",
    because:
      "The live service documents both parameters, but not the first number or the number of a repetition. A receiver should only order by it.",
  },
  "number-status-callback": {
    question: "Which changes of a call the status callback of a phone number receives (spec §2.2, §6).",
    answer: "Only the end of the call, with the parameters that the service documents for numbers.",
    because: "The live service documents the end alone for numbers, and all changes for other objects.",
  },
  "audio-quality": {
    question: "The value of AudioInMos in a status callback (spec §6).",
    answer: 'At the end of a call "0.0", because no media is played.',
    because: "The live service documents the parameter as a required text, a score from 1 to 5 of what was heard.",
  },
  "absolute-urls": {
    question:
      "Whether the URL of a handler may be relative, or have another scheme than http and https (spec §2.1, §2.2).",
    answer: "It is refused. The addresses inside a document may be relative.",
    because: "A field of an object has no base address, and the service sends HTTP requests only.",
  },
  "webhook-credentials": {
    question: "Whether a webhook's URL may hold a user name and a password (spec §6).",
    answer:
      "It may. They are sent as Basic authentication, also after a redirect to the same origin. The signed address does not contain them.",
    because:
      "Guides of the live service protect callbacks this way. They do not show the signed address; a receiver only knows its address without credentials.",
  },
  "script-requests": {
    question: "The request for an SWML document (spec §2.1 only names the URL).",
    answer:
      "JSON with call, vars, envs and params. The type is phone for a caller that is a number, webrtc for a connected client, otherwise sip with sip_data. The members envs and headers are empty. The ids node_id and space_id are made from the project's id. The contact of a SIP caller is its address at port 5060.",
    because:
      "The live service's description of its webhooks lists these members. It leaves open how nodes and spaces are numbered, and no device registers here.",
  },
  "message-scripts": {
    question: "The request for an SWML document of a message, and the field that names the document (spec §2.2, §6).",
    answer:
      "JSON with message and params, and without vars, which only a transfer adds. With extra fields accepted, the server requests it from message_relay_script_url when message_handler is relay_script. The type is sms and media is empty.",
    because:
      "The live service describes the request. The live service assigns such a script to a number without a field of the number. The field here is named after the one for calls.",
  },
  "malformed-id": {
    question: "The answer for an id in a path that is no UUID (spec §4.2).",
    answer: "404, as for a missing object.",
    because: "The live service documents 404 and 422. No object can have such an id.",
  },
  "unchanged-update": {
    question: "Whether an update without a change sets updated_at (spec §2.2).",
    answer: "It does.",
    because: "The specification calls it the time of the last update. No program should depend on either behaviour.",
  },
  "fresh-number-handler": {
    question: "Which handler a number has before one is set (spec §2.2).",
    answer: "None: call_handler and message_handler are null.",
    because:
      "No default is specified. A report shows a purchased live number with laml_webhooks and no URL, so the provider accepts both.",
  },
  "message-status": {
    question: "Whether a phone number reports the status of a message (spec §2.2, §6).",
    answer: "It does not.",
    because: "It has no field for such a URL.",
  },
  "partial-update": {
    question: "Whether a field that an update of a SIP endpoint leaves out stays as it is (spec §2.1).",
    answer: "It stays.",
    because: "The specification marks all fields of an update optional and names no default for those left out.",
  },
  "taken-username": {
    question: "The answer to the creation of a second SIP endpoint with the same username (spec §2.1, §8).",
    answer: "422. No second endpoint is created.",
    because: "The specification calls usernames unique, and 422 is the status for an invalid body.",
  },
  "id-case": {
    question: "Whether an id in a path may be written in upper case.",
    answer: "It may, and names the same object.",
    because: "RFC 9562 compares UUIDs without regard to case.",
  },
  "delete-twice": {
    question: "The answers to the deletion of a SIP endpoint and to a second deletion.",
    answer: "204, then 404.",
    because: "The live service documents 204 for the first. At the second the object is missing.",
  },
  "text-length": {
    question: "How long a text may be (spec §8).",
    answer: "Only the body's limit applies. The text is returned in full.",
    because: "No limit is documented for these fields. A service that cut the text would cause drift in every check.",
  },
  "list-order": {
    question: "The order of a list.",
    answer: "Newest first.",
    because: "The live service documents this for lists of the same API. The provider depends on no order.",
  },
  ...domainApplicationGaps,
  ...scriptGaps,
} as const satisfies { readonly [id: string]: Gap };

export type GapId = keyof typeof gaps;

// Lists the assumptions that `doctor --probe` tries at a service, and what a different answer changes for a user. Each gap needs
// an entry.

import type { GapId } from "./gaps.ts";

export type Probing =
  /** The reason why a probe would be a risk. */
  | { readonly never: string }
  | {
      /** The consequence for a user when the service answers differently. */
      readonly otherwise: string;
      /** The reference server's option that gives the different answer. Not needed for an assumption of `variants`. */
      readonly option?: string;
    };

const NEEDS_A_CALL = "It takes a call or a message, and a probe places none.";
const NEEDS_ANOTHER_OBJECT = "A probe makes SIP endpoints and no other objects.";
const WRITES_A_NUMBER = "It takes a change of a phone number's settings, which a probe never touches.";

export const probing: { readonly [id in GapId]: Probing } = {
  "sip-endpoint-paths": {
    otherwise:
      "SIP endpoints cannot be managed until the package follows. Statuses alone do no harm: any 2xx is accepted.",
  },
  "phone-number-paths": { otherwise: "Phone numbers cannot be managed until the package follows." },
  "update-status": { otherwise: "Nothing: the provider accepts any 2xx." },
  "sip-profile": { otherwise: "A SipProfile may show outputs as undefined, or fail to be adopted." },
  "sip-call-relay-application": {
    otherwise:
      "An endpoint with callRelayApplication or callRelayContext may show drift. Set the one that the service returns.",
  },
  "sip-call-handler-values": { otherwise: "An endpoint with one of these handlers fails with what the service says." },
  "endpoint-dialogflow": { otherwise: "An endpoint with the handler dialogflow needs a field in `extra`." },
  "outbound-calls": { never: NEEDS_A_CALL },
  "live-response-keys": { otherwise: "Nothing: the provider ignores keys that it does not know." },
  "null-clears": { otherwise: "An argument that is taken away stays set at the service, and shows as drift." },
  "empty-string": { otherwise: "Nothing: the provider refuses an empty text before it is sent." },
  "send-as-unset": { otherwise: "An endpoint without sendAs may show drift in it." },
  "verified-numbers": { otherwise: "`preview` cannot tell whether a sender number is verified." },
  "profile-defaults-shown": {
    otherwise: "Nothing: the provider takes null and the profile's value as the same. Outputs may be undefined.",
  },
  "method-default": { otherwise: "Nothing: the provider takes null and POST as the same." },
  "number-handlers-unenforced": { otherwise: "A phone number with a handler and without its fields fails." },
  "number-script": { never: WRITES_A_NUMBER },
  "number-rings-endpoint": { never: WRITES_A_NUMBER },
  "assigned-endpoint": { never: `${WRITES_A_NUMBER} Try \`serve --protect-handlers\` for the other answer.` },
  "unknown-keys": {
    otherwise: "A misspelt key in `extra` is taken without an error. Fields of `extra` work.",
    option: "--extra-fields",
  },
  "error-bodies": {
    otherwise: "Errors may say less, and an object that is gone may be reported as an unexpected answer.",
  },
  "token-claims": {
    otherwise: "`expiresAt` of a client token may be wrong, so that it is renewed too early or too late.",
  },
  "token-permissions": { otherwise: "A client may be allowed more or less than the reference server shows." },
  "sip-domain": { never: NEEDS_A_CALL },
  "repeated-members": { otherwise: "Nothing: the provider refuses repeated members before they are sent." },
  "alias-null": { otherwise: "An endpoint whose Relay argument is renamed in the program may lose its value." },
  "expires-in-range": {
    otherwise: "A client token with a longer `expiresIn` fails, or has another end. Keep to what the service accepts.",
    option: "--maximum-token-lifetime <minutes>",
  },
  "expires-in-fraction": { never: "The trial of expires-in-range sends a fraction too." },
  "refresh-token-reuse": {
    otherwise: "A renewal whose answer was lost cannot be repeated: the next `up` issues the token anew.",
    option: "--single-use-refresh-tokens",
  },
  "token-scope": { otherwise: "A client token needs an API token with more scopes." },
  "username-case": { otherwise: "Two endpoints whose user names differ in case alone cannot be in one project." },
  "refused-requests": { otherwise: "Nothing: the provider sends no such request." },
  "list-pages": { otherwise: "Lists, and so previews, adoption and `drift`, may miss objects or fail." },
  "not-simulated": { never: "It is about the reference server alone: the live service answers these routes." },
  "status-callback-counters": { never: NEEDS_A_CALL },
  "message-scripts": { never: NEEDS_A_CALL },
  "rate-limit": { never: "It takes 13,800 writes in ten seconds to meet the documented limit." },
  "session-end": { never: "It takes a client that connects and waits until its token ends." },
  "webhook-requests": { never: NEEDS_A_CALL },
  "documents-of-a-call": { never: NEEDS_A_CALL },
  "number-status-callback": { never: NEEDS_A_CALL },
  "audio-quality": { never: NEEDS_A_CALL },
  "absolute-urls": { otherwise: "Nothing: the provider refuses a relative address before it is sent." },
  "webhook-credentials": { otherwise: "A webhook's address cannot hold a user name and a password." },
  "script-requests": { never: NEEDS_A_CALL },
  "malformed-id": { otherwise: "A wrong id is reported in other words." },
  "unchanged-update": { never: `${WRITES_A_NUMBER} Only numbers have updated_at.` },
  "fresh-number-handler": { otherwise: "Nothing: the provider reads both." },
  "message-status": { never: NEEDS_A_CALL },
  "partial-update": { otherwise: "What a program does not set goes back to its default with each update." },
  "taken-username": {
    otherwise: "Two endpoints may get one user name, and the provider cannot recognise its own after a crash.",
  },
  "id-case": { otherwise: "Nothing: the provider sends ids as the service returned them. Import them in lower case." },
  "domain-applications": { never: NEEDS_ANOTHER_OBJECT },
  "domain-identifier": { never: NEEDS_ANOTHER_OBJECT },
  "domain-user": { never: NEEDS_A_CALL },
  "domain-ip-auth": { never: NEEDS_A_CALL },
  "domain-relay-names": { never: NEEDS_ANOTHER_OBJECT },
  "domain-write-only": { never: NEEDS_ANOTHER_OBJECT },
  "delete-twice": { otherwise: "`destroy` of an object that is gone already may fail; `pulumi refresh` forgets it." },
  "text-length": { otherwise: "A longer text is refused, or cut and then shown as drift." },
  "list-order": { otherwise: "Nothing: the provider depends on no order." },
  "fabric-forms": { never: NEEDS_ANOTHER_OBJECT },
  "script-names": { never: NEEDS_ANOTHER_OBJECT },
  "script-contents": { never: NEEDS_ANOTHER_OBJECT },
  "script-updates": { never: NEEDS_ANOTHER_OBJECT },
  "script-deletion": { never: NEEDS_ANOTHER_OBJECT },
  "script-lists": { never: NEEDS_ANOTHER_OBJECT },
  "script-counters": { never: NEEDS_ANOTHER_OBJECT },
  "script-addresses": { never: NEEDS_ANOTHER_OBJECT },
};

/** The answers that the reference server gives instead of the assumed ones with the option `variants`, by assumption. */
export const variants = {
  "update-status": "An update of a SIP endpoint or a phone number answers 201.",
  "live-response-keys": "A SIP endpoint and a phone number have one more key, `new_key`.",
  "null-clears": "An update of a SIP endpoint ignores a field that is null.",
  "partial-update": "An update of a SIP endpoint sets each field that it leaves out to its default.",
  "send-as-unset": "A SIP endpoint without `send_as` shows null.",
  "method-default": "A phone number shows the method POST as null.",
  "repeated-members": "A second mention of a codec or cipher is dropped.",
  "text-length": "A text of a SIP endpoint is cut after 255 characters.",
  "endpoint-dialogflow": "A SIP endpoint with the handler dialogflow is refused with 422.",
  "webhook-credentials": "An address with a user name is refused with 422.",
  "verified-numbers": "The list of verified numbers answers 404.",
  "error-bodies": "A missing object answers 404 with a list of errors, as 422 does.",
  "sip-call-handler-values": "A SIP endpoint with the handler call_flow or ai_agent is refused with 422.",
  "sip-call-relay-application": "A SIP endpoint shows `call_relay_application` as null.",
  "alias-null": "A value under one of two names is cleared when the other name is null.",
  "empty-string": "An empty text of a SIP endpoint is stored as null.",
  "sip-profile": "The SIP profile does not show its domain.",
  "profile-defaults-shown": "A SIP endpoint shows the encryption default as optional.",
  "fresh-number-handler": "A phone number that was never changed shows the handler laml_webhooks.",
  "token-scope": "A client token needs an API token with the scope Voice.",
  "malformed-id": "An id that is no UUID answers 422.",
  "taken-username": "A taken user name answers 409.",
  "username-case": "A user name is stored in lower case.",
  "delete-twice": "The deletion of an object that is gone answers 204.",
  "list-order": "A page shows the oldest object first.",
  "list-pages": "A filter matches whole values only.",
} as const satisfies { readonly [id in GapId]?: string };

export type Variant = keyof typeof variants;

import type { GapId } from "./gaps.ts";

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

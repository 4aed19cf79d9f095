import type { GapId } from "./gaps.ts";

/** With the option `variants`, the reference server's other answer to the question of an assumption. */
export const variants = {
  "update-status": "201, also for a phone number.",
  "live-response-keys": "SIP endpoints and phone numbers have one more key, `new_key`.",
  "null-clears": "An update of a SIP endpoint ignores null.",
  "partial-update": "It goes back to its default.",
  "send-as-unset": "The answer shows null.",
  "method-default": "POST shows as null.",
  "repeated-members": "The second is dropped.",
  "text-length": "A SIP endpoint's text is cut after 255 characters.",
  "endpoint-dialogflow": "The handler is refused with 422.",
  "webhook-credentials": "It is refused with 422.",
  "verified-numbers": "The list answers 404.",
  "error-bodies": "404 has a list of errors, as 422 does.",
  "sip-call-handler-values": "They are refused with 422.",
  "sip-call-relay-application": "It shows as null.",
  "alias-null": "The value is cleared.",
  "empty-string": "A SIP endpoint stores it as null.",
  "sip-profile": "The profile does not show its domain.",
  "profile-defaults-shown": "The encryption default shows as optional.",
  "fresh-number-handler": "A number that was never changed shows laml_webhooks.",
  "token-scope": "Voice.",
  "malformed-id": "422.",
  "taken-username": "409.",
  "username-case": "They are stored in lower case.",
  "delete-twice": "204 both times.",
  "list-order": "Oldest first.",
  "list-pages": "A filter matches whole values only.",
} as const satisfies { readonly [id in GapId]?: string };

export type Variant = keyof typeof variants;

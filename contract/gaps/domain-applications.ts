import type { Gap } from "./gap.ts";

export const domainApplicationGaps = {
  "domain-applications": {
    question: "How a carrier's SIP domain is managed (the specification has no such object).",
    answer:
      "The collection is /api/relay/rest/domain_applications, with POST 201, GET, PUT 200 and DELETE 204. A token needs one of the scopes Voice, Messaging or Fax. What an update leaves out stays.",
    because: "The live service describes these operations, their fields and defaults. None was seen live.",
  },
  "domain-identifier": {
    question: "The form of a domain application's identifier and domain, and where an identifier is unique.",
    answer:
      "Any text without white space, @, : and /. The server's domain is reference-<identifier>.dapp.example.com, in lower case. An identifier is unique in the whole server, without regard to case; a second one gets 422. The provider looks for it in the whole list and reads the domain as it is.",
    because:
      "The live service calls the domain unique, made of space and identifier, and has no filter by identifier. Its examples show identifiers with hyphens and underscores.",
  },
  "domain-user": {
    question: "Which addresses a domain application's user matches.",
    answer: "An asterisk matches every user part. Any other text matches only the same user part, including case.",
    because:
      "The live service documents the default * and an example without one. The user part of a SIP address is case-sensitive.",
  },
  "domain-ip-auth": {
    question:
      "The default of a domain application's ip_auth_enabled, the entries of ip_auth, and the answer to other callers.",
    answer:
      "The default is false. Entries are IPv4 or IPv6 addresses or CIDR blocks. With IP authentication and an empty list, no call is taken. The server takes a call from another address as unanswered and names the reason. A call that a document dials to such a domain leaves the server.",
    because:
      "A guide of the live service warns that without this option anybody can call. It names addresses and blocks, but no notation.",
  },
  "domain-relay-names": {
    question:
      "Whether call_relay_topic, call_relay_context and call_relay_application of a domain application are one value.",
    answer:
      "They are, as are the two status callbacks of topic and context. Each of the three handlers accepts any of the names. When several are sent, call_relay_topic wins.",
    because:
      "The live service calls the context an older name. If an answer repeated one value under another name, separate fields would show drift, and the next update would clear the value.",
  },
  "domain-write-only": {
    question: "What becomes of fields of a domain application that no answer shows.",
    answer:
      "The service keeps them. The provider sends them when the program changes them, never reports drift in them, and may adopt an object without them.",
    because:
      "The live service accepts call_relay_application, call_dialogflow_agent_id, call_flow_id, call_flow_version and call_ai_agent_id, and lists none of them in answers.",
  },
} as const satisfies { readonly [id: string]: Gap };

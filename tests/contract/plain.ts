// Kinds that differ from each other in their facts alone, from the live service's description, typed by hand, because the
// contract cannot test itself. Every other list of these tests takes them from here.

import type { Body, ResourceName } from "../../contract/index.ts";
import { CIPHERS, FLAG, optionalUuid, type Table, TEXT, UUID } from "./specified.ts";

const addresses = (count: number) => Array.from({ length: count }, (_, at) => `10.0.${at >> 8}.${at & 255}`);

interface Plain {
  readonly table: Table;
  /** The fields without which there is no object. */
  readonly smallest: Body;
  /** Arguments that change the smallest object. */
  readonly change: { readonly [argument: string]: unknown };
  /** The fields that every update needs. */
  readonly repeated?: readonly string[];
}

export const PLAIN = {
  /** Gap `number-groups`. */
  NumberGroup: {
    table: {
      id: { sent: "never" },
      name: { sent: "required", ...TEXT },
      sticky_sender: { ...FLAG, default: { value: false } },
    },
    smallest: { name: "Office" },
    change: { stickySender: true },
    repeated: ["name"],
  },
  /** Gap `sip-addresses`. */
  SipAddress: {
    table: {
      id: { sent: "never" },
      name: {
        ...{ sent: "required", good: ["sales", "sales-line-2", "7", "x".repeat(50)] },
        bad: ["", "Sales", "sales_line", "sales--line", "-sales", "sales-", "a b", "x".repeat(51), 5],
      },
      calling_handler_resource_id: { ...optionalUuid, sent: "required" },
      user: { ...{ default: { value: "*" } }, ...{ good: ["*", "agent", "agent@home"], bad: ["", "a b", 5] } },
      password: { returned: false, ...TEXT },
      ip_auth_enabled: { ...FLAG, default: { value: false }, needs: { ip_auth: ["203.0.113.5"] } },
      ip_auth: {
        ...{ isList: true, default: { value: [] } },
        good: [["203.0.113.5"], ["203.0.113.0/24", "2001:db8::1"], addresses(256)],
        bad: ["203.0.113.5", ["carrier.example"], addresses(257)],
      },
      encryption: { ...{ default: { value: "optional" } }, allowed: ["required", "optional", "forbidden"] },
      codecs: {
        ...{ isList: true, default: { value: ["PCMU", "PCMA"] } },
        allowed: ["OPUS", "G722", "PCMU", "PCMA", "G729", "VP8", "H264"],
      },
      ciphers: { isList: true, default: { value: CIPHERS }, allowed: CIPHERS },
      uri: { sent: "never" },
    },
    smallest: { name: "support", calling_handler_resource_id: UUID },
    change: { user: "agent" },
  },
  /** Gap `queues`. */
  Queue: {
    table: {
      id: { sent: "never" },
      friendly_name: { sent: "required", ...TEXT },
      max_size: { good: [1, 50, 600], bad: [0, -1, 1.5, "50", true] },
    },
    smallest: { friendly_name: "support" },
    change: { maxSize: 50 },
  },
} as const satisfies { readonly [Name in ResourceName]?: Plain };

export type PlainKind = keyof typeof PLAIN;

export const PLAIN_KINDS = Object.entries<Plain>(PLAIN) as readonly (readonly [PlainKind, Plain])[];

/** Returns one fact of each plain kind. */
export function ofPlain<Fact extends keyof Plain>(fact: Fact): { readonly [Name in PlainKind]: Plain[Fact] } {
  return Object.fromEntries(PLAIN_KINDS.map(([name, plain]) => [name, plain[fact]])) as never;
}

// Kinds that differ from each other in their facts alone, from the live service's description, typed by hand, because the
// contract cannot test itself. Every other list of these tests takes them from here.

import type { Body, ResourceName } from "../../contract/index.ts";
import type { FieldChange } from "../engine/every-field.ts";
import { type Table, TEXT } from "./specified.ts";

interface Plain {
  readonly table: Table;
  /** The path of the collection, the status of a creation, the method of an update, and the scopes. */
  readonly at: readonly [path: string, created: 200 | 201, update: "PUT" | "PATCH", scope: string | readonly string[]];
  /** The keys that answers have and that are no outputs. */
  readonly live: readonly string[];
  /** The fields without which there is no object. */
  readonly smallest: Body;
  /** A change of each argument. */
  readonly changes: readonly FieldChange[];
  /** The fields that every update needs. */
  readonly repeated?: readonly string[];
}

export const PLAIN = {
  /** Gap `number-groups`. */
  NumberGroup: {
    table: {
      id: { type: "uuid", sent: "never" },
      name: { type: "string", sent: "required", ...TEXT },
      sticky_sender: {
        ...{ type: "boolean", sent: "optional", default: { value: false } },
        ...{ good: [true, false], bad: ["", "true", 0, 1, [true]] },
      },
    },
    at: ["/api/relay/rest/number_groups", 200, "PUT", "Numbers"],
    live: ["phone_number_count"],
    smallest: { name: "Office" },
    changes: [
      { field: "name", before: "Support", after: "Sales" },
      { field: "stickySender", before: true, after: false },
    ],
    repeated: ["name"],
  },
  /** Gap `queues`. */
  Queue: {
    table: {
      id: { type: "uuid", sent: "never" },
      friendly_name: { type: "string", sent: "required", ...TEXT },
      max_size: { type: "number", sent: "optional", good: [1, 50, 600], bad: [0, -1, 1.5, "50", true] },
    },
    at: ["/api/relay/rest/queues", 201, "PUT", "Voice"],
    live: ["average_wait_time", "current_size", "date_created", "date_updated", "project_id", "uri"],
    smallest: { friendly_name: "support" },
    changes: [
      { field: "friendlyName", before: "support", after: 'The "new" support' },
      { field: "maxSize", before: 50, after: 600 },
    ],
  },
} as const satisfies { readonly [Name in ResourceName]?: Plain };

export type PlainKind = keyof typeof PLAIN;

export const PLAIN_KINDS = Object.entries<Plain>(PLAIN) as readonly (readonly [PlainKind, Plain])[];

/** Returns one fact of each plain kind. */
export function ofPlain<Fact extends keyof Plain>(fact: Fact): { readonly [Name in PlainKind]: Plain[Fact] } {
  return Object.fromEntries(PLAIN_KINDS.map(([name, plain]) => [name, plain[fact]])) as never;
}

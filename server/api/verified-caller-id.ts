import { phoneNumber, type Resource } from "../../contract/index.ts";
import { flag, oneOf, text, timestamp } from "../../contract/values.ts";
import { timestamp as written } from "../conditions/clock.ts";

const { id, number } = phoneNumber.fields;

/** Numbers outside the project that it has verified, so its calls may show them (spec §2.1). This API cannot create them. */
export const verifiedCallerId = {
  kind: "verifiedCallerId",
  title: "verified caller ID",
  label: "number",
  uniqueKey: "number",
  doc: "A number that the project may send as without having bought it.",
  source: "gap verified-numbers",
  usage: { paragraphs: [] },
  operations: {
    list: {
      method: "GET",
      path: "/api/relay/rest/verified_caller_ids",
      status: 200,
      scope: "Voice",
      filters: { filter_name: "name", filter_number: "number" },
      doc: "List the verified caller IDs, newest first",
      gap: "verified-numbers",
    },
  },
  handlers: [],
  fields: {
    type: {
      type: oneOf(["verified_caller_id"]),
      doc: "The kind of object.",
      responseOnly: true,
      computed: true,
      alwaysReturned: true,
    },
    id,
    number,
    name: { type: text("Front office"), doc: "The number, unless it was given a name.", responseOnly: true },
    extension: { type: text("1234"), doc: "The extension that the verification call dials.", responseOnly: true },
    verified: {
      type: flag(),
      doc: "Whether the number was verified.",
      responseOnly: true,
      alwaysReturned: true,
      default: { value: true },
    },
    verified_at: {
      type: timestamp("2026-05-08T19:08:41Z"),
      doc: "When the number was verified. UTC, ISO 8601.",
      responseOnly: true,
    },
    status: {
      type: oneOf(["Verified", "Awaiting Verification"]),
      doc: "How far the verification is.",
      responseOnly: true,
      alwaysReturned: true,
      default: { value: "Verified" },
    },
  },
} as const satisfies Resource;

export function verifiedDocument(number: string, now: number) {
  return { number, name: number, verified_at: written(now) };
}

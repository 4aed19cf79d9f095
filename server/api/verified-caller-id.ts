import { phoneNumber, type Resource } from "../../contract/index.ts";
import { flag } from "../../contract/values.ts";

const { id, number } = phoneNumber.fields;

/** Numbers of somebody else's that a project has verified: it may send as one (spec §2.1). Nobody creates them over this API. */
export const verifiedCallerId = {
  kind: "verifiedCallerId",
  title: "verified caller ID",
  label: "number",
  uniqueKey: "number",
  doc: "A number that the project may send as without having bought it.",
  source: "gap verified-numbers",
  usage: { paragraphs: [], commands: { up: "", destroy: "", import: "" } },
  configuredBy: "create",
  operations: {
    list: {
      method: "GET",
      path: "/api/relay/rest/verified_caller_ids",
      status: 200,
      scope: "Voice",
      doc: "List the verified caller IDs, newest first",
      gap: "verified-numbers",
    },
  },
  handlers: [],
  fields: {
    id,
    number,
    verified: {
      type: flag(),
      doc: "Whether the number was verified.",
      responseOnly: true,
      always: true,
      default: { value: true },
    },
  },
} as const satisfies Resource;

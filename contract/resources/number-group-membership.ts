// The membership of a number in a number group (gap `number-group-memberships`).

import { created } from "../created.ts";
import { documented } from "../evidence.ts";
import { liveOnly } from "../resource.ts";
import { timestamp, uuid } from "../values.ts";

const STAMP = { type: timestamp("2026-05-08T19:08:41Z"), computed: true, stored: true } as const;

export const numberGroupMembership = created({
  kind: "numberGroupMembership",
  title: "number group membership",
  key: "phone_number_id",
  keyMayRepeat: true,
  parent: "number_group_id",
  path: "/api/relay/rest/number_groups/{number_group_id}/number_group_memberships",
  scope: "Numbers",
  gap: "number-group-memberships",
  operations: {
    create: { status: 200 },
    read: { path: "/api/relay/rest/number_group_memberships/{id}" },
    delete: { path: "/api/relay/rest/number_group_memberships/{id}" },
  },
  isFixed: true,
  dialect: { embeds: { phone_number_id: { member: "phone_number", shows: ["name", "number", "capabilities"] } } },
  doc: "A number's place in a number group.",
  deleting: "The number stays with the project.",
  notes: [
    "Its `id` is the group's id, a slash and the membership's own identifier. An import also finds it by the group's id, a slash and the number's id.",
    "A group that somebody deletes takes its memberships along: the next refresh drops them all, and an `up` makes them anew.",
  ],
  fields: {
    number_group_id: {
      type: uuid("3fa85f64-5717-4562-b3fc-2c963f66afa6"),
      doc: "The `id` of the NumberGroup.",
      required: true,
      identity: true,
      refersTo: "NumberGroup",
    },
    phone_number_id: {
      type: uuid("9e8b6c1a-52d7-4b0f-8a35-6f0c7d1e2b34"),
      doc: "The `id` of the PhoneNumber that joins the group. The provider adds no number to a group twice.",
      required: true,
      identity: true,
      refersTo: "PhoneNumber",
    },
    created_at: liveOnly("When the number joined the group. UTC, ISO 8601.", STAMP),
    updated_at: liveOnly("When the membership was last changed. UTC, ISO 8601.", STAMP),
  },
  gaps: {
    "number-group-memberships": {
      question: "How numbers join and leave a group (the specification has no such object).",
      answer:
        "The list and the create are below the group, and answer 404 without it. There is no update and no list of the whole project. An answer holds the number in the member phone_number. The deletion of a group deletes its memberships.",
      evidence: documented("2026-08-21", "signalwire/docs, openapi.yaml"),
      because:
        "The live service describes these paths and bodies, and none was seen live. It does not say what becomes of the memberships of a deleted group; no path leads to them any more.",
    },
  },
  example: {
    name: "alert",
    args: {
      numberGroupId: { $found: "NumberGroup", name: "Alerts" },
      phoneNumberId: "9e8b6c1a-52d7-4b0f-8a35-6f0c7d1e2b34",
    },
    exports: { membershipId: "id" },
  },
});

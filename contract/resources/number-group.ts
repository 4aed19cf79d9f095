// The number group: numbers of which messages take one as their sender (gap `number-groups`).

import { created } from "../created.ts";
import { documented } from "../evidence.ts";
import { liveOnly } from "../resource.ts";
import { flag, text, wholeNumber } from "../values.ts";

export const numberGroup = created({
  kind: "numberGroup",
  title: "number group",
  key: "name",
  keyMayRepeat: true,
  path: "/api/relay/rest/number_groups",
  scope: "Numbers",
  gap: "number-groups",
  operations: {
    create: { status: 200 },
    list: { filters: { filter_name: "name" } },
    // The service requires the name in each update.
    update: { requires: ["name"], repeats: ["name"] },
  },
  doc: "A group of the project's numbers. A message from the group takes one of them as its sender.",
  deleting: "Its numbers stay with the project.",
  notes: ["A NumberGroupMembership adds a number. How many the group has is neither an output nor drift."],
  fields: {
    name: {
      type: text("Support"),
      doc: "A label to tell the project's groups apart. The provider makes no second group of the same name in a project.",
      required: true,
    },
    sticky_sender: {
      type: flag(),
      doc: "Whether everybody who gets messages from the group always gets them from the same number. Without it, each message takes any of the numbers.",
      default: { value: false },
    },
    phone_number_count: liveOnly("How many numbers the group has.", {
      type: wholeNumber(4),
      default: { value: 0 },
      computed: true,
      counts: "NumberGroupMembership",
      gap: "number-groups",
    }),
  },
  gaps: {
    "number-groups": {
      question: "How groups of numbers are managed (the specification has no such object).",
      answer: "At /api/relay/rest/number_groups. An update requires the name and keeps what else it leaves out.",
      evidence: documented("2026-08-21", "signalwire/docs, openapi.yaml"),
      because: "The live service describes these operations and fields. None was seen live.",
    },
  },
  example: {
    name: "reminders",
    args: { name: "Reminders", stickySender: true },
    exports: { groupId: "id" },
  },
});

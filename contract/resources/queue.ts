// The queue: callers wait in it until a script or program connects them (gap `queues`).

import { created } from "../created.ts";
import { documented } from "../evidence.ts";
import { liveOnly } from "../resource.ts";
import { text, timestamp, wholeNumber } from "../values.ts";

const SHOWN = { computed: true, gap: "queues" } as const;
const COUNTED = { ...SHOWN, type: wholeNumber(4), default: { value: 0 } } as const;
const DATED = { ...SHOWN, type: timestamp("2026-05-08T19:08:41Z") } as const;

export const queue = created({
  kind: "queue",
  title: "queue",
  key: "friendly_name",
  keyMayRepeat: true,
  path: "/api/relay/rest/queues",
  scope: "Voice",
  gap: "queues",
  // Requests have name, answers friendly_name.
  dialect: { namedAs: { friendly_name: ["name"] } },
  doc: "A queue in which callers wait until a script or program connects them. Scripts name it.",
  deleting: "A script that still names it makes a new one of the same name, without a limit.",
  notes: [
    "The first call that a script sends to an unknown queue makes the queue: such a queue exists before the program. `adopt: true` takes it over.",
    "How many callers wait, and how long, is neither an output nor drift. The reference server plays no queue.",
  ],
  fields: {
    friendly_name: {
      type: text("support"),
      doc: "The name by which a script finds the queue. The provider makes no second queue of the same name in a project.",
      required: true,
    },
    max_size: {
      type: wholeNumber(50, 1),
      doc: "The largest number of callers who wait at a time. Without it, there is no limit.",
    },
    current_size: liveOnly("How many callers wait.", COUNTED),
    average_wait_time: liveOnly("How long callers wait on average, in seconds.", COUNTED),
    project_id: liveOnly("The project of the queue.", SHOWN),
    uri: liveOnly("The path of the queue.", { ...SHOWN, servedAs: "/api/relay/rest/queues/{id}" }),
    date_created: liveOnly("When the queue was made. UTC, ISO 8601.", DATED),
    date_updated: liveOnly("When the queue was last changed. UTC, ISO 8601.", DATED),
  },
  gaps: {
    queues: {
      question: "How queues are managed (the specification has no such object).",
      answer:
        "The collection is /api/relay/rest/queues, with POST 201, GET, PUT 200 and DELETE 204, for a token with the scope Voice. Requests have name, answers friendly_name. An update keeps what it leaves out. A max_size of null is no limit. Two queues may have one name. Callers who wait do not hinder a deletion.",
      evidence: documented("2026-08-21", "signalwire/docs, openapi.yaml"),
      because:
        "The live service describes these operations and fields, and null as no limit in its compatibility API. None was seen live. It does not say what becomes of callers in a deleted queue, or how an update treats a field that it leaves out.",
    },
  },
  example: {
    name: "waiting",
    args: { friendlyName: "support", maxSize: 50 },
    exports: { queueId: "id" },
  },
});

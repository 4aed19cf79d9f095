// Decides how a key stands in a descriptor that the live service returns and the specification does not list (gap `live-response-keys`).

import { text } from "./values.ts";

/** Served as null, never read and never accepted. */
export function liveOnly(doc: string) {
  return {
    type: text("3fa85f64-5717-4562-b3fc-2c963f66afa6"),
    doc,
    source: "gap live-response-keys",
    responseOnly: true,
    liveOnly: true,
    gap: "live-response-keys",
  } as const;
}

// How the provider learns that the user pressed Ctrl-C. The engine tells its plugins by a call `Cancel`, which the dynamic
// provider host answers without telling the provider; Node announces every HTTP/2 stream that a process serves.

import { subscribe } from "node:diagnostics_channel";

const cancelled = new AbortController();

/** Aborted once the engine cancels, or the process is asked to end. */
export const cancellation: AbortSignal = cancelled.signal;

subscribe("http2.server.stream.created", (message) => {
  const { headers } = message as { headers?: { ":path"?: string } };
  if (headers?.[":path"] === "/pulumirpc.ResourceProvider/Cancel") cancelled.abort();
});

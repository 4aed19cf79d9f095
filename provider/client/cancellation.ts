// How the dynamic door learns that the user pressed Ctrl-C. The engine calls `Cancel` on its plugins. Pulumi's dynamic provider
// host answers the call without passing it on; Node announces every HTTP/2 stream that a process serves.

import { subscribe } from "node:diagnostics_channel";

/** Calls back when the engine cancels. */
export function onCancel(cancel: () => void): void {
  subscribe("http2.server.stream.created", (message) => {
    const { headers } = message as { headers?: { ":path"?: string } };
    if (headers?.[":path"] === "/pulumirpc.ResourceProvider/Cancel") cancel();
  });
}

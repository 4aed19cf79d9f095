// How a provider process learns that the user pressed Ctrl-C, or that the engine has died. The engine calls `Cancel` on its plugins. Pulumi's dynamic provider
// host answers the call without passing it on; Node announces every HTTP/2 stream that a process serves.

import { subscribe } from "node:diagnostics_channel";
import { fstatSync } from "node:fs";

/** Calls back when the engine cancels. */
export function onCancel(cancel: () => void): void {
  subscribe("http2.server.stream.created", (message) => {
    const { headers } = message as { headers?: { ":path"?: string } };
    if (headers?.[":path"] === "/pulumirpc.ResourceProvider/Cancel") cancel();
  });
}

/** Milliseconds that operations have to settle after the engine's death. */
const LAST_BREATH = 500;

/**
 * Calls back and ends the process when the engine has died. The engine holds a pipe to the standard input of a provider that it
 * started, and the pipe ends with it, be it by SIGKILL. Anything but a pipe says nothing about the engine.
 */
export function endWithEngine(cancel: () => void): void {
  if (!isPipe()) return;
  const gone = () => {
    cancel();
    setTimeout(() => process.exit(1), LAST_BREATH);
  };
  process.stdin.once("end", gone).once("error", gone).resume();
}

function isPipe(): boolean {
  try {
    return fstatSync(0).isFIFO();
  } catch {
    return false; // Closed.
  }
}

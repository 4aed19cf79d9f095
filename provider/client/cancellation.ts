// Detects Ctrl-C and the engine's death in a provider process. The engine calls `Cancel` on its plugins. Pulumi's dynamic
// provider host answers that call without passing it on, but Node announces every HTTP/2 stream of a process.

import { subscribe } from "node:diagnostics_channel";
import { fstatSync } from "node:fs";

/** Calls back when the engine cancels. */
export function onCancel(cancel: () => void): void {
  subscribe("http2.server.stream.created", (message) => {
    const { headers } = message as { headers?: { ":path"?: string } };
    if (headers?.[":path"] === "/pulumirpc.ResourceProvider/Cancel") cancel();
  });
}

/** Milliseconds for operations to settle after the engine's death. */
const LAST_BREATH = 500;

/**
 * Calls back and ends the process when the engine has died. The engine holds a pipe to a provider's standard input, and the
 * pipe closes with the engine, even after SIGKILL. Other kinds of standard input carry no such signal.
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
    return false; // The descriptor is closed.
  }
}

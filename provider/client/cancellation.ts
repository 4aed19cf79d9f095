// Decides what Ctrl-C ends, and detects it and the engine's death in a provider process. The engine calls `Cancel` on its
// plugins. Pulumi's dynamic provider host answers that call without passing it on, but Node announces every HTTP/2 stream of a
// process.

import { AsyncLocalStorage } from "node:async_hooks";
import { subscribe } from "node:diagnostics_channel";
import { fstatSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { RequestFailure } from "./errors.ts";

/** An operation of the engine on one resource. */
export interface Operation {
  /** True after a write that may have been carried out. Its object may exist, and no state records it yet. */
  mayHaveWritten: boolean;
  /** Hides the secrets of the resource in a text. */
  readonly hide: (text: string) => string;
}

/**
 * Ends the waits and requests of a run. After Ctrl-C, the engine waits for the operations under way and records their results,
 * so a write that was sent goes on to its end (docs/decisions/0009).
 */
export class Cancellation {
  readonly #operations = new AsyncLocalStorage<Operation>();
  readonly #ends = new Set<() => void>();
  #isCancelled = false;

  during<T>(hide: Operation["hide"], work: () => Promise<T>): Promise<T> {
    return this.#operations.run({ mayHaveWritten: false, hide }, work);
  }

  /** The caller's operation. A request outside of any operation counts as an operation. */
  get operation(): Operation {
    return this.#operations.getStore() ?? { mayHaveWritten: false, hide: (text) => text };
  }

  /** Ends all work that does not go on after Ctrl-C. */
  cancel(): void {
    this.#isCancelled = true;
    for (const end of this.#ends) end();
  }

  /** Runs work until it is cancelled. `goesOn` is true for work that Ctrl-C does not end. @throws RequestFailure `cancelled`. */
  async unlessCancelled<T>(work: (signal: AbortSignal) => Promise<T>, goesOn: () => boolean = () => false): Promise<T> {
    const stop = new AbortController();
    const { promise: ended, reject } = Promise.withResolvers<never>();
    const end = () => {
      if (goesOn()) return;
      stop.abort();
      reject(new RequestFailure("cancelled", "it was cancelled"));
    };
    if (this.#isCancelled) end();
    this.#ends.add(end);
    try {
      return await Promise.race([ended, stop.signal.aborted ? ended : work(stop.signal)]);
    } finally {
      this.#ends.delete(end);
    }
  }

  /** Waits until the time is over. @throws RequestFailure `cancelled`. */
  pause(milliseconds: number): Promise<void> {
    return this.unlessCancelled((signal) => wait(milliseconds, undefined, { signal }));
  }
}

export function onCancel(cancel: () => void): void {
  subscribe("http2.server.stream.created", (message) => {
    const { headers } = message as { headers?: { ":path"?: string } };
    if (headers?.[":path"] === "/pulumirpc.ResourceProvider/Cancel") cancel();
  });
}

/**
 * Ends the process, and its requests with it, when the engine has died or has ended by a second Ctrl-C. The engine holds a pipe to
 * a provider's standard input. The pipe closes with the engine, even after SIGKILL. Other kinds of standard input carry no such
 * signal.
 */
export function endWithEngine(): void {
  if (!fstatSync(0).isFIFO()) return;
  const gone = () => process.exit(1);
  process.stdin.once("end", gone).once("error", gone).resume();
}

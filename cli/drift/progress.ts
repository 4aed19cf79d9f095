// Decides what a person sees while a check runs: a line that counts, and what the provider says meanwhile. On standard
// error, so that a report on standard output stays clean.

import type { Watcher } from "./check.ts";

const REDRAW = 100;

export interface Progress extends Watcher {
  /** Removes the line. */
  end(): void;
}

export function showProgress(stream: NodeJS.WriteStream): Progress {
  let drawn = 0;
  const clear = () => {
    if (drawn > 0) stream.write("\r\x1b[K");
  };
  return {
    read(stack, count) {
      if (!stream.isTTY || Date.now() - drawn < REDRAW) return;
      clear();
      stream.write(`Checking ${stack}: ${count} read`);
      drawn = Date.now();
    },
    say(line) {
      if (!WORTH_TELLING.test(line)) return;
      clear();
      drawn = 0;
      stream.write(`${line}\n`);
    },
    end: clear,
  };
}

/** Of all that the engine passes on, the provider's word on why it waits. */
const WORTH_TELLING = /^Waiting \d/;

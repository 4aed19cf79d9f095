export interface Progress {
  /** Shows a line such as `Checking prod: 120 read`. */
  show(text: string): void;
  say(line: string): void;
  end(): void;
}

/** Milliseconds between two updates: first on a terminal, then in a log, where every line stays. */
const REDRAW = 100;
const LINE = 10_000;

/** Returns a progress line. A terminal redraws it; a log gets a line every ten seconds, the first after ten. */
export function showProgress(
  stream: Pick<NodeJS.WriteStream, "isTTY" | "write">,
  now: () => number = Date.now,
): Progress {
  let shown = stream.isTTY ? 0 : now();
  let isDrawn = false;
  const clear = () => {
    if (isDrawn) stream.write("\r\x1b[K");
    isDrawn = false;
  };
  return {
    show(text) {
      if (now() - shown < (stream.isTTY ? REDRAW : LINE)) return;
      shown = now();
      clear();
      stream.write(stream.isTTY ? text : `${text}\n`);
      isDrawn = Boolean(stream.isTTY);
    },
    say(line) {
      clear();
      stream.write(`${line}\n`);
    },
    end: clear,
  };
}

// Decides how much memory the provider process of a running engine took: the kernel's own high-water mark, read while it lives.
// Linux only; elsewhere nothing is told.

import { readdirSync, readFileSync } from "node:fs";

/** Often enough to read the mark shortly before the process ends, seldom enough to cost the engine nothing. */
const EVERY = 100;

/** Watches for the dynamic provider among the descendants of this process. `stop` gives its largest resident size in MB. */
export function watchProvider(engine: number): { stop(): number | undefined } {
  let provider: number | undefined;
  let largest: number | undefined;
  const timer = setInterval(() => {
    provider ??= findProvider(engine);
    if (provider !== undefined) largest = highWaterMark(provider) ?? largest;
  }, EVERY);
  return {
    stop() {
      clearInterval(timer);
      return largest;
    },
  };
}

/** The largest resident size so far, in MB. */
export function highWaterMark(pid: number): number | undefined {
  const kilobytes = /^VmHWM:\s*(\d+) kB$/m.exec(read(`/proc/${pid}/status`))?.[1];
  return kilobytes === undefined ? undefined : Number(kilobytes) / 1024;
}

function findProvider(engine: number): number | undefined {
  const running = processes();
  const candidates = running.filter((pid) => read(`/proc/${pid}/cmdline`).includes("cmd/dynamic-provider"));
  return candidates.find((pid) => read(`/proc/${pid}/comm`).trim() !== "sh" && descends(pid, engine));
}

function processes(): number[] {
  try {
    return readdirSync("/proc").map(Number).filter(Number.isInteger);
  } catch {
    return [];
  }
}

function descends(pid: number, ancestor: number): boolean {
  for (let at = pid; at > 1; ) {
    if (at === ancestor) return true;
    // After the name, which stands in brackets and may hold anything, come the state and the parent.
    at = Number(/\) \S (\d+) /.exec(read(`/proc/${at}/stat`))?.[1] ?? 0);
  }
  return false;
}

/** Processes come and go between two looks. */
function read(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}

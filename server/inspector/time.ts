import { useEffect, useState } from "preact/hooks";
import type { ShownClock } from "./state.ts";

/** Returns the server's current time in milliseconds since 1970, updated at intervals of `every` milliseconds. */
export function useClock(clock: ShownClock | undefined, every = 250): number | undefined {
  const [, setTick] = useState(0);
  const runs = clock !== undefined && !clock.frozen && !clock.isStopped;
  useEffect(() => {
    if (!runs) return;
    const timer = setInterval(() => setTick((tick) => tick + 1), every);
    return () => clearInterval(timer);
  }, [runs, every]);
  if (clock === undefined) return undefined;
  return clock.frozen || clock.isStopped ? clock.now : clock.now + performance.now() - clock.receivedAt;
}

/** Returns UTC such as `2026-01-31 12:00:05`. */
export function dateAndTime(moment: number | string): string {
  return new Date(moment).toISOString().slice(0, 19).replace("T", " ");
}

/** Returns UTC such as `12:00:05.042`. */
export function timeOfDay(moment: number | string): string {
  return new Date(moment).toISOString().slice(11, 23);
}

/** Returns a duration such as `2 h 05 min`, `4 min 10 s`, `8 s`. */
export function span(milliseconds: number): string {
  const seconds = Math.max(Math.round(milliseconds / 1000), 0);
  const minutes = Math.floor(seconds / 60);
  const hours = Math.floor(minutes / 60);
  if (hours >= 48) return `${Math.floor(hours / 24)} days`;
  if (hours > 0) return `${hours} h ${String(minutes % 60).padStart(2, "0")} min`;
  if (minutes > 0) return `${minutes} min ${String(seconds % 60).padStart(2, "0")} s`;
  return `${seconds} s`;
}

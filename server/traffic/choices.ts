// The points at which a call can go on in several ways. In a real call the caller's keys, the connected clients and the answers of
// servers decide. An exploration assumes each of them in turn (server/traffic/explore.ts).

import { type Collected, KEYPAD } from "./keys.ts";

export interface Option<Value> {
  /** What happens, in a few words: "key 1", "no answer". Empty when the path says so at its end. */
  readonly name: string | (() => string);
  readonly value: Value;
  /** True for a failure. An exploration assumes one failure at a time. */
  readonly isFailure?: true;
  /** The keys with which a caller chooses it. */
  readonly keys?: string;
}

/** Returns the value of one option; undefined when the call itself decides. */
export type Choose = <Value>(point: string, options: readonly Option<Value>[]) => Value | undefined;

/** For a call that is placed: assumes nothing. */
export const assumeNothing: Choose = () => undefined;

/** Why devices do not take a call, in the words of `connect_failed_reason` (gap `connect-results`). */
export type Missed = "noAnswer" | "busy" | "decline" | "error";

const MISSED: readonly Option<Missed | "taken">[] = [
  { name: "no answer", value: "noAnswer", isFailure: true },
  { name: "busy", value: "busy", isFailure: true },
  { name: "declined", value: "decline", isFailure: true },
  { name: "failed", value: "error", isFailure: true },
];

/**
 * Returns why the destination does not take the call; undefined when it does, or when a real call rings it. Without a document that
 * reads the reason, one stands for all.
 */
export function missedBy(choose: Choose, who: string, readsReasons: boolean): Missed | undefined {
  const reasons = readsReasons ? MISSED : MISSED.slice(0, 1);
  const chosen = choose<Missed | "taken">(who, [{ name: "takes the call", value: "taken" }, ...reasons]);
  return chosen === "taken" ? undefined : chosen;
}

/** A menu that listens for keys. */
export interface Menu {
  /** The largest number of digits. */
  readonly most: number;
  /** The keys that end the input. */
  readonly ending: string;
}

/** Returns the keys that a caller may press: each input that documents tell apart, one that they do not, and none. */
export function keysFor({ most, ending }: Menu, told: ReadonlySet<string>): Option<Collected>[] {
  const fitting = [...told].filter((keys) => keys.length <= most && ![...keys].some((key) => ending.includes(key)));
  const other = KEYPAD.find((key) => !told.has(key) && !ending.includes(key));
  // After the last key the menu waits, unless it has all.
  const press = (digits: string) => ({ value: { digits }, keys: digits.length < most ? `${digits}w` : digits });
  return [
    ...fitting.sort().map((digits) => ({ name: `key ${digits}`, ...press(digits) })),
    ...(other === undefined ? [] : [{ name: "another key", ...press(other) }]),
    { name: "no key", ...press("") },
  ];
}

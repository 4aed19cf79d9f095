// The points at which a call can go on in several ways. In a real call the caller's keys, the connected clients and the answers of
// servers decide. An exploration assumes each of them in turn (server/reach/explore.ts).

import { type Collected, KEYPAD } from "./keys.ts";

export interface Option<Value> {
  /** What happens, in a few words: "key 1", "no answer". Empty when the path says so at its end. */
  readonly name: string;
  readonly value: Value;
  /** True for a failure. An exploration assumes one failure at a time, unless more are asked for. */
  readonly isFailure?: true;
  /** True for a failure that counts once with others of this sort: no device of a series answers. */
  readonly isFurther?: true;
  /** The keys with which a caller chooses it. */
  readonly keys?: string;
  /** The text of the message with which a sender chooses it. */
  readonly body?: string;
}

/**
 * Returns the value of one option; undefined when the call itself decides.
 *
 * @param given - Returns what the call itself decides, where its caller presses keys.
 */
export type Choose = <Value>(
  point: string,
  options: readonly Option<Value>[],
  given?: () => Option<Value>,
) => Value | undefined;

/** For a call that is placed: assumes nothing. */
export const assumeNothing: Choose = () => undefined;

/** Why devices do not take a call, in the words of `connect_failed_reason` (gap `connect-results`). */
export type Missed = "noAnswer" | "busy" | "decline" | "error";

const ANSWERS: readonly Option<Missed | undefined>[] = [
  { name: "takes the call", value: undefined },
  { name: "no answer", value: "noAnswer", isFailure: true },
  { name: "busy", value: "busy", isFailure: true },
  { name: "declined", value: "decline", isFailure: true },
  { name: "failed", value: "error", isFailure: true },
];

/**
 * Returns why the destination does not take the call; undefined when it does, or when a real call rings it. If no document reads
 * the reason, only one reason is tried.
 *
 * @param isAlone - True when no other destination of the same dial has taken the call.
 */
export function missedBy(choose: Choose, who: string, readsReasons: boolean, isAlone: boolean): Missed | undefined {
  const answers = readsReasons ? ANSWERS : ANSWERS.slice(0, 2);
  return choose(
    who,
    answers.map((each) => (isAlone && each.value === "noAnswer" ? { ...each, isFurther: true } : each)),
  );
}

export interface Menu {
  /** Equal for menus whose inputs are told apart alike. */
  readonly id: string;
  /** The largest number of digits; 0 for a menu that listens to speech alone. */
  readonly most: number;
  /** The keys that end the input. */
  readonly ending: string;
  readonly hearsSpeech?: boolean;
}

/** Returns what a caller may press or say: each input that documents tell apart, one that they do not, and none. */
export function inputsFor({ most, ending, hearsSpeech = false }: Menu, told: ReadonlySet<string>): Option<Collected>[] {
  const isPressed = (text: string) => /^[\d*#]+$/.test(text);
  const keys = [...told].filter(
    (text) => isPressed(text) && text.length <= most && ![...text].some((key) => ending.includes(key)),
  );
  const words = hearsSpeech ? [...told].filter((text) => text !== "" && text !== MANY && !isPressed(text)) : [];
  const other = most === 0 ? undefined : KEYPAD.find((key) => !told.has(key) && !ending.includes(key));
  // After the last key the menu waits, unless it has all.
  const press = (digits: string) => ({ value: { digits }, keys: digits.length < most ? `${digits}w` : digits });
  const say = (text: string) => ({ value: { digits: text, isSpoken: true as const }, keys: "w" });
  return [
    ...keys.sort().map((digits) => ({ name: `key ${digits}`, ...press(digits) })),
    ...words.sort().map((text) => ({ name: `says "${text}"`, ...say(text) })),
    ...(other === undefined ? [] : [{ name: keys.length === 0 ? "any key" : "another key", ...press(other) }]),
    ...(most > 1 && told.has(MANY)
      ? [{ name: OTHER_KEYS, value: { digits: OTHER_KEYS, isUnknown: true as const }, keys: "" }]
      : []),
    ...(hearsSpeech ? [{ name: "says something else", ...say("something else") }] : []),
    { name: most === 0 ? "says nothing" : "no key", ...press("") },
  ];
}

/** Returns the option that a caller chooses with these keys. The menu hears a key that documents do not tell apart as another key. */
export function chosenBy(collected: Collected, inputs: readonly Option<Collected>[]): Option<Collected> {
  const { digits } = collected;
  const other = inputs.find(({ name }) => name === "another key" || name === "any key");
  const found = inputs.find(({ value }) => value.digits === digits && !value.isSpoken) ?? other;
  return { ...(found ?? { name: `key ${digits}` }), value: collected };
}

/** Returns the texts that a sender may write: each that documents tell apart, and another one. */
export function bodiesFor(told: ReadonlySet<string>): Option<string>[] {
  const other = "A message";
  const texts = [...told].filter((text) => !["", other, MANY].includes(text)).sort();
  const write = (body: string) => ({ value: body, body });
  return [
    ...texts.map((text) => ({ name: `writes "${text}"`, ...write(text) })),
    { name: "writes another text", ...write(other) },
  ];
}

/**
 * Returns the inputs that a condition tells apart: texts in quotation marks, and numbers, with their neighbours for `>` and `<`. A
 * condition with a pattern or a function may tell all keys apart.
 */
export function toldApartBy(condition: string): string[] {
  const texts = [...condition.matchAll(/(["'`])((?:(?!\1)[^\\])*)\1/g)].map(([, , text = ""]) => text);
  const bare = condition.replace(/(["'`])(?:(?!\1)[^\\])*\1/g, '""').replace(/[%$]\{/g, "{");
  const numbers = [...bare.matchAll(/(?<![\w.])\d{1,9}(?![\w.])/g)].map(([digits]) => Number(digits));
  const isOrdered = /[<>]/.test(bare);
  const near = isOrdered ? numbers.flatMap((value) => [value - 1, value, value + 1]) : numbers;
  const calls = bare.replace(/\b(?:Number|String|parseInt|parseFloat)\s*\(|\]\s*\.\s*includes\s*\(/g, "(");
  const isOpaque = OPAQUE.some((pattern) => pattern.test(calls));
  return [...texts, ...near.filter((value) => value >= 0).map(String), ...(isOpaque ? [...KEYPAD, MANY] : [])];
}

/** A function, a pattern, a member by its index, the length, or arithmetic: each may tell all inputs apart. */
const OPAQUE = [
  ...[/[\w$]\s*\(/, /\/[^/]+\//, /[\w$)\]}]\s*\[/, /\.\s*length\b/, /[*%^~]/, /[\w$)\]]\s*[-/]\s*[\w$(]/],
  ...[/(?<!&)&(?!&)/, /(?<!\|)\|(?!\|)/, /<<|>>/],
];

/** Among the inputs of a menu: an expression tells inputs of several keys apart, and not only those that are named. */
const MANY = "several keys";
const OTHER_KEYS = "other keys";

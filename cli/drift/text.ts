// Formats sentences and counts. contract/text/text.ts formats values.

import { number, visible } from "../../contract/index.ts";
import type { SourceLine } from "./report.ts";

export {
  clip,
  formatValue,
  masked,
  number,
  SECRET,
  type ShownChange,
  showChange,
  visible,
} from "../../contract/index.ts";

/** Returns a message as a sentence on one line. */
export function sentence(text: string): string {
  return visible(text.trim().replace(/\s+/g, " "));
}

export function plural(count: number, one: string): string {
  return `${number(count)} ${count === 1 ? one : `${one}s`}`;
}

/** `a, b and 9 more` */
export function listed(names: readonly string[], most: number): string {
  const shown = names.slice(0, most);
  const rest = names.length - shown.length;
  if (rest > 0) return `${shown.join(", ")} and ${number(rest)} more`;
  return shown.length < 2 ? shown.join("") : `${shown.slice(0, -1).join(", ")} and ${shown.at(-1)}`;
}

/** `index.ts:4` */
export function placeOf({ file, line }: SourceLine): string {
  return visible(`${file}:${line}`);
}

/** Quotes a name as one word for a POSIX shell. */
export function shellWord(name: string): string {
  return /^[\w./-]+$/.test(name) ? name : `'${name.replaceAll("'", "'\\''")}'`;
}

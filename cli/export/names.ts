// Makes names from labels: valid, unique, and independent of the order of a list.

import { createHash } from "node:crypto";

interface Wanted {
  readonly text: string;
  /** Identifies the object. Two exports of one account use the same keys. */
  readonly key: string;
  /** The prefix of a name that could not begin otherwise, and the name when no letter is left. */
  readonly kind: string;
}

export function slugs(wanted: readonly Wanted[], taken: ReadonlySet<string> = new Set()): string[] {
  return unique(wanted, ({ text, kind }) => words(text).join("-") || kind, "-", taken);
}

/** Returns TypeScript identifiers such as `frontDesk`. */
export function identifiers(wanted: readonly Wanted[]): string[] {
  return unique(wanted, identifier, "_", new Set());
}

function identifier({ text, kind }: Wanted): string {
  const parts = words(text);
  // A kind can have two words: `cxml-script`.
  const kinds = kind.split("-");
  const all = parts.length === 0 || /^\d/.test(parts[0] ?? "") ? [...kinds, ...parts] : parts;
  const name = all.map((word, at) => (at === 0 ? word : capitalised(word))).join("");
  return TAKEN.has(name) ? name + kinds.map(capitalised).join("") : name;
}

const LONGEST = 60;

/** Returns the words of a text. Drops accents and characters without an ASCII equivalent. */
function words(text: string): string[] {
  const plain = text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  return plain
    .replace(/[^a-z0-9]+/g, " ")
    .trim()
    .slice(0, LONGEST)
    .trim()
    .split(" ")
    .filter(Boolean);
}

function capitalised(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/** When several objects have the same name, each name gets a part of its object's key, never a position. */
function unique(
  wanted: readonly Wanted[],
  nameOf: (each: Wanted) => string,
  separator: string,
  taken: ReadonlySet<string>,
): string[] {
  const plain = wanted.map(nameOf);
  const counts = new Map<string, number>();
  for (const name of plain) counts.set(name, (counts.get(name) ?? 0) + 1);
  for (const length of [6, 16, 64]) {
    const names = wanted.map(({ key }, at) => {
      const name = plain[at] ?? "";
      const own = createHash("sha256").update(key).digest("hex").slice(0, length);
      return counts.get(name) === 1 && !taken.has(name) ? name : `${name}${separator}${own}`;
    });
    if (new Set(names).size === names.length) return names;
  }
  throw new Error("Two objects of the account have the same id.");
}

/** Reserved words, and names that a module or the written program already uses. */
const TAKEN = new Set(
  (
    "abstract any arguments as async await boolean break case catch class config const constructor continue debugger declare default delete do else " +
    "enum eval exports export extends false finally for from function get globalthis if implements import in infinity instanceof interface is " +
    "let module namespace nan never new null number object of package private process protected public pulumi require return set static string " +
    "super switch symbol this throw true try type typeof undefined unknown var void while with yield"
  ).split(" "),
);

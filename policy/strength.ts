// Estimates the strength of a password or a name in bits: the fewest that a way through the text takes. A part of it is a guesser's
// first choice (a common password or word, a given name, a run of keys, a sequence, a repetition, a date), or characters that count
// one by one.

import { createRequire } from "node:module";

/** The number of characters to estimate: more than six words. */
const LONGEST = 64;

/** The shortest word or pattern in characters: random text contains shorter ones by chance. */
const SHORTEST = 4;

/** A MAC address of a device, for example `00:1A:2B:3C:4D:5E` or `001a.2b3c.4d5e`. */
const MAC_ADDRESS = /^[\da-f]{2}(?:[:.\-_ ]?[\da-f]{2}){5}$/i;
/** The first half of a MAC address is the manufacturer's, which a guesser knows. */
const BITS_OF_MAC_ADDRESS = 24;

/** A guesser must also find the place of a word in a longer text. */
const BITS_OF_PLACE = 1;
/** A day of the last and the next twenty years. */
const BITS_OF_DATE = Math.log2(365 * 40);
/** The first of a sequence, or of a run of keys, in either direction. */
const BITS_OF_START = Math.log2(2 * 47);

/** @param known Texts that a guesser would try first, for example the user name. */
export function bitsOf(whole: string, known: readonly string[] = []): number {
  if (MAC_ADDRESS.test(whole)) return BITS_OF_MAC_ADDRESS;
  const text = whole.slice(0, LONGEST);
  const plain = bitsOfEach(whole);
  const found = [...wordsIn(text, known), ...runsIn(text), ...datesIn(text), ...repetitionsIn(text)];
  const ending = Map.groupBy(found, ({ end }) => end);
  const least = [0];
  for (let end = 1; end <= text.length; end += 1) {
    let bits = (least[end - 1] ?? 0) + (plain[end - 1] ?? 0);
    for (const each of ending.get(end) ?? []) bits = Math.min(bits, (least[each.after] ?? 0) + each.bits);
    least.push(bits);
  }
  return Math.floor(least.at(-1) ?? 0);
}

/** A part of a text that a guesser tries as a whole, once the text before `after` is found. */
interface Pattern {
  readonly after: number;
  readonly end: number;
  readonly bits: number;
}

/** Returns the words of the lists and of the known texts: as they are, backwards, and with digits and signs for letters. */
function wordsIn(text: string, known: readonly string[]): Pattern[] {
  const { ranks, longest } = lists();
  const parts = new Set(known.flatMap(partsOf).map((part) => part.toLowerCase()));
  const longestPart = longestByBeginning(parts);
  const find = (letters: readonly string[]) => {
    const read = letters.join("");
    const found: Pattern[] = [];
    for (let after = 0; after < read.length; after += 1) {
      const beginning = read.slice(after, after + SHORTEST);
      const most = Math.max(longest.get(beginning) ?? 0, longestPart.get(beginning) ?? 0);
      for (let end = after + SHORTEST; end <= Math.min(read.length, after + most); end += 1) {
        const word = read.slice(after, end);
        const rank = parts.has(word) ? 1 : ranks.get(word);
        const isWhole = word.length === read.length;
        if (rank !== undefined) found.push({ after, end, bits: Math.log2(rank) + (isWhole ? 0 : BITS_OF_PLACE) });
      }
    }
    return found;
  };
  // Each stays one character: some small letters are longer.
  const letters = Array.from(text, (each) => (each.toLowerCase().length === each.length ? each.toLowerCase() : each));
  const spelt = SPELLINGS.map((letterOf) => letters.map((each) => letterOf.get(each) ?? each));
  const others = spelt.filter((each) => each.some((letter, at) => letter !== letters[at]));
  const backwards = find(letters.toReversed()).map(({ after, end, bits }) => {
    return { after: text.length - end, end: text.length - after, bits };
  });
  return [...[letters, ...others].flatMap(find), ...backwards];
}

/** The letters for which people write digits and signs. Two of them stand for two letters. */
const LETTERS = "4a @a 8b (c {c [c <c 3e 6g 9g 1i !i |i 0o $s 5s +t 7t %x 2z";
const SPELLINGS = ["", " 1l 7l |l"].map(
  (more) => new Map(`${LETTERS}${more}`.split(" ").map((pair) => [pair.charAt(0), pair.charAt(1)] as const)),
);

/** Returns runs on a keyboard, and sequences such as `aceg`. */
function runsIn(text: string): Pattern[] {
  const steps = Array.from({ length: text.length }, (_, at) => text.charCodeAt(at) - text.charCodeAt(at - 1));
  return [
    ...lists().graphs.flatMap((next) =>
      runsOf(text.length, (at) => next.get(text.charAt(at - 1))?.has(text.charAt(at)) ?? false),
    ),
    ...runsOf(text.length, (at, start) => at === start + 1 || steps[at] === steps[at - 1]),
  ];
}

/** Returns the longest spans in which each place after the first goes on. */
function runsOf(length: number, goesOn: (at: number, start: number) => boolean): Pattern[] {
  const found: Pattern[] = [];
  let start = 0;
  for (let at = 1; at <= length; at += 1) {
    if (at < length && goesOn(at, start)) continue;
    if (at - start >= SHORTEST) found.push({ after: start, end: at, bits: BITS_OF_START + Math.log2(at - start) });
    start = at < length && goesOn(at, at - 1) ? at - 1 : at;
  }
  return found;
}

/** Returns the repetitions of a part that stands before them. */
function repetitionsIn(text: string): Pattern[] {
  const found: Pattern[] = [];
  for (let size = 1; size <= text.length / 2; size += 1)
    for (let start = 0; start + 2 * size <= text.length; start += 1)
      for (let end = start + 2 * size; end <= text.length; end += size) {
        if (text.slice(end - size, end) !== text.slice(start, start + size)) break;
        if (end - start >= SHORTEST) found.push({ after: start + size, end, bits: Math.log2((end - start) / size) });
      }
  return found;
}

const DAY = "(?:0[1-9]|[12]\\d|3[01])";
const MONTH = "(?:0[1-9]|1[0-2])";
const CENTURY = "(?:19|20)";
/** Dates such as `1/1/91`, `20260131` and `310126`. */
const DATE = new RegExp(
  `(?=(\\d{1,4}([/\\\\_. -])\\d{1,2}\\2\\d{1,4}|${CENTURY}\\d\\d${MONTH}${DAY}|(?:${DAY}${MONTH}|${MONTH}${DAY})${CENTURY}?\\d\\d))`,
  "g",
);

function datesIn(text: string): Pattern[] {
  return [...text.matchAll(DATE)].map(({ index, 1: { length } = "" }) => {
    return { after: index, end: index + length, bits: BITS_OF_DATE };
  });
}

interface Lists {
  /** Each word of the lists → its best place in a list. */
  readonly ranks: ReadonlyMap<string, number>;
  readonly longest: ReadonlyMap<string, number>;
  /** For each keyboard: a character → those of the keys beside it. */
  readonly graphs: readonly ReadonlyMap<string, ReadonlySet<string>>[];
}

let loaded: Lists | undefined;

/** Returns the lists, which the first call loads. */
export function lists(): Lists {
  if (loaded) return loaded;
  const load = createRequire(import.meta.url);
  const { dictionary, adjacencyGraphs }: typeof import("@zxcvbn-ts/language-common") =
    load("@zxcvbn-ts/language-common");
  const ranks = new Map<string, number>();
  for (const words of Object.values(dictionary))
    words.forEach((each, at) => {
      const word = String(each);
      ranks.set(word, Math.min(at + 1, ranks.get(word) ?? Number.POSITIVE_INFINITY));
    });
  const graphs = Object.values(adjacencyGraphs).map(
    (keys) => new Map(Object.entries(keys).map(([key, beside]) => [key, new Set(beside.join(""))])),
  );
  loaded = { ranks, longest: longestByBeginning(ranks.keys()), graphs };
  return loaded;
}

/** Returns the first characters of the words, as many as the shortest has → the length of the longest word that begins so. */
function longestByBeginning(words: Iterable<string>): Map<string, number> {
  const longest = new Map<string, number>();
  for (const word of words) {
    const beginning = word.slice(0, SHORTEST);
    longest.set(beginning, Math.max(word.length, longest.get(beginning) ?? 0));
  }
  return longest;
}

/** Bits of a letter in a word that is on no list. */
const IN_A_WORD = 2.3;
/** Bits of a digit in a year from 1900 to 2099. */
const IN_A_YEAR = 1.5;
const SEPARATOR = 4;
const SAME_SEPARATOR = 1;
/** Words, years, a number of two or three digits after a word at the end, and single characters. */
const PIECES = /\p{L}+|(?<!\d)(?:19|20)\d\d(?!\d)|(?<=\p{L}{4})\d{2,3}$|[\s\S]/gu;

function bitsOfEach(text: string): number[] {
  const perCharacter = Math.log2(poolOf(text));
  const separators = new Set<string>();
  return [...text.matchAll(PIECES)].flatMap(([piece]) => {
    const each = Math.min(perCharacter, bitsIn(piece, separators));
    return new Array<number>(piece.length).fill(each);
  });
}

/** Returns the bits of each character of a piece. Remembers a separator, because a repeated one counts less. */
function bitsIn(piece: string, separators: Set<string>): number {
  if (/^\p{L}/u.test(piece)) return isOfWords(piece) ? IN_A_WORD : Number.POSITIVE_INFINITY;
  if (piece.length === 4 && /^\d/.test(piece)) return IN_A_YEAR;
  if (/^\p{N}/u.test(piece)) return piece.length > 1 ? Math.log2(10) : Number.POSITIVE_INFINITY;
  if (separators.has(piece)) return SAME_SEPARATOR;
  separators.add(piece);
  return SEPARATOR;
}

const NO_WORD = /[bcdfghjklmnpqrstvwxz]{4}|^[bcdfghjklmnpqrstvwxz]{2,}$/i;

/**
 * True for a word, and for joined words such as `OurOffice` or, with one abbreviation, `OurITOffice`. In random letters,
 * capitals are closer together.
 */
function isOfWords(letters: string): boolean {
  const words = letters.match(/\p{Lu}+(?!\p{Ll})|\p{Lu}?\p{Ll}+|\p{L}/gu) ?? [];
  const shortened = words.length > 1 ? words.filter((word) => /^\p{Lu}{2,}$/u.test(word)) : [];
  const mean = shortened.length === 0 ? 3 : 3.5;
  if (letters.length < Math.max(SHORTEST, mean * words.length)) return false;
  if (shortened.length > 1 || shortened.some((word) => word.length > 5)) return false;
  return words.every((word) => shortened.includes(word) || !NO_WORD.test(word));
}

/** Returns a name and its parts. */
function partsOf(known: string): string[] {
  return [known, ...known.split(/[^\p{L}\p{N}]+/u)];
}

function poolOf(text: string): number {
  if (/^[\da-f-]+$|^[\dA-F-]+$/.test(text) && /\d/.test(text) && /[a-f]/i.test(text)) return 16;
  const classes = [
    [/\d/, 10],
    [/\p{Ll}/u, 26],
    [/\p{Lu}/u, 26],
    [/[^\p{L}\p{N}]/u, 20],
  ] as const;
  return Math.max(
    2,
    classes.reduce((sum, [characters, size]) => (characters.test(text) ? sum + size : sum), 0),
  );
}

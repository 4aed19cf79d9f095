// Estimates the strength of a password or a name in bits. zxcvbn finds the guesser's first choices: common passwords and names,
// keyboard runs, repetitions, dates and the given names. Other characters count one by one: zxcvbn alone counts four names of cities
// higher than 20 random characters.

import { createRequire } from "node:module";
import type { MatchExtended, ZxcvbnFactory } from "@zxcvbn-ts/core";

/**
 * The number of characters to estimate: six words. The search takes about 2 ms for 30 characters, and more than a second for
 * some texts of 250.
 */
export const LONGEST = 50;

/**
 * The number of spellings such as `P4ssw0rd` in one search. With zxcvbn's default of 100, the search takes ten times as long.
 */
const SUBSTITUTIONS = 10;

/** The shortest word or pattern in characters: random text contains shorter ones by chance. */
export const SHORTEST = 4;

/** A MAC address of a device, for example `00:1A:2B:3C:4D:5E` or `001a.2b3c.4d5e`. */
export const MAC_ADDRESS = /^[\da-f]{2}(?:[:.\-_ ]?[\da-f]{2}){5}$/i;
/** The first half of a MAC address is the manufacturer's, which a guesser knows. */
const BITS_OF_MAC_ADDRESS = 24;

/** Returns a lower estimate. `known` holds texts that a guesser would try first, for example the user name. */
export function bitsOf(text: string, known: readonly string[] = []): number {
  if (MAC_ADDRESS.test(text)) return BITS_OF_MAC_ADDRESS;
  const { sequence } = loadEstimator().check(text.slice(0, LONGEST), known.flatMap(partsOf));
  const plain = bitsOfEach(text);
  let bits = 0;
  for (const { pattern, token, guesses, i, j } of sequence as MatchExtended[]) {
    const unlisted = plain.slice(i, j + 1).reduce((sum, each) => sum + each, 0);
    const isFound = pattern !== "bruteforce" && token.length >= SHORTEST;
    bits += isFound ? Math.min(unlisted, Math.log2(guesses)) : unlisted;
  }
  return Math.floor(bits);
}

let estimator: ZxcvbnFactory | undefined;

/**
 * Loads zxcvbn and its lists at the first call. They take 0.14 s and 30 MB, which a stack without a readable password never
 * needs.
 */
function loadEstimator(): ZxcvbnFactory {
  if (estimator) return estimator;
  const load = createRequire(import.meta.url);
  const core: typeof import("@zxcvbn-ts/core") = load("@zxcvbn-ts/core");
  const { dictionary, adjacencyGraphs }: typeof import("@zxcvbn-ts/language-common") =
    load("@zxcvbn-ts/language-common");
  estimator = new core.ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs, l33tMaxSubstitutions: SUBSTITUTIONS });
  return estimator;
}

/** Bits of a letter in a word that is on no list. */
const IN_A_WORD = 2.3;
/** Bits of a digit in a year from 1900 to 2099. */
const IN_A_YEAR = 1.5;
const SEPARATOR = 4;
const SAME_SEPARATOR = 1;
const PIECES = /\p{L}+|(?<!\d)(?:19|20)\d\d(?!\d)|[\s\S]/gu;

export function bitsOfEach(text: string): number[] {
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
  if (/^\p{N}/u.test(piece)) return piece.length > 1 ? IN_A_YEAR : Number.POSITIVE_INFINITY;
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

/** Returns a name and its parts. Parts of one or two characters reveal nothing. */
export function partsOf(known: string): string[] {
  return [known, ...known.split(/[^\p{L}\p{N}]+/u)].filter((part) => part.length >= 3);
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

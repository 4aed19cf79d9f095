// How hard a password or a name is to guess, in bits. zxcvbn finds what guessers try first: common passwords and names, keyboard
// runs, repetitions, dates and the given names. Only the rest counts by its characters (docs/decisions/0020).

import { createRequire } from "node:module";
import type { MatchExtended, ZxcvbnFactory } from "@zxcvbn-ts/core";

/** Characters that are estimated. The search takes some 2 ms for 30 of them, and more than a second for some texts of 250. */
const LONGEST = 40;

/** Spellings such as `P4ssw0rd` that are tried at once. With zxcvbn's own 100 the search takes ten times as long. */
const SUBSTITUTIONS = 10;

/** Characters from which a word or a pattern counts as one: shorter ones turn up in random text. */
const SHORTEST = 4;

/** Returns a lower estimate. `known` holds what a guesser would try first, for example the user name. */
export function bitsOf(text: string, known: readonly string[] = []): number {
  const { sequence } = loadEstimator().check(text.slice(0, LONGEST), known.flatMap(partsOf));
  const perCharacter = Math.log2(poolOf(text));
  let separators = "";
  let bits = 0;
  for (const { pattern, token, guesses } of sequence as MatchExtended[]) {
    const plain = bitsOfPlain(token, perCharacter, separators);
    const isFound = pattern !== "bruteforce" && token.length >= SHORTEST;
    bits += isFound ? Math.min(plain, Math.log2(guesses)) : plain;
    separators += token.replace(LETTERS_AND_DIGITS, "");
  }
  return Math.floor(bits);
}

let estimator: ZxcvbnFactory | undefined;

/** Loads zxcvbn and its lists at the first call: 0.14 s and 30 MB that a stack without a readable password never spends. */
function loadEstimator(): ZxcvbnFactory {
  if (estimator) return estimator;
  const load = createRequire(import.meta.url);
  const core: typeof import("@zxcvbn-ts/core") = load("@zxcvbn-ts/core");
  const { dictionary, adjacencyGraphs }: typeof import("@zxcvbn-ts/language-common") =
    load("@zxcvbn-ts/language-common");
  estimator = new core.ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs, l33tMaxSubstitutions: SUBSTITUTIONS });
  return estimator;
}

/** Bits of a letter in a word that no list has. */
const IN_A_WORD = 2.3;
const SEPARATOR = 4;
/** A separator that was used before. */
const SAME_SEPARATOR = 1;
const LETTERS_AND_DIGITS = /[\p{L}\p{N}]/gu;

/** Estimates text that no list has: words by their letters, separators beside words for little, anything else by `perCharacter`. */
function bitsOfPlain(text: string, perCharacter: number, separatorsBefore: string): number {
  let separators = separatorsBefore;
  let bits = 0;
  for (let at = 0; at < text.length; ) {
    const word = wordAt(text, at);
    const character = text.charAt(at);
    if (word > 0) bits += word * Math.min(IN_A_WORD, perCharacter);
    else if (/[\p{L}\p{N}]/u.test(character)) bits += perCharacter;
    else {
      bits += Math.min(separators.includes(character) ? SAME_SEPARATOR : SEPARATOR, perCharacter);
      separators += character;
    }
    at += Math.max(1, word);
  }
  return bits;
}

/** The length of the word that begins here, 0 where there is none. Letters in mixed case or without vowels are none. */
function wordAt(text: string, at: number): number {
  const letters = /^\p{L}+/u.exec(text.slice(at))?.[0] ?? "";
  const isWord = /^((\p{Lu}?\p{Ll}{3,})+|\p{Lu}{4,})$/u.test(letters) && !/[bcdfghjklmnpqrstvwxz]{4}/i.test(letters);
  return isWord ? letters.length : 0;
}

/** A name and its parts. What is shorter than three characters gives nothing away. */
function partsOf(known: string): string[] {
  return [known, ...known.split(/[^\p{L}\p{N}]+/u)].filter((part) => part.length >= 3);
}

/** How many characters a guesser has to try in every place. */
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

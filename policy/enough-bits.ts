// Answers whether a text has enough bits, in most cases without the search of zxcvbn, which takes 2 ms for each password.
//
// `bitsOf` counts the characters outside of zxcvbn's patterns one by one. This file finds a superset of these patterns: two texts
// that a replacement such as 4 for a can make equal count as one. It takes the cheapest way through the text, and each pattern at
// its fewest guesses. So the sum is never above `bitsOf`, and if it is enough, so is that.

import { createRequire } from "node:module";
import { bitsOf, bitsOfEach, LONGEST, MAC_ADDRESS, partsOf, SHORTEST } from "./strength.ts";

export function hasBits(minimum: number, text: string, known: readonly string[] = []): boolean {
  const isComparable = !MAC_ADDRESS.test(text) && !OF_SEVERAL.test(text);
  return (isComparable && leastBitsOf(text, known) >= minimum) || bitsOf(text, known) >= minimum;
}

/** Characters that zxcvbn takes for one letter together, and characters whose small letter may be longer. */
const OF_SEVERAL = /nn|uu|vv|2[nuv]|\/\/|\\|\|[)<]|\|[-_]\||\^[/^]|\(\)|><|[^\x20-\x7e]/;

/** Each character of a group counts as the first one. */
const ALIKE = ["a4@", "b8", "ckv({[<>/", "dgq69&", "e3", "fh#", "ilt1!|7+", "o0", "s5$", "x%", "z2"];
const FIRST: ReadonlyMap<string, string> = new Map(
  ALIKE.flatMap((group) => [...group].map((each) => [each, group.charAt(0)] as const)),
);

/** The fewest guesses that zxcvbn counts for a pattern in a longer text. */
const BITS_OF_PATTERN = Math.log2(50);

type Pattern = readonly [start: number, end: number, bits: number];

function leastBitsOf(whole: string, known: readonly string[]): number {
  const text = whole.slice(0, LONGEST);
  const plain = bitsOfEach(whole);
  const ending = Map.groupBy(patternsIn(text, known), ([, end]) => end);
  const least = [0];
  for (let end = 1; end <= text.length; end += 1) {
    let bits = (least[end - 1] ?? 0) + (plain[end - 1] ?? 0);
    for (const [start, , guessed] of ending.get(end) ?? []) bits = Math.min(bits, (least[start] ?? 0) + guessed);
    least.push(bits);
  }
  return Math.floor(least.at(-1) ?? 0);
}

function patternsIn(text: string, known: readonly string[]): Pattern[] {
  const spans = [...wordsIn(text, known), ...runsIn(text), ...repetitionsIn(text), ...datesIn(text)];
  return spans
    .filter(([start, end]) => end - start >= SHORTEST)
    .map(([start, end, bits]) => {
      const isWhole = start === 0 && end === text.length;
      return [start, end, isWhole ? bits : Math.max(bits, BITS_OF_PATTERN)];
    });
}

/** Returns the words of the lists and of the known texts, also backwards. */
function wordsIn(text: string, known: readonly string[]): Pattern[] {
  const found: Pattern[] = [];
  const forwards = alike(text);
  for (const backwards of [false, true]) {
    const read = backwards ? [...forwards].reverse().join("") : forwards;
    const add = (start: number, end: number, bits: number) =>
      found.push(backwards ? [text.length - end, text.length - start, bits] : [start, end, bits]);
    const { ranks, longest } = lists();
    for (let start = 0; start <= read.length - SHORTEST; start += 1)
      for (let end = start + SHORTEST; end <= Math.min(read.length, start + longest); end += 1) {
        const rank = ranks.get(read.slice(start, end));
        if (rank !== undefined) add(start, end, Math.log2(rank));
      }
    for (const part of known.flatMap(partsOf).map(alike))
      for (let at = read.indexOf(part); at >= 0; at = read.indexOf(part, at + 1)) add(at, at + part.length, 0);
  }
  return found;
}

/** Returns runs on a keyboard, and sequences such as `aceg`. */
function runsIn(text: string): Pattern[] {
  const { graphs } = lists();
  const steps = [...text].slice(1).map((each, at) => each.charCodeAt(0) - text.charCodeAt(at));
  return [
    ...graphs.flatMap((next) =>
      runsOf(text.length, (at) => next.get(text.charAt(at - 1))?.has(text.charAt(at)) ?? false),
    ),
    ...runsOf(steps.length, (at) => steps[at] === steps[at - 1]).map(([start, end]): Pattern => [start, end + 1, 0]),
  ];
}

/** Returns the longest spans in which each place but the first goes on. */
function runsOf(length: number, goesOn: (at: number) => boolean): Pattern[] {
  const found: Pattern[] = [];
  let start = 0;
  for (let at = 1; at <= length; at += 1) {
    if (at < length && goesOn(at)) continue;
    found.push([start, at, 0]);
    start = at;
  }
  return found;
}

function repetitionsIn(text: string): Pattern[] {
  const found: Pattern[] = [];
  for (let size = 1; size <= text.length / 2; size += 1)
    for (let start = 0, end = size; end < text.length; end += 1) {
      if (text.charAt(end) !== text.charAt(end - size)) start = end - size + 1;
      // Each end of a whole number of parts, from each start within them.
      for (let parts = 2; end + 1 - parts * size >= start; parts += 1) found.push([end + 1 - parts * size, end + 1, 0]);
    }
  return found;
}

function datesIn(text: string): Pattern[] {
  return [...text.matchAll(/\d[\d\s/\\_.-]{3,}/g)].flatMap(({ index, 0: { length } }) => {
    const found: Pattern[] = [];
    for (let start = index; start < index + length; start += 1)
      for (let end = start + SHORTEST; end <= Math.min(index + length, start + 10); end += 1)
        found.push([start, end, 0]);
    return found;
  });
}

function alike(text: string): string {
  let first = "";
  for (const each of text.toLowerCase()) first += FIRST.get(each) ?? each;
  return first;
}

interface Lists {
  /** Each word of the lists, as its characters count → its best place in a list. */
  readonly ranks: ReadonlyMap<string, number>;
  readonly longest: number;
  /** For each keyboard: a character → those of the keys beside it. */
  readonly graphs: readonly ReadonlyMap<string, ReadonlySet<string>>[];
}

let loaded: Lists | undefined;

/** Loads the lists of zxcvbn at the first call. */
function lists(): Lists {
  if (loaded) return loaded;
  const load = createRequire(import.meta.url);
  const { dictionary, adjacencyGraphs }: typeof import("@zxcvbn-ts/language-common") =
    load("@zxcvbn-ts/language-common");
  const ranks = new Map<string, number>();
  let longest = 0;
  for (const words of Object.values(dictionary))
    words.forEach((word, at) => {
      const key = alike(String(word));
      longest = Math.max(longest, key.length);
      if (key.length >= SHORTEST) ranks.set(key, Math.min(at + 1, ranks.get(key) ?? Number.POSITIVE_INFINITY));
    });
  const graphs = Object.values(adjacencyGraphs).map(
    (keys) => new Map(Object.entries(keys).map(([key, beside]) => [key, new Set(beside.join(""))])),
  );
  loaded = { ranks, longest, graphs };
  return loaded;
}

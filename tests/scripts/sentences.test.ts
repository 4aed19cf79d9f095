// Limits sentences of README, SKILL and docs/ to 25 words, for readers whose second language is English.

import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { root, textOf } from "./pages.ts";

const MOST_WORDS = 25;

const pages = [
  "README.md",
  "SKILL.md",
  ...["docs", "docs/resources"].flatMap((folder) =>
    readdirSync(join(root, folder))
      .filter((name) => name.endsWith(".md"))
      .map((name) => `${folder}/${name}`),
  ),
];

it.each(pages)(`the sentences of %s have at most ${MOST_WORDS} words`, (page) => {
  const long = sentencesOf(textOf(page)).filter((sentence) => wordsIn(sentence) > MOST_WORDS);
  expect(long).toEqual([]);
});

/** Returns prose, list items and table cells, without code blocks and comments. */
function sentencesOf(page: string): string[] {
  const prose = page.replace(/^ *```[\s\S]*?^ *```/gm, "").replace(/<!--[\s\S]*?-->/g, "");
  return prose
    .split(/\n\s*\n|\n(?=\s*(?:[-|#*]|\d+\.))/)
    .flatMap((part) => (part.trim().startsWith("|") ? part.split("|") : [part]))
    .flatMap((part) => part.replaceAll("\n", " ").split(/(?<=[.!?:])\s+(?=[A-Z`[*])/))
    .map((sentence) => sentence.trim())
    .filter((sentence) => /[a-z]/i.test(sentence));
}

function wordsIn(sentence: string): number {
  const plain = sentence.replace(/`[^`]*`/g, "X").replace(/\]\([^)]*\)/g, "]");
  return plain.match(/[\p{L}\d'’+.-]*[\p{L}\d][\p{L}\d'’+.-]*/gu)?.length ?? 0;
}

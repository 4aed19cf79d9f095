// Comments use the words of Pulumi and of telephony. This test rejects private words, which a newcomer reads twice.

import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";

/** Private words, each with the usual ones. */
const PRIVATE: readonly (readonly [words: RegExp, instead: string])[] = [
  [/\b(whoever|nobody|somebody|anybody|whom)\b/i, "name the actor: the engine, the provider, the service, the user"],
  [/\b(tells?|told)\b/i, "print, report, return"],
  [/\bjudg(es?|ed|ing|e?ments?)\b/i, "validate, evaluate"],
  [/\brehears(es?|ed|ing|als?)\b/i, "dry run"],
  [/\bgoe?s? by\b|\bcomes? to (what|nothing)\b|\bstands? for\b/i, "is named, results in, means"],
  [/\b(glances?|hopeless|heirs?|twins?|strangers?)\b/i, "the plain word"],
];

const files = execFileSync("git", ["ls-files", "*.ts", "*.tsx", "*.mts", "*.mjs"], { encoding: "utf8" })
  .split("\n")
  .filter((file) => file !== "" && !/\/generated\/|comments\.test\.ts$/.test(file));

it.each(PRIVATE)("no comment has %s: %s", (words) => {
  expect(comments.filter(({ text }) => words.test(text)).map(({ at, text }) => `${at}: ${text}`)).toEqual([]);
});

/** The lines of all comments, without code between backticks and file names. */
const comments = files.flatMap((file) =>
  readFileSync(file, "utf8")
    .split("\n")
    .map((line, at) => ({
      at: `${file}:${at + 1}`,
      text: /^\s*(?:\/\*\*?|\*(?= )|\/\/)(.*)|[;,{] \/\/ (.*)/.exec(line),
    }))
    .flatMap(({ at, text }) =>
      text ? [{ at, text: (text[1] ?? text[2] ?? "").replace(/`[^`]*`|\S+\.ts\b/g, "") }] : [],
    ),
);

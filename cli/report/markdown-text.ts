// Escapes text from outside for GitHub's Markdown: it cannot become markup, a mention or a link.

import { visible } from "../../contract/index.ts";
import { sentence } from "./text.ts";

/** Returns a code span. GitHub finds neither markup nor mentions in it. */
export function code(text: string): string {
  const inert = text === "" ? "(empty)" : visible(text);
  const longest = Math.max(0, ...[...inert.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  const pad = /^[`\s]|[`\s]$/.test(inert) ? " " : "";
  return `${fence}${pad}${inert}${pad}${fence}`;
}

/** Returns a sentence: plain words stay as they are. Other words, and text between backticks, become code. */
export function prose(text: string): string {
  return sentence(text)
    .split(QUOTED)
    .map((part, index) => (index % 2 === 1 ? code(part) : part.replaceAll("`", "'").split(" ").map(word).join(" ")))
    .join("");
}

// Matches only whole words: Markdown misreads two code spans that touch.
const QUOTED = /(?<=(?:^|\s)\(*)`([^`]+)`(?=[.,;:!?)]*(?:\s|$))/;

function word(text: string): string {
  if (text === "") return "";
  // Punctuation around a word stays outside of the code, so that `(see https://example.com)` reads well.
  const [, before = "", core = "", after = ""] = /^([("']*)(.*?)([)"'.,;:!?]*)$/su.exec(text) ?? [];
  const isPlain = PLAIN.test(core) && !LINKED.test(text);
  return isPlain ? text : `${before}${code(core)}${after}`;
}

// No colon: GitHub replaces `:name:` with an emoji.
const PLAIN = /^[\p{L}\p{N}.,()'"/%?!=+’–—…→-]*$/u;
// Text that GitHub turns into links: addresses, domains, issue numbers with a prefix, commit ids.
const LINKED = /:\/\/|www\.|\bGH-\d|\b[0-9a-f]{7,40}\b/i;

export function row(cells: readonly string[]): string {
  return `| ${cells.map(barsEscaped).join(" | ")} |\n`;
}

/** A table splits at a bar even in code. A backslash escapes the bar, unless an odd number of backslashes precedes it. */
function barsEscaped(cell: string): string {
  return cell.replace(/(\\*)\|/g, (_, run: string) => `${run}${run.length % 2 === 1 ? "\\" : ""}\\|`);
}

export function tableHead(titles: readonly string[]): string {
  return `${row(titles)}${row(titles.map(() => "---"))}`;
}

// How text from outside stands in GitHub's Markdown without meaning anything there: no markup, mention or link.

import { sentence, visible } from "../text.ts";

/** A code span: nothing in it is markup, and GitHub looks for no mentions there. */
export function code(text: string): string {
  const inert = text === "" ? "(empty)" : visible(text);
  const longest = Math.max(0, ...[...inert.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  const pad = /^[`\s]|[`\s]$/.test(inert) ? " " : "";
  return `${fence}${pad}${inert}${pad}${fence}`;
}

/** A sentence: plain words as they are, everything else, and what stands between backticks, as code. */
export function prose(text: string): string {
  return sentence(text)
    .split(QUOTED)
    .map((part, index) => (index % 2 === 1 ? code(part) : part.replaceAll("`", "'").split(" ").map(word).join(" ")))
    .join("");
}

// Only where it is a word of its own: of two code spans that touch, Markdown would make something else.
const QUOTED = /(?<=(?:^|\s)\(*)`([^`]+)`(?=[.,;:!?)]*(?:\s|$))/;

function word(text: string): string {
  if (text === "") return "";
  // Punctuation around a word stays outside, so that `(see https://example.com)` reads well.
  const [, before = "", core = "", after = ""] = /^([("']*)(.*?)([)"'.,;:!?]*)$/su.exec(text) ?? [];
  const isPlain = PLAIN.test(core) && !LINKED.test(text);
  return isPlain ? text : `${before}${code(core)}${after}`;
}

// No colon inside: between two of them GitHub puts a picture.
const PLAIN = /^[\p{L}\p{N}.,()'"/%?!=+’–—…→-]*$/u;
// What GitHub makes a link of: addresses, pages, issues of another tracker's form, commits.
const LINKED = /:\/\/|www\.|\bGH-\d|\b[0-9a-f]{7,40}\b/i;

/** A row of a table. */
export function row(cells: readonly string[]): string {
  return `| ${cells.map(barsEscaped).join(" | ")} |\n`;
}

/** A table takes a bar for its own even in code, and its escape for none where an odd run of backslashes stands before. */
function barsEscaped(cell: string): string {
  return cell.replace(/(\\*)\|/g, (_, run: string) => `${run}${run.length % 2 === 1 ? "\\" : ""}\\|`);
}

export function tableHead(titles: readonly string[]): string {
  return `${row(titles)}${row(titles.map(() => "---"))}`;
}

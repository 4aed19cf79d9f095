// Every path of every caller, as a table.

import { listed } from "../../contract/index.ts";
import type { PathEnd } from "../../server/index.ts";
import { titleOf } from "../../server/reach/titles.ts";
import { TRIED } from "../../server/reach/try-paths.ts";
import { painter } from "../report/text.ts";
import type { ShownCaller } from "./explored.ts";

const MARKS: { readonly [kind in PathEnd["kind"]]: readonly [mark: string, colour: "green" | "yellow" | "red"] } = {
  rings: ["✓", "green"],
  answered: ["✓", "green"],
  "handed-over": ["→", "green"],
  unknown: ["?", "yellow"],
  nobody: ["✗", "red"],
};

/** Callers that a block names. The others are counted. */
const MOST_CALLERS = 10;

/** The widest column of choices; only a longer word exceeds it. */
const WIDEST = 60;

/** Returns the table for a terminal. Callers with the same paths share a block. Ends with a line break. */
export function pathsText(callers: readonly ShownCaller[], { colour }: { readonly colour: boolean }): string {
  const paint = painter(colour);
  if (callers.length === 0) return "Nothing here takes calls or messages.\n";
  const blocks = [...Map.groupBy(callers, ({ paths }) => paths)].map(([paths, alike]) => {
    const rows = paths.map(({ choices, end, isExpected }) => {
      return [choices.join(", ") || "always", end, isExpected === false ? " (no expectation)" : ""] as const;
    });
    const width = Math.min(WIDEST, Math.max(...rows.map(([name]) => name.length)));
    const lines = rows.map(([name, { kind, text }, note]) => {
      const [mark, style] = MARKS[kind];
      return paint(style, `  ${mark} ${name.padEnd(width)}  ${text}${note}`);
    });
    const rest = alike.every(({ isComplete }) => isComplete) ? [] : [`  … and more paths; tried are ${TRIED}`];
    return [listed(alike.map(titleOf), MOST_CALLERS), ...lines, ...rest].join("\n");
  });
  return `${blocks.join("\n\n")}\n`;
}

export function pathsJson(callers: readonly ShownCaller[]): string {
  return `${JSON.stringify({ callers }, undefined, 2)}\n`;
}

// Renders the assumptions about open questions of the specification for docs/assumptions.md.

import { type Gap, gaps, variants } from "../../contract/index.ts";

const entries = Object.entries<Gap>(gaps);

/** Returns a table of the assumptions that `doctor --probe` tries, with the other answers of `serve --variants`. */
export function renderTried(): string {
  const others: { readonly [id: string]: string } = variants;
  const rows = entries.flatMap(([id, gap]) =>
    "never" in gap.probe ? [] : [`| \`${id}\` | ${wordsOf(gap)} | ${cell(others[id] ?? "")} |`],
  );
  return ["| Assumption | Question | Answer | With `--variants` |", "|---|---|---|---|", ...rows].join("\n");
}

export function renderUntried(): string {
  const rows = entries.flatMap(([, gap]) => ("never" in gap.probe ? [`| ${wordsOf(gap)} |`] : []));
  return ["| Question | Answer |", "|---|---|", ...rows].join("\n");
}

/** Returns question and answer, without references that only name a section: ` (spec §2.1)`. */
function wordsOf({ question, answer }: Gap): string {
  return `${cell(question.replace(/ \(spec (?:§[\d.]+(?:, )?)+\)/g, ""))} | ${cell(answer)}`;
}

function cell(text: string): string {
  return text.replaceAll("|", "\\|");
}

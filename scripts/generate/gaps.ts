// How docs/reference-server.md shows the answers to the specification's open questions.

import { gaps } from "../../contract/index.ts";

export function renderGaps(): string {
  const rows = Object.values(gaps).map(({ question, answer }) => `| ${cell(question)} | ${cell(answer)} |`);
  return ["| Question | Answer |", "|---|---|", ...rows].join("\n");
}

function cell(text: string): string {
  return text.replaceAll("|", "\\|");
}

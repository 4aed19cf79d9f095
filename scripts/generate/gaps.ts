// Renders the assumptions about open questions of the specification for docs/reference-server.md.

import { gaps } from "../../contract/index.ts";

export function renderGaps(): string {
  const rows = Object.values(gaps).map(({ question, answer }) => `| ${cell(question)} | ${cell(answer)} |`);
  return ["| Question | Answer |", "|---|---|", ...rows].join("\n");
}

function cell(text: string): string {
  return text.replaceAll("|", "\\|");
}

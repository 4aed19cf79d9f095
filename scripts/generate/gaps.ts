// Decides how the answers to the specification's open questions are shown in docs/reference-server.md.

import { gaps } from "../../contract/index.ts";

/** The page with its table brought up to date. */
export function renderGaps(page: string): string {
  const rows = Object.values(gaps).map(({ question, answer }) => `| ${cell(question)} | ${cell(answer)} |`);
  const table = ["| Question | Answer |", "|---|---|", ...rows].join("\n");
  return page.replace(BETWEEN, (_, begin: string, end: string) => `${begin}\n${table}\n${end}`);
}

const BETWEEN = /(<!-- gaps: begin -->)[\s\S]*(<!-- gaps: end -->)/;

function cell(text: string): string {
  return text.replaceAll("|", "\\|");
}

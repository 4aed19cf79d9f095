// Decides the Markdown report, for a job summary or an issue on GitHub: tables by stack, the same bytes for the same findings.

import { type DriftReport, VERDICTS } from "../model.ts";
import { fitRows, longestCut } from "./markdown-fit.ts";
import { accountPart, remedyParts, stackPart } from "./markdown-parts.ts";
import { code, row, tableHead } from "./markdown-text.ts";
import { clip, masked } from "./values.ts";
import { listed, number, outcome, unmanagedCount, VERDICT_WORDS } from "./words.ts";

export interface MarkdownOptions {
  /**
   * The most characters. Whole rows are left out to stay below, and the report says how many of which.
   * Default: 60,000; the body of an issue takes 65,536. At least 2,000.
   */
  readonly limit?: number;
}

const LOWEST_LIMIT = 2_000;

export function markdownReport(report: DriftReport, { limit = 60_000 }: MarkdownOptions = {}): string {
  if (!(limit >= LOWEST_LIMIT)) throw new RangeError(`The limit of a Markdown report is ${limit}: give 2000 or more.`);
  const shown = masked(report);
  const parts = [...shown.stacks.map(stackPart), ...shown.accounts.map(accountPart), ...remedyParts(shown)];
  const head = `## ${MARKS[outcome(shown).kind]} ${outcome(shown).title}\n\n${countsTable(shown)}`;
  const names = listed(
    shown.stacks.map(({ stack }) => code(clip(stack, 40))),
    5,
  );
  const foot = `\n<sub>Checked ${names || "no stack"} at ${code(shown.checkedAt)}.</sub>\n`;
  const room = limit - head.length - foot.length;
  const whole = fitRows(parts, room);
  if (whole.cut.length === 0) return head + whole.body + foot;
  const { body, cut } = fitRows(parts, room - shortened(limit, []).length - longestCut(parts));
  return head + shortened(limit, cut) + body + foot;
}

const MARKS = { error: "⚠️", drift: "❌", notice: "⚠️", clean: "✅" } as const;

function countsTable(report: DriftReport): string {
  const columns = VERDICTS.map((verdict) => [capital(VERDICT_WORDS[verdict]), report.counts[verdict]] as const);
  const all = report.accounts.length > 0 ? [...columns, ["Unmanaged", unmanagedCount(report)] as const] : columns;
  return (
    tableHead(all.map(([title]) => title)) + row(all.map(([, count]) => (count > 0 ? `**${number(count)}**` : "0")))
  );
}

function shortened(limit: number, cut: readonly string[]): string {
  return `\n> **Shortened** to ${number(limit)} characters. Left out: ${cut.join(", ")}.\n`;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

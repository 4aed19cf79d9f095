// The report for a terminal or a log, after the engine's output: the sections of the page as text.

import { clip, masked, number, placeOf, plural, visible } from "../drift/text.ts";
import type { TriedCall } from "../routes/tried-call.ts";
import { type Calls, type Report, stepTexts, verdictOf, waitingText, warningsOf } from "./report.ts";
import { alike, type Violation } from "./violations.ts";

const MOST = 20;

/** Returns the verdict, the warnings, the changed calls and the violations by rule. Ends with a line break. */
export function terminal(report: Report): string {
  const blocks = [
    [
      ...wrapped(`${visible(clip(report.stack, 40))}: ${verdictOf(report)}`, ""),
      ...warningsOf(report).flatMap(({ title, text }) => wrapped(`${title}: ${visible(text)}`, "  ")),
    ],
    callLines(report.calls),
    violationLines(report.violations),
    waitingText(report) === "" ? [] : [waitingText(report)],
  ];
  return `\n${blocks.flatMap((lines) => (lines.length === 0 ? [] : `${lines.join("\n")}\n`)).join("\n")}`;
}

/** Columns of the lines at the top. */
const WIDTH = 80;

/** Breaks a text between words. A longer word stays whole, so that it can be copied. */
function wrapped(text: string, indent: string): string[] {
  const lines: string[] = [];
  let line = indent;
  for (const word of text.split(" ")) {
    const isFirst = line.trim() === "";
    if (!isFirst && line.length + 1 + word.length > WIDTH) {
      lines.push(line);
      line = `${indent}  ${word}`;
    } else {
      line += isFirst ? word : ` ${word}`;
    }
  }
  return [...lines, line];
}

function callLines(calls: Calls | undefined): string[] {
  if (!calls) return [];
  if (calls.error !== undefined) return [`Who rings could not be tried: ${visible(calls.error)}`];
  if (calls.others.length === 0) return [`Who rings stays the same: ${plural(calls.tried, "number")} tried.`];
  const shown = masked(calls.others.slice(0, MOST));
  const more = calls.others.length - shown.length;
  return [
    `Who rings now, and then (${number(calls.others.length)} of ${plural(calls.tried, "number")})`,
    ...shown.flatMap(({ to, before, after }) => [`  ${to}`, `    now:  ${way(before)}`, `    then: ${way(after)}`]),
    ...(more > 0 ? [`  and ${number(more)} more`] : []),
  ];
}

function way(call: TriedCall): string {
  const said = stepTexts(call).map((text) => visible(clip(text)));
  return [...said, `→ ${call.outcome}`].join(" ");
}

function violationLines(violations: readonly Violation[]): string[] {
  if (violations.length === 0) return [];
  const [known, open] = [violations.filter((each) => each.isKnown), violations.filter((each) => !each.isKnown)];
  const title = `${plural(open.length, known.length > 0 ? "new violation" : "violation")}${known.length > 0 ? `, ${number(known.length)} known` : ""}`;
  return [
    title,
    ...alike(masked(open)).flatMap(({ first, members }) => {
      const { level, policy, severity, link, message } = first;
      const facts = [level, ...(severity === undefined ? [] : [severity])].join(", ");
      const places = members
        .slice(0, MOST)
        .map(({ resource, source }) => `    ${visible(resource)}${source ? `  ${placeOf(source)}` : ""}`);
      const more = members.length > MOST ? [`    and ${number(members.length - MOST)} more`] : [];
      return [
        `  [${facts}] ${visible(policy)}: ${visible(clip(message, 500))}`,
        ...places,
        ...more,
        ...(link === undefined ? [] : [`    ${link}`]),
      ];
    }),
  ];
}

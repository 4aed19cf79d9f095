// The result of a probe: as text, as JSON, and as a block for an issue. JSON and block contain no id, name, token or project.

import { styleText } from "node:util";
import { type Gap, gaps, type Probe, variants, visible } from "../../../contract/index.ts";
import { version } from "../../package.ts";
import type { Left } from "./keeper.ts";
import type { Assumption, ProbeResult } from "./run.ts";

type Option = Exclude<Probe, { readonly never: string }>;

const MARKS = { held: ["✓", "green"], differs: ["✗", "red"], "not-tried": ["–", "dim"] } as const;

export function probeJson({ assumptions, left, removed, isStopped }: ProbeResult): object {
  return {
    version: version(),
    platform: `${process.platform} ${process.arch}`,
    isStopped,
    removedOfEarlierProbes: removed,
    left: left.length,
    assumptions: assumptions.map(({ gap, outcome }) => ({
      id: gap,
      ...outcome,
      ...(outcome.verdict === "differs" && meaningOf({ gap, outcome })),
    })),
    neverProbed: Object.entries(gaps).flatMap(([id, { probe }]) =>
      "never" in probe ? [{ id, why: probe.never }] : [],
    ),
  };
}

/** @param baseUrl - The service's address, for the commands that remove remaining endpoints. */
export function probeText(result: ProbeResult, baseUrl: string, colour: boolean): string {
  const paint = (style: Parameters<typeof styleText>[0], text: string) =>
    colour ? styleText(style, text, { validateStream: false }) : text;
  const { assumptions, removed, left, leftAlone, isStopped } = result;
  const width = Math.max(...assumptions.map(({ gap }) => gap.length));
  const indent = `${" ".repeat(width + 4)}`;
  const lines = assumptions.flatMap((each) => {
    const { gap, outcome } = each;
    const [mark, style] = MARKS[outcome.verdict];
    return [
      `${paint(style, mark)} ${gap.padEnd(width)}  ${visible(summaryOf(each))}`,
      ...meaningLines(each).map((line) => `${indent}${line}`),
    ];
  });
  const notes = [
    ...(isStopped ? ["The probe was stopped before it had tried everything."] : []),
    ...(removed > 0 ? [`Removed ${removed} SIP endpoint${removed === 1 ? "" : "s"} of earlier probes.`] : []),
    ...leftAlone.map(({ username, why }) => `Left alone: the SIP endpoint ${visible(username)}, because ${why}.`),
    ...left.map((each) => leftLine(each, baseUrl)),
  ];
  return `${[...lines, "", ...notes, countsOf(result)].join("\n")}\n`;
}

/** Returns Markdown to paste into an issue. */
export function issueBlock(result: ProbeResult): string {
  const cell = (text: string) => text.replaceAll("|", "\\|");
  const rows = result.assumptions.flatMap(({ gap, outcome }) =>
    outcome.verdict === "differs" ? [`| ${gap} | ${cell(outcome.expected)} | ${cell(outcome.seen)} |`] : [],
  );
  const untried = result.assumptions.flatMap(({ gap, outcome }) => (outcome.verdict === "not-tried" ? [gap] : []));
  return [
    `### Probe of pulumi-signalwire ${version()} (${process.platform}, Node ${process.versions.node})`,
    "",
    countsOf(result),
    ...(rows.length > 0 ? ["", "| Assumption | Expected | Seen |", "|---|---|---|", ...rows] : []),
    ...(untried.length > 0 ? ["", `Not tried: ${untried.join(", ")}`] : []),
    "",
  ].join("\n");
}

function summaryOf({ gap, outcome }: Assumption): string {
  if (outcome.verdict === "held") {
    const except = outcome.except === undefined ? "" : ` (not tried: ${outcome.except})`;
    return `held${except}: ${statementOf(gaps[gap])}`;
  }
  if (outcome.verdict === "not-tried") return `not tried: ${outcome.why}`;
  return `differs: expected ${outcome.expected}; seen ${outcome.seen}`;
}

function meaningLines(assumption: Assumption): string[] {
  if (assumption.outcome.verdict !== "differs") return [];
  const { otherwise, imitatedBy } = meaningOf(assumption);
  return [`→ ${otherwise}`, `→ ${imitatedBy}`];
}

/** Returns the consequence for a user, and how the reference server gives the same answer. */
function meaningOf({ gap }: Assumption): { readonly otherwise: string; readonly imitatedBy: string } {
  const { otherwise, option = gap in variants ? `--variants ${gap}` : undefined } = gaps[gap].probe as Option;
  return {
    otherwise,
    imitatedBy: option
      ? `To test with it: pulumi-signalwire serve ${option}`
      : "No option of the reference server imitates this yet: report it.",
  };
}

function leftLine({ id, username, why }: Left, baseUrl: string): string {
  if (id === "") return `Not certain to be removed: the SIP endpoint ${username} (${why}). The next probe removes it.`;
  const credentials = '"$SIGNALWIRE_PROJECT_ID:$SIGNALWIRE_API_TOKEN"';
  return `Not removed: the SIP endpoint ${username} (${why}). Run the probe again, or: curl --request DELETE --user ${credentials} ${baseUrl}/api/relay/rest/endpoints/sip/${id}`;
}

function countsOf({ assumptions }: ProbeResult): string {
  const count = (verdict: Assumption["outcome"]["verdict"]) =>
    assumptions.filter(({ outcome }) => outcome.verdict === verdict).length;
  const never = Object.values(gaps).filter(({ probe }) => "never" in probe).length;
  return `${count("held")} held, ${count("differs")} differ, ${count("not-tried")} not tried. ${never} more can never be probed.`;
}

/** Returns the answer's first sentence; before a short one, the question. */
function statementOf({ question, answer }: Gap): string {
  const first = firstSentence(answer);
  return first.length < 45 ? `${firstSentence(question.replace(/ \([^)]*\)/g, ""))} ${first}` : first;
}

function firstSentence(text: string): string {
  return /^.*?[.](?= |$)/.exec(text)?.[0] ?? text;
}

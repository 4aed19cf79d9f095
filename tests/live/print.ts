import { type Gap, gaps, type Probe, visible } from "../../contract/index.ts";
import type { Left } from "./keeper.ts";
import type { Assumption, SuiteResult } from "./suite.ts";

const MARKS = { held: "✓", differs: "✗", "not-tried": "–" } as const;

/** @param baseUrl - The service's address, for the commands that remove remaining endpoints. */
export function resultText(result: SuiteResult, baseUrl: string): string {
  const { assumptions, removed, left, leftAlone, isStopped } = result;
  const lines = assumptions.flatMap((each) => [
    `${MARKS[each.outcome.verdict]} ${each.gap}: ${visible(summaryOf(each))}`,
    ...(each.outcome.verdict === "differs" ? meaningOf(each).map((line) => `    → ${line}`) : []),
  ]);
  const notes = [
    ...(isStopped ? ["The suite was stopped before it had tried everything."] : []),
    ...(removed > 0 ? [`Removed ${removed} object${removed === 1 ? "" : "s"} of earlier runs.`] : []),
    ...leftAlone.map(
      ({ resource, name, why }) => `Left alone: the ${resource.title} ${visible(name)}, because ${why}.`,
    ),
    ...left.map((each) => leftLine(each, baseUrl)),
  ];
  return `${[...lines, "", ...notes, countsOf(result)].join("\n")}\n`;
}

function summaryOf({ gap, outcome }: Assumption): string {
  if (outcome.verdict === "held")
    return `${answerTo(gaps[gap])}${outcome.except === undefined ? "" : ` (not tried: ${outcome.except})`}`;
  if (outcome.verdict === "not-tried") return `not tried: ${outcome.why}`;
  return `differs: expected ${outcome.expected}; seen ${outcome.seen}`;
}

/** Returns the consequence for a user, and how the reference server gives the same answer. */
function meaningOf({ gap }: Assumption): string[] {
  const { otherwise, option } = gaps[gap].probe as Probe;
  return [otherwise, ...(option ? [`The reference server does so with ${option}.`] : [])];
}

function leftLine({ resource, id, name, why }: Left, baseUrl: string): string {
  const what = `the ${resource.title} ${name} (${why})`;
  if (id === "") return `Not certain to be removed: ${what}. The next run removes it.`;
  const credentials = '"$SIGNALWIRE_PROJECT_ID:$SIGNALWIRE_API_TOKEN"';
  const path = resource.operations.delete?.path.replace("{id}", id);
  return `Not removed: ${what}. Run the suite again, or: curl --request DELETE --user ${credentials} ${baseUrl}${path}`;
}

function countsOf({ assumptions }: SuiteResult): string {
  const count = (verdict: Assumption["outcome"]["verdict"]) =>
    assumptions.filter(({ outcome }) => outcome.verdict === verdict).length;
  const never = Object.values<Gap>(gaps).filter(({ probe }) => !probe).length;
  return `${count("held")} held, ${count("differs")} differ, ${count("not-tried")} not tried. ${never} more are never tried.`;
}

/** Returns the answer's first sentence; before a short one, the question. */
function answerTo({ question, answer }: Gap): string {
  const first = firstSentence(answer);
  return first.length < 45 ? `${firstSentence(question.replace(/ \([^)]*\)/g, ""))} ${first}` : first;
}

function firstSentence(text: string): string {
  return /^.*?[.](?= |$)/.exec(text)?.[0] ?? text;
}

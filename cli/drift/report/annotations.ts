// Decides the annotations of a GitHub workflow: one at the line that declares a resource, for each that needs a look.

import type { Account, CheckedResource, DriftReport, SourceLine } from "../model.ts";
import { masked, sentence, showChange, visible } from "./values.ts";
import { noun, number, plural, titleOf, VERDICT_WORDS } from "./words.ts";

interface Note {
  readonly level: "error" | "warning";
  readonly title: string;
  readonly text: string;
  readonly source?: SourceLine;
}

/** GitHub shows no more than this of each level for a step, and drops the rest without a word. */
const MOST = 10;
const LONGEST_VALUE = 200;

/** Workflow commands, one a line. */
export function annotations(report: DriftReport): string[] {
  const { stacks, accounts } = masked(report);
  const notes = [
    ...stacks.flatMap(({ stack, error, resources }) => [
      ...(error === undefined ? [] : [failure(`Stack ${visible(stack)} could not be checked`, error)]),
      ...resources.flatMap((resource) => noteOf(resource, stack)),
    ]),
    ...accounts.flatMap(accountNotes),
  ];
  return (["error", "warning"] as const).flatMap((level) => {
    const own = notes.filter((note) => note.level === level);
    return own.length <= MOST ? own.map(command) : [...own.slice(0, MOST - 1).map(command), command(rest(own, level))];
  });
}

function failure(title: string, error: string): Note {
  return { level: "error", title, text: sentence(error) };
}

function rest(own: readonly Note[], level: Note["level"]): Note {
  const count = own.length - MOST + 1;
  const what = level === "error" ? plural(count, "more error") : plural(count, "more warning");
  return { level, title: `${number(count)} more`, text: `${what}: see the drift report of this run.` };
}

function noteOf(resource: CheckedResource, stack: string): Note[] {
  const title = `${titleOf(resource)}: ${VERDICT_WORDS[resource.verdict]}`;
  const place = resource.source ? { source: resource.source } : {};
  const because = sentence(resource.message ?? "");
  switch (resource.verdict) {
    case "error":
      return [{ level: "error", title, text: because || "It could not be read.", ...place }];
    case "missing":
      return [
        {
          level: "error",
          title,
          text: `The service has no ${noun(resource.type)} of this id any more (stack ${visible(stack)}).`,
          ...place,
        },
      ];
    case "drifted":
      return [
        {
          level: "error",
          title,
          text: [...resource.changes.map(difference), `(stack ${visible(stack)})`].join("\n"),
          ...place,
        },
      ];
    case "renewal-due":
      return [{ level: "warning", title, text: because || "The next `pulumi up` renews it.", ...place }];
    default:
      return [];
  }
}

function difference(change: CheckedResource["changes"][number]): string {
  const { property, expected, actual } = showChange(change, LONGEST_VALUE);
  return `${property}: ${expected} → ${actual}`;
}

function accountNotes({ projectId, baseUrl, unmanaged, error }: Account): Note[] {
  return [
    ...(error === undefined ? [] : [failure("The account could not be read", error)]),
    ...unmanaged.map(
      ({ type, label, handler }): Note => ({
        level: "warning",
        title: `${titleOf({ type, name: label })}: unmanaged`,
        text: visible(
          `No checked stack manages it${handler ? ` (${handler})` : ""}: project ${projectId} at ${baseUrl}.`,
        ),
      }),
    ),
  ];
}

function command({ level, title, text, source }: Note): string {
  const place = source ? `file=${property(source.file)},line=${source.line},` : "";
  return `::${level} ${place}title=${property(title)}::${data(text)}`;
}

function data(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

function property(text: string): string {
  return data(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}

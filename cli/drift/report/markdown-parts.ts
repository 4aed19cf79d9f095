// Decides the tables of the Markdown report: which findings stand in which, in what words, and how urgent each is.

import type { Account, CheckedResource, CheckedStack, DriftReport, PropertyChange, Verdict } from "../model.ts";
import { errorGroups, unreadable, unverifiable } from "./findings.ts";
import { type Part, type Row, type Section, weigh } from "./markdown-fit.ts";
import { code, prose, row, tableHead } from "./markdown-text.ts";
import { type Edit, remedies } from "./remedies.ts";
import { clip, sentence, showChange, visible } from "./values.ts";
import { listed, noun, number, placeOf } from "./words.ts";

const LONGEST_VALUE = 200;
const LONGEST_SENTENCE = 500;

export function stackPart({ stack, error, resources }: CheckedStack): Part {
  const ofVerdict = (verdict: Verdict) => resources.filter((resource) => resource.verdict === verdict);
  return {
    heading: `\n### Stack ${code(stack)}\n`,
    sections: [
      stackError(error),
      errors(resources),
      table(
        ["missing resource", "missing resources"],
        1,
        "Missing from the service",
        ["Resource", "Id", "Declared"],
        ofVerdict("missing").map(missingRow),
      ),
      table(["drifted property", "drifted properties"], 2, "Drifted", CHANGE_COLUMNS, changeRows(resources, "changes")),
      table(
        ["renewal due", "renewals due"],
        4,
        "Renewal due",
        ["Resource", "Why", "Declared"],
        ofVerdict("renewal-due").map(renewalRow),
      ),
      folded(
        ["ignored property", "ignored properties"],
        7,
        "Changed on purpose and ignored",
        CHANGE_COLUMNS,
        changeRows(resources, "ignored"),
      ),
      folded(
        ["thing that cannot be verified", "things that cannot be verified"],
        8,
        "Cannot be verified",
        ["Why", "How many", "Resources"],
        blindRows(resources),
      ),
    ],
  };
}

const CHANGE_COLUMNS = ["Resource", "Property", "Expected", "Actual", "Declared"];

export function accountPart({ projectId, baseUrl, unmanaged, error }: Account): Part {
  return {
    heading: projectId === "" ? "\n### Account\n" : `\n### Project ${code(projectId)} at ${code(baseUrl)}\n`,
    sections: [
      stackError(error),
      table(
        ["unmanaged object", "unmanaged objects"],
        3,
        "Unmanaged: no checked stack claims it",
        ["Object", "Handler", "Id"],
        unmanaged.map(({ type, label, handler, id }) => ({
          text: row([`${noun(type)} ${short(label)}`, handler ? short(handler) : "", short(id)]),
        })),
      ),
    ],
  };
}

export function remedyParts(report: DriftReport): Part[] {
  return remedies(report).map(({ title, commands, edits, notes }) => {
    const words = notes.map((note) => `\n${prose(note)}\n`).join("");
    return {
      heading: `\n#### ${title}\n`,
      sections: [
        {
          what: ["command", "commands"],
          urgency: 5,
          head: "\n```sh\n",
          rows: commands.map(({ line, note }) => ({ text: `${visible(line)}${note ? `  # ${note}` : ""}\n` })),
          foot: "```\n",
        },
        { what: ["code edit", "code edits"], urgency: 6, head: "\n", rows: edits.map(editRow), foot: "" },
        { what: ["remark", "remarks"], urgency: 5, head: "", rows: words === "" ? [] : [{ text: words }], foot: "" },
      ],
    };
  });
}

function editRow({ source, resource, before, code: text, after }: Edit): Row {
  const where = [source ? code(placeOf(source)) : "", resource ? code(clip(resource, LONGEST_VALUE)) : ""]
    .filter(Boolean)
    .join(" ");
  const what = [before, text === undefined ? "" : code(text), after].filter(Boolean).join(" ");
  return { text: `- ${where === "" ? "" : `${where}: `}${what}\n` };
}

type What = Section["what"];

function table(what: What, urgency: number, title: string, columns: readonly string[], rows: readonly Row[]): Section {
  return { what, urgency, head: `\n**${title}**\n\n${tableHead(columns)}`, rows, foot: "" };
}

function folded(what: What, urgency: number, title: string, columns: readonly string[], rows: readonly Row[]): Section {
  const head = `\n<details><summary>${title} (${number(weigh(rows))})</summary>\n\n${tableHead(columns)}`;
  return { what, urgency, head, rows, foot: "\n</details>\n" };
}

function stackError(error: string | undefined): Section {
  const rows = error === undefined ? [] : [{ text: `\n**Not checked:** ${said(error)}\n` }];
  return {
    what: ["reason why it was not checked", "reasons why it was not checked"],
    urgency: 0,
    head: "",
    rows,
    foot: "",
  };
}

function errors(resources: readonly CheckedResource[]): Section {
  const rows = errorGroups(resources).map(({ message, resources: members }) => ({
    text: row([listed(members.map(named), 5), said(message), members.length === 1 ? declared(members[0]) : ""]),
    weight: members.length,
  }));
  return table(["error", "errors"], 0, "Could not be read", ["Resource", "Why", "Declared"], rows);
}

function missingRow(resource: CheckedResource): Row {
  return { text: row([named(resource), short(resource.id), declared(resource)]) };
}

function renewalRow(resource: CheckedResource): Row {
  return {
    text: row([named(resource), said(resource.message ?? "The next `pulumi up` renews it."), declared(resource)]),
  };
}

function changeRows(resources: readonly CheckedResource[], list: "changes" | "ignored"): Row[] {
  return resources.flatMap((resource) => resource[list].map((change) => ({ text: changeRow(resource, change) })));
}

function changeRow(resource: CheckedResource, change: PropertyChange): string {
  const { property, expected, actual } = showChange(change, LONGEST_VALUE);
  return row([named(resource), code(property), code(expected), code(actual), declared(resource)]);
}

function blindRows(resources: readonly CheckedResource[]): Row[] {
  const rows = [
    ...[...unreadable(resources)].map(([type, members]) => [`A ${noun(type)} cannot be read back`, members] as const),
    ...[...unverifiable(resources)].map(
      ([argument, members]) => [`The service never shows ${code(argument)}`, members] as const,
    ),
  ];
  return rows.map(([why, members]) => ({
    text: row([
      why,
      number(members.length),
      listed(
        members.map(({ name }) => short(name)),
        10,
      ),
    ]),
    weight: members.length,
  }));
}

function named({ type, name, label }: CheckedResource): string {
  return `${noun(type)} ${short(name)}${label === undefined || label === name ? "" : ` (${short(label)})`}`;
}

function declared(resource: CheckedResource | undefined): string {
  return resource?.source ? code(placeOf(resource.source)) : "";
}

function short(text: string): string {
  return code(clip(text, LONGEST_VALUE));
}

function said(text: string): string {
  return prose(clip(sentence(text), LONGEST_SENTENCE));
}

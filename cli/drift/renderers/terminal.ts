import { styleText } from "node:util";
import { type Finding, type Findings, type Group, type Severity, VERDICT_WORDS } from "../findings.ts";
import { editText, type Remedy } from "../remedies.ts";
import { VERDICTS } from "../report.ts";
import { listed, number, placeOf, type ShownChange, visible } from "../text.ts";

type Style = Parameters<typeof styleText>[0];
type Paint = (style: Style, text: string) => string;

/** Returns the drifted resources stack by stack, then the counts, then the remedies. Ends with a line break. */
export function terminalReport(found: Findings, { colour }: { readonly colour: boolean }): string {
  const paint: Paint = (style, text) => (colour ? styleText(style, text, { validateStream: false }) : text);
  const { outcome, report } = found;
  const isClean = outcome.kind === "clean" && report.counts.ignored === 0;
  const blocks = isClean ? [cleanLines(found, paint)] : blocksOf(found, paint);
  return `${blocks.map((lines) => lines.join("\n")).join("\n\n")}\n`;
}

function cleanLines({ totals, share, groups }: Findings, paint: Paint): string[] {
  const names = groups.filter(({ of }) => of === "stack").map(({ name }) => name);
  const notes = groups.flatMap(({ blindSpots }) => blindSpots);
  const facts = [listed(names, 5) || "no stack", ...(share ? [share] : []), ...notes];
  return [`${paint(["green", "bold"], "✓ In sync")}  ${totals}`, paint("dim", `  ${facts.join(" · ")}`)];
}

function blocksOf({ outcome, totals, share, groups, remedies }: Findings, paint: Paint): string[][] {
  const [mark, style] = HEADS[outcome.kind];
  return [
    [`${paint([style, "bold"], `${mark} ${outcome.title}`)}${share ? paint("dim", `  ${share}`) : ""}`],
    ...groups.map((group) => groupLines(group, paint)).filter((lines) => lines.length > 1),
    [paint("bold", totals)],
    ...remedies.map((remedy) => remedyLines(remedy, paint)),
  ];
}

const HEADS = {
  error: ["✗", "red"],
  drift: ["✗", "red"],
  notice: ["!", "yellow"],
  clean: ["✓", "green"],
} as const;

/** The column of the text after a verdict. */
const INDENT = " ".repeat(4 + Math.max(...Object.values(VERDICT_WORDS).map((word) => word.length)) + 2);

const MARKS: { readonly [verdict in Finding["verdict"]]?: string } = {
  error: "✗",
  missing: "−",
  drifted: "~",
  dangling: "✗",
  unwatched: "~",
  "renewal-due": "!",
  unmanaged: "+",
};

const STYLES: { readonly [severity in Severity]: Style } = { error: "red", warning: "yellow", info: "dim" };

/** Returns only the heading when there are no findings. */
function groupLines({ of, name, error, findings, blindSpots }: Group, paint: Paint): string[] {
  const ofVerdict = (verdict: Finding["verdict"]) => findings.filter((finding) => finding.verdict === verdict);
  const widest = Math.max(
    0,
    ...findings.flatMap((each) =>
      [...each.changes, ...each.ignored, ...each.unwatched].map(({ property }) => property.length),
    ),
  );
  const heading = of === "stack" ? name : name.charAt(0).toUpperCase() + name.slice(1);
  const reported = VERDICTS.filter((verdict) => !["error", "unreadable", "in-sync"].includes(verdict));
  const alike = Map.groupBy(ofVerdict("error"), ({ lines }) => lines.join(" "));
  return [
    paint(["bold", "underline"], heading),
    ...(error === undefined ? [] : [headLine("error", "error", error, "", paint)]),
    ...[...alike.values()].flatMap((members) => errorLines(members, paint)),
    ...reported.flatMap(ofVerdict).flatMap((finding) => findingLines(finding, widest, paint)),
    ...ofVerdict("unmanaged").map(({ verdict, severity, title, handler = "" }) =>
      headLine(verdict, severity, title, handler, paint),
    ),
    ...blindSpots.map((sentence) => paint("dim", `  · ${sentence}`)),
  ];
}

function headLine(verdict: Finding["verdict"], severity: Severity, title: string, aside: string, paint: Paint) {
  const head = paint(STYLES[severity], `  ${MARKS[verdict] ?? "·"} ${VERDICT_WORDS[verdict]}`.padEnd(INDENT.length));
  return `${head}${paint("bold", title)}${aside === "" ? "" : `  ${paint("dim", aside)}`}`;
}

/** Groups resources with the same read error. */
function errorLines(members: readonly Finding[], paint: Paint): string[] {
  const [first] = members;
  if (!first || members.length === 1) return members.flatMap((finding) => findingLines(finding, 0, paint));
  const titles = members.map(({ title }) => title);
  return [
    headLine("error", "error", `${number(members.length)} resources`, listed(titles, 3), paint),
    ...first.lines.map((line) => `${INDENT}${line}`),
  ];
}

function findingLines(finding: Finding, widest: number, paint: Paint): string[] {
  const { verdict, severity, title, lines, changes, ignored, unwatched, source } = finding;
  const plain: Paint = (_, text) => text;
  const others = ignored.flatMap((change) => changeLines(change, widest, plain));
  return [
    headLine(verdict, severity, title, source ? placeOf(source) : "", paint),
    ...(changes.length + unwatched.length > 0 ? [] : lines.map((line) => `${INDENT}${line}`)),
    ...changes.flatMap((change) => changeLines(change, widest, paint)),
    ...(unwatched.length > 0 && verdict !== "unwatched" ? [`${INDENT}and where the program says nothing:`] : []),
    ...unwatched.flatMap((change) => changeLines(change, widest, paint)),
    ...(others.length > 0 && verdict !== "ignored" ? [`${INDENT}and ignored:`, ...others] : others).map((line) =>
      paint("dim", line),
    ),
  ];
}

/** Columns; a longer change takes two lines. */
const WIDTH = 100;

function changeLines({ property, expected, actual }: ShownChange, widest: number, paint: Paint): string[] {
  const name = `${INDENT}${property.padEnd(widest)}  `;
  const arrow = paint("dim", "→");
  const fits = name.length + expected.length + 3 + actual.length <= WIDTH;
  if (fits) return [`${name}${paint("green", expected)} ${arrow} ${paint("red", actual)}`];
  return [`${name}${paint("green", expected)}`, `${" ".repeat(name.length - 2)}${arrow} ${paint("red", actual)}`];
}

const MOST_EDITS = 10;

function remedyLines({ title, commands, edits, notes }: Remedy, paint: Paint): string[] {
  const rest = edits.length - MOST_EDITS;
  return [
    paint("bold", title),
    ...commands.map(({ line, note }) => `  ${paint("cyan", visible(line))}${note ? paint("dim", `  # ${note}`) : ""}`),
    ...edits.slice(0, MOST_EDITS).map((edit) => `  ${editText(edit)}`),
    ...(rest > 0 ? [paint("dim", `  and ${number(rest)} more edits: see the other reports`)] : []),
    ...notes.map((note) => `  ${note}`),
  ];
}

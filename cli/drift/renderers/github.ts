import { type Finding, type Findings, type Group, type Severity, VERDICT_WORDS } from "../findings.ts";
import type { SourceLine } from "../report.ts";
import { plural } from "../text.ts";

export interface Note {
  readonly level: Exclude<Severity, "info">;
  readonly title: string;
  readonly lines: readonly string[];
  readonly source?: SourceLine | undefined;
}

/** The largest number of annotations of one level that GitHub shows for a step. GitHub drops the others without a note. */
const MOST = 10;

/** Returns GitHub workflow commands, one a line. Each finding that needs a look is annotated at its resource's declaration. */
export function annotations({ groups }: Findings): string[] {
  return commands(groups.flatMap(notesOf));
}

export function commands(notes: readonly Note[]): string[] {
  return (["error", "warning"] as const).flatMap((level) => {
    const own = notes.filter((note) => note.level === level);
    if (own.length <= MOST) return own.map(command);
    const more = plural(own.length - MOST + 1, `more ${level}`);
    const rest = { level, title: more, lines: ["See the page of this run."] };
    return [...own.slice(0, MOST - 1), rest].map(command);
  });
}

function notesOf({ of, name, error, findings }: Group): Note[] {
  const alike = Map.groupBy(findings, (each) => (each.verdict === "error" ? each.lines.join(" ") : each));
  const where = `(${of === "stack" ? `stack ${name}` : name})`;
  return [
    ...(error === undefined ? [] : [{ level: "error" as const, title: "Could not be checked", lines: [error, where] }]),
    ...[...alike.values()].flatMap((members) => noteOf(members, where)),
  ];
}

/** Returns one note for all resources with the same read error. Every other finding has its own note. */
function noteOf(members: readonly Finding[], where: string): Note[] {
  const [first] = members;
  if (!first || first.severity === "info") return [];
  const { severity, verdict, title, lines, source } = first;
  const who = members.length === 1 ? title : plural(members.length, "resource");
  return [{ level: severity, title: `${who}: ${VERDICT_WORDS[verdict]}`, lines: [...lines, where], source }];
}

function command({ level, title, lines, source }: Note): string {
  const place = source ? `file=${property(source.file)},line=${source.line},` : "";
  return `::${level} ${place}title=${property(title)}::${data(lines.join("\n"))}`;
}

function data(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

function property(text: string): string {
  return data(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}

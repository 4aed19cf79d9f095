import { createHash } from "node:crypto";
import type { Note } from "../drift/renderers/github.ts";
import { code, prose, row, tableHead } from "../drift/renderers/markdown-text.ts";
import type { SourceLine } from "../drift/report.ts";
import { clip, masked } from "../drift/text.ts";
import type { TriedCall } from "../routes/tried-call.ts";

export interface Violation {
  readonly level: "mandatory" | "advisory";
  readonly policy: string;
  /** As people call it: `SipEndpoint desk`. */
  readonly resource: string;
  readonly urn: string;
  readonly message: string;
  /** Where the program declares the resource. */
  readonly source?: SourceLine;
}

/** What a preview said and how it ended. */
export interface Previewed {
  readonly stack: string;
  /** Everything that the engine printed. */
  readonly text: string;
  readonly isDone: boolean;
  readonly violations: readonly Violation[];
  /** How many resources are created, updated and so on; absent when the preview did not come to its end. */
  readonly totals?: { readonly [operation: string]: number | undefined };
  /** Whose calls go another way after the change; absent where that was not tried. */
  readonly otherWays?: OtherWays;
}

/** Calls that take another way than before. */
export interface OtherWays {
  readonly calls: readonly { readonly to: string; readonly before: TriedCall; readonly after: TriedCall }[];
  /** In Mermaid. */
  readonly picture?: string;
  /** Why they could not be tried, as a sentence. */
  readonly error?: string;
}

/** Violations first, then the totals, then what the engine printed, of which as much is kept as there is room for in bytes. */
export function markdown({ stack, text, violations, isDone, totals, otherWays }: Previewed, room: number): string {
  const refused = violations.filter(({ level }) => level === "mandatory").length;
  const verdict = refused > 0 ? `: refused, mandatory violations: ${refused}` : isDone ? "" : ": failed";
  let page = `## Preview of \`${stack}\`${verdict}\n`;
  const add = (title: string, parts: readonly string[], reserved = 0) => {
    if (parts.length === 0) return;
    let left = room - Buffer.byteLength(page) - 200 - reserved;
    const end = parts.findIndex((part) => {
      left -= Buffer.byteLength(part) + 1;
      return left < 0;
    });
    const kept = end < 0 ? parts : parts.slice(0, end);
    const cut = end < 0 ? "" : `, shortened to ${end} of ${parts.length}: the log has all`;
    page += `\n**${title}**${cut}\n${fenced(kept.join("\n"))}`;
  };
  // Mandatory ones first.
  const ordered = [...violations].sort((a, b) => b.level.localeCompare(a.level));
  // The totals have their room however many violations there are.
  add("Policies", masked(ordered).map(asText), 500);
  add("Totals", [totals ? summary(totals) : "The preview did not come to its end."]);
  page += otherWaysOf(otherWays, room / 4);
  add("Changes", masked(text.trim().split("\n")));
  return page;
}

/** A row for each number, as many as there is room for in bytes, and the picture if it fits too. */
function otherWaysOf({ calls, picture, error }: OtherWays = { calls: [] }, room: number): string {
  if (error !== undefined) return `\n**Calls** could not be tried: ${prose(error)}\n`;
  if (calls.length === 0) return "";
  const rows = calls.map(({ to, before, after }) => row([code(to), way(before), way(after)]));
  let left = room;
  const kept = rows.filter((each) => {
    left -= Buffer.byteLength(each);
    return left > 0;
  });
  const cut = kept.length < rows.length ? `, the first ${kept.length} of ${rows.length}` : "";
  const table = `\n**Calls that take another way**${cut}\n\n${tableHead(["Number", "Before", "After"])}${kept.join("")}`;
  const isFitting = picture !== undefined && Buffer.byteLength(picture) < left;
  return isFitting ? `${table}\n\`\`\`mermaid\n${picture}\`\`\`\n` : table;
}

function way({ steps, outcome }: TriedCall): string {
  const said = steps.map(({ text }) => prose(clip(text.replace(WHY_NOT_ASKED, ""), LONGEST_STEP)));
  // The first says who is called.
  return [...(said.length > 1 ? said.slice(1) : said), `→ ${outcome}`].join("<br>");
}

/** No host is allowed here, which need not be said of each. */
const WHY_NOT_ASKED = /; it was not, for \S+ is not allowed \(--allow\)\. Taken for one that keeps the call/;

const LONGEST_STEP = 300;

/** Annotations of GitHub, at the line that declares the resource. */
export function notes({ violations }: Previewed): Note[] {
  return masked(violations).map(({ level, policy, resource, message, source }) => ({
    level: level === "mandatory" ? "error" : "warning",
    title: `${policy}: ${resource}`,
    lines: [message],
    source,
  }));
}

/** GitLab's Code Quality report: what the target branch has not is shown in the merge request. */
export function codeQuality({ violations }: Previewed, projectFile: string): string {
  const issues = masked(violations).map(({ level, policy, resource, urn, message, source }) => ({
    description: `${resource}: ${message}`,
    check_name: policy,
    fingerprint: createHash("sha256")
      .update(JSON.stringify([policy, urn, message]))
      .digest("hex"),
    severity: level === "mandatory" ? "critical" : "minor",
    location: { path: source?.file ?? projectFile, lines: { begin: source?.line ?? 1 } },
  }));
  return `${JSON.stringify(issues, undefined, 2)}\n`;
}

/** GitLab's Terraform report, which is how many resources are created, updated and deleted; a replacement is both. */
export function terraform({ totals = {} }: Previewed): string {
  const { create = 0, update = 0, replace = 0 } = totals;
  const deleted = totals.delete ?? 0;
  return `${JSON.stringify({ create: create + replace, update, delete: deleted + replace })}\n`;
}

/** A rule of the user's own may say anything; one message must not leave out all others. */
const LONGEST_MESSAGE = 5_000;

function asText({ level, policy, resource, message }: Violation): string {
  return `[${level}] ${policy} (${resource})\n    ${clip(message, LONGEST_MESSAGE).replaceAll("\n", "\n    ")}`;
}

function summary(totals: NonNullable<Previewed["totals"]>): string {
  return Object.entries(totals)
    .map(([operation, count]) => `${count} ${operation === "same" ? "unchanged" : operation}`)
    .join(", ");
}

/** A fence longer than any within. */
function fenced(text: string): string {
  const longest = Math.max(7, ...[...text.matchAll(/^\s*(~+)/gm)].map(([, run = ""]) => run.length));
  const fence = "~".repeat(longest + 1);
  return `\n${fence}\n${text}\n${fence}\n`;
}

// The result of doctor, as text and as JSON. The JSON is for bug reports: it contains no id, name, address, path or secret.

import { styleText } from "node:util";
import { masked, visible } from "../../contract/index.ts";
import type { Connection } from "../../provider/config.ts";

export type Status = "ok" | "warning" | "problem" | "not-tried";

export interface Check {
  /** Constant across releases, for example `scope-voice`. */
  readonly id: string;
  readonly title: string;
  readonly status: Status;
  readonly message: string;
  /** The cause, when a check distinguishes several, for example `login-page`. */
  readonly cause?: string;
  /** Imperatives, the likeliest first. Present when the status is `problem`. */
  readonly remedies?: readonly string[];
}

export interface DoctorReport {
  readonly version: string;
  readonly platform: string;
  readonly checks: readonly Check[];
}

type Words = Pick<Check, "message" | "cause" | "remedies">;

export interface Reporter {
  ok(message: string): Check;
  warning(message: string, ...remedies: string[]): Check;
  problem(message: string, remedies: readonly string[], cause?: string): Check;
  notTried(why: string): Check;
}

/** Makes the outcomes of one check. */
export function checking(id: string, title: string): Reporter {
  const make = (status: Status, words: Words): Check => ({ id, title, status, ...words });
  return {
    ok: (message) => make("ok", { message }),
    warning: (message, ...remedies) => make("warning", { message, ...(remedies.length > 0 && { remedies }) }),
    problem: (message, remedies, cause) =>
      make("problem", { message, remedies, ...(cause !== undefined && { cause }) }),
    notTried: (why) => make("not-tried", { message: `not tried: ${why}` }),
  };
}

/** The user's own values → placeholders for reports that others read. */
export class PrivateValues {
  readonly #placeholders = new Map<string, string>();

  add(value: string | undefined, placeholder: string): void {
    // A shorter value would also match inside ordinary words.
    if (value !== undefined && value.length >= 3) this.#placeholders.set(value, placeholder);
  }

  /** Returns the text without these values, ignoring case. */
  removedFrom(text: string): string {
    const longestFirst = [...this.#placeholders].sort(([a], [b]) => b.length - a.length);
    return longestFirst.reduce((rest, [value, placeholder]) => rest.replace(exactly(value), () => placeholder), text);
  }
}

/** Adds the values by which a connection names the user's account. */
export function hideConnection(connection: Connection | undefined, hidden: PrivateValues): void {
  if (!connection) return;
  const { hostname } = new URL(connection.baseUrl);
  hidden.add(connection.projectId, "[project ID]");
  hidden.add(connection.apiToken, "[secret]");
  // A local address identifies the case, not the user, so it stays in the report.
  if (!/^(?:127\.|localhost|\[::1\])/.test(hostname)) hidden.add(hostname, "[address]");
  hidden.add(connection.proxy?.shown, "[proxy]");
}

function exactly(value: string): RegExp {
  return new RegExp(value.replace(/[.*+?^$()[\]{}|\\/-]/g, "\\$&"), "gi");
}

const ID = /\b[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\b/gi;

/** Returns the text without private values, ids and secrets. */
export function anonymous(text: string, hidden: PrivateValues): string {
  return masked(hidden.removedFrom(text)).replace(ID, "[id]");
}

export function jsonReport(report: object, hidden: PrivateValues): string {
  const shown = JSON.stringify(report, (_, value) => (typeof value === "string" ? anonymous(value, hidden) : value), 2);
  return `${shown}\n`;
}

const MARKS = {
  ok: ["✓", "green"],
  warning: ["!", "yellow"],
  problem: ["✗", "red"],
  "not-tried": ["–", "dim"],
} as const;

/** Returns one line for each check with its remedies below, then the count. */
export function terminalReport({ checks }: DoctorReport, colour: boolean): string {
  const paint = (style: Parameters<typeof styleText>[0], text: string) =>
    colour ? styleText(style, text, { validateStream: false }) : text;
  const width = Math.max(...checks.map(({ title }) => title.length));
  const lines = checks.flatMap(({ title, status, message, remedies = [] }) => {
    const [mark, style] = MARKS[status];
    const first = `${paint(style, mark)} ${title.padEnd(width)}  ${visible(masked(message))}`;
    return [first, ...remedies.map((remedy) => `${" ".repeat(width + 4)}→ ${visible(masked(remedy))}`)];
  });
  const count = (wanted: Status) => checks.filter(({ status }) => status === wanted).length;
  const totals = [
    [count("problem"), "problem"],
    [count("warning"), "warning"],
    [count("not-tried"), "check not tried"],
  ] as const;
  const shown = totals.flatMap(([number, word]) => (number > 0 ? [`${number} ${plural(word, number)}`] : []));
  return `${[...lines, "", shown.join(", ") || "No problems."].join("\n")}\n`;
}

function plural(word: string, count: number): string {
  if (count === 1) return word;
  return word.startsWith("check") ? word.replace("check", "checks") : `${word}s`;
}

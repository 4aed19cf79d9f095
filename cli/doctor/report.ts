// The result of doctor, and the same for bug reports: without ids, names, addresses, paths and secrets.

import { listed, literalPattern, masked } from "../../contract/index.ts";
import type { Connection } from "../../provider/config/config.ts";
import { version } from "../package.ts";
import { type Item, type LeveledSection, type Report, timeOf } from "../report/model.ts";
import { plural } from "../report/text.ts";

type Status = "ok" | "warning" | "problem" | "not-tried";

export interface Check {
  /** Constant across releases, for example `scope-voice`. */
  readonly id: string;
  readonly title: string;
  readonly status: Status;
  readonly message: string;
  /** Imperatives, the likeliest first; at least one for a problem. */
  readonly remedies: readonly string[];
}

/** Returns functions that make a check of this name. */
export function checking(id: string, title: string) {
  const make = (status: Status, message: string, remedies: readonly string[] = []): Check => {
    return { id, title, status, message, remedies };
  };
  return {
    /** `message`: what a bug report needs to know. */
    ok: (message = "") => make("ok", message),
    warning: (message: string, ...remedies: string[]) => make("warning", message, remedies),
    problem: (message: string, remedies: readonly string[]) => make("problem", message, remedies),
    notTried: (why: string) => make("not-tried", why),
  };
}

export type Reporter = ReturnType<typeof checking>;

/** The user's own values, and their placeholders in reports that others read. Of equal values, the last counts. */
export type PrivateValues = readonly (readonly [value: string | undefined, placeholder: string])[];

export function privateValuesOf({ baseUrl, projectId, apiToken, proxy }: Connection): PrivateValues {
  const { hostname } = new URL(baseUrl);
  // A local address identifies the case, not the user, so it stays in the report.
  const isLocal = /^(?:127\.|localhost|\[::1\])/.test(hostname);
  return [
    [projectId, "[project ID]"],
    [apiToken, "[secret]"],
    [isLocal ? undefined : hostname, "[address]"],
    [proxy?.shown, "[proxy]"],
  ];
}

const PUBLIC = "pulumi-signalwire";
const ID = /\b[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\b/gi;

/** Returns the report without private values, ids and secrets. */
export function anonymousReport(report: Report, values: PrivateValues): Report {
  const placeholders = new Map(values);
  const patterns = [...placeholders.keys()]
    // A shorter value would also match inside ordinary words. A project named like the package would garble each command and variable.
    .filter((value = "") => value.length >= 3 && !PUBLIC.includes(value.toLowerCase()))
    .sort((a = "", b = "") => b.length - a.length)
    .map((value = "") => [new RegExp(literalPattern(value), "gi"), placeholders.get(value) ?? ""] as const);
  const anonymous = (text: string) => {
    const removed = patterns.reduce((rest, [pattern, placeholder]) => rest.replace(pattern, () => placeholder), text);
    return masked(removed).replace(ID, "[id]");
  };
  return JSON.parse(JSON.stringify(report, (_, value) => (typeof value === "string" ? anonymous(value) : value)));
}

const SECTIONS = {
  problem: { title: "problem", mark: "✗", noun: "check", level: "error" },
  warning: { title: "warning", mark: "!", noun: "check", level: "warning" },
  "not-tried": { title: "not tried", mark: "–", noun: "check", isUnchecked: true, level: "info" },
  ok: { title: "ok", mark: "✓", noun: "check", level: "ok" },
} satisfies { readonly [status in Status]: LeveledSection };

/** Returns problems and warnings with their remedies. Checks that passed are only named. */
export function doctorReport(checks: readonly Check[], now: Date): Report {
  const count = (wanted: Status) => checks.filter(({ status }) => status === wanted).length;
  const [problems, warnings] = [count("problem"), count("warning")];
  const counts = [
    ...(problems > 0 ? [plural(problems, "problem")] : []),
    ...(warnings > 0 ? [plural(warnings, "warning")] : []),
  ];
  const passed = checks.filter(({ status }) => status === "ok").map(({ title }) => title);
  return {
    kind: "doctor",
    title: counts.join(" and ") || "No problems",
    level: problems > 0 ? "error" : warnings > 0 ? "warning" : "ok",
    exitCode: problems > 0 ? 1 : 0,
    at: timeOf(now),
    facts: [
      `pulumi-signalwire ${version()} on ${process.platform} ${process.arch}`,
      ...(passed.length > 0 ? [`In order: ${listed(passed, passed.length)}`] : []),
    ],
    sections: SECTIONS,
    groups: [{ title: "Checks", notes: [], items: checks.map(itemOf) }],
    remedies: [],
    appendix: [],
  };
}

function itemOf({ id, title, status, message, remedies }: Check): Item {
  return {
    ...{ section: status, level: SECTIONS[status].level, fails: status === "problem", subject: title },
    id,
    lines: masked([...(message === "" ? [] : [message]), ...remedies.map((remedy) => `→ ${remedy}`)]),
    changes: [],
  };
}

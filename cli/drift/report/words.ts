// Decides the words that all reports share: what a run came to, how things are counted and named.

import { clientToken, phoneNumber, sipEndpoint } from "../../../contract/index.ts";
import { type CheckedResource, type DriftReport, type SourceLine, VERDICTS, type Verdict } from "../model.ts";
import { visible } from "./values.ts";

export const VERDICT_WORDS: { readonly [verdict in Verdict]: string } = {
  error: "error",
  missing: "missing",
  drifted: "drifted",
  "renewal-due": "renewal due",
  ignored: "ignored",
  unreadable: "unreadable",
  "in-sync": "in sync",
};

export interface Outcome {
  readonly kind: "error" | "drift" | "notice" | "clean";
  readonly title: string;
}

/** What the findings come to, whatever `--fail-on` makes of them. */
export function outcome({ counts, stacks, accounts }: DriftReport): Outcome {
  const isPartial = counts.error > 0 || [...stacks, ...accounts].some(({ error }) => error !== undefined);
  const isDrifted = counts.drifted + counts.missing > 0;
  if (isPartial) {
    return {
      kind: "error",
      title: isDrifted ? "Drift found, and not everything could be checked" : "Not everything could be checked",
    };
  }
  if (isDrifted) return { kind: "drift", title: "Drift found" };
  const notices = [
    ...(unmanagedCount({ accounts }) > 0 ? ["unmanaged objects"] : []),
    ...(counts["renewal-due"] > 0 ? ["renewals due"] : []),
  ];
  if (notices.length > 0) return { kind: "notice", title: `No drift, but ${notices.join(" and ")}` };
  return { kind: "clean", title: counts.ignored > 0 ? "No drift but what is ignored" : "In sync" };
}

export function unmanagedCount({ accounts }: Pick<DriftReport, "accounts">): number {
  return accounts.reduce((sum, { unmanaged }) => sum + unmanaged.length, 0);
}

/** `7 resources in 2 stacks: 1 missing, 6 in sync, 1 unmanaged` */
export function countsLine(report: DriftReport): string {
  const total = VERDICTS.reduce((sum, verdict) => sum + report.counts[verdict], 0);
  const parts = VERDICTS.filter((verdict) => report.counts[verdict] > 0).map((verdict) =>
    verdict === "error"
      ? plural(report.counts.error, "error")
      : `${number(report.counts[verdict])} ${VERDICT_WORDS[verdict]}`,
  );
  const unmanaged = unmanagedCount(report);
  const extra = unmanaged > 0 ? [`${number(unmanaged)} unmanaged`] : [];
  const where = `${plural(total, "resource")} in ${plural(report.stacks.length, "stack")}`;
  const what = [...parts, ...extra].join(", ");
  return what === "" ? where : `${where}: ${what}`;
}

export function number(count: number): string {
  return count.toLocaleString("en");
}

export function plural(count: number, one: string, many = `${one}s`): string {
  return `${number(count)} ${count === 1 ? one : many}`;
}

const TITLES: { readonly [type: string]: string } = {
  SipEndpoint: sipEndpoint.title,
  PhoneNumber: phoneNumber.title,
  ClientToken: clientToken.title,
};

/** `SIP endpoint` */
export function noun(type: string): string {
  return TITLES[type] ?? visible(type);
}

/** `SipEndpoint desk (front-desk)` */
export function titleOf({ type, name, label }: Pick<CheckedResource, "type" | "name" | "label">): string {
  return visible(`${type} ${name}${label === undefined || label === name ? "" : ` (${label})`}`);
}

/** `index.ts:4` */
export function placeOf({ file, line }: SourceLine): string {
  return visible(`${file}:${line}`);
}

/** `a, b and 9 more` */
export function listed(names: readonly string[], most: number): string {
  const shown = names.slice(0, most);
  const rest = names.length - shown.length;
  if (rest > 0) return `${shown.join(", ")} and ${number(rest)} more`;
  return shown.length < 2 ? shown.join("") : `${shown.slice(0, -1).join(", ")} and ${shown.at(-1)}`;
}

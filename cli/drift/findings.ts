// The text of each finding, computed once, masked and safe to print. Renderers only lay it out.

import { type ResourceName, resources } from "../../contract/index.ts";
import { isDeclaredProvider } from "../../provider/config.ts";
import { mergeRemedies, type Remedy, remediesOf, remedyOfUnmanaged } from "./remedies.ts";
import {
  type Account,
  type CheckedResource,
  type CheckedStack,
  type DriftReport,
  FAILS_AS,
  type FailureKind,
  kindsOf,
  type Named,
  type SourceLine,
  type UnmanagedObject,
  VERDICTS,
  type Verdict,
} from "./report.ts";
import { listed, masked, number, plural, type ShownChange, sentence, showChange, visible } from "./text.ts";

export interface Finding {
  readonly verdict: Named;
  readonly severity: Severity;
  /** True when `--fail-on` includes this finding. */
  readonly fails: boolean;
  readonly type: ResourceName;
  /** The name in the program; for an unmanaged object, its label. */
  readonly name: string;
  /** The label, when it differs from the name. */
  readonly label?: string | undefined;
  /** `SipEndpoint desk (front-desk)` */
  readonly title: string;
  readonly id: string;
  /** The description of the problem; empty when the resource is in sync. */
  readonly lines: readonly string[];
  readonly changes: readonly ShownChange[];
  readonly ignored: readonly ShownChange[];
  readonly unwatched: readonly ShownChange[];
  readonly handler?: string | undefined;
  readonly source?: SourceLine | undefined;
  readonly remedies: readonly Remedy[];
}

/** How urgent a finding is: `error` needs action, `warning` needs a look, `info` is for the record. */
export type Severity = "error" | "warning" | "info";

/** The findings in one stack, or in one account. */
export interface Group {
  readonly of: "stack" | "account";
  /** `prod`, or `project … at …`. */
  readonly name: string;
  /** Why the stack or account, or a part of it, could not be checked. */
  readonly error?: string | undefined;
  readonly findings: readonly Finding[];
  /** Properties that the check cannot verify. */
  readonly blindSpots: readonly string[];
}

export interface Findings {
  /** The raw findings, with passwords in addresses masked. */
  readonly report: DriftReport;
  readonly outcome: { readonly kind: "error" | "drift" | "notice" | "clean"; readonly title: string };
  /** `7 resources in 2 stacks: 1 missing, 6 in sync, 1 unmanaged` */
  readonly totals: string;
  /** `412 of 500 objects managed, 82 %`; only when all lists of the accounts were read. */
  readonly share?: string;
  /** The number of findings for each verdict; `unmanaged` only when accounts were read. */
  readonly counts: readonly (readonly [verdict: Named, count: number])[];
  readonly groups: readonly Group[];
  readonly remedies: readonly Remedy[];
}

type Fails = (verdict: Named) => boolean;

export const VERDICT_WORDS: { readonly [verdict in Named]: string } = {
  error: "error",
  missing: "missing",
  drifted: "drifted",
  dangling: "dangling",
  unwatched: "unwatched",
  "renewal-due": "renewal due",
  ignored: "ignored",
  unreadable: "unreadable",
  "in-sync": "in sync",
  unmanaged: "unmanaged",
};

const SEVERITIES: { readonly [verdict in Named]?: Severity } = {
  error: "error",
  missing: "error",
  drifted: "error",
  dangling: "error",
  unwatched: "warning",
  "renewal-due": "warning",
  unmanaged: "warning",
};

export function findingsOf(unmasked: DriftReport, failOn: readonly FailureKind[]): Findings {
  const report = masked(unmasked);
  const fails = (verdict: Named) =>
    verdict === "error" ? !failOn.includes("never") : failOn.some((kind) => kind === FAILS_AS[verdict]);
  const stacks = report.stacks.map(({ stack }) => stack);
  const groups = [
    ...report.stacks.map((stack) => stackGroup(stack, report.checkedAt, fails)),
    ...report.accounts.map((account) => accountGroup(account, { stacks, isOne: report.accounts.length === 1 }, fails)),
  ];
  const unmanaged = report.accounts.reduce((sum, account) => sum + account.unmanaged.length, 0);
  const counts: [Named, number][] = VERDICTS.map((verdict) => [verdict, report.counts[verdict]]);
  if (report.accounts.length > 0) counts.push(["unmanaged", unmanaged]);
  return {
    report,
    outcome: outcomeOf(report, unmanaged),
    totals: totalsOf(report, counts),
    ...shareOf(report),
    counts,
    groups,
    remedies: mergeRemedies(groups.flatMap(({ findings }) => findings.flatMap((each) => each.remedies))),
  };
}

function stackGroup(
  { stack, error, resources: checked, policies }: CheckedStack,
  checkedAt: string,
  fails: Fails,
): Group {
  return {
    of: "stack",
    name: visible(stack),
    error: error === undefined ? undefined : sentence(error),
    findings: checked.map((each) => ({
      ...findingOf(each, { stack, policies, checkedAt }),
      fails: kindsOf(each).some(fails),
    })),
    blindSpots: blindSpotsOf(checked),
  };
}

interface Among {
  readonly stacks: readonly string[];
  /** True when the stacks have one account. */
  readonly isOne: boolean;
}

function accountGroup(account: Account, { stacks, isOne }: Among, fails: Fails): Group {
  const { projectId, baseUrl, providers = [], error, unmanaged } = account;
  const declared = providers.filter(isDeclaredProvider).map((name) => `"${name}"`);
  const by = declared.length > 0 ? ` (provider ${declared.join(", ")})` : "";
  return {
    of: "account",
    name: visible(`${projectId === "" ? "account" : `project ${projectId} at ${baseUrl}`}${by}`),
    error: error === undefined ? undefined : sentence(error),
    findings: unmanaged.map((each) => ({
      ...unmanagedFinding(each, stacks, isOne ? undefined : providers[0]),
      fails: fails("unmanaged"),
    })),
    blindSpots: [],
  };
}

interface Checked {
  readonly stack: string;
  readonly policies: CheckedStack["policies"] | undefined;
  readonly checkedAt: string;
}

function findingOf(resource: CheckedResource, { stack, policies, checkedAt }: Checked): Omit<Finding, "fails"> {
  const { type, name, id, verdict, source } = resource;
  const label = resource.label === name ? undefined : resource.label;
  const changes = resource.changes.map(showChange);
  const unwatched = resource.unwatched.map(showChange);
  return {
    verdict,
    severity: SEVERITIES[verdict] ?? "info",
    type,
    name: visible(name),
    label: label === undefined ? undefined : visible(label),
    title: visible(`${type} ${name}${label === undefined ? "" : ` (${label})`}`),
    id: visible(id),
    lines: linesOf(resource, [...changes, ...unwatched]),
    changes,
    ignored: resource.ignored.map(showChange),
    unwatched,
    source,
    remedies: remediesOf(resource, stack, policies, checkedAt),
  };
}

function linesOf({ type, id, verdict, message }: CheckedResource, changes: readonly ShownChange[]): string[] {
  if (verdict === "drifted" || verdict === "unwatched")
    return changes.map(({ property, expected, actual }) => `${property}: expected ${expected}, actual ${actual}`);
  const { title } = resources[type];
  const said: { readonly [verdict in Verdict]?: string } = {
    error: "It could not be read.",
    missing: `The service has no ${title} with the id ${visible(id)} any more.`,
    "renewal-due": "The next `pulumi up` renews it.",
    unreadable: `A ${title} cannot be read back.`,
  };
  const line = message === undefined ? said[verdict] : sentence(message);
  return line === undefined ? [] : [line];
}

function unmanagedFinding(
  object: UnmanagedObject,
  stacks: readonly string[],
  provider: string | undefined,
): Omit<Finding, "fails"> {
  const { type, label, id, handler } = object;
  const does = handler === undefined ? "" : ` (${handler})`;
  return {
    verdict: "unmanaged",
    severity: "warning",
    type,
    name: visible(label),
    title: visible(`${type} ${label}`),
    id: visible(id),
    lines: [visible(`No checked stack manages the ${resources[type].title} ${label}${does}.`)],
    changes: [],
    ignored: [],
    unwatched: [],
    handler: handler === undefined ? undefined : visible(handler),
    remedies: [remedyOfUnmanaged(stacks, provider)],
  };
}

function blindSpotsOf(checked: readonly CheckedResource[]): string[] {
  const read = checked.filter(({ verdict }) => verdict !== "missing" && verdict !== "error");
  const unreadable = read.filter(({ verdict }) => verdict === "unreadable");
  const unshown = read.flatMap(({ name, unverifiable }) => unverifiable.map((argument) => ({ argument, name })));
  const hidden = read.flatMap(({ name, hidden = [] }) => hidden.map((argument) => ({ argument, name })));
  const adopted = checked.filter((each) => each.leftOut > 0);
  return [
    ...[...Map.groupBy(adopted, ({ type }) => type)].map(([type, members]) => {
      const settings = members.reduce((sum, each) => sum + each.leftOut, 0);
      return `${plural(settings, "setting")} of ${plural(members.length, resources[type].title)} not managed`;
    }),
    ...[...Map.groupBy(unreadable, ({ type }) => type)].map(
      ([type, members]) => `${plural(members.length, resources[type].title)} cannot be read back`,
    ),
    ...byArgument(unshown).map((what) => `${what} cannot be verified, for the service never shows it`),
    ...byArgument(hidden).map((what) => `${what} cannot be compared until the SIP profile is as its program says`),
  ];
}

/** Returns "the password of desk and lobby" for each argument. */
function byArgument(members: readonly { readonly argument: string; readonly name: string }[]): string[] {
  return [...Map.groupBy(members, ({ argument }) => argument)].map(([argument, each]) => {
    const names = each.map(({ name }) => visible(name));
    return `the ${argument} of ${names.length > FEW ? plural(names.length, "resource") : listed(names, FEW)}`;
  });
}

const FEW = 5;

/** Computes the outcome of the findings, independent of `--fail-on`. */
function outcomeOf({ counts, stacks, accounts }: DriftReport, unmanaged: number): Findings["outcome"] {
  const isPartial = counts.error > 0 || [...stacks, ...accounts].some(({ error }) => error !== undefined);
  const isDrifted = counts.drifted + counts.missing + counts.dangling > 0;
  if (isPartial) {
    const title = isDrifted ? "Drift found, and not everything could be checked" : "Not everything could be checked";
    return { kind: "error", title };
  }
  if (isDrifted) return { kind: "drift", title: "Drift found" };
  const notices = [
    ...(unmanaged > 0 ? ["unmanaged objects"] : []),
    ...(counts.unwatched > 0 ? ["changes where the program says nothing"] : []),
    ...(counts["renewal-due"] > 0 ? ["renewals due"] : []),
  ];
  if (notices.length > 0) return { kind: "notice", title: `No drift, but ${notices.join(" and ")}` };
  return { kind: "clean", title: counts.ignored > 0 ? "No drift but what is ignored" : "In sync" };
}

/** Returns the managed share, rounded down: 100 % means all. */
function shareOf({ accounts }: DriftReport): Pick<Findings, "share"> {
  const lists = accounts.flatMap(({ listed }) => listed ?? []);
  const [objects, managed] = [lists.map((each) => each.objects), lists.map((each) => each.managed)].map(sum);
  if (!objects || managed === undefined || lists.length < accounts.length) return {};
  const percent = Math.floor((100 * managed) / objects);
  return { share: `${number(managed)} of ${plural(objects, "object")} managed, ${percent} %` };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}

function totalsOf({ stacks }: DriftReport, counts: Findings["counts"]): string {
  const total = stacks.reduce((sum, each) => sum + each.resources.length, 0);
  const parts = counts
    .filter(([, count]) => count > 0)
    .map(([verdict, count]) =>
      verdict === "error" ? plural(count, "error") : `${number(count)} ${VERDICT_WORDS[verdict]}`,
    );
  const where = `${plural(total, "resource")} in ${plural(stacks.length, "stack")}`;
  return parts.length === 0 ? where : `${where}: ${parts.join(", ")}`;
}

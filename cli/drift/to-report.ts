import { listed, masked, number, type Resource, resources } from "../../contract/index.ts";
import { isDeclaredProvider } from "../../provider/config/config.ts";
import { DRIFTED, PATH_SECTIONS, pathItems, whoRings } from "../calls/items.ts";
import { type Group, type Item, type LeveledSection, type Report, timeOf } from "../report/model.ts";
import type { SourceOf } from "../report/sources.ts";
import { plural } from "../report/text.ts";
import {
  type Account,
  type CheckedResource,
  type CheckedStack,
  FAILS_AS,
  type FailureKind,
  type UnmanagedObject,
} from "./checked.ts";
import { remediesOf } from "./remedies.ts";

const SECTIONS = {
  error: { title: "error", mark: "✗", level: "error" },
  missing: { title: "missing", mark: "−", level: "error" },
  drifted: { title: "drifted", mark: "~", level: "error" },
  dangling: { title: "dangling", mark: "✗", level: "error" },
  ...PATH_SECTIONS,
  refreshed: { title: "refreshed", mark: "?", level: "error" },
  unnamed: { title: "unnamed", mark: "~", level: "warning" },
  "renewal-due": { title: "renewal due", mark: "!", level: "warning" },
  unmanaged: { title: "unmanaged", mark: "+", noun: "object", level: "warning" },
  ignored: { title: "ignored", mark: "·", isFolded: true, isUnchecked: true, level: "info" },
  unreadable: { title: "unreadable", mark: "·", isFolded: true, isUnchecked: true, level: "info" },
  "in-sync": { title: "in sync", mark: "✓", level: "ok" },
} satisfies { readonly [key: string]: LeveledSection };

type Key = keyof typeof SECTIONS;

export function driftReport(
  unmasked: { readonly stacks: readonly CheckedStack[]; readonly accounts: readonly Account[]; readonly now: Date },
  failOn: readonly FailureKind[],
): Report {
  const { stacks, accounts } = masked({ stacks: unmasked.stacks, accounts: unmasked.accounts });
  const fails = (key: Key) =>
    key === "error" ? !failOn.includes("never") : failOn.some((kind) => kind === FAILS_AS[key]);
  const item = (
    key: Key,
    rest: Omit<Item, "section" | "level" | "fails" | "changes"> & Partial<Pick<Item, "changes">>,
  ) => ({
    changes: [],
    ...rest,
    ...{ section: key, level: SECTIONS[key].level, fails: fails(key) },
  });
  const groups: Group[] = [
    ...stacks.map(({ stack, error, resources: checked, calls }) => ({
      ...{ title: stack, error, notes: notesOf(checked) },
      items: [
        ...checked.flatMap((each) =>
          findingsOf(each).map(({ key, ...found }) => item(key, { ...aboutOf(each), ...found })),
        ),
        ...(calls ? pathItems(calls.paths, DRIFTED, sourceIn(checked), fails("nobody")) : []),
      ],
    })),
    ...accounts.map((account) => ({
      ...{ title: accountTitle(account), error: account.error, notes: [] },
      items: account.unmanaged.map((each) => item("unmanaged", unmanagedItem(each))),
    })),
  ];
  const counts = countsOf(groups);
  return {
    kind: "drift",
    ...outcomeOf(groups, stacks, counts),
    exitCode: exitCodeOf(groups, stacks, failOn),
    at: timeOf(unmasked.now),
    facts: [
      totalsOf(stacks, counts),
      ...stacks.flatMap(({ calls }) => (calls ? [whoRings(calls)] : [])),
      ...shareOf(accounts),
    ],
    sections: SECTIONS,
    groups,
    remedies: remediesOf(stacks, accounts),
    appendix: unmasked.stacks.flatMap(({ stack, picture }) => {
      const title = `Where calls and messages of ${masked(stack)} go another way`;
      return picture === undefined ? [] : [{ title, markdown: `\`\`\`mermaid\n${picture}\`\`\`\n` }];
    }),
  };
}

/** Returns the lines of the program that the check found. */
function sourceIn(checked: readonly CheckedResource[]): SourceOf {
  return ({ type, name }) => checked.find((each) => each.type === type && each.name === name)?.source;
}

function aboutOf({ type, name, label, urn, id, source }: CheckedResource) {
  const subject = `${type} ${name}${label === undefined || label === name ? "" : ` (${label})`}`;
  return { type, name, urn, id, subject, source };
}

interface Finding extends Pick<Item, "lines">, Partial<Pick<Item, "changes">> {
  readonly key: Key;
}

/** Returns all findings on a resource: a drifted one may also have changed settings outside the program. */
function findingsOf({ type, id, verdict, message, changes, ignored, unnamed }: CheckedResource): Finding[] {
  const { title }: Resource = resources[type];
  const lines: { readonly [key in Key]?: string } = {
    error: "It could not be read.",
    missing: `The service has no ${title} with the id ${id} any more.`,
    refreshed: REFRESHED,
    unreadable: `A ${title} cannot be read back.`,
  };
  const line = message ?? lines[verdict];
  const found: Finding[] = [
    { key: "drifted", lines: [], changes },
    { key: "unnamed", lines: [], changes: unnamed },
    { key: "ignored", lines: [], changes: ignored },
  ];
  const changed = found.filter((each) => each.changes && each.changes.length > 0);
  if (changed.some(({ key }) => key === verdict)) return changed;
  return [{ key: verdict, lines: line === undefined ? [] : [line] }, ...changed];
}

const REFRESHED =
  "The service has what the state records. A refresh or an `up` that failed recorded it after the last whole `up`, so the program may say something else.";

function unmanagedItem({ type, label, id, handler }: UnmanagedObject) {
  const lines = [handler === undefined ? "No checked stack manages it." : `No checked stack manages it (${handler}).`];
  return { type, name: label, id, subject: `${type} ${label}`, lines };
}

function accountTitle({ projectId, baseUrl, providers = [] }: Account): string {
  const declared = providers.filter(isDeclaredProvider).map((name) => `"${name}"`);
  const by = declared.length > 0 ? ` (provider ${declared.join(", ")})` : "";
  return `${projectId === "" ? "Account" : `Project ${projectId} at ${baseUrl}`}${by}`;
}

function notesOf(checked: readonly CheckedResource[]): string[] {
  const read = checked.filter(({ verdict }) => verdict !== "missing" && verdict !== "error");
  const unshown = read.flatMap(({ name, unverifiable }) => unverifiable.map((argument) => ({ argument, name })));
  const hidden = read.flatMap(({ name, hidden = [] }) => hidden.map((argument) => ({ argument, name })));
  return [
    ...byArgument(unshown).map((what) => `${what} cannot be verified, for the service never shows it`),
    ...byArgument(hidden).map((what) => `${what} cannot be compared until the SIP profile is as its program says`),
  ];
}

/** Returns "the password of desk and lobby" for each argument. */
function byArgument(members: readonly { readonly argument: string; readonly name: string }[]): string[] {
  return [...Map.groupBy(members, ({ argument }) => argument)].map(([argument, each]) => {
    const names = each.map(({ name }) => name);
    return `the ${argument} of ${names.length > FEW ? plural(names.length, "resource") : listed(names, FEW)}`;
  });
}

const FEW = 5;

type Counts = { readonly [key in Key]: number };

function countsOf(groups: readonly Group[]): Counts {
  const keys = groups.flatMap(({ items }) => items.map(({ section }) => section));
  const counts = Object.keys(SECTIONS).map((key) => [key, keys.filter((each) => each === key).length]);
  return Object.fromEntries(counts);
}

/** Returns the outcome of the findings, independent of `--fail-on`. */
function outcomeOf(
  groups: readonly Group[],
  stacks: readonly CheckedStack[],
  counts: Counts,
): Pick<Report, "title" | "level"> {
  const isDrifted = counts.drifted + counts.missing + counts.dangling > 0;
  if (counts.error > 0 || groups.some(({ error }) => error !== undefined)) {
    const title = isDrifted ? "Drift found, and not everything could be checked" : "Not everything could be checked";
    return { level: "error", title };
  }
  if (isDrifted) return { level: "error", title: "Drift found" };
  if (counts.expected + counts.untried > 0)
    return { level: "error", title: "Callers do not get what the program expects" };
  if (counts.nobody + counts.mistake > 0)
    return { level: "error", title: "No drift, but a change where the program says nothing breaks paths of callers" };
  if (counts.refreshed > 0) return { level: "error", title: "Not known to be what the program says" };
  const notices = [
    ...(counts.unmanaged > 0 ? ["unmanaged objects"] : []),
    ...(counts.unnamed > 0 ? ["changes where the program says nothing"] : []),
    ...(counts["renewal-due"] > 0 ? ["renewals due"] : []),
  ];
  if (notices.length > 0) return { level: "warning", title: `No drift, but ${notices.join(" and ")}` };
  if (counts.ignored > 0) return { level: "ok", title: "No drift but what is ignored" };
  const isEmpty = stacks.every(({ resources }) => resources.length === 0);
  return { level: "ok", title: isEmpty ? "Nothing to compare" : "In sync" };
}

/** An incomplete check takes precedence over drift: it must not pass for a complete one. */
function exitCodeOf(
  groups: readonly Group[],
  stacks: readonly CheckedStack[],
  failOn: readonly FailureKind[],
): Report["exitCode"] {
  // `--fail-on never` covers findings only. A stack that was not checked is not a finding.
  if (stacks.some(({ error }) => error !== undefined)) return 1;
  if (failOn.includes("never")) return 0;
  const items = groups.flatMap((group) => group.items);
  if (groups.some(({ error }) => error !== undefined) || items.some(({ section }) => section === "error")) return 1;
  return items.some(({ fails }) => fails) ? 7 : 0;
}

function totalsOf(stacks: readonly CheckedStack[], counts: Counts): string {
  const total = stacks.reduce((sum, each) => sum + each.resources.length, 0);
  const parts = Object.entries(SECTIONS).flatMap(([key, { title }]) => {
    const count = counts[key as Key];
    if (count === 0 || Object.hasOwn(PATH_SECTIONS, key)) return [];
    return [key === "error" ? plural(count, "error") : `${number(count)} ${title}`];
  });
  const names = listed(
    stacks.map(({ stack }) => stack),
    FEW,
  );
  return `${plural(total, "resource")} in ${names}${parts.length === 0 ? "" : `: ${parts.join(", ")}`}`;
}

/** Returns the managed share, rounded down: 100 % means all. Empty unless all lists of the accounts were read. */
function shareOf(accounts: readonly Account[]): string[] {
  const lists = accounts.flatMap(({ listed }) => listed ?? []);
  const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0);
  const [objects, managed] = [sum(lists.map((each) => each.objects)), sum(lists.map((each) => each.managed))];
  if (objects === 0 || lists.length < accounts.length) return [];
  const percent = Math.floor((100 * managed) / objects);
  return [`${number(managed)} of ${plural(objects, "object")} managed, ${percent} %`];
}

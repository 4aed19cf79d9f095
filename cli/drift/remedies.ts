// The remedies of a drift check: only the commands and edits that apply.

import { type Change, formatValue, listed, type Resource, resources } from "../../contract/index.ts";
import type { Edit, Remedy } from "../report/model.ts";
import { shellWord } from "../report/text.ts";
import type { Account, CheckedResource, CheckedStack, Policies } from "./checked.ts";
import { policyFlags } from "./policies.ts";

/** A command with more targets is too long to read. */
const MOST_TARGETS = 10;

export function remediesOf(stacks: readonly CheckedStack[], accounts: readonly Account[]): Remedy[] {
  return merged([
    ...stacks.flatMap((stack) => [
      ...bringBack(stack),
      ...accept(stack),
      ...repeat(stack),
      ...decide(stack),
      ...renew(stack),
    ]),
    ...accounts.flatMap((account) => manage(account, stacks, accounts.length === 1)),
  ]);
}

function bringBack({ stack, resources: checked, policies }: CheckedStack): Remedy[] {
  const missing = checked.filter(({ verdict }) => verdict === "missing");
  const lost = missing.filter(({ type }) => !(resources[type] as Resource).operations.create);
  const targets = checked.filter(
    (each) => each.verdict === "drifted" || (each.verdict === "missing" && !lost.includes(each)),
  );
  const following = new Set(followersIn(checked));
  const dangling = checked.filter((each) => each.verdict === "dangling" && !following.has(each));
  const titles = [...new Set(lost.map(({ type }) => resources[type].title))];
  const notes = [
    ...titles.map((title) => `A ${title} cannot be made anew: the project no longer owns it.`),
    ...new Set(dangling.map(danglingNote)),
    ...(targets.length > 0 ? assumed(policies) : []),
  ];
  if (targets.length === 0) return notes.length === 0 ? [] : [remedy("bringBack", { notes })];
  const up = `pulumi up --refresh --stack ${shellWord(stack)}`;
  const flags = flagsOf(policies);
  const chosen = [
    ...targets.map(({ urn }) => ` --target ${shellWord(urn)}`),
    ...(targets.some((each) => missing.includes(each)) ? [" --target-dependents"] : []),
  ].join("");
  const commands = [
    { line: up + flags, note: "also does what the program changed since" },
    ...(targets.length > MOST_TARGETS ? [] : [{ line: up + chosen + flags, note: "only what differs" }]),
  ];
  const edits = targets.flatMap((each) => [
    ...(each.needs ?? []).map((need) => ({ ...whereOf(each), before: `first add what a new one needs: ${need}` })),
    ...(each.remaining ?? []).map((name) => ({
      ...whereOf(each),
      before: `then unset ${name} at the service, which an update leaves as it is`,
    })),
  ]);
  return [remedy("bringBack", { commands, edits, notes })];
}

/** Returns the resources that name only missing objects of the stack: an update gives them the ids of the new ones. */
function followersIn(checked: readonly CheckedResource[]): CheckedResource[] {
  const missing = new Set(checked.filter(({ verdict }) => verdict === "missing").map(({ id }) => id));
  return checked.filter(({ verdict, names = [] }) => verdict === "dangling" && names.every((id) => missing.has(id)));
}

function danglingNote({ type }: CheckedResource): string {
  const { title, hosted }: Resource = resources[type];
  const edit = hosted ? `Take the address out of the ${title}` : `Give the ${title} another handler`;
  return `${edit}, or make again what it names.`;
}

function assumed(policies: Policies | undefined): string[] {
  return policies?.isAssumed ? [ASSUMED] : [];
}

const ASSUMED =
  "The last deployment ran under policy packs, and Pulumi does not record which. The commands assume the pack of this package: for others, name them with `drift --policy-pack`.";

function accept({ stack, resources: checked, policies }: CheckedStack): Remedy[] {
  const edits = checked.flatMap((each) => {
    if (each.verdict === "drifted")
      return [
        ...each.changes.map((change) => ({ ...whereOf(each), ...assignment(change) })),
        ...(each.unused ?? []).map((code) => ({ ...whereOf(each), before: "remove", code, after: NOT_USED })),
      ];
    return each.verdict === "missing" ? [{ ...whereOf(each), before: "remove it from the program" }] : [];
  });
  if (edits.length === 0) return [];
  const following = followersIn(checked).map(({ type, name }) => `${type} ${name}`);
  const notes = following.length === 0 ? [] : [`Take the missing objects out of ${listed(following, MOST_TARGETS)}.`];
  const commands = [
    { line: `pulumi refresh --stack ${shellWord(stack)}` },
    { line: `pulumi up --stack ${shellWord(stack)}${flagsOf(policies)}`, note: "after the edits" },
  ];
  return [remedy("accept", { notes, commands, edits })];
}

const NOT_USED = "(the new handler does not use it)";

/** The record and the service agree, so only a run of the program shows what differs. */
function repeat({ stack, resources: checked, policies }: CheckedStack): Remedy[] {
  if (checked.every(({ verdict }) => verdict !== "refreshed")) return [];
  const flags = flagsOf(policies);
  return [
    remedy("repeat", {
      notes: assumed(policies),
      commands: [
        {
          line: `pulumi preview --diff --stack ${shellWord(stack)}${flags}`,
          note: "shows what differs from the program",
        },
        {
          line: `pulumi up --stack ${shellWord(stack)}${flags}`,
          note: "does what the program says; also without changes",
        },
      ],
    }),
  ];
}

/** Returns the two ways on for each setting that the program does not name: keep the new value, or put the old one back. */
function decide({ resources: checked }: CheckedStack): Remedy[] {
  const edits = checked.flatMap((each) => {
    const where = whereOf(each);
    const isUnset = each.unnamed.some(({ expected }) => expected === undefined);
    return [
      ...each.unnamed.map((change) => ({ ...where, ...ways(change) })),
      ...(isUnset && "exclusive" in ((resources[each.type] as Resource).settings ?? {})
        ? [
            {
              ...where,
              before: "or set",
              code: "exclusive: true",
              after: "to unset whatever the program does not name",
            },
          ]
        : []),
    ];
  });
  return edits.length === 0 ? [] : [remedy("decide", { edits })];
}

function flagsOf(policies: Policies | undefined): string {
  return policies ? policyFlags(policies) : "";
}

/** Returns both ways on for one setting. An update unsets a field that the program stops naming. */
function ways({ property, expected, actual }: Change): Pick<Edit, "before" | "code" | "after"> {
  const [now, before] = [actual ?? expected, expected].map((value) => assignment({ property, actual: value })) as [
    ReturnType<typeof assignment>,
    ReturnType<typeof assignment>,
  ];
  if ([now, before].some(({ after }) => after !== undefined))
    return { before: "set", code: property, after: "to the new value to keep it, or to the old one to put it back" };
  if (expected === undefined)
    return { ...now, after: "to keep it; to unset it again, remove the line after one `pulumi up`" };
  if (actual === undefined)
    return { ...before, after: "to put it back; to keep it unset, remove the line after one `pulumi up`" };
  return { ...now, after: `to keep it, or ${before.code} to put it back` };
}

function renew({ stack, resources: checked }: CheckedStack): Remedy[] {
  // Where something cannot be read, an update would fail too.
  if (checked.some(({ verdict }) => verdict === "error")) return [];
  if (checked.every(({ verdict }) => verdict !== "renewal-due")) return [];
  return [remedy("renew", { commands: [{ line: `pulumi up --stack ${shellWord(stack)}` }] })];
}

function manage(account: Account, stacks: readonly CheckedStack[], isOnly: boolean): Remedy[] {
  if (account.unmanaged.length === 0) return [];
  const provider = isOnly ? undefined : account.providers?.[0];
  const chosen = provider === undefined ? "" : ` --provider ${shellWord(provider)}`;
  const names = stacks.map(({ stack }) => ` --stack ${shellWord(stack)}`).join("");
  return [
    remedy("others", {
      commands: [
        { line: `npx --no -- pulumi-signalwire drift --unmanaged${names} --stack ANOTHER`, note: "checks both" },
      ],
    }),
    remedy("manage", {
      commands: [
        {
          line: `npx --no -- pulumi-signalwire export --unmanaged${names}${chosen}`,
          note: "adds a file that takes over exactly these, as they are",
        },
      ],
      notes: ["Or remove them at the service."],
    }),
  ];
}

const TITLES = {
  bringBack: "Bring the service back to what the program says",
  accept: "Or accept what the service has",
  repeat: "Compare with the program what was refreshed",
  decide: "Decide about what the program leaves out",
  renew: "Renew what is due",
  others: "Does another stack manage what is unmanaged?",
  manage: "Else manage it",
} as const;

function remedy(title: keyof typeof TITLES, parts: Partial<Remedy>): Remedy {
  return { commands: [], edits: [], notes: [], ...parts, title: TITLES[title] };
}

function merged(remedies: readonly Remedy[]): Remedy[] {
  const byTitle = Map.groupBy(remedies, ({ title }) => title);
  return Object.values(TITLES).flatMap((title) => {
    const same = byTitle.get(title);
    if (!same) return [];
    const commands = new Map(same.flatMap((each) => each.commands).map((command) => [command.line, command]));
    const notes = new Set(same.flatMap((each) => each.notes));
    return { title, commands: [...commands.values()], edits: same.flatMap(({ edits }) => edits), notes: [...notes] };
  });
}

function whereOf({ type, name, source }: CheckedResource): Pick<Edit, "resource" | "source"> {
  return { resource: `${type} ${formatValue(name)}`, source };
}

/** Longer literals are too long to copy from a report. */
const LONGEST_LITERAL = 200;

function assignment({ property, actual }: Change): Pick<Edit, "before" | "code" | "after"> {
  if (actual === undefined) return { before: "remove", code: property };
  const literal = formatValue(actual);
  if (literal.includes("[secret]"))
    return { before: "set", code: property, after: "to its new value, which holds a secret" };
  if (literal.length > LONGEST_LITERAL)
    return { before: "set", code: property, after: "to its new value, which the JSON report has" };
  const [, member] = /^extra\.(.*)$/.exec(property) ?? [];
  return { before: "set", code: member ? `extra: { ${member}: ${literal} }` : `${property}: ${literal}` };
}

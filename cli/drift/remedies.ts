// The remedies for a finding: only the commands and edits that apply.

import { type Resource, resources } from "../../contract/index.ts";
import { policyFlags } from "./policies.ts";
import type { CheckedResource, Policies, PropertyChange, SourceLine } from "./report.ts";
import { formatValue, placeOf, shellWord } from "./text.ts";

export interface Command {
  /** A shell command. */
  readonly line: string;
  /** An effect of the command that its name does not show. */
  readonly note?: string;
}

/** A change to the program, printed as `before` `code` `after`. */
export interface Edit {
  readonly source?: SourceLine | undefined;
  /** `SipEndpoint "desk"`; absent for an edit that adds a resource. */
  readonly resource?: string;
  readonly before: string;
  readonly code?: string;
  readonly after?: string;
}

export interface Remedy {
  readonly title: string;
  readonly commands: readonly Command[];
  readonly edits: readonly Edit[];
  /** Sentences. Text between backticks is code. */
  readonly notes: readonly string[];
}

/** The order of the remedies in a report. */
const TITLES = {
  bringBack: "Bring the service back to what the program says",
  accept: "Or accept what the service has",
  decide: "Decide about what the program leaves out",
  renew: "Renew what is due",
  manage: "Manage what no stack claims",
} as const;

/**
 * @param policies The packs of the last deployment, or the reason why they are not known.
 * @param checkedAt The time of the report. Without it, the line that accepts a change is omitted.
 */
export function remediesOf(
  resource: CheckedResource,
  stack: string,
  policies?: Policies | string,
  checkedAt?: string,
): Remedy[] {
  const { type, name, verdict, changes, source } = resource;
  const { title, operations, hosted }: Resource = resources[type];
  const option = `--stack ${shellWord(stack)}`;
  const isKnown = typeof policies === "object";
  const flags = isKnown ? policyFlags(policies) : "";
  // Without the packs of the last deployment, a command would undo their corrections.
  const notes = typeof policies === "string" ? [policies] : [];
  const up = { line: `pulumi up --refresh ${option}${flags}` };
  const fix = {
    line: `npx pulumi-signalwire drift --fix ${option}${flags}`,
    note: "or only what drifted or is missing, after showing it",
  };
  const refresh = { line: `pulumi refresh ${option}` };
  const where = { resource: `${type} ${formatValue(name)}`, source };

  if (verdict === "drifted")
    return [
      remedy("bringBack", { commands: [up, fix], notes }),
      remedy("accept", { commands: [refresh], edits: changes.map((change) => ({ ...where, ...assignment(change) })) }),
    ];
  if (verdict === "missing")
    return [
      operations.create
        ? remedy("bringBack", { commands: [up, fix], notes })
        : remedy("bringBack", { notes: [`A ${title} cannot be made anew: the project no longer owns it.`] }),
      remedy("accept", { commands: [refresh], edits: [{ ...where, before: "remove it from the program" }] }),
    ];
  if (verdict === "dangling") {
    const edit = hosted ? `Take the address out of the ${title}` : `Give the ${title} another handler`;
    return [remedy("bringBack", { notes: [`${edit}, or make again what it names.`] })];
  }
  if (verdict === "unwatched") {
    const before = resource.unwatched.filter(({ expected }) => expected !== undefined);
    const edits = before.map(({ property, expected }) => ({ ...where, ...assignment({ property, actual: expected }) }));
    return [
      remedy("decide", {
        edits: [
          ...edits.map((edit) => ({ ...edit, after: "to have it back" })),
          ...(checkedAt ? acceptance(type, checkedAt, where) : []),
        ],
      }),
    ];
  }
  if (verdict === "renewal-due") return [remedy("renew", { commands: [{ line: `pulumi up ${option}` }] })];
  return [];
}

/** Returns the edit that accepts settings outside the program. It contains the current minute, so each acceptance is new. */
function acceptance(
  type: CheckedResource["type"],
  checkedAt: string,
  where: Pick<Edit, "resource" | "source">,
): Edit[] {
  const { settings = {} }: Resource = resources[type];
  const names = Object.keys(settings).filter((name) => settings[name]?.movesBaseline);
  const value = JSON.stringify(checkedAt.replace(/:\d+Z$/, "Z"));
  return names.map((name) => ({
    ...where,
    before: "or set",
    code: `${name}: ${value}`,
    after: "to accept it as it is",
  }));
}

/**
 * @param stacks The checked stacks.
 * @param provider The provider that chooses the account; undefined when the stacks have one account.
 */
export function remedyOfUnmanaged(stacks: readonly string[], provider?: string): Remedy {
  const chosen = provider === undefined ? "" : ` --provider ${shellWord(provider)}`;
  const options = stacks.map((stack) => ` --stack ${shellWord(stack)}`).join("") + chosen;
  return remedy("manage", {
    commands: [
      {
        line: `npx pulumi-signalwire export --unmanaged${options}`,
        note: "adds a file that takes over exactly these, as they are",
      },
    ],
    notes: [
      "Or remove it at the service. If another stack manages it, check that one too: `npx pulumi-signalwire drift --unmanaged --stack A --stack B`.",
    ],
  });
}

/** Merges remedies with the same title and removes duplicates in them. */
export function mergeRemedies(remedies: readonly Remedy[]): Remedy[] {
  const byTitle = Map.groupBy(remedies, ({ title }) => title);
  return Object.values(TITLES).flatMap((title) => {
    const same = byTitle.get(title);
    if (!same) return [];
    const commands = new Map(same.flatMap((each) => each.commands).map((command) => [command.line, command]));
    const notes = new Set(same.flatMap((each) => each.notes));
    return { title, commands: [...commands.values()], edits: same.flatMap(({ edits }) => edits), notes: [...notes] };
  });
}

/** `index.ts:4  SipEndpoint "desk": set callerId: "B"` */
export function editText({ source, resource, before, code, after }: Edit): string {
  const where = [source ? placeOf(source) : "", resource ? `${resource}:` : ""].filter(Boolean).join("  ");
  return [where, before, code, after].filter(Boolean).join(" ");
}

function remedy(title: keyof typeof TITLES, parts: Partial<Remedy>): Remedy {
  return { commands: [], edits: [], notes: [], ...parts, title: TITLES[title] };
}

/** Longer literals are too long to copy from a report. */
const LONGEST_LITERAL = 200;

function assignment({ property, actual }: PropertyChange): Pick<Edit, "before" | "code" | "after"> {
  if (actual === undefined) return { before: "remove", code: property };
  const literal = formatValue(actual);
  if (literal.includes("[secret]"))
    return { before: "set", code: property, after: "to its new value, which holds a secret" };
  if (literal.length > LONGEST_LITERAL)
    return { before: "set", code: property, after: "to its new value, which the JSON report has" };
  const [, member] = /^extra\.(.*)$/.exec(property) ?? [];
  return { before: "set", code: member ? `extra: { ${member}: ${literal} }` : `${property}: ${literal}` };
}

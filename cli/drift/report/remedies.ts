// Decides what a reader is told to do about the findings: only what applies, with the commands and the edits to make.

import type {
  CheckedResource,
  CheckedStack,
  DriftReport,
  PropertyChange,
  SourceLine,
  UnmanagedObject,
} from "../model.ts";
import { formatValue, masked } from "./values.ts";
import { placeOf, plural } from "./words.ts";

export interface Command {
  /** A line for the shell. */
  readonly line: string;
  /** What it does that its name does not say. */
  readonly note?: string;
}

/** A change to the program, said as `before` `code` `after`. */
export interface Edit {
  readonly source?: SourceLine;
  /** `SipEndpoint "desk"`; absent where the edit adds one. */
  readonly resource?: string;
  readonly before: string;
  readonly code?: string;
  readonly after?: string;
}

export interface Remedy {
  readonly title: string;
  readonly commands: readonly Command[];
  readonly edits: readonly Edit[];
  /** Sentences; what stands between backticks is code. */
  readonly notes: readonly string[];
}

export function remedies(report: Pick<DriftReport, "stacks" | "accounts">): Remedy[] {
  const { stacks, accounts } = masked({ stacks: report.stacks, accounts: report.accounts });
  return [
    bringBack(stacks),
    accept(stacks),
    renew(stacks),
    manage(accounts.flatMap(({ unmanaged }) => unmanaged)),
  ].filter(({ commands, edits, notes }) => commands.length + edits.length + notes.length > 0);
}

/** `index.ts:4  SipEndpoint "desk": set callerId: "B"` */
export function editText({ source, resource, before, code, after }: Edit): string {
  const where = [source ? placeOf(source) : "", resource ? `${resource}:` : ""].filter(Boolean).join("  ");
  return [where, before, code, after].filter(Boolean).join(" ");
}

function bringBack(stacks: readonly CheckedStack[]): Remedy {
  const commands = stacks.flatMap(({ stack, resources }) => {
    const isDrifted = resources.some(({ verdict }) => verdict === "drifted");
    const canBeMade = resources.some((resource) => resource.verdict === "missing" && !isNumber(resource));
    return [
      ...(isDrifted || canBeMade ? [{ line: `pulumi up --refresh --stack ${quoted(stack)}` }] : []),
      ...(isDrifted
        ? [
            {
              line: `npx pulumi-signalwire drift --fix --stack ${quoted(stack)}`,
              note: "or only what drifted, after showing it",
            },
          ]
        : []),
    ];
  });
  const lost = stacks.flatMap(({ resources }) =>
    resources.filter((each) => each.verdict === "missing" && isNumber(each)),
  );
  const note = `${plural(lost.length, "missing phone number")} cannot be made anew: the project no longer owns ${lost.length === 1 ? "it" : "them"}.`;
  return {
    title: "Bring the service back to what the program says",
    commands,
    edits: [],
    notes: lost.length > 0 ? [note] : [],
  };
}

function accept(stacks: readonly CheckedStack[]): Remedy {
  const changed = stacks
    .map(({ stack, resources }) => ({ stack, resources: resources.filter(isChanged) }))
    .filter(({ resources }) => resources.length > 0);
  return {
    title: "Or accept what the service has",
    commands: changed.map(({ stack }) => ({ line: `pulumi refresh --stack ${quoted(stack)}` })),
    edits: changed.flatMap(({ resources }) => resources.flatMap(editsOf)),
    notes: [],
  };
}

function isChanged({ verdict }: CheckedResource): boolean {
  return verdict === "drifted" || verdict === "missing";
}

function editsOf(resource: CheckedResource): Edit[] {
  const { type, name, source, verdict, changes } = resource;
  const where = { resource: `${type} ${formatValue(name)}`, ...(source ? { source } : {}) };
  if (verdict !== "missing") return changes.map((change) => ({ ...where, ...assignment(change) }));
  return [{ ...where, before: "remove it from the program" }];
}

/** Longer literals are not for copying out of a report. */
const LONGEST_LITERAL = 200;

function assignment({ property, actual }: PropertyChange): Pick<Edit, "before" | "code" | "after"> {
  if (actual === undefined) return { before: "remove", code: property };
  const literal = formatValue(actual);
  if (literal.includes("[secret]"))
    return { before: "set", code: property, after: "to its new value, which holds a secret" };
  if (literal.length > LONGEST_LITERAL)
    return { before: "set", code: property, after: "to its new value, which the JSON report has" };
  return { before: "set", code: `${property}: ${literal}` };
}

function renew(stacks: readonly CheckedStack[]): Remedy {
  const due = stacks.filter(({ resources }) => resources.some(({ verdict }) => verdict === "renewal-due"));
  return {
    title: "Renew what is due",
    commands: due.map(({ stack }) => ({ line: `pulumi up --stack ${quoted(stack)}` })),
    edits: [],
    notes: [],
  };
}

function manage(objects: readonly UnmanagedObject[]): Remedy {
  return {
    title: "Manage what no stack claims",
    commands: [],
    edits: objects.map((object) => ({ before: "add", code: declaration(object) })),
    notes:
      objects.length > 0
        ? [
            "Or remove it at the service. If another stack manages it, check that one too: `npx pulumi-signalwire drift --unmanaged --stack A --stack B`.",
          ]
        : [],
  };
}

function declaration({ type, label }: UnmanagedObject): string {
  const name = formatValue(label);
  return type === "PhoneNumber"
    ? `new PhoneNumber(${name}, { number: ${name} })`
    : `new SipEndpoint(${name}, { adopt: true, username: ${name}, password: config.requireSecret("password") })`;
}

function isNumber({ type }: CheckedResource): boolean {
  return type === "PhoneNumber";
}

/** A stack's name as one word of a POSIX shell. */
function quoted(stack: string): string {
  return /^[\w./-]+$/.test(stack) ? stack : `'${stack.replaceAll("'", "'\\''")}'`;
}

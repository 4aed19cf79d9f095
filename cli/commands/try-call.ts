// Tries a call without a running server: with the stack's state, and with its program's planned changes.

import { resolve } from "node:path";
import { type Expected, listed, phoneNumber, wrapped } from "../../contract/index.ts";
import { TAKEN } from "../../server/calls/verdict.ts";
import { inAccountOf, type KnownObject, labelOf } from "../calls/objects.ts";
import { hiding } from "../calls/secret-values.ts";
import { type PlannedStack, stackObjects } from "../calls/stack.ts";
import { openTrial } from "../calls/trial.ts";
import { type TriedCall, wayOf } from "../calls/tried-call.ts";
import { tryChange } from "../calls/try-change.ts";
import { deploymentOf, openProject, selectedStack } from "../engine/engine.ts";
import { CheckImpossible } from "../engine/failures.ts";
import type { Project } from "../engine/run.ts";
import { planChanges } from "../preview/planned.ts";
import { inEachText } from "../report/text.ts";

interface TryOptions {
  readonly from: string;
  readonly cwd: string;
  readonly sourceIp?: string;
  readonly stack?: string;
  readonly preview?: boolean;
  readonly allow?: readonly string[];
  readonly client?: readonly string[];
  readonly expect?: readonly string[];
  readonly digits?: string;
  readonly at?: string;
  readonly json?: boolean;
}

/** Exit codes: 0 for taken, 1 for not taken, 2 when the call could not be tried; with `--expect`, 0 or 7. */
export async function tryCall(to: string, options: TryOptions): Promise<void> {
  const { json, expect = [] } = options;
  const { hide, ...calls } = await tried(to, options, expect.map(outcomeIn));
  const results = expect.map((text, at) => ({ expected: text, isMet: calls.after.held[at] === true }));
  // Two secrets look the same, and need not be.
  const isSame = calls.before && wayOf(calls.before) === wayOf(calls.after);
  const [before, after] = [calls.before && inWords(calls.before, hide), inWords(calls.after, hide)];
  const record = { ...(before ? { before } : {}), after, ...(results.length > 0 ? { expectations: results } : {}) };
  console.log(json ? JSON.stringify(record) : shown(isSame ? undefined : before, after, results, isSame));
  if (results.length > 0) process.exitCode = results.every(({ isMet }) => isMet) ? 0 : 7;
  else process.exitCode = TAKEN.has(after.outcome) ? 0 : 1;
}

type ShownCall = Omit<TriedCall, "held" | "isAddressKnown">;

/** Hides secrets in every text of a call. */
function inWords(
  { held: _, isAddressKnown: __, outcome, ...call }: TriedCall,
  hide: (text: string) => string,
): ShownCall {
  return { ...inEachText(call, hide), outcome };
}

/** Returns `rings:desk` as an entry of the argument `expects` has it. */
function outcomeIn(text: string): Expected {
  const [, name = text, value = ""] = /^(\w*):(.*)$/s.exec(text) ?? [];
  const entry = { [name]: value };
  const [problem] = phoneNumber.settings.expects.type.schema.safeParse([entry]).error?.issues ?? [];
  if (!problem) return entry as unknown as Expected;
  const about = problem.path.length > 1 ? `its ${name}` : "it";
  throw new CheckImpossible(`--expect ${text}: ${about} ${problem.message}. Write it as rings:front-desk.`);
}

interface Tried {
  /** Set when a change was requested and the stack is deployed. */
  readonly before?: TriedCall;
  readonly after: TriedCall;
  /** Hides the secrets of the plan in a text. */
  readonly hide: (text: string) => string;
}

async function tried(
  to: string,
  { from, cwd, stack, preview, allow, client, digits, at, sourceIp }: TryOptions,
  expected: readonly Expected[],
): Promise<Tried> {
  const project = openProject(resolve(cwd));
  const name = stack || (await selectedStack(project));
  const planned = preview ? await planChanges(project, name) : undefined;
  const change = planned ? await planned.find() : await recorded(project, name);
  const here = { ...change, before: inAccountOf(to, change.before), after: inAccountOf(to, change.after) };
  const trial = await openTrial({ project: change.project, allow, clients: client });
  const call = () => trial.call(to, from, { digits, at, sourceIp, expected });
  try {
    const { assumption, ...calls } = await tryChange(trial, here, planned?.read, async ({ before, after, isWhole }) => {
      trial.hold(before, { isWhole });
      const old = before.length > 0 && { before: await call() };
      trial.hold(after, { earlier: before, isWhole });
      return { ...old, after: await call() };
    });
    const hide = hiding(change.secrets ?? [], [...change.before, ...change.after]);
    if (![calls.before, calls.after].some((each) => each?.isAddressKnown))
      throw unknownAddress(to, name, here.after, hide);
    if (assumption) console.error(`${hide(assumption)}.`);
    return { ...calls, hide };
  } finally {
    await trial.close();
  }
}

async function recorded(project: Project, stack: string): Promise<PlannedStack> {
  const { project: id, objects } = stackObjects((await deploymentOf(project, stack)).resources ?? []);
  return { project: id, before: [], after: objects };
}

function unknownAddress(to: string, stack: string, objects: readonly KnownObject[], hide: (text: string) => string) {
  const addresses = objects.filter(({ type }) => type === "PhoneNumber" || type === "SipEndpoint").map(addressOf);
  const known = addresses.length === 0 ? "" : ` Its numbers and SIP endpoints: ${hide(listed(addresses.sort(), 5))}.`;
  return new CheckImpossible(
    `Nothing that the stack ${stack} manages has the address ${to}, so no call was placed.${known} Call an address of the stack.`,
  );
}

function addressOf(object: KnownObject): string {
  return `${object.type === "SipEndpoint" ? "sip:" : ""}${labelOf(object)}`;
}

/** Prints the verdicts (before and after, if they differ), then the steps, then the expectations. */
function shown(
  before: ShownCall | undefined,
  after: ShownCall,
  results: readonly { readonly expected: string; readonly isMet: boolean }[],
  isSame = false,
): string {
  const expectations = results.map(({ expected, isMet }) => `${isMet ? "✓" : "✗"} ${expected}`);
  const head = [after.verdict, `  ${after.way}`];
  if (!before) {
    const note = isSame ? ["The change makes no difference to this call."] : [];
    return [...head, ...note, "", ...trace(after), ...expectations].join("\n");
  }
  const old = [`Before the change: ${before.verdict}`, `  ${before.way}`];
  const traces = [...trace(before, "Before the change, "), ...trace(after, "After it, ")];
  return [...head, ...old, "", ...traces, ...expectations].join("\n");
}

function trace({ from, to, outcome, steps }: ShownCall, when = ""): string[] {
  const lines = steps.map(({ text, field }) => `${text}${field === undefined ? "" : ` [${field}]`}`);
  return [
    ...wrapped(`${when}a call from ${from} to ${to}: ${outcome}`, ""),
    ...lines.flatMap((line) => wrapped(line, "  ")),
  ];
}

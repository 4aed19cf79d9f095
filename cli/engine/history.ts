// The runs of the engine on a stack, and what they say of its state.

import { type Project, runPulumi } from "./run.ts";

export interface PastUpdate {
  readonly kind: string;
  readonly result: string;
  readonly startTime: string;
  readonly endTime?: string;
  /** The flags of the command, without their values. */
  readonly environment?: { readonly [name: string]: string };
}

/** Returns the last runs, the newest first. Previews are not among them. */
export async function historyOf(project: Project, stack: string): Promise<readonly PastUpdate[]> {
  const failed = `The history of "${stack}" could not be read`;
  const args = ["stack", "history", "--json", "--page-size=50", "--stack", stack];
  return JSON.parse(await runPulumi(project, args, { stack, failed }));
}

interface Recorded {
  readonly urn: string;
  readonly created?: string;
  readonly modified?: string;
}

/** Milliseconds. The backend's clock and the one of the engine may differ. */
const CLOCKS = 10_000;

/**
 * Returns the resources whose record may hold values that a refresh read and that the program does not have: the engine wrote it
 * after the last successful `up` of the whole stack. A killed run leaves no entry in the history.
 */
export function refreshedSince(recorded: readonly Recorded[], history: readonly PastUpdate[]): ReadonlySet<string> {
  const last = history.findIndex((run) => isDone(run) && !isLimited(run));
  const later = last < 0 ? history : history.slice(0, last);
  const others = later.filter((run) => !isDone(run)).map(({ startTime }) => Date.parse(startTime));
  const killed = last < 0 ? Number.POSITIVE_INFINITY : endOf(history[last]) + CLOCKS;
  const since = Math.min(killed, ...others);
  const found = recorded.filter(({ created, modified }) => {
    const at = Date.parse(modified ?? "");
    const isByProgram = created === modified || later.some((run) => isDone(run) && isDuring(run, at));
    return at >= since && !isByProgram;
  });
  return new Set(found.map(({ urn }) => urn));
}

/** True for an `up` at whose end each resource that it covers is as the program says. */
function isDone({ kind, result }: PastUpdate): boolean {
  return kind === "update" && result === "succeeded";
}

function isLimited({ environment = {} }: PastUpdate): boolean {
  return Object.keys(environment).some((name) => /^pulumi\.flag\.(?:target|exclude)/.test(name));
}

/** The history counts whole seconds. */
function endOf(run: PastUpdate | undefined): number {
  return Date.parse(run?.endTime ?? run?.startTime ?? "") + 1_000;
}

function isDuring(run: PastUpdate, at: number): boolean {
  return at >= Date.parse(run.startTime) && at <= endOf(run);
}

// Runs the engine for a report: a preview under policies, and the update after it.

import { stripVTControlCharacters } from "node:util";
import { CommandError, type EngineEvent } from "@pulumi/pulumi/automation/index.js";
import { underPolicies } from "../drift/policies.ts";
import type { Policies } from "../drift/report.ts";
import { sourceFinder } from "../drift/sources.ts";
import { explained, openStack, type Project } from "../engine/engine.ts";
import type { PlannedStack } from "../routes/stack.ts";
import { callsOf } from "./calls.ts";
import { passingOn } from "./passed-on.ts";
import { OF_THE_PLAN, previewed } from "./planned.ts";
import { changesIn, failuresIn, printedFailures, type Report, unchangedIn } from "./report.ts";
import { type Known, violationsIn, waitingIn } from "./violations.ts";

export interface Running {
  readonly project: Project;
  readonly stack: string;
  readonly policies: Policies;
  /** Arguments for the engine's command line. */
  readonly passed: readonly string[];
  /** For a preview, the file to save the engine's plan in. For an update, the plan to keep to. */
  readonly plan?: string | undefined;
  /** Known violations. */
  readonly known?: Known;
  /** True to try calls. This takes seconds with many numbers. */
  readonly triesCalls?: boolean;
}

/** Previews the program, and passes on the engine's output. */
export async function runPreview(running: Running): Promise<Report> {
  const { project, stack, policies, passed, plan, triesCalls } = running;
  let planned: (() => Promise<PlannedStack>) | undefined;
  const report = await recorded("preview", running, async (printing) => {
    const options = { diff: true, ...underPolicies(policies), ...printing, ...(plan && { plan }) };
    planned = await previewed(passingOn(project, passed), stack, options, printing.onEvent);
  });
  if (!triesCalls) return report;
  // The engine writes no plan when a policy refuses the preview. A preview without packs writes one, and also changes nothing.
  if (!planned && report.outcome === "refused")
    planned = await previewed(passingOn(project, passed), stack).catch(() => undefined);
  const missing = "the preview did not end, so the plan is not known.";
  const calls = planned ? await callsOf(await planned()) : { tried: 0, others: [], error: missing };
  return { ...report, calls };
}

/** Updates the stack without another preview, and passes on the engine's output. */
export function runUpdate(running: Running): Promise<Report> {
  const { project, stack, policies, passed, plan } = running;
  return recorded("up", running, async (printing) => {
    const opened = await openStack(passingOn(project, passed), stack);
    await opened.up({ color: "never", ...underPolicies(policies), ...printing, ...(plan && { plan }) });
  });
}

interface Printing {
  readonly onOutput: (chunk: string) => void;
  readonly onError: (chunk: string) => void;
  readonly onEvent: (event: EngineEvent) => void;
}

async function recorded(
  command: Report["command"],
  { project, stack, known, plan }: Running,
  run: (printing: Printing) => Promise<void>,
): Promise<Report> {
  const events: EngineEvent[] = [];
  let text = "";
  const pass = (stream: NodeJS.WriteStream) => (chunk: string) => {
    // The user did not ask for the plan in the temporary folder.
    const shown = plan ? chunk : chunk.replace(OF_THE_PLAN, "");
    text += shown;
    stream.write(shown);
  };
  const onEvent = (event: EngineEvent) => void events.push(event);
  const printing = { onOutput: pass(process.stdout), onError: pass(process.stderr), onEvent };
  const isDone = await run(printing).then(() => true, failed(stack));
  const sourceOf = await sourceFinder(project.folder);
  const violations = violationsIn(events, sourceOf, known);
  const waiting = waitingIn(events);
  const isRefused = violations.some(({ level }) => level === "mandatory");
  // Node colours the exception of a policy pack, although the engine prints no colours.
  const printed = stripVTControlCharacters(text);
  const reported = failuresIn(events, sourceOf);
  const totals = events.findLast((event) => event.summaryEvent)?.summaryEvent?.resourceChanges ?? {};
  return {
    command,
    stack,
    outcome: isDone ? "done" : isRefused ? "refused" : "failed",
    changes: changesIn(events, sourceOf),
    unchanged: unchangedIn(events),
    failures: isDone ? [] : reported.length > 0 ? reported : printedFailures(printed),
    violations,
    ...(waiting > 0 && { waiting }),
    totals,
    text: withoutPolicies(printed),
  };
}

/** The engine already printed the reason, except for a missing stack or a defect of this package. */
function failed(stack: string): (error: unknown) => false {
  return (error) => {
    if (error instanceof CommandError && explained(error, stack)) return false;
    throw explained(error, stack);
  };
}

/** Removes the engine's policy section: the report lists violations rule by rule. */
function withoutPolicies(text: string): string {
  return text.replace(/^Polic(?:ies|y Packs run|y Violations|y Remediations):\n(?: {2,}.*(?:\n|$)|\n(?= ))*/gm, "");
}

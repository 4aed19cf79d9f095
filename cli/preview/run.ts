import { stripVTControlCharacters } from "node:util";
import type { EngineEvent } from "@pulumi/pulumi/automation/index.js";
import { NO_PATHS } from "../calls/paths.ts";
import type { Policies } from "../drift/checked.ts";
import { policyArguments } from "../drift/policies.ts";
import { CommandFailed } from "../engine/failures.ts";
import type { Project } from "../engine/run.ts";
import type { Progress } from "../progress.ts";
import { sourceFinder } from "../report/sources.ts";
import type { PlannedStack } from "../routes/stack.ts";
import { OF_THE_PLAN, planChanges } from "./planned.ts";
import type { Previewed } from "./to-report.ts";
import type { Known } from "./violations.ts";

export interface Running {
  readonly project: Project;
  readonly stack: string;
  readonly policies: Policies;
  readonly passed: readonly string[];
  /** The file to save the engine's plan in. */
  readonly plan?: string | undefined;
  readonly known: Known;
  /** True to pass on the engine's output. */
  readonly isVerbose: boolean;
  readonly progress: Progress;
  readonly allowNobody: readonly string[];
}

export async function runPreview(running: Running): Promise<Previewed> {
  const { project, stack, policies, passed, plan, known, isVerbose, progress } = running;
  const events: EngineEvent[] = [];
  let text = "";
  const pass = (stream: NodeJS.WriteStream) => (chunk: string) => {
    // The user did not ask for the plan in the temporary folder.
    const shown = plan ? chunk : chunk.replace(OF_THE_PLAN, "");
    text += shown;
    if (isVerbose) stream.write(shown);
  };
  const onEvent = (event: EngineEvent) => {
    events.push(event);
    if (event.resourcePreEvent) progress.show(`Previewing ${stack}: ${events.length} events`);
  };
  const args = ["--diff", ...policyArguments(policies), ...passed];
  const output = { onStdout: pass(process.stdout), onStderr: pass(process.stderr) };
  // Loaded while the engine runs: the calls need the reference server.
  const loaded = import("../calls/compare.ts");
  let failure: string | undefined;
  let planned: (() => Promise<PlannedStack>) | undefined;
  try {
    planned = await planChanges(project, stack, { args, plan, onEvent, ...output });
  } catch (error) {
    if (!(error instanceof CommandFailed)) throw error;
    failure = error.message;
  }
  const { callsOf } = await loaded;
  const calls = planned
    ? await callsOf(await planned(), running.allowNobody)
    : { numbers: 0, paths: NO_PATHS, error: missingPlan(events) };
  // Node colours the exception of a policy pack, although the engine prints no colours.
  const printed = stripVTControlCharacters(text);
  const sourceOf = sourceFinder(project.folder);
  return {
    stack,
    isDone: planned !== undefined,
    ...(failure && { failure }),
    events,
    calls,
    text: printed,
    isVerbose,
    known,
    sourceOf,
    now: new Date(),
  };
}

function missingPlan(events: readonly EngineEvent[]): string {
  const isRefused = events.some(({ policyEvent }) => policyEvent?.enforcementLevel === "mandatory");
  if (isRefused) return "a mandatory rule refused the preview, so the engine gave no plan.";
  return "the preview did not end, so the plan is not known.";
}

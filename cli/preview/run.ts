import { stripVTControlCharacters } from "node:util";
import type { EngineEvent } from "@pulumi/pulumi/automation/index.js";
import { REPORT_EXEMPTIONS } from "../../policy/exemptions.ts";
import { NO_CHANGE } from "../../server/reach/compare.ts";
import { callsOf } from "../calls/compare.ts";
import type { Policies } from "../drift/checked.ts";
import { policyArguments } from "../drift/policies.ts";
import { attempt, CommandFailed } from "../engine/failures.ts";
import type { Project } from "../engine/run.ts";
import type { Progress } from "../progress.ts";
import { OF_THE_PLAN, planChanges } from "./planned.ts";
import type { Previewed } from "./to-report.ts";
import { isMandatory, type PolicyEvent, policyEventsIn } from "./violations.ts";

export interface PreviewRun {
  readonly project: Project;
  readonly stack: string;
  /** The packs that the engine runs. Without any, this process evaluates the package's rules. */
  readonly policies: Policies | undefined;
  /** Arguments for the engine's command line. */
  readonly passed: readonly string[];
  /** True to pass on the engine's output. */
  readonly isVerbose: boolean;
  readonly progress: Progress;
  /** Paths that may reach nobody. */
  readonly allowNobody: readonly string[];
  /** The failures that a path may have. */
  readonly failures: number;
}

export async function runPreview(
  run: PreviewRun,
): Promise<Pick<Previewed, "failure" | "events" | "own" | "calls" | "text">> {
  const { project, stack, policies, passed, isVerbose, progress, allowNobody, failures } = run;
  const events: EngineEvent[] = [];
  let own: readonly PolicyEvent[] = [];
  let output = "";
  const pass = (stream: NodeJS.WriteStream) => (chunk: string) => {
    const shown = chunk.replace(OF_THE_PLAN, "");
    output += shown;
    if (isVerbose) stream.write(shown);
  };
  const onEvent = (event: EngineEvent) => {
    events.push(event);
    if (!event.resourcePreEvent) return;
    progress.show(`Previewing ${stack}: ${events.length} events`);
    // Loaded while the engine runs.
    if (event.resourcePreEvent.metadata.op !== "same") void import("../calls/trial.ts");
  };
  const args = ["--diff", ...(policies ? policyArguments(policies) : []), ...passed];
  const streams = {
    ...{ onStdout: pass(process.stdout), onStderr: pass(process.stderr) },
    environment: { [REPORT_EXEMPTIONS]: "true" },
  };
  // Node colours the exception of a policy pack, although the engine prints no colours.
  const done = () => ({ events, own, text: stripVTControlCharacters(output) });
  const callsIn = async ({ find, read }: Awaited<ReturnType<typeof planChanges>>) =>
    callsOf(await find(), { allowed: allowNobody, read, failures });
  try {
    const planned = await planChanges(project, stack, { args, onEvent, ...streams });
    if (!policies) own = await planned.evaluate();
    return { ...done(), calls: await callsIn(planned) };
  } catch (error) {
    if (!(error instanceof CommandFailed)) throw error;
    const failed = { failure: error.message, calls: { numbers: 0, paths: NO_CHANGE, error: NO_PLAN } };
    if (!policies || !policyEventsIn(events).some(isMandatory)) return { ...done(), ...failed };
    // A mandatory rule stops the engine, which then gives no plan. Without rules, a second preview shows what the program plans.
    const whole: EngineEvent[] = [];
    const second = await planChanges(project, stack, { args: passed, onEvent: (event) => whole.push(event) });
    const { value: calls } = await attempt(callsIn(second));
    if (!calls) return { ...done(), ...failed };
    const violations = events.filter(({ policyEvent }) => policyEvent);
    return { ...done(), events: [...violations, ...whole], failure: error.message, calls };
  }
}

const NO_PLAN = "the preview did not end, so the plan is not known.";

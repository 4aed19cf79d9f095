import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { agreed } from "./agreed.ts";
import { recordPolicies } from "./drift/policies.ts";
import { CheckImpossible } from "./engine/engine.ts";
import { runPreview, runUpdate } from "./preview/run.ts";
import { opened, type ReportOptions, write } from "./preview.ts";
import { explaining } from "./reports.ts";

export interface UpOptions extends ReportOptions {
  /** A plan from `preview --save-plan`. The update does nothing else. */
  readonly plan?: string;
  readonly yes?: boolean;
}

/** Previews the program under the policies. Updates the stack only when no policy refuses the preview. */
export async function up(options: UpOptions, passed: readonly string[]): Promise<void> {
  await explaining(async () => {
    if (!options.yes && !process.stdin.isTTY)
      throw new CheckImpossible("`up` asks before it changes anything. Pass --yes in CI.");
    const plan = options.plan === undefined ? undefined : resolve(options.plan);
    if (plan !== undefined && !existsSync(plan))
      throw new CheckImpossible(
        `There is no plan ${options.plan}: write one with \`pulumi-signalwire preview --save-plan\`.`,
      );
    const running = await opened(options, passed);
    // The engine evaluates stack rules at the end of a run. In a preview, no request was sent by then.
    const previewed = await runPreview({ ...running, triesCalls: true });
    if (previewed.outcome !== "done") {
      await write(previewed, options);
      process.exitCode = 1;
      return;
    }
    if (!(options.yes || (await agreed("Update the stack?")))) return;
    const updated = await runUpdate({ ...running, plan });
    if (!(await recordPolicies(running.project, running.stack, running.policies)))
      console.error("The policy packs could not be recorded with the stack: pass them to `drift --fix` by name.");
    // The preview already tried these calls.
    await write({ ...updated, ...(previewed.calls && { calls: previewed.calls }) }, options);
    if (updated.outcome !== "done") process.exitCode = 1;
  });
}

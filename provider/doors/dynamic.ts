// The door of the SDK's classes: the objects that Pulumi's dynamic provider host calls. Through it, the engine passes no
// secret marks, it stops a preview at the first failed check, and it knows no output of an update before the `up`. So the checks mark
// secrets, and report a preview's findings to the program; the diffs report the address that an update keeps.

import { isGiven, type Props, toCamel } from "../../contract/index.ts";
import { connectionProblem } from "../config/config.ts";
import type { CheckAnswer } from "../lifecycle/check.ts";
import { markedNames, type ResourceProvider } from "../lifecycle/define.ts";
import type { Finding } from "../lifecycle/preview.ts";
import { withSecretsMarked } from "../lifecycle/secrets.ts";
import { openProviders, type Providers } from "../providers.ts";
import type { Run } from "../run/run.ts";

export function openDynamicProviders(run: Run): Providers {
  const opened = Object.entries(openProviders(run)).map(([kind, objects]) => [kind, throughHost(objects, run)]);
  return Object.fromEntries(opened) as Providers;
}

function throughHost(objects: ResourceProvider, run: Run): ResourceProvider {
  const { resource } = objects.lifecycle;
  /** Declared name → the socket of the program that previews it, and the key of its reports. */
  const previews = new Map<unknown, readonly [path: string, key: string]>();
  return {
    ...objects,

    async diff(id, olds, news) {
      const answer = await objects.diff(id, olds, news);
      const asked = previews.get(run.declared(resource).declaredAs(news));
      const { hosted } = resource;
      const isUpdate = answer.changes !== false && (answer.replaces ?? []).length === 0;
      if (!hosted || !asked || !isUpdate) return answer;
      const [path, key] = asked;
      const { sendReport } = await import("../run/send-report.ts");
      await sendReport(path, `kept ${key}`, olds[toCamel(hosted.url)]);
      return answer;
    },

    async check(olds: Props = {}, news: Props) {
      const { inputs, failures } = await objects.check(olds, news);
      const { __findings: asked, __declaredAs: name } = news;
      // The SDK's classes send their declared name.
      const answered = isGiven(name) ? withSecretsMarked(resource, inputs) : inputs;
      if (!Array.isArray(asked)) return { inputs: answered, failures };
      const errors = [...failures.map(({ reason }) => reason), ...unreportedConfigurationProblems(run)];
      const found = await objects.preview(inputs, {
        secrets: markedNames(news),
        errors,
        ...(Object.keys(olds).length > 0 && { olds }),
      });
      const [path, key] = asked;
      previews.set(name, [path, key]);
      const { sendReport } = await import("../run/send-report.ts");
      // Also where nothing was found: the engine checks a replacement twice, and the first answer may be for a new resource.
      const isHeard = await sendReport(path, key, found);
      // Findings that do not arrive fail the check: the preview must not look clean.
      return { inputs: answered, failures: isHeard ? [] : found.flatMap(asFailure) };
    },
  };
}

/** Returns configuration problems that were not reported yet: they concern the whole stack, not each resource. */
function unreportedConfigurationProblems(run: Run): readonly string[] {
  const problem = connectionProblem(run.config);
  return problem && run.isFirst(problem.code) ? [problem.message] : [];
}

/** What a replacement may solve is no failure: only the program knows whether there is one. */
function asFailure({ severity, message, unlessReplaced }: Finding): CheckAnswer["failures"] {
  return severity === "error" && !unlessReplaced ? [{ property: "", reason: message }] : [];
}

// The door of the SDK's classes: the objects that Pulumi's dynamic provider host calls. Its engine passes no secret marks, and
// stops a preview at the first failed check. So the checks mark secrets, and previews report findings in files.

import { isGiven, isObject, type Props } from "../../contract/index.ts";
import { connectionProblem } from "../config/config.ts";
import { argumentWarnings } from "../lifecycle/check.ts";
import { markedNames, type ResourceProvider } from "../lifecycle/define.ts";
import { type Finding, writeFindings } from "../lifecycle/preview.ts";
import { withSecretsMarked } from "../lifecycle/secrets.ts";
import { fromState } from "../lifecycle/stored.ts";
import { openProviders, type Providers } from "../providers.ts";
import type { Run } from "../run/run.ts";

export function openDynamicProviders(run: Run): Providers {
  const opened = Object.entries(openProviders(run)).map(([kind, objects]) => [kind, throughHost(objects, run)]);
  return Object.fromEntries(opened) as Providers;
}

/** An existing resource that a preview has checked. Its diff adds the findings that need the id. */
interface Checked {
  readonly secrets: readonly string[];
  readonly file: string;
}

function throughHost(objects: ResourceProvider, run: Run): ResourceProvider {
  const { resource } = objects.lifecycle;
  const declared = run.declared(resource);
  const checked = new Map<string, Checked>();
  /** Inputs that identify no object → the names of the checked resources with these inputs. */
  const unidentified = new Map<string, string[]>();

  /** Returns the name of a checked resource. A resource with the same inputs as an earlier one is the next of them. */
  function nameOf({ __provider, ...inputs }: Props): string | undefined {
    return declared.declaredAs(inputs) ?? unidentified.get(inOneOrder(inputs))?.shift();
  }

  function remember(name: string, { inputs, ...facts }: Checked & { readonly inputs: Props }): void {
    checked.set(name, facts);
    if (declared.declaredAs(inputs) !== undefined) return;
    const key = inOneOrder(inputs);
    unidentified.set(key, [...(unidentified.get(key) ?? []), name]);
  }

  return {
    ...objects,

    async check(olds: Props = {}, news: Props) {
      const { inputs, failures } = await objects.check(olds, news);
      const { __findings: file, __declaredAs: name } = news;
      // The SDK's classes send their declared name.
      const answered = isGiven(name) ? withSecretsMarked(resource, inputs) : inputs;
      if (typeof file !== "string") return { inputs: answered, failures };
      const errors = [...failures.map(({ reason }) => reason), ...unreportedConfigurationProblems(run)];
      const isNew = Object.keys(olds).length === 0;
      const secrets = markedNames(news);
      const found = errors.map((message): Finding => ({ severity: "error", message }));
      if (isNew && errors.length === 0) found.push(...(await objects.preview(inputs, { secrets })));
      else
        found.push(
          ...argumentWarnings(objects.lifecycle, inputs).map((message): Finding => ({ severity: "warning", message })),
        );
      if (!isNew && errors.length === 0 && typeof name === "string") remember(name, { inputs, secrets, file });
      writeFindings(file, found);
      return { inputs: answered, failures: [] };
    },

    async diff(id, olds: Props, news: Props) {
      const answer = await objects.diff(id, olds, news);
      const name = nameOf(news) ?? "";
      const known = checked.get(name);
      if (!known || answer.replaces?.length) return answer;
      checked.delete(name);
      const existing = { id, olds: fromState(olds) };
      writeFindings(known.file, await objects.preview(news, { existing, secrets: known.secrets }));
      return answer;
    },
  };
}

/** Returns the inputs as text. The engine changes the order of their names. */
function inOneOrder(inputs: Props): string {
  return JSON.stringify(inputs, (_, value) =>
    isObject(value) ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))) : value,
  );
}

/** Returns configuration problems that were not reported yet: they concern the whole stack, not each resource. */
function unreportedConfigurationProblems(run: Run): readonly string[] {
  const problem = connectionProblem(run.config);
  return problem && run.isFirst(problem.code) ? [problem.message] : [];
}

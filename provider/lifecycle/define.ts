// The common steps of every operation: project check, connection, the resource's own part, storable results, readable failures.

import { isDeepStrictEqual } from "node:util";
import type { dynamic } from "@pulumi/pulumi";
import { isGiven, isSingle, type Props, type Resource, validateArguments, withRecords } from "../../contract/index.ts";
import { Conflict } from "../client/errors.ts";
import type { Client } from "../client/operations.ts";
import { endWithStandardError } from "../client/print.ts";
import { type StackConfig, valuesSocket } from "../config/config.ts";
import { givenIn, isLookUp, storable } from "../fields/inward.ts";
import { flat, normalisedOf } from "../fields/outward.ts";
import type { Declaration } from "../run/declared.ts";
import type { Run } from "../run/run.ts";
import { ownFormText } from "./announced.ts";
import { type CheckAnswer, failureOf, givenArguments, unsendable } from "./check.ts";
import { diff } from "./diff.ts";
import { type Action, describeFailure } from "./failures.ts";
import { declaredElsewhereText, declaredHereText, notRemovedText } from "./holders.ts";
import type { Lifecycle } from "./lifecycle.ts";
import { type Finding, findingsOn, type Previewed } from "./preview.ts";
import { reportingFailures } from "./read-failures.ts";
import { References } from "./references.ts";
import { Renewals } from "./renewal.ts";
import { hidingSecrets, mayBeSecret, withoutMarks, withSecretsMarked } from "./secrets.ts";
import { assertSameProject, configuredProject, fromState, PartialWrite, toState } from "./stored.ts";

/** The engine's operations on resources of one class. Both doors call them. */
export interface ResourceProvider extends Required<Omit<dynamic.ResourceProvider, "configure" | "check">> {
  readonly lifecycle: Lifecycle;
  configure(request: { readonly config: StackConfig }): Promise<void>;
  check(olds: Props | undefined, news: Props): Promise<CheckAnswer>;
  /** Returns a preview's findings on a resource, new or existing. `secrets` are names of arguments. */
  preview(inputs: Props, about: Pick<Previewed, "olds" | "secrets" | "errors">): Promise<Finding[]>;
  /** Returns the object with this id or unique key, with inputs for all its settings; undefined when it does not exist. */
  import(id: string): Promise<{ id: string; props: Props; inputs: Props } | undefined>;
}

/** Builds the object that handles all operations on resources of one class. */
export function defineProvider(lifecycle: Lifecycle, run: Run): ResourceProvider {
  const { resource, verbs } = lifecycle;
  const declared = run.declared(resource);
  const references = new References(resource, run.pointers);
  // Opened when it is used: some operations send no request, and need no configuration.
  const client: Client = { collection: (each) => run.client().collection(each) };
  const renewals = new Renewals(lifecycle, run);

  const secretsOf = (inputs: Props) => declared.checkOf(inputs)?.secrets ?? [];

  /** Runs an operation. Describes its failure, and completes the outputs that a failure keeps. */
  async function attempt<T>(
    action: Action,
    { props, olds, id }: { readonly props: Props; readonly olds?: Props; readonly id?: string },
    work: () => Promise<T>,
  ): Promise<T> {
    const subject = () => ({
      resource,
      action,
      config: run.config,
      label: lifecycle.label(props),
      ...run.cancellation.operation,
      isFirst: (text: string) => run.isFirst(`failure ${text}`),
      ...(id !== undefined && { id }),
    });
    const hide = hidingSecrets(resource, secretsOf(props), [props, olds ?? {}]);
    return run.cancellation.during(hide, async () => {
      try {
        return await work();
      } catch (error) {
        if (!(error instanceof PartialWrite)) throw describeFailure(error, subject());
        // The dynamic provider host adds `__provider` to the outputs of a success only.
        const outputs = { ...stored(error.outputs, props), ...givenIn(props, ["__provider"]) };
        throw describeFailure(error.cause, subject()).kept(error.id, outputs);
      }
    });
  }

  const stored = (outputs: Props, inputs: Props = {}) =>
    toState(resource, outputs, { project: configuredProject(run.config), secrets: secretsOf(inputs) });

  /** Prints a line for each value that the service stores in a form of its own since this write. */
  function printForms(inputs: Props, outputs: Props, olds: Props = {}): void {
    const [known, given] = [normalisedOf(olds), flat(inputs)];
    for (const [name, form] of Object.entries(normalisedOf(outputs))) {
      if (!isGiven(given[name]) || isDeepStrictEqual(known[name], form)) continue;
      // A program marks `extra` as a whole.
      const [argument = name] = name.split(".", 1);
      const isSecret = secretsOf(inputs).includes(argument) || mayBeSecret(resource, name, form);
      const text = ownFormText(resource, lifecycle.label(outputs), { name, form: isSecret ? undefined : form });
      run.print(text);
    }
  }

  /** Reports values to a command that asks for them. */
  async function report(name: string | undefined, values: Props): Promise<void> {
    const path = valuesSocket();
    if (path !== undefined && name !== undefined) {
      const { sendReport } = await import("../run/send-report.ts");
      await sendReport(path, `${resource.kind} ${name}`, withoutMarks(values));
    }
  }

  return {
    lifecycle,

    async configure(request) {
      // Assigned before the first await: parallel first calls do not wait for this one.
      run.config = request.config;
      endWithStandardError();
    },

    async check(olds: Props = {}, news: Props) {
      const declaration = declarationOf(news);
      const inputs = givenArguments(resource, olds, news);
      const problems = [
        ...unsendable(news),
        ...validateArguments(resource, inputs, Object.keys(olds).length > 0 ? olds : undefined),
        ...(lifecycle.problems?.(inputs, { ...declaration.recorded, ...olds }) ?? []),
        ...declared.checked(olds, inputs, declaration),
      ];
      if (problems.length === 0) {
        problems.push(...(await declared.checkedElsewhere(inputs, declaration)));
        if (isSingle(resource)) run.singles.set(resource, withSecretsMarked(resource, inputs, declaration.secrets));
      }
      // Rules read the arguments of a failed check too.
      await report(declaration.declaredAs, inputs);
      return { inputs, failures: problems.map(failureOf) };
    },

    async preview(inputs, { olds: recorded, ...about }) {
      const olds = recorded && fromState(recorded);
      const hide = hidingSecrets(resource, about.secrets, [inputs, olds ?? {}]);
      const found = await findingsOn({ lifecycle, inputs, olds, run, ...about });
      return found.map((finding) => ({ ...finding, message: hide(finding.message) }));
    },

    diff: (id, stored: Props, news: Props) =>
      attempt(verbs.update, { props: news, olds: stored, id }, async () => {
        const olds = fromState(stored);
        assertSameProject(olds, run.config);
        const identity = lifecycle.identity(id, olds);
        const answer = { ...diff(resource, identity, news, olds), ...(await renewals.changes(id, olds, news)) };
        // The engine shows no property of this update.
        if (answer.changes) run.print(renewals.text(olds, news));
        references.note(lifecycle.label({ ...olds, ...news }), news);
        declared.compared(news);
        if (answer.replaces.length === 0) await declared.held(id, identity, news);
        return answer;
      }),

    create: (inputs: Props) =>
      attempt(verbs.create, { props: inputs }, async () => {
        assertSameProject(declared.recorded(inputs) ?? {}, run.config);
        try {
          const made = await lifecycle.create(client, inputs, run);
          const { outputs, isAdopted = verbs.create === "adopt", warnings = [] } = made;
          const id = String(made.id);
          // The engine prints only "created".
          if (isAdopted) run.print(`adopted the ${resource.title} "${lifecycle.label(outputs)}": ${id}`);
          await declared.created(id, inputs);
          references.note(lifecycle.label(outputs), inputs);
          printForms(inputs, outputs);
          for (const warning of warnings) run.print(`Warning: ${warning}`);
          return { id, outs: stored(outputs, inputs) };
        } catch (error) {
          if (error instanceof PartialWrite) {
            await declared.created(error.id, inputs);
            printForms(inputs, error.outputs);
          } else declared.failed(inputs);
          throw error;
        }
      }),

    read: (id, recorded: Props = {}) =>
      reportingFailures(run, { id, props: recorded }, () =>
        attempt("read", { props: recorded, id }, async () => {
          const props = fromState(recorded);
          const isLooked = isLookUp(resource, props);
          assertSameProject(props, run.config);
          renewals.read(id);
          // The marks of secrets stay, because outputs of other resources may take values from here.
          if (isSingle(resource) && !isLooked && !run.singles.has(resource))
            run.singles.set(resource, withRecords(recorded));
          if (!resource.operations.read && isLooked) throw new Conflict("the service never shows one again.");
          const isOthers = isSingle(resource) && id.toLowerCase() !== run.projectId.toLowerCase();
          const found = isOthers ? undefined : await lifecycle.read(client, id, props, run);
          if (!found && isLooked) throw new Conflict(notThereText(resource));
          if (!found) return {};
          const inputs = found.inputs ? { inputs: storable(withSecretsMarked(resource, found.inputs)) } : {};
          const outputs = stored(found.outputs);
          await report(id, outputs);
          return { id, props: outputs, ...inputs };
        }),
      ),

    import: (id) =>
      attempt("import", { props: {}, id }, async () => {
        const found = await lifecycle.import(client, id, run);
        return found && { id: found.id, props: stored(found.outputs), inputs: storable(found.inputs) };
      }),

    update: (id, recorded: Props, news: Props) =>
      attempt(verbs.update, { props: news, olds: recorded, id }, async () => {
        const olds = fromState(recorded);
        assertSameProject(olds, run.config);
        const outputs = await lifecycle.update(client, id, olds, news, run);
        printForms(news, outputs, olds);
        return { outs: stored(outputs, news) };
      }),

    delete: (id, recorded: Props) =>
      attempt("delete", { props: recorded, id }, async () => {
        const props = fromState(recorded);
        assertSameProject(props, run.config);
        const names = { ...props, ...lifecycle.identity(id, props) };
        const elsewhere = await declared.elsewhere(id, names);
        if (elsewhere && !elsewhere.isHolder) throw new Conflict(declaredElsewhereText(resource, elsewhere));
        if (elsewhere || declared.holds(id)) {
          run.print(notRemovedText(resource, id));
          return;
        }
        const waiting = declared.waiting(names);
        if (waiting !== undefined) throw new Conflict(declaredHereText(resource, waiting));
        const remaining = await references.explaining(client, id, () => lifecycle.delete(client, id, props, run));
        references.note(lifecycle.label(props), remaining ?? {});
        if (remaining) return;
        const dangling = references.dangling(id, lifecycle.label(props));
        if (dangling !== undefined) run.print(dangling);
      }),
  };
}

function declarationOf(news: Props): Declaration {
  const { __declaredAs, __recorded, __deletesFirst } = news;
  return {
    secrets: markedNames(news),
    deletesFirst: typeof __deletesFirst === "boolean" ? __deletesFirst : undefined,
    declaredAs: typeof __declaredAs === "string" ? __declaredAs : undefined,
    recorded: isGiven(__recorded) ? withRecords(__recorded as Props) : undefined,
  };
}

export function markedNames({ __secrets }: Props): readonly string[] {
  return Array.isArray(__secrets) ? __secrets : [];
}

function notThereText({ title }: Resource): string {
  return `there is no such ${title} in the project. Check the id and the project ID.`;
}

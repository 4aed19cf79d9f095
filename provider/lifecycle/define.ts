// The order of every operation: whose object it is, connection, the resource's own part, clean results, readable failures.

import type { dynamic } from "@pulumi/pulumi";
import { isGiven, isSingle, type Resource } from "../../contract/index.ts";
import type { Client } from "../client/collection.ts";
import { ConfigurationError, mayAdoptMatching, readConnection, type StackConfig } from "../config.ts";
import { connect } from "../connect.ts";
import { type CheckRules, check } from "./check.ts";
import { diff } from "./diff.ts";
import { type Action, Conflict, describeFailure, OperationFailure, PartialCreate, tell } from "./failures.ts";
import { migrated, versioned } from "./migrations.ts";
import { assertSameProject, withProject } from "./project.ts";
import { tellingFailures } from "./read-failures.ts";
import { References } from "./references.ts";
import { type Declaration, DeclaredResources } from "./run.ts";
import { withSecretsMarked } from "./secrets.ts";
import { isLookUp, type Props, storable } from "./state.ts";

/** What a create needs to know besides the inputs. */
export interface CreateContext {
  /** Whether an endpoint that is exactly as the program says may be taken over (`signalwire:adoptMatching`). */
  readonly adoptMatching: boolean;
  /** The project in whose name requests are sent; the id of what it has exactly one of. */
  readonly projectId: string;
  readonly declared: DeclaredResources;
}

/** What differs between resources. Every `Props` is in camelCase; a call of the client that fails may simply throw. */
export interface Lifecycle {
  readonly resource: Resource;
  /** How a message names the first and the later writes. */
  readonly verbs: { readonly create: Action; readonly update: Action };
  /** What the user calls this object. */
  label(props: Props): unknown;
  /** What the object goes by, under the names of identity arguments. */
  identity(id: string, olds: Props): Props;
  readonly rules?: CheckRules;
  /** @throws PartialCreate when the object is there but what was sent may or may not have arrived. */
  create(client: Client, inputs: Props, context: CreateContext): Promise<{ id: unknown; outputs: Props }>;
  /** `undefined` when the object no longer exists. Without `inputs`, a refresh finds no drift. */
  read(client: () => Client, id: string, olds: Props): Promise<{ outputs: Props; inputs?: Props } | undefined>;
  update(client: () => Client, id: string, olds: Props, news: Props, declared: DeclaredResources): Promise<Props>;
  /** The outputs as they would be with what stays at the service. */
  delete(client: () => Client, id: string, olds: Props): Promise<Props | undefined>;
}

/** Builds the object that Pulumi's dynamic provider host calls. */
export function defineProvider(lifecycle: Lifecycle): dynamic.ResourceProvider {
  const { resource, verbs } = lifecycle;
  const declared = new DeclaredResources(resource);
  const references = new References(resource);
  let config: StackConfig | undefined;
  const client = () => connect(config);

  async function attempt<T>(action: Action, props: Props, id: string | undefined, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      const label = lifecycle.label(props);
      throw describeFailure(error, { resource, action, label, ...(id === undefined ? {} : { id }) });
    }
  }

  const stored = (outputs: Props) => storable(versioned(withProject(outputs, config)));

  return {
    async configure(request) {
      // Assigned before the first await: the host does not wait for this call when the first ones come in parallel.
      config = request.config;
    },

    async check(olds: Props = {}, news: Props) {
      const environment = () => unreportedConfigurationProblems(config);
      const declaration = declarationOf(news);
      const problems = (args: Props) => [
        ...(lifecycle.rules?.problems?.(args, { ...declaration.recorded, ...olds }) ?? []),
        ...declared.checked(olds, args, declaration),
      ];
      const { inputs, failures } = await check(
        resource,
        olds,
        news,
        { ...lifecycle.rules, problems, environment },
        config,
      );
      // The classes of the SDK say what they are declared as; the engine, which calls for them, takes the marks off again.
      return { inputs: isGiven(news.__declaredAs) ? withSecretsMarked(resource, inputs) : inputs, failures };
    },

    diff: (id, olds: Props, news: Props) =>
      attempt(verbs.update, news, id, async () => {
        assertSameProject(olds, config);
        const identity = lifecycle.identity(id, migrated(olds));
        const answer = diff(resource, identity, news, olds);
        references.note(lifecycle.label({ ...olds, ...news }), news);
        if (answer.replaces.length === 0) declared.held(id, identity, news);
        return answer;
      }),

    create: (inputs: Props) =>
      attempt(verbs.create, inputs, undefined, async () => {
        assertSameProject(declared.recorded(inputs) ?? {}, config);
        try {
          const { projectId } = readConnection(config);
          const context = { adoptMatching: mayAdoptMatching(config), projectId, declared };
          const { id: given, outputs } = await lifecycle.create(client(), inputs, context);
          const id = checkedId(given, resource);
          declared.created(id, inputs);
          references.note(lifecycle.label(outputs), inputs);
          return { id, outs: stored(outputs) };
        } catch (error) {
          if (!(error instanceof PartialCreate)) throw error;
          declared.created(error.id, inputs);
          throw new PartialCreate(error.id, { ...stored(error.outputs), __provider: inputs.__provider }, error.cause);
        }
      }),

    read: (id, props: Props = {}) =>
      tellingFailures(id, props, () =>
        attempt("read", props, id, async () => {
          assertSameProject(props, config);
          if (!resource.operations.read && isLookUp(resource, props))
            throw new Conflict("the service never shows one again.");
          const isOthers = isSingle(resource) && id.toLowerCase() !== readConnection(config).projectId.toLowerCase();
          const found = isOthers ? undefined : await lifecycle.read(client, id, migrated(props));
          if (!found && isLookUp(resource, props)) throw new Conflict(notThere(resource));
          if (!found) return {};
          return { id, props: stored(found.outputs), ...(found.inputs ? { inputs: storable(found.inputs) } : {}) };
        }),
      ),

    update: (id, olds: Props, news: Props) =>
      attempt(verbs.update, news, id, async () => {
        assertSameProject(olds, config);
        return { outs: stored(await lifecycle.update(client, id, migrated(olds), news, declared)) };
      }),

    delete: (id, props: Props) =>
      attempt("delete", props, id, async () => {
        assertSameProject(props, config);
        if (declared.holds(id)) {
          tell(`The ${resource.title} ${id} was left alone: another resource of this stack manages it now.`);
          return;
        }
        const left = await references.explaining(client, id, () => lifecycle.delete(client, id, migrated(props)));
        if (left) references.note(lifecycle.label(props), left);
        else references.tellDangling(id, lifecycle.label(props));
      }),
  };
}

function declarationOf({ __declaredAs, __recorded }: Props): Declaration {
  return {
    declaredAs: typeof __declaredAs === "string" ? __declaredAs : undefined,
    recorded: isGiven(__recorded) ? (__recorded as Props) : undefined,
  };
}

function notThere({ title }: Resource): string {
  return `there is no such ${title} in the project. Check the id and the project ID.`;
}

// What holds for the whole stack is said once, not once a resource.
let reported = false;

function unreportedConfigurationProblems(config: StackConfig | undefined): readonly string[] {
  if (reported) return [];
  try {
    readConnection(config);
    return [];
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    reported = true;
    return [error.message];
  }
}

function checkedId(id: unknown, resource: Resource): string {
  if (typeof id === "string" && id !== "") return id;
  if (typeof id === "number") return String(id);
  throw new OperationFailure("unexpected_answer", `The service returned a ${resource.title} without an id.`);
}

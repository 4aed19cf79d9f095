// The functions that a program calls: objects that it only looks at, and tokens that no state keeps.

import {
  argumentName,
  type Resource,
  type ResourceName,
  resourceNames,
  resources,
  SCHEMA_VERSION_NAME,
  SignalWireError,
} from "../../contract/index.ts";
import { readConnection, type StackConfig } from "../config.ts";
import { connect } from "../connect.ts";
import { idByKey, issueClientToken, noClientToken, providers, refreshClientToken } from "../index.ts";
import { describeFailure } from "../lifecycle/failures.ts";
import { allOutputs, type Props } from "../lifecycle/state.ts";

type Invoked = (config: StackConfig, args: Props, isPreview: boolean) => Promise<Props>;

/** Arguments that do not go together. */
class ArgumentError extends SignalWireError {
  readonly code = "invalid";
}

/** By the last part of their tokens, as the schema has them. */
export function functionNamed(name: string): Invoked | undefined {
  // The engine takes no unknown value from a function.
  if (name === "issueClientToken")
    return async (config, args, isPreview) =>
      isPreview ? noClientToken(args) : { ...(await issueClientToken(config, args)) };
  if (name === "refreshClientToken")
    return async (config, args, isPreview) =>
      isPreview ? noClientToken({}) : { ...(await refreshClientToken(config, args)) };
  const one = looked.find((each) => name === `get${each}`);
  if (one) return (config, args) => lookAt(one, config, args);
  const all = looked.find((each) => name === `get${each}s` && (resources[each] as Resource).operations.list);
  return all && ((config, args) => list(all, config, args));
}

const looked = resourceNames.filter((name) => (resources[name] as Resource).usage.lookUpId !== undefined);

async function lookAt(name: ResourceName, config: StackConfig, args: Props): Promise<Props> {
  const resource: Resource = resources[name];
  const { kind } = resources[name];
  const key = resource.uniqueKey && argumentName(resource, resource.uniqueKey);
  const given = ["id", ...(key === undefined ? [] : [key])].filter((each) => typeof args[each] === "string");
  if (given.length > 1) throw new ArgumentError(`id and ${key} are both given: keep one of them`);
  const id = await idOf();
  const { props } = await providers[kind].read(id, {});
  return { ...shown(props ?? {}), id };

  async function idOf(): Promise<string> {
    if (typeof args.id === "string") return args.id;
    if (key !== undefined && typeof args[key] === "string") return idByKey(config, kind, args[key]);
    if (key === undefined && resource.operations.list === undefined) return readConnection(config).projectId;
    throw new ArgumentError(`id or ${key} is required`);
  }
}

async function list(name: ResourceName, config: StackConfig, args: Props): Promise<Props> {
  const resource: Resource = resources[name];
  const filters = Object.values(resource.operations.list?.filters ?? {});
  const matches = (live: Props) =>
    filters.every((wire) => {
      const part = args[argumentName(resource, wire)];
      return typeof part !== "string" || String(live[wire] ?? "").includes(part);
    });
  const found: Props[] = [];
  try {
    for await (const live of connect(config).collection(resource).list())
      if (matches(live)) found.push({ ...given(allOutputs(resource, live)), id: String(live.id) });
  } catch (error) {
    throw describeFailure(error, { resource, action: "read", label: undefined, config });
  }
  return { [`${resource.kind}s`]: found };
}

/** Without what the provider keeps for itself. */
function shown(props: Props): Props {
  const { [SCHEMA_VERSION_NAME]: _, ...rest } = props;
  return Object.fromEntries(Object.entries(rest).filter(([name]) => !name.startsWith("__")));
}

function given(props: Props): Props {
  return Object.fromEntries(Object.entries(props).filter(([, value]) => value !== null && value !== undefined));
}

// Runs random programs with the provider's own objects, and writes the engine's events of a preview.

import type { EngineEvent } from "@pulumi/pulumi/automation/index.js";
import { expect } from "vitest";
import type { SavedPlan, StoredResource } from "../../../cli/calls/stack.ts";
import { argumentFields, dynamicType, type ResourceName, resources } from "../../../contract/index.ts";
import type { ReferenceServer } from "../../../server/index.ts";
import { configurationOf, DirectHost } from "../../provider/direct-host.ts";
import { type Kind, type Props, UNKNOWN } from "../../provider/host.ts";
import { type Declared, FOREIGN, NUMBERS, type Program } from "./planned-programs.ts";

/** A service, a run of the engine for each program, and a function that tries a call. */
export interface Project {
  readonly server: ReferenceServer;
  readonly runs: readonly [DirectHost, DirectHost];
  readonly openTrial: typeof import("../../../cli/calls/tried-call.ts").openTrial;
  /** The id of an endpoint that no program declares. */
  foreign: string;
}

export async function newProjects(count: number): Promise<Project[]> {
  const configs = Array.from({ length: count }, (): { [key: string]: string } => ({}));
  const started: (readonly [DirectHost, DirectHost])[] = [];
  for (const config of configs) started.push([new DirectHost(config), new DirectHost(config)]);
  // Each run has its own modules; modules loaded later are shared.
  const { startServer } = await import("../../../server/index.ts");
  const { openTrial } = await import("../../../cli/calls/tried-call.ts");
  return Promise.all(
    started.map(async (runs, at) => {
      const server = await startServer({ seed: { projects: [{ numbers: NUMBERS }] }, extraFields: true });
      Object.assign(configs[at] ?? {}, configurationOf(server));
      return { server, runs, openTrial, foreign: "" };
    }),
  );
}

type State = Map<string, StoredResource>;

const kindOf = (type: ResourceName) => `${type.charAt(0).toLowerCase()}${type.slice(1)}` as Kind;
const urnOf = (name: string, type: ResourceName) => `urn:pulumi:prod::phones::${dynamicType(type)}::${name}`;

/** Returns the arguments with the id of the rung endpoint. */
export function rung({ args, endpoint }: Declared, idOf: (name: string) => string | undefined): Props {
  if (args.callHandler !== "relay_sip_endpoint") return args;
  const id = endpoint === undefined ? undefined : idOf(endpoint);
  return id === undefined ? args : { ...args, callSipEndpointId: id };
}

export function wire(type: ResourceName, args: Props): Props {
  return Object.fromEntries(
    [...argumentFields(resources[type])].flatMap(([name, field]) => (name in args ? [[field, args[name]]] : [])),
  );
}

/** Puts endpoints before the numbers that ring them, like the engine. */
function ordered(program: Program): [string, Declared][] {
  return Object.entries(program).sort(
    ([, a], [, b]) => Number(a.type === "PhoneNumber") - Number(b.type === "PhoneNumber"),
  );
}

async function replaces(run: DirectHost, kind: Kind, { id, outputs = {} }: StoredResource, inputs: Props) {
  return (await run.diff(kind, id, outputs, inputs)).replacesList.length > 0;
}

/** Returns the outputs after an update, which is left out when nothing differs. */
async function updated(run: DirectHost, kind: Kind, old: StoredResource, inputs: Props): Promise<Props> {
  const { id, outputs = {} } = old;
  return JSON.stringify(old.inputs) === JSON.stringify(inputs) ? outputs : run.update(kind, id, outputs, inputs);
}

/** Applies an `up` in the engine's order, and updates the state. */
export async function up({ foreign }: Project, run: DirectHost, state: State, program: Program): Promise<State> {
  const ids = new Map([[FOREIGN, foreign]]);
  const removed = [...state.values()].filter(
    ({ urn }) => !Object.keys(program).some((name) => urn.endsWith(`::${name}`)),
  );
  for (const [name, declared] of ordered(program)) {
    const urn = urnOf(name, declared.type);
    const old = state.get(urn);
    const args = rung(declared, (endpoint) => ids.get(endpoint));
    const kind = kindOf(declared.type);
    const { inputs, failures } = await run.check(kind, old?.inputs ?? {}, { ...args, __declaredAs: name });
    expect(failures, urn).toEqual([]);
    const isReplaced = old && (await replaces(run, kind, old, inputs));
    const made =
      old && !isReplaced
        ? { id: old.id, outputs: await updated(run, kind, old, inputs) }
        : await run.create(kind, inputs);
    state.set(urn, { type: dynamicType(declared.type), urn, inputs, ...made });
    ids.set(name, made.id);
    if (isReplaced) removed.push(old);
  }
  for (const { urn, type, id, outputs = {} } of removed) {
    const name = type.split(":").at(-1) as ResourceName;
    await run.delete(kindOf(name), id, outputs);
    if (state.get(urn)?.id === id) state.delete(urn);
  }
  return state;
}

/** Returns the engine's events of a preview. References to new objects are unknown there. */
export async function preview(
  { foreign }: Project,
  run: DirectHost,
  state: State,
  program: Program,
): Promise<{ events: EngineEvent[]; plan: SavedPlan }> {
  const ids = new Map([[FOREIGN, foreign]]);
  const events: EngineEvent[] = [];
  const dependencies: { [urn: string]: { goal: { propertyDependencies: { [name: string]: string[] } } } } = {};
  const tell = (metadata: object) => events.push({ resourcePreEvent: { metadata } } as unknown as EngineEvent);
  for (const [name, declared] of ordered(program)) {
    const { type, endpoint } = declared;
    const urn = urnOf(name, type);
    const old = state.get(urn);
    const args = rung(declared, (each) => ids.get(each));
    const { inputs } = await run.check(kindOf(type), old?.inputs ?? {}, { ...args, __declaredAs: name });
    const isReplaced = old && (await replaces(run, kindOf(type), old, inputs));
    const next = { type: dynamicType(type), urn, inputs, outputs: {} };
    const isSame = old && JSON.stringify(old.inputs) === JSON.stringify(inputs);
    if (isReplaced) {
      tell({ op: "create-replacement", urn, type: next.type, old, new: { ...next, id: "" } });
      tell({ op: "replace", urn, type: next.type, old, new: { ...next, id: "" } });
      tell({ op: "delete-replaced", urn, type: next.type, old });
    } else if (old) tell({ op: isSame ? "same" : "update", urn, type: next.type, old, new: { ...next, id: old.id } });
    else tell({ op: "create", urn, type: next.type, new: { ...next, id: "" } });
    ids.set(name, old && !isReplaced ? old.id : UNKNOWN);
    const on = endpoint === undefined || endpoint === FOREIGN ? [] : [urnOf(endpoint, "SipEndpoint")];
    dependencies[urn] = { goal: { propertyDependencies: { callSipEndpointId: on } } };
  }
  for (const old of state.values())
    if (!Object.keys(program).some((name) => old.urn.endsWith(`::${name}`)))
      tell({ op: "delete", urn: old.urn, type: old.type, old });
  return { events, plan: { resourcePlans: dependencies } };
}

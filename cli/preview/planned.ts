// The changes that a stack's program plans, from `pulumi preview`.

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { EngineEvent } from "@pulumi/pulumi/automation/index.js";
import { own, type Resource, resources, SignalWireError, toCamel } from "../../contract/index.ts";
import { openClient } from "../../provider/client/collection.ts";
import type { Client } from "../../provider/client/operations.ts";
import { openTransport } from "../../provider/client/transport.ts";
import { REPORT_VALUES } from "../../provider/config/config.ts";
import { receiveReports } from "../../sdk/reports.ts";
import { makeTemporary, removeTemporary } from "../../sdk/temporary.ts";
import { readKinds } from "../account/read.ts";
import { accountOfProvider } from "../account/stack-accounts.ts";
import { providersIn } from "../calls/accounts.ts";
import { liveObject } from "../calls/objects.ts";
import { eventsInClear } from "../calls/secret-values.ts";
import { type LookUp, type PlannedStack, plannedStack, type SavedPlan } from "../calls/stack.ts";
import type { ReadEndpoints } from "../calls/try-change.ts";
import { decryptedDeployment } from "../engine/engine.ts";
import { attempt } from "../engine/failures.ts";
import { type EngineRun, type Project, runEngine } from "../engine/run.ts";
import type { PolicyEvent } from "./violations.ts";

export interface Planning extends Partial<Omit<EngineRun, "stack">> {
  readonly args?: readonly string[];
}

interface Planned {
  /** Looks up the planned objects. Throws CheckImpossible with the engine's errors when the preview failed. */
  readonly find: () => Promise<PlannedStack>;
  /** Evaluates this package's rules. */
  readonly evaluate: () => Promise<readonly PolicyEvent[]>;
  readonly read: ReadEndpoints;
}

/** Runs a preview of a stack. */
export async function planChanges(
  project: Project,
  stack: string,
  { args = [], onEvent, ...run }: Planning = {},
): Promise<Planned> {
  const folder = makeTemporary("signalwire-preview-");
  const file = join(folder, "plan.json");
  const events: EngineEvent[] = [];
  const reports = receiveReports();
  try {
    const note = (event: EngineEvent) => {
      events.push(event);
      onEvent?.(event);
    };
    const flags = ["preview", "--color", "never", "--save-plan", file, ...args];
    const environment = { ...run.environment, [REPORT_VALUES]: await reports.path };
    const { failure } = await attempt(runEngine(project, flags, { ...run, stack, environment, onEvent: note }));
    const plan: SavedPlan | undefined = failure ? undefined : JSON.parse(await readFile(file, "utf8"));
    const accountOf = askOnce(project, stack);
    const { received: reported } = reports;
    let clear: ReturnType<typeof eventsInClear> | undefined;
    const revealed = () => {
      const recorded = async () => (await decryptedDeployment(project, stack)).resources ?? [];
      clear ??= eventsInClear(events, { reported, recorded });
      return clear;
    };
    const find = async () => {
      if (plan === undefined) throw failure;
      const { events: inClear, secrets } = await revealed();
      return { ...(await plannedStack(inClear, plan, lookUpIn(accountOf))), secrets };
    };
    const evaluate = async () => {
      // Loaded when they are used: `call --preview` evaluates no rules.
      const { policyEvents } = await import("./own-rules.ts");
      return policyEvents({ events: (await revealed()).events, reported, plan });
    };
    return { find, evaluate, read: endpointsIn(accountOf, events) };
  } finally {
    reports.close();
    removeTemporary(folder);
  }
}

type AccountOf = (provider: string | undefined) => ReturnType<typeof accountOfProvider>;

/** Returns a function that asks for the account of each provider once: it may take a command of the CLI. */
function askOnce(project: Project, stack: string): AccountOf {
  const asked = new Map<string | undefined, ReturnType<AccountOf>>();
  return (provider) => {
    const account = asked.get(provider) ?? accountOfProvider(project, stack, provider);
    asked.set(provider, account);
    return account;
  };
}

/** Returns a function that reads the account of a stack. */
export function endpointsOf(project: Project, stack: string): ReadEndpoints {
  return endpointsIn(askOnce(project, stack), []);
}

/** Reads an account with the credentials of the provider that chooses it: the stack's own, or one that its program declares. */
function endpointsIn(accountOf: AccountOf, events: readonly EngineEvent[]): ReadEndpoints {
  const providers = [undefined, ...new Set(providersIn(events).map(({ urn }) => urn))];
  return async (account) => {
    for (const provider of providers) {
      try {
        const { connection } = await accountOf(provider);
        if (account !== provider && account !== connection.projectId.toLowerCase()) continue;
        const kinds = await readKinds(connection, ["SipEndpoint", "SipProfile"]);
        if (kinds.some(({ failure }) => failure)) return undefined;
        return kinds.flatMap(({ type, objects }) => objects.map((live) => liveObject(type, live)));
      } catch (error) {
        if (!(error instanceof SignalWireError)) throw error;
      }
    }
    return undefined;
  };
}

/** The engine's lines about the plan, which is in a temporary folder. */
export const OF_THE_PLAN = /^Update plan written to .*\n(?:Run `pulumi up --plan=.*\n?)?/m;

/** Reads objects that the program adopts when there are credentials. Otherwise only the program's own values are known. */
function lookUpIn(accountOf: AccountOf): LookUp {
  const clients = new Map<string | undefined, Promise<Client>>();
  const open = async (provider: string | undefined) =>
    openClient(openTransport((await accountOf(provider)).connection));
  return async (type, inputs, provider) => {
    const resource: Resource = resources[type];
    try {
      const opened = clients.get(provider) ?? open(provider);
      clients.set(provider, opened);
      const client = await opened;
      const collection = client.collection(resource);
      const key = inputs[toCamel(resource.uniqueKey ?? resource.label)];
      const ids = Object.keys(resource.settings ?? {}).filter((name) => own(resource.settings ?? {}, name)?.identity);
      const id = ids.map((name) => inputs[name]).find((each): each is string => typeof each === "string");
      const live = await (typeof key === "string" ? collection.find(key) : collection.read(id));
      return live && liveObject(type, live);
    } catch (error) {
      if (error instanceof SignalWireError) return undefined;
      throw error;
    }
  };
}

// Tries every path of every caller.

import { domainApplication, type Expectation, literalPattern, phoneNumber } from "../../contract/index.ts";
import { CALLER } from "../calls/keys.ts";
import type { Switchboard } from "../calls/switchboard.ts";
import type { Party } from "../calls/trace.ts";
import { follow } from "../calls/traffic.ts";
import { callersOf, type ExploredCaller } from "./callers.ts";
import { type Judged, judge } from "./expectations.ts";
import { Explorer } from "./explorer.ts";
import type { Path } from "./paths.ts";
import type { Play } from "./try-paths.ts";

export type { ExploredCaller } from "./callers.ts";

export interface ExploreOptions {
  /** The number, or the identifier of the domain application, whose callers are explored. Default: all callers. */
  readonly called?: string | undefined;
  /** The failures that a path may have, such as a desk that does not answer: 1 or 2. Default: 1. */
  readonly failures?: number | undefined;
  /** What is expected of the calls to a number, or to the domain application with this identifier. Default: nothing. */
  readonly expects?: { readonly [called: string]: readonly Expectation[] } | undefined;
}

/** All callers, in the order of their addresses. */
export interface Exploration {
  readonly callers: readonly ExploredCaller[];
  /** Each expectation, and whether it is held. Empty where nothing is expected. */
  readonly expectations: readonly Judged[];
}

/** Explores the callers of all projects. Equal callers are explored once. */
export async function explore(
  switchboard: Switchboard,
  { called, failures, expects = {} }: ExploreOptions = {},
  explorer = new Explorer(switchboard, failures),
): Promise<Exploration> {
  const known = new Map<string, Pick<ExploredCaller, "paths" | "isComplete">>();
  const equal = new Map<string, readonly Path[]>();
  const callers: ExploredCaller[] = [];
  for (const project of switchboard.store.projects())
    for (const { alike, ...caller } of callersOf(switchboard, explorer, project)) {
      const { kind, to, party, sourceIp } = caller;
      if (called !== undefined && party.name !== called) continue;
      const same = known.get(alike);
      if (same) {
        callers.push({ ...caller, ...same });
        continue;
      }
      const inbound = { to, from: CALLER, project: project.id, ...(kind === "message" ? { body: "" } : { sourceIp }) };
      const play: Play = (parts, assumptions) => follow(parts, inbound, assumptions);
      const { readsCall, isComplete, ...tried } = await explorer.pathsOf(alike, play, to);
      const named = tried.paths.map((path) => withoutCaller(path, caller));
      const key = JSON.stringify(named);
      const paths = equal.get(key) ?? named;
      equal.set(key, paths);
      if (!readsCall) known.set(alike, { paths, isComplete });
      callers.push({ ...caller, paths, isComplete });
    }
  const expecting = Object.entries(expects).map(([name, expects]) => ({ party: calledAs(name), expects }));
  // The names of all objects are looked up for expectations alone.
  const expectations = expecting.length === 0 ? [] : await judge(switchboard, explorer, expecting);
  return { callers, expectations };
}

function calledAs(name: string): Party {
  return { what: name.startsWith("+") ? phoneNumber.title : domainApplication.title, name };
}

/** Returns a path that does not name its own caller: reports name the caller beside it. */
function withoutCaller({ end, ...path }: Path, { to, party }: Pick<ExploredCaller, "to" | "party">): Path {
  const { kind, code, party: deciding, isAwaited } = end;
  const own = new RegExp(`\\b${literalPattern(`${party.what} ${to}`)}(?!\\d)`, "g");
  const isOwn = deciding?.what === party.what && deciding.name === party.name;
  // In this order for each caller: equal paths are found by their JSON.
  const more = {
    ...(code && { code }),
    ...(deciding && !isOwn && { party: deciding }),
    ...(isAwaited && { isAwaited }),
  };
  return { ...path, end: { kind, text: end.text.replace(own, party.what), ...more } };
}

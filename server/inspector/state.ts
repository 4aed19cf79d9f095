import { createContext } from "preact";
import { useCallback, useContext, useEffect, useReducer, useState } from "preact/hooks";
import type { OpenTrace } from "../calls/trace.ts";
import type { LiveChanges } from "../control/live.ts";
import type { ClientSession, Fault, JournalEntry } from "../index.ts";
import type { ChangeView, View } from "./location.ts";
import type { Routes } from "./routes.ts";
import { Refused, type Server } from "./server.ts";

/** `refused`: the token is wrong for this server. `foreign`: the page was opened by a host name that may be redirected. */
export type Connection = "connecting" | "live" | "lost" | "refused" | "foreign";

export interface State {
  readonly connection: Connection;
  /** By number, without a gap. */
  readonly journal: readonly JournalEntry[];
  /** Oldest first. */
  readonly traces: readonly OpenTrace[];
  readonly sessions: readonly ClientSession[];
  readonly faults: readonly Fault[];
  readonly clock: ShownClock | undefined;
  /** Increases with every request that may have changed stored objects. */
  readonly writes: number;
}

export interface ShownClock {
  /** Milliseconds since 1970, and the local time when the page received it. */
  readonly now: number;
  readonly receivedAt: number;
  readonly frozen: boolean;
  /** True when the server is unreachable: its current time is unknown. */
  readonly isStopped?: boolean;
}

interface Shown {
  readonly server: Server;
  readonly state: State;
  /** Undefined before the first answer. */
  readonly routes: Routes | undefined;
  readonly view: View;
  readonly changeView: ChangeView;
}

export const ShownContext = createContext<Shown | undefined>(undefined);

export function useShown(): Shown {
  return useContext(ShownContext) as Shown;
}

const NOTHING: State = {
  connection: "connecting",
  journal: [],
  traces: [],
  sessions: [],
  faults: [],
  clock: undefined,
  writes: 0,
};

/** Follows a server while the page is open, across restarts of the server. */
export function useServer(server: Server): State {
  const [state, dispatch] = useReducer(next, NOTHING);
  useEffect(() => {
    const end = new AbortController();
    void follow(server, dispatch, end.signal);
    return () => end.abort();
  }, [server]);
  return state;
}

export interface Action {
  readonly problems: readonly string[];
  readonly busy: boolean;
  run(action: () => Promise<unknown>): void;
}

export function useAction(): Action {
  const [problems, setProblems] = useState<readonly string[]>([]);
  const [busy, setBusy] = useState(false);
  const run = useCallback((action: () => Promise<unknown>) => {
    setBusy(true);
    setProblems([]);
    action()
      .catch((error) => setProblems(error instanceof Refused ? error.problems : [String(error)]))
      .finally(() => setBusy(false));
  }, []);
  return { problems, busy, run };
}

type News = Connection | readonly LiveChanges[];

const AGAIN_MS = 1000;

async function follow(server: Server, dispatch: (news: News) => void, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      dispatch("connecting");
      for await (const changes of server.live(signal)) dispatch(changes);
    } catch (error) {
      if (error instanceof Refused && error.status === 401) return dispatch("refused");
      if (error instanceof Refused && error.status === 403) return dispatch("foreign");
    }
    if (signal.aborted) return;
    dispatch("lost");
    await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
  }
}

function next(state: State, news: News): State {
  if (news === "connecting") return state.connection === "lost" ? state : NOTHING;
  if (typeof news === "string") return { ...state, connection: news, clock: state.clock && stopClock(state.clock) };
  // After a reconnection, the server sends everything again.
  const before = state.connection === "live" ? state : { ...NOTHING, writes: state.writes + 1 };
  return news.reduce(merge, { ...before, connection: "live" });
}

function stopClock(clock: ShownClock): ShownClock {
  const passed = clock.frozen || clock.isStopped ? 0 : performance.now() - clock.receivedAt;
  return { ...clock, now: clock.now + passed, isStopped: true };
}

function merge(state: State, { journal, traces, clock, ...lists }: LiveChanges): State {
  return {
    ...state,
    ...lists,
    ...(journal && {
      journal: mergeJournal(state.journal, journal),
      writes: state.writes + journal.entries.filter(isWrite).length,
    }),
    ...(traces && { traces: mergeTraces(state.traces, traces) }),
    ...(clock && { clock: { now: Date.parse(clock.now), receivedAt: performance.now(), frozen: clock.frozen } }),
  };
}

function mergeJournal(
  before: readonly JournalEntry[],
  { first, entries }: { readonly first: number; readonly entries: readonly JournalEntry[] },
): readonly JournalEntry[] {
  const start = before[0]?.number ?? entries[0]?.number ?? first;
  const merged = [...before];
  for (const entry of entries) merged[entry.number - start] = entry;
  return first > start ? merged.slice(first - start) : merged;
}

/** The same limit as on the server. */
const MOST_TRACES = 100;

function mergeTraces(before: readonly OpenTrace[], news: readonly OpenTrace[]): readonly OpenTrace[] {
  const merged = new Map(before.map((trace) => [trace.id, trace]));
  for (const trace of news) merged.set(trace.id, trace);
  return [...merged.values()].slice(-MOST_TRACES);
}

function isWrite({ method, status }: JournalEntry): boolean {
  return method !== "GET" && status !== null && status < 300;
}

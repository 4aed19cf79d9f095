import { setTimeout as pause } from "node:timers/promises";
import type { Clock } from "../conditions/clock.ts";
import type { Fault, Faults } from "../conditions/faults.ts";
import type { Journal, JournalEntry } from "../conditions/journal.ts";
import type { ClientSession, Sessions } from "../sessions/sessions.ts";
import type { OpenTrace, Traces } from "../traffic/trace.ts";

/** The parts of the server that can be watched. */
export interface Watched {
  readonly journal: Journal;
  readonly traces: Traces;
  readonly sessions: Sessions;
  readonly faults: Faults;
  readonly clock: Clock;
  /** Aborted when the server is told to stop. */
  readonly closing: AbortSignal;
}

/** What is new since the line before; the first lines tell everything there is. */
export interface LiveChanges {
  /** `first` is the number of the oldest entry that is kept. An entry that was told without a status is told again with it. */
  readonly journal?: { readonly first: number; readonly entries: readonly JournalEntry[] };
  /** Calls and messages, told again at each step. */
  readonly traces?: readonly OpenTrace[];
  readonly sessions?: readonly ClientSession[];
  readonly faults?: readonly Fault[];
  /** Told when it was frozen, moved or let go, not when it runs on. */
  readonly clock?: { readonly now: string; readonly frozen: boolean };
}

/** How often it looks, in milliseconds, and how many entries of the journal a line has. */
const EVERY = 150;
const MOST = 200;

/**
 * Tells what the server does while it does it: a line of JSON whenever something is new. It looks instead of being told, so that a
 * server nobody watches does nothing for it.
 */
export async function* tellLive(server: Watched): AsyncGenerator<string> {
  const { closing: signal } = server;
  const watchers = [watchJournal(server), watchTraces(server), watchLists(server), watchClock(server)];
  while (!signal.aborted) {
    const news: LiveChanges = Object.assign({}, ...watchers.map((look) => look()));
    if (Object.keys(news).length > 0) yield `${JSON.stringify(news)}\n`;
    if ((news.journal?.entries.length ?? 0) < MOST) await pause(EVERY, undefined, { signal }).catch(() => undefined);
  }
}

type Look = () => LiveChanges;

function watchJournal({ journal }: Watched): Look {
  let first = 0;
  let next = 1;
  let open: number[] = [];
  return () => {
    const answered = open.flatMap((number) => journal.from(number, 1).filter((entry) => entry.status !== null));
    const fresh = journal.from(next, MOST);
    if (journal.first === first && answered.length + fresh.length === 0) return {};
    first = journal.first;
    next = (fresh.at(-1)?.number ?? next - 1) + 1;
    const told = new Set(answered.map(({ number }) => number));
    // A connection that a fault broke is never answered.
    const unanswered = fresh.filter(({ status, fault }) => status === null && fault !== "drop");
    open = [
      ...open.filter((number) => number >= first && !told.has(number)),
      ...unanswered.map(({ number }) => number),
    ];
    return { journal: { first, entries: [...answered, ...fresh] } };
  };
}

function watchTraces({ traces }: Watched): Look {
  let told = new Map<string, string>();
  return () => {
    const all = traces.all.map((tracer) => tracer.soFar);
    const states = new Map(all.map(({ id, outcome, steps }) => [id, `${steps.length} ${outcome}`]));
    const news = all.filter(({ id }) => told.get(id) !== states.get(id));
    told = states;
    return news.length > 0 ? { traces: news } : {};
  };
}

/** Short lists, told as a whole. */
function watchLists({ sessions, faults }: Watched): Look {
  const lists = {
    sessions: () => sessions.all(),
    faults: () => faults.all.map(({ id, options, struck }) => ({ id, options, struck })),
  };
  const told: { [list: string]: string } = {};
  return () => {
    const news = Object.entries(lists).flatMap(([name, read]) => {
      const list = read();
      const text = JSON.stringify(list);
      if (told[name] === text) return [];
      told[name] = text;
      return [[name, list]];
    });
    return Object.fromEntries(news);
  };
}

function watchClock({ clock }: Watched): Look {
  let told: { readonly frozen: boolean; readonly at: number } | undefined;
  return () => {
    const now = clock.now();
    const { frozen } = clock;
    // Frozen, it stands where it stood; running, it is as far from the machine's as it was.
    const at = frozen ? now : now - Date.now();
    if (told?.frozen === frozen && Math.abs(told.at - at) < (frozen ? 1 : 250)) return {};
    told = { frozen, at };
    return { clock: { now: new Date(now).toISOString(), frozen } };
  };
}

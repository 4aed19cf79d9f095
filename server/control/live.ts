import { setTimeout as pause } from "node:timers/promises";
import type { Parts } from "../calls/switchboard.ts";
import type { OpenTrace } from "../calls/trace.ts";
import type { Fault } from "../conditions/faults.ts";
import type { JournalEntry } from "../conditions/journal.ts";
import type { ClientSession } from "../sessions/sessions.ts";

/** The changes since the previous line. The first lines contain everything. */
export interface LiveChanges {
  /** `first` is the number of the oldest kept entry. An entry without a status is sent again with its status. */
  readonly journal?: { readonly first: number; readonly entries: readonly JournalEntry[] };
  /** Calls and messages; sent again at each step. */
  readonly traces?: readonly OpenTrace[];
  readonly sessions?: readonly ClientSession[];
  readonly faults?: readonly Fault[];
  /** Sent when the clock was frozen, moved or resumed, not while it runs. */
  readonly clock?: { readonly now: string; readonly frozen: boolean };
}

/** Milliseconds between two comparisons, and journal entries in one line. */
const INTERVAL_MS = 150;
const MOST_ENTRIES = 200;

/**
 * Yields the server's activity as lines of JSON, whenever something changed. It compares at intervals, so that a server without
 * watchers has no extra work.
 */
export async function* streamChanges(server: Parts): AsyncGenerator<string> {
  const { closing: signal, sessions, faults } = server;
  const lists = [watchList("sessions", () => sessions.all()), watchList("faults", () => faults.all)];
  const watchers = [watchJournal(server), watchTraces(server), ...lists, watchClock(server)];
  while (!signal.aborted) {
    const news: LiveChanges = Object.assign({}, ...watchers.map((look) => look()));
    if (Object.keys(news).length > 0) yield `${JSON.stringify(news)}\n`;
    if ((news.journal?.entries.length ?? 0) < MOST_ENTRIES)
      await pause(INTERVAL_MS, undefined, { signal }).catch(() => undefined);
  }
}

type Look = () => LiveChanges;

function watchJournal({ journal }: Parts): Look {
  let first = 0;
  let next = 1;
  let open: number[] = [];
  return () => {
    const answered = open.flatMap((number) => journal.from(number, 1).filter((entry) => entry.status !== null));
    const fresh = journal.from(next, MOST_ENTRIES);
    if (journal.first === first && answered.length + fresh.length === 0) return {};
    first = journal.first;
    next = (fresh.at(-1)?.number ?? next - 1) + 1;
    const sent = new Set(answered.map(({ number }) => number));
    // A connection that a fault broke never gets an answer.
    const unanswered = fresh.filter(({ status, fault }) => status === null && fault !== "drop");
    open = [
      ...open.filter((number) => number >= first && !sent.has(number)),
      ...unanswered.map(({ number }) => number),
    ];
    return { journal: { first, entries: [...answered, ...fresh] } };
  };
}

function watchTraces({ traces }: Parts): Look {
  let sent = new Map<string, string>();
  return () => {
    const all = traces.all.map((tracer) => tracer.soFar);
    const states = new Map(all.map(({ id, outcome, steps }) => [id, `${steps.length} ${outcome}`]));
    const news = all.filter(({ id }) => sent.get(id) !== states.get(id));
    sent = states;
    return news.length > 0 ? { traces: news } : {};
  };
}

/** A short list is sent as a whole. */
function watchList(name: "sessions" | "faults", read: () => readonly object[]): Look {
  let sent: string | undefined;
  return () => {
    const list = read();
    const before = sent;
    sent = JSON.stringify(list);
    return sent === before ? {} : { [name]: list };
  };
}

function watchClock({ clock }: Parts): Look {
  let sent: { readonly frozen: boolean; readonly at: number } | undefined;
  return () => {
    const now = clock.now();
    const { frozen } = clock;
    // A frozen clock keeps its time; a running one keeps its distance from the machine's.
    const at = frozen ? now : now - Date.now();
    if (sent?.frozen === frozen && Math.abs(sent.at - at) < (frozen ? 1 : 250)) return {};
    sent = { frozen, at };
    return { clock: { now: new Date(now).toISOString(), frozen } };
  };
}

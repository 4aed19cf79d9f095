import { useMemo, useState } from "preact/hooks";
import type { JournalEntry } from "../index.ts";
import { Badge, Choice, Empty, Name, Panel, Problems, StatusBadge } from "./parts.tsx";
import { type PanelProps, useAction } from "./state.ts";
import { dateAndTime, timeOfDay } from "./time.ts";
import { VirtualList } from "./virtual-list.tsx";

type Kind = "all" | "writes" | "refused" | "faults";

const KINDS: readonly (readonly [Kind, string])[] = [
  ["all", "All"],
  ["writes", "Writes"],
  ["refused", "Refused"],
  ["faults", "Faults"],
];

const IS_KIND: { readonly [kind in Kind]: (entry: JournalEntry) => boolean } = {
  all: () => true,
  writes: ({ method }) => method !== "GET",
  refused: ({ status }) => status !== null && status >= 400,
  faults: ({ fault, failure }) => fault !== undefined || failure !== undefined,
};

export function JournalPanel({ server, state: { journal } }: PanelProps) {
  const [words, setWords] = useState("");
  const [kind, setKind] = useState<Kind>("all");
  const [selected, setSelected] = useState<number>();
  const { problems, busy, run } = useAction();
  const shown = useMemo(() => filtered(journal, kind, words), [journal, kind, words]);
  const entry = selected === undefined ? undefined : journal.find(({ number }) => number === selected);
  const all = journal.length.toLocaleString("en");
  const count = shown.length === journal.length ? all : `${shown.length.toLocaleString("en")} of ${all}`;
  const tools = (
    <button
      type="button"
      disabled={busy || journal.length === 0}
      onClick={() => run(() => server.ask("DELETE", "journal"))}
    >
      Clear
    </button>
  );
  return (
    <Panel title="Journal" tools={tools}>
      <div class="toolbar">
        <input
          type="search"
          aria-label="Filter"
          placeholder="Filter: words of the path, status, project, bodies …"
          value={words}
          onInput={(event) => setWords(event.currentTarget.value)}
        />
        <Choice label="Which requests" options={KINDS} value={kind} onChange={setKind} />
        <output class="muted">
          {count} {journal.length === 1 ? "request" : "requests"}
        </output>
      </div>
      <Problems of={problems} />
      {journal.length === 0 ? (
        <Empty>No request has come yet. Every one that a program sends appears here, with what it was answered.</Empty>
      ) : (
        <div class={entry ? "split open" : "split"}>
          <VirtualList
            label="Requests"
            items={shown}
            keyOf={({ number }) => number}
            selected={selected}
            onSelect={setSelected}
            row={Row}
          />
          {entry && <Details entry={entry} onClose={() => setSelected(undefined)} />}
        </div>
      )}
    </Panel>
  );
}

function Row({ number, time, method, path, status, fault, failure }: JournalEntry) {
  return (
    <>
      <span class="number">{number}</span>
      <span class="time">{timeOfDay(time)}</span>
      <span class={`method ${method === "GET" ? "" : "writes"}`}>{method}</span>
      <Path of={path} />
      {fault !== undefined && <Badge tone="warn">{fault}</Badge>}
      {failure !== undefined && <Badge tone="bad">failure</Badge>}
      <StatusBadge status={status} />
    </>
  );
}

/** What all paths begin with is in the background, and gone where there is little room. */
function Path({ of: path }: { readonly of: string }) {
  const prefix = path.startsWith(PREFIX) ? PREFIX : "";
  return (
    <bdi class="path">
      <span class="prefix">{prefix}</span>
      {path.slice(prefix.length)}
    </bdi>
  );
}

const PREFIX = "/api/relay/rest";

interface DetailsProps {
  readonly entry: JournalEntry;
  onClose(): void;
}

function Details({ entry, onClose }: DetailsProps) {
  const { number, time, method, path, status, project, fault, failure, requestBody, responseBody } = entry;
  return (
    <section class="details" aria-label={`Request ${number}`}>
      <header>
        <h2>
          <span class="method">{method}</span> <Name>{path}</Name>
        </h2>
        <button type="button" class="quiet" aria-label="Close" onClick={onClose}>
          ✕
        </button>
      </header>
      <dl>
        <dt>Answered</dt>
        <dd>
          {status === null ? "nothing" : <StatusBadge status={status} />}
          {fault !== undefined && <Badge tone="warn">fault: {fault}</Badge>}
        </dd>
        <dt>Time</dt>
        <dd>
          {dateAndTime(time)}.{time.slice(20, 23)} UTC
        </dd>
        <dt>Project</dt>
        <dd>{project ?? "none: the credentials were missing or wrong"}</dd>
        {failure !== undefined && (
          <>
            <dt>Failure</dt>
            <dd class="bad-text">{failure}</dd>
          </>
        )}
      </dl>
      <Body title="Request" value={requestBody} />
      <Body title="Answer" value={responseBody} />
    </section>
  );
}

function Body({ title, value }: { readonly title: string; readonly value: unknown }) {
  if (value === undefined) return null;
  return (
    <>
      <h3>{title}</h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long one is scrolled with the keys. */}
      <pre tabIndex={0}>{pieces(JSON.stringify(value, null, 2))}</pre>
    </>
  );
}

/** The names of members, and hidden values, marked. */
function pieces(json: string) {
  return json.split(/("(?:[^"\\]|\\.)*"(?=:)|"\[hidden\]")/).map((piece, at) => {
    if (at % 2 === 0) return piece;
    return (
      <span key={at} class={piece === '"[hidden]"' ? "hidden-value" : "member"}>
        {piece}
      </span>
    );
  });
}

function filtered(journal: readonly JournalEntry[], kind: Kind, words: string): readonly JournalEntry[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  if (kind === "all" && wanted.length === 0) return journal;
  return journal.filter((entry) => IS_KIND[kind](entry) && wanted.every((word) => textOf(entry).includes(word)));
}

const texts = new WeakMap<JournalEntry, string>();

function textOf(entry: JournalEntry): string {
  const known = texts.get(entry);
  if (known !== undefined) return known;
  const text = JSON.stringify(Object.values(entry)).toLowerCase();
  texts.set(entry, text);
  return text;
}

import { useMemo } from "preact/hooks";
import type { JournalEntry } from "../index.ts";
import { hrefOf, usePlace } from "./location.ts";
import { Badge, Choice, Confirm, Copy, Empty, Name, Panel, Problems, StatusBadge, withMarks } from "./parts.tsx";
import type { Routes } from "./routes.ts";
import { finds } from "./search.ts";
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

export function JournalPanel({ server, state: { journal }, routes }: PanelProps) {
  const [{ id, query }, change] = usePlace();
  const { problems, busy, run } = useAction();
  const words = query.q ?? "";
  const kind = KINDS.find(([each]) => each === query.kind)?.[0] ?? "all";
  const selected = id === undefined ? undefined : Number(id);
  const shown = useMemo(() => filtered(journal, kind, words), [journal, kind, words]);
  const entry = selected === undefined ? undefined : journal.find(({ number }) => number === selected);
  const select = (number: number | undefined) =>
    change({ id: number === undefined ? undefined : String(number) }, selected === undefined || number === undefined);
  const all = journal.length.toLocaleString("en");
  const count = shown.length === journal.length ? all : `${shown.length.toLocaleString("en")} of ${all}`;
  const tools = (
    <Confirm
      label="Clear"
      question={`Clear ${all} ${journal.length === 1 ? "request" : "requests"}`}
      disabled={busy || journal.length === 0}
      onConfirm={() => run(() => server.ask("DELETE", "journal"))}
    />
  );
  return (
    <Panel title="Journal" tools={tools}>
      <div class="toolbar">
        <input
          type="search"
          aria-label="Filter"
          placeholder="Filter: words of the path, status, project, bodies …"
          value={words}
          onInput={(event) => change({ query: { q: event.currentTarget.value } })}
        />
        <Choice
          label="Which requests"
          options={KINDS}
          value={kind}
          onChange={(next) => change({ query: { kind: next === "all" ? "" : next } }, true)}
        />
        <output class="muted">
          {count} {journal.length === 1 ? "request" : "requests"}
        </output>
      </div>
      <Problems of={problems} />
      {journal.length === 0 ? (
        <Empty>No request has come yet. Every one that a program sends appears here, with what it was answered.</Empty>
      ) : (
        // biome-ignore lint/a11y/noStaticElementInteractions: it hears the Escape of the list and of the details.
        <div class={entry ? "split open" : "split"} onKeyDown={(event) => event.key === "Escape" && select(undefined)}>
          <VirtualList
            label="Requests"
            items={shown}
            keyOf={({ number }) => number}
            selected={selected}
            onSelect={select}
            row={Row}
          />
          {entry && <Details entry={entry} routes={routes} onClose={() => select(undefined)} />}
        </div>
      )}
      {selected !== undefined && entry === undefined && journal.length > 0 && (
        <p class="muted">The journal has no request {id}: it keeps the newest only.</p>
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

/** Dims the common beginning of all paths, and hides it on a narrow screen. */
function Path({ of: path }: { readonly of: string }) {
  const prefix = path.startsWith(PREFIX) ? PREFIX : "";
  return (
    <bdi class="path">
      <span class="prefix">{prefix}</span>
      {withMarks(path.slice(prefix.length))}
    </bdi>
  );
}

const PREFIX = "/api/relay/rest";

interface DetailsProps {
  readonly entry: JournalEntry;
  readonly routes: Routes | undefined;
  onClose(): void;
}

function Details({ entry, routes, onClose }: DetailsProps) {
  const { number, time, method, path, status, project, fault, failure, requestBody, responseBody } = entry;
  const about = routes?.all.find(({ id }) => path.includes(id) || idIn(responseBody) === id);
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
      <p class="links">
        {about && (
          <a href={hrefOf("routes", about.label)}>
            Route of <Name>{about.label}</Name>
          </a>
        )}
        <Copy text={() => location.origin + path}>Copy URL</Copy>
        <Copy text={() => curlOf(entry)}>Copy curl</Copy>
        <Copy text={() => location.href}>Copy link</Copy>
      </p>
      <Body title="Request" value={requestBody} />
      <Body title="Answer" value={responseBody} />
    </section>
  );
}

function idIn(body: unknown): unknown {
  return typeof body === "object" && body !== null && "id" in body ? body.id : undefined;
}

/** Returns a curl command for the request, with credentials from the environment. Hidden values stay hidden. */
function curlOf({ method, path, requestBody }: JournalEntry): string {
  const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;
  const body =
    requestBody === undefined ? "" : ` -H 'Content-Type: application/json' -d ${quoted(JSON.stringify(requestBody))}`;
  return `curl -X ${method} -u "$SIGNALWIRE_PROJECT_ID:$SIGNALWIRE_API_TOKEN"${body} ${quoted(location.origin + path)}`;
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

/** Splits JSON, so that member names and hidden values can be marked. */
function pieces(json: string) {
  return json.split(/("(?:[^"\\]|\\.)*"(?=:)|"\[hidden\]")/).map((piece, at) => {
    if (at % 2 === 0) return withMarks(piece);
    return (
      <span key={at} class={piece === '"[hidden]"' ? "hidden-value" : "member"}>
        {piece}
      </span>
    );
  });
}

function filtered(journal: readonly JournalEntry[], kind: Kind, words: string): readonly JournalEntry[] {
  if (kind === "all" && words.trim() === "") return journal;
  const matches = finds(words);
  return journal.filter((entry) => IS_KIND[kind](entry) && matches(textOf(entry)));
}

const texts = new WeakMap<JournalEntry, string>();

function textOf(entry: JournalEntry): string {
  const known = texts.get(entry);
  if (known !== undefined) return known;
  const text = `${timeOfDay(entry.time)} ${JSON.stringify(Object.values(entry)).toLowerCase()}`;
  texts.set(entry, text);
  return text;
}

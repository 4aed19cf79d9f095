import type { JournalEntry } from "../index.ts";
import { Details, type Filter, List, useFilter } from "./list.tsx";
import { hrefOf } from "./location.ts";
import { Badge, Copy, counted, Empty, Name, Panel, Problems, StatusBadge, withMarks } from "./parts.tsx";
import { useAction, useShown } from "./state.ts";
import { dateAndTime, timeOfDay } from "./time.ts";

const FILTERS: readonly Filter<JournalEntry>[] = [
  ["writes", "Writes", ({ method }) => method !== "GET"],
  ["refused", "Refused", ({ status }) => status !== null && status >= 400],
  ["faults", "Faults", ({ fault, failure }) => fault !== undefined || failure !== undefined],
];

export function JournalPanel() {
  const { server, state } = useShown();
  const { journal } = state;
  const { shown, bar, id, select } = useFilter(journal, FILTERS, "request");
  const { problems, busy, run } = useAction();
  const entry = journal.find(({ number }) => String(number) === id);
  const tools = (
    <button
      type="button"
      disabled={busy || journal.length === 0}
      onClick={() =>
        confirm(`Clear ${counted(journal.length, "request")}?`) && run(() => server.ask("DELETE", "journal"))
      }
    >
      Clear
    </button>
  );
  return (
    <Panel title="Journal" tools={tools}>
      {bar}
      <Problems of={problems} />
      {journal.length === 0 ? (
        <Empty>No request has come yet. Every one that a program sends appears here, with what it was answered.</Empty>
      ) : (
        <List
          label="Requests"
          items={shown}
          keyOf={({ number }) => String(number)}
          selected={id}
          onSelect={select}
          row={Row}
          follows
        >
          {entry && <EntryDetails entry={entry} onClose={() => select(undefined)} />}
        </List>
      )}
      {id !== undefined && entry === undefined && journal.length > 0 && (
        <p class="muted">The journal has no request {id}: it keeps the newest only.</p>
      )}
    </Panel>
  );
}

function Row({ number, time, method, path, status, fault, failure }: JournalEntry) {
  return (
    <>
      <span class="muted mono secondary">{number}</span>
      <span class="muted mono secondary">{timeOfDay(time)}</span>
      <span class={`mono method ${method === "GET" ? "muted" : "writes"}`}>{method}</span>
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
    <bdi class="mono main">
      <span class="muted secondary">{prefix}</span>
      {withMarks(path.slice(prefix.length))}
    </bdi>
  );
}

const PREFIX = "/api/relay/rest";

function EntryDetails({ entry, onClose }: { readonly entry: JournalEntry; onClose(): void }) {
  const { routes } = useShown();
  const { number, time, method, path, status, project, fault, failure, requestBody, responseBody } = entry;
  const about = routes?.all.find(({ id }) => path.includes(id) || idIn(responseBody) === id);
  const title = (
    <>
      {method} <Name>{path}</Name>
    </>
  );
  return (
    <Details label={`Request ${number}`} title={title} onClose={onClose}>
      <p>
        Answered {status === null ? "nothing" : <StatusBadge status={status} />}{" "}
        {fault !== undefined && <Badge tone="warn">fault: {fault}</Badge>}
      </p>
      <p class="muted">
        {dateAndTime(time)}.{time.slice(20, 23)} UTC · Project {project ?? "none"}
      </p>
      {failure !== undefined && <p class="toned bad">{failure}</p>}
      <p class="bar">
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
    </Details>
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
      <span key={at} class={piece === '"[hidden]"' ? "mark" : "member"}>
        {piece}
      </span>
    );
  });
}

import { useMemo, useState } from "preact/hooks";
import type { ClientSession } from "../index.ts";
import { CallButton, CallList } from "./call-list.tsx";
import { hrefOf, usePlace } from "./location.ts";
import { Choice, Empty, Name, Panel, usePrinting } from "./parts.tsx";
import type { Route, Routes, RouteTarget, RouteWay } from "./routes.ts";
import { finds } from "./search.ts";
import type { PanelProps } from "./state.ts";

/** Rows that are drawn before the user asks for more. */
const PAGE = 100;

type Shown = "all" | "none" | "broken";

const SHOWN: readonly (readonly [Shown, string])[] = [
  ["all", "All"],
  ["broken", "Broken"],
  ["none", "No handler"],
];

export function RoutesPanel({ server, state: { sessions, traces }, routes }: PanelProps) {
  const [{ id, query }, change] = usePlace();
  const [most, setMost] = useState(PAGE);
  const isPrinting = usePrinting();
  const show = SHOWN.find(([each]) => each === query.show)?.[0] ?? "all";
  const words = query.q ?? "";
  const shown = useMemo(
    () => (routes === undefined ? [] : shownOf(routes, sessions, { id, show, words })),
    [routes, sessions, id, show, words],
  );
  if (routes === undefined) return <Panel title="Routes">{null}</Panel>;
  const projects = new Set(routes.all.map(({ project }) => project));
  const drawn = isPrinting ? shown : shown.slice(0, most);
  return (
    <Panel title="Routes" about="Who is reached, and what answers. Dashed: only when the one before fails.">
      <div class="toolbar">
        <input
          type="search"
          aria-label="Filter"
          placeholder="Filter: a number, a name, a handler, a host …"
          value={words}
          onInput={(event) => change({ id: undefined, query: { q: event.currentTarget.value } })}
        />
        <Choice
          label="Which objects"
          options={SHOWN}
          value={show}
          onChange={(next) => change({ id: undefined, query: { show: next === "all" ? "" : next } }, true)}
        />
        <output class="muted">
          {shown.length === routes.all.length ? routes.all.length : `${shown.length} of ${routes.all.length}`}{" "}
          {routes.all.length === 1 ? "object" : "objects"}
        </output>
        {id !== undefined && <a href={hrefOf("routes")}>Show all</a>}
      </div>
      {shown.length === 0 && (
        <Empty>{routes.all.length === 0 ? "There is nothing yet that a call could reach." : "Nothing matches."}</Empty>
      )}
      {[...Map.groupBy(drawn, titleOf)].map(([title, group]) => (
        <section key={title} aria-label={title}>
          <h2 class="group">{title}</h2>
          <ul class="routes">
            {group.map((route) => (
              <li key={`${route.project} ${route.id}`} class="route">
                <div class="source">
                  <strong>
                    <a href={hrefOf("routes", route.label)}>
                      <Name>{route.label}</Name>
                    </a>
                  </strong>
                  {route.name !== null && <Name>{route.name}</Name>}
                  {projects.size > 1 && <code class="muted">{route.project.slice(0, 8)}</code>}
                  <CallButton server={server} route={route} />
                </div>
                <div class="where">
                  <TroubleLine route={route} />
                  <Ways of={route} routes={routes} sessions={sessions} />
                </div>
              </li>
            ))}
          </ul>
        </section>
      ))}
      {shown.length > drawn.length && (
        <button type="button" onClick={() => setMost(most + 5 * PAGE)}>
          Show {Math.min(5 * PAGE, shown.length - most)} more of {shown.length}
        </button>
      )}
      {id !== undefined && shown[0] && (
        <section class="card" aria-label="What happened to it">
          <h2>Calls and messages to it</h2>
          <CallList traces={traces.filter(({ to }) => to === id)} routes={routes} />
          <p>
            <a href={hrefOf("journal", undefined, { q: shown[0].id })}>Requests about it in the journal</a>
          </p>
        </section>
      )}
    </Panel>
  );
}

/** Shows an object's error in red. */
export function TroubleLine({ route }: { readonly route: Route }) {
  const { trouble } = route;
  return trouble === undefined ? null : (
    <p class="trouble">
      <span aria-hidden="true">✗ </span>
      <Name>{trouble.text}</Name>
    </p>
  );
}

interface Filter {
  readonly id: string | undefined;
  readonly show: Shown;
  readonly words: string;
}

/** Returns the filtered routes: those with errors first, then numbers before others. */
function shownOf(routes: Routes, sessions: readonly ClientSession[], { id, show, words }: Filter): Route[] {
  const matches = finds(words);
  const found = (id === undefined ? routes.all : routes.named(id))
    .filter((route) => show === "all" || route.trouble?.kind === show)
    .filter((route) => words === "" || matches(wordsOf(route, routes, sessions)));
  return found.toSorted((a, b) => Number(a.isRung) - Number(b.isRung));
}

/** Returns the text of a route's row, for the search. */
function wordsOf(route: Route, routes: Routes, sessions: readonly ClientSession[]): string {
  const ways = route.ways.flatMap((way) => [
    `${way.traffic}s`,
    way.handler ?? (route.isRung ? "rings its devices" : "nobody"),
    ...way.targets.flatMap((target) => {
      const next = routes.target(route, target);
      const client = target.namesOne === undefined ? "" : connectedText(target, route, sessions);
      return [
        target.value,
        wordsOfField(target.field),
        client,
        next ? `${next.title} ${next.label} ${wordsOf(next, routes, sessions)}` : "",
      ];
    }),
    way.fallback === null ? "" : `if that fails ${way.fallback}`,
    way.statusCallback === null ? "" : `receives the status ${way.statusCallback}`,
  ]);
  return [route.label, route.name, route.id, route.project, route.title, route.trouble?.text, ...ways].join(" ");
}

interface WaysProps {
  readonly of: Route;
  readonly routes: Routes;
  readonly sessions: readonly ClientSession[];
  /** True when another object already leads to it. */
  readonly isInner?: boolean;
}

function Ways({ of: route, routes, sessions, isInner }: WaysProps) {
  return (
    <ul class="ways">
      {route.ways.map((way) => (
        <li key={way.field}>
          {!isInner && <span class="for">{way.traffic}s</span>}
          {way.handler === null ? (
            <span class={way.traffic === "call" && !route.isRung ? "bad-text" : "muted"}>
              {route.isRung ? "rings its devices" : "nobody"}
            </span>
          ) : (
            <Leads way={way} route={route} routes={routes} sessions={sessions} />
          )}
        </li>
      ))}
    </ul>
  );
}

interface LeadsProps {
  readonly way: RouteWay;
  readonly route: Route;
  readonly routes: Routes;
  readonly sessions: readonly ClientSession[];
}

function Leads({ way: { handler, targets, fallback, statusCallback, unset }, route, routes, sessions }: LeadsProps) {
  return (
    <div class="leads">
      <span class="arrow">{handler}</span>
      <div class="targets">
        {targets.length === 0 && (
          <span class={unset === undefined ? "node" : "node missing"}>
            {unset === undefined ? "nobody is named" : `${unset} is not set`}
          </span>
        )}
        {targets.map((target) => (
          <Reached key={target.field} target={target} route={route} routes={routes} sessions={sessions} />
        ))}
        {fallback !== null && (
          <span class="node fallback">
            <span class="what">if that fails</span> <Name>{fallback}</Name>
          </span>
        )}
        {statusCallback !== null && (
          <span class="node told">
            <span class="what">receives the status</span> <Name>{statusCallback}</Name>
          </span>
        )}
      </div>
    </div>
  );
}

interface ReachedProps extends Omit<LeadsProps, "way"> {
  readonly target: RouteTarget;
}

function Reached({ target, route, routes, sessions }: ReachedProps) {
  const { field, value, refersTo, namesOne } = target;
  if (refersTo === undefined) {
    const text = connectedText(target, route, sessions);
    return (
      <span class="node">
        <span class="what">{wordsOfField(field)}</span> <Name>{value}</Name>
        {namesOne !== undefined && <span class={text === "connected" ? "good-text" : "muted"}>{text}</span>}
      </span>
    );
  }
  const next = routes.target(route, target);
  if (next === undefined) {
    return (
      <span class="node missing">
        <span class="what">
          <span aria-hidden="true">✗ </span>there is none of the id
        </span>{" "}
        <Name>{value}</Name>
      </span>
    );
  }
  return (
    <div class="through">
      <a class="node" href={hrefOf("routes", next.label)}>
        <span class="what">{next.title}</span> <Name>{next.label}</Name>
      </a>
      {/* Only objects without further routes ring, so this recursion ends. */}
      <Ways of={next} routes={routes} sessions={sessions} isInner />
    </div>
  );
}

function connectedText({ value }: RouteTarget, { project }: Route, sessions: readonly ClientSession[]): string {
  return sessions.some((each) => each.resource === value && each.project === project) ? "connected" : "not connected";
}

/** Returns the heading of a kind: `phone number` becomes "Phone numbers". */
function titleOf({ title }: Route): string {
  return `${title.charAt(0).toUpperCase()}${title.slice(1)}s`;
}

/** Returns a field as words: `call_laml_application_id` becomes "LaML application". */
function wordsOfField(field: string): string {
  return field
    .replace(/^(call|message)_/, "")
    .replace(/_id$/, "")
    .replaceAll("_", " ")
    .replace(/\burl\b/, "URL")
    .replace(/\blaml\b/, "LaML");
}

import { useMemo, useState } from "preact/hooks";
import type { ClientSession } from "../index.ts";
import { Empty, Name, Panel } from "./parts.tsx";
import { type Route, type RouteTarget, type RouteWay, useRoutes } from "./routes.ts";
import type { PanelProps } from "./state.ts";

/** How many are drawn before somebody asks for more. */
const PAGE = 100;

export function RoutesPanel({ server, state: { writes, sessions } }: PanelProps) {
  const routes = useRoutes(server, writes);
  const [words, setWords] = useState("");
  const [most, setMost] = useState(PAGE);
  const known = useMemo(() => new Map(routes.map((route) => [`${route.type} ${route.id}`, route])), [routes]);
  const shown = useMemo(() => {
    const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
    const text = (route: Route) => JSON.stringify([route, ...reached(route, known)]).toLowerCase();
    const found =
      wanted.length === 0 ? routes : routes.filter((route) => wanted.every((word) => text(route).includes(word)));
    return found.toSorted((a, b) => Number(a.isRung) - Number(b.isRung));
  }, [routes, known, words]);
  const projects = new Set(routes.map(({ project }) => project));
  return (
    <Panel title="Routes" about="Who is reached, and what answers. Dashed: only when the one before fails.">
      <div class="toolbar">
        <input
          type="search"
          aria-label="Filter"
          placeholder="Filter: a number, a name, a handler, a host …"
          value={words}
          onInput={(event) => setWords(event.currentTarget.value)}
        />
        <output class="muted">
          {shown.length === routes.length ? routes.length : `${shown.length} of ${routes.length}`}{" "}
          {routes.length === 1 ? "object" : "objects"}
        </output>
      </div>
      {shown.length === 0 && (
        <Empty>{routes.length === 0 ? "There is nothing yet that a call could reach." : "Nothing matches."}</Empty>
      )}
      {[...Map.groupBy(shown.slice(0, most), titleOf)].map(([title, group]) => (
        <section key={title} aria-label={title}>
          <h2 class="group">{title}</h2>
          <ul class="routes">
            {group.map((route) => (
              <li key={route.id} class="route">
                <div class="source">
                  <strong>
                    <Name>{route.label}</Name>
                  </strong>
                  {route.name !== null && <Name>{route.name}</Name>}
                  {projects.size > 1 && <code class="muted">{route.project.slice(0, 8)}</code>}
                </div>
                <Ways of={route} known={known} sessions={sessions} />
              </li>
            ))}
          </ul>
        </section>
      ))}
      {shown.length > most && (
        <button type="button" onClick={() => setMost(most + 5 * PAGE)}>
          Show {Math.min(5 * PAGE, shown.length - most)} more of {shown.length}
        </button>
      )}
    </Panel>
  );
}

interface WaysProps {
  readonly of: Route;
  readonly known: ReadonlyMap<string, Route>;
  readonly sessions: readonly ClientSession[];
  /** Reached from another object already. */
  readonly isInner?: boolean;
}

function Ways({ of: route, known, sessions, isInner }: WaysProps) {
  return (
    <ul class="ways">
      {route.ways.map((way) => (
        <li key={way.field}>
          {!isInner && <span class="for">{way.field.startsWith("message") ? "messages" : "calls"}</span>}
          {way.handler === null ? (
            <span class="muted">{route.isRung ? "rings its devices" : "nobody"}</span>
          ) : (
            <Leads way={way} route={route} known={known} sessions={sessions} />
          )}
        </li>
      ))}
    </ul>
  );
}

interface LeadsProps {
  readonly way: RouteWay;
  readonly route: Route;
  readonly known: ReadonlyMap<string, Route>;
  readonly sessions: readonly ClientSession[];
}

function Leads({ way: { handler, targets, fallback, statusCallback }, route, known, sessions }: LeadsProps) {
  return (
    <div class="leads">
      <span class="arrow">{handler}</span>
      <div class="targets">
        {targets.length === 0 && <span class="node missing">nobody is named</span>}
        {targets.map((target) => (
          <Reached key={target.field} target={target} route={route} known={known} sessions={sessions} />
        ))}
        {fallback !== null && (
          <span class="node fallback">
            <span class="what">if that fails</span> <Name>{fallback}</Name>
          </span>
        )}
        {statusCallback !== null && (
          <span class="node told">
            <span class="what">is told the status</span> <Name>{statusCallback}</Name>
          </span>
        )}
      </div>
    </div>
  );
}

interface ReachedProps extends Omit<LeadsProps, "way"> {
  readonly target: RouteTarget;
}

function Reached({ target: { field, value, refersTo, namesOne }, route, known, sessions }: ReachedProps) {
  if (refersTo === undefined) {
    const isThere = sessions.some(({ resource, project }) => resource === value && project === route.project);
    return (
      <span class="node">
        <span class="what">{wordsOf(field)}</span> <Name>{value}</Name>
        {namesOne !== undefined && (
          <span class={isThere ? "good-text" : "muted"}>{isThere ? "connected" : "not connected"}</span>
        )}
      </span>
    );
  }
  const next = known.get(`${refersTo} ${value}`);
  if (next === undefined) {
    return (
      <span class="node missing">
        <span class="what">there is none of the id</span> <Name>{value}</Name>
      </span>
    );
  }
  return (
    <div class="through">
      <span class="node">
        <span class="what">{next.title}</span> <Name>{next.label}</Name>
      </span>
      {/* What is rung rings no other, so this ends. */}
      <Ways of={next} known={new Map()} sessions={sessions} isInner />
    </div>
  );
}

/** `phone number` is shown under "Phone numbers". */
function titleOf({ title }: Route): string {
  return `${title.charAt(0).toUpperCase()}${title.slice(1)}s`;
}

function reached({ ways }: Route, known: ReadonlyMap<string, Route>): Route[] {
  return ways.flatMap(({ targets }) =>
    targets.flatMap(({ refersTo, value }) => known.get(`${refersTo} ${value}`) ?? []),
  );
}

/** `call_laml_application_id` is a laml application. */
function wordsOf(field: string): string {
  return field
    .replace(/^(call|message)_/, "")
    .replace(/_id$/, "")
    .replaceAll("_", " ")
    .replace(/\burl\b/, "URL")
    .replace(/\blaml\b/, "LaML");
}

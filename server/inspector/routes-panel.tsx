import type { ComponentChildren } from "preact";
import { useMemo } from "preact/hooks";
import { CallButton, CallLinks } from "./calls-panel.tsx";
import { Details, type Filter, List, useFilter } from "./list.tsx";
import { hrefOf } from "./location.ts";
import { Badge, counted, Empty, Name, Panel } from "./parts.tsx";
import { Paths } from "./paths.tsx";
import { groupsOf, type Lead, type Route, type RouteGroup } from "./routes.ts";
import { useShown } from "./state.ts";

const FILTERS: readonly Filter<Route>[] = [
  ["none", "No handler", ({ trouble }) => trouble?.kind === "none"],
  ["broken", "Broken", ({ trouble }) => trouble?.kind === "broken"],
];

/** Rows up to which every group is open. */
const MOST_OPEN = 30;

/** A row: a group of objects that lead alike, or one of its objects. */
type Row = { readonly key: string; readonly group: RouteGroup; readonly route?: Route };

const NONE: readonly Route[] = [];

export function RoutesPanel() {
  const { routes } = useShown();
  const { shown, bar, id, select, isFiltered } = useFilter(routes?.all ?? NONE, FILTERS, "object");
  const wanted = (id && routes?.named(id)[0]?.id) ?? id;
  const rows = useMemo(() => rowsOf(shown, wanted), [shown, wanted]);
  const row =
    rows.find(({ key, group }) => key === wanted || group.key === wanted) ??
    (isFiltered && rows.length === 1 ? rows[0] : undefined);
  if (routes === undefined) return <Panel title="Routes">{null}</Panel>;
  const [route, ...alike] = row?.route ? [row.route] : (row?.group.routes ?? NONE);
  return (
    <Panel title="Routes">
      {bar}
      {shown.length === 0 ? (
        <Empty>{routes.all.length === 0 ? "There is nothing yet that a call could reach." : "Nothing matches."}</Empty>
      ) : (
        <List label="Objects" items={rows} keyOf={({ key }) => key} selected={row?.key} onSelect={select} row={Row}>
          {row && route && (
            <Details
              label={alike.length === 0 ? route.label : row.key}
              title={<Name>{alike.length === 0 ? titleOf(route) : row.key}</Name>}
              onClose={() => select(undefined)}
            >
              {alike.length > 0 && (
                <>
                  <p class="muted">{counted(alike.length + 1, route.title)} lead alike. One of them:</p>
                  <h3>
                    <Name>{titleOf(route)}</Name>
                  </h3>
                </>
              )}
              <RouteDetails of={route} />
            </Details>
          )}
        </List>
      )}
    </Panel>
  );
}

function RouteDetails({ of: route }: { readonly of: Route }) {
  const { state, routes } = useShown();
  return (
    <>
      <p class="bar">
        <CallButton to={route} />
        <a href={hrefOf("journal", undefined, { q: route.id })}>Requests about it</a>
        {routes && routes.projects > 1 && <code class="muted">{route.project}</code>}
      </p>
      {route.trouble && (
        <p class="toned bad">
          <Name>{route.trouble.text}</Name>
        </p>
      )}
      <Ways of={route} />
      {route.place === "called" && <Paths of={route} />}
      <h3>Calls and messages to it</h3>
      <CallLinks to={state.traces.filter(({ to }) => to === route.label)} />
    </>
  );
}

/**
 * Returns the rows: each group under its heading, and none where no group has several objects. A long list folds a group of
 * several, unless it or one of its objects is selected.
 */
function rowsOf(shown: readonly Route[], selected: string | undefined): Row[] {
  const groups = groupsOf(shown);
  const hasHeadings = groups.some(({ routes }) => routes.length > 1);
  return groups.flatMap((group): Row[] => {
    const { key, routes } = group;
    const members = routes.map((route) => ({ key: route.id, group, route }));
    if (!hasHeadings) return members;
    const isShort = shown.length <= MOST_OPEN || routes.length === 1;
    const isOpen = isShort || key === selected || routes.some(({ id }) => id === selected);
    return [{ key, group }, ...(isOpen ? members : [])];
  });
}

function Row({ group: { routes, leadsTo, title, isBad }, route }: Row) {
  if (!route)
    return (
      <>
        <strong>{counted(routes.length, title)}</strong>
        <span class={`main ${isBad ? "toned bad" : ""}`}>
          → <Name>{leadsTo}</Name>
        </span>
      </>
    );
  const { label, name, trouble, ways } = route;
  const target = ways.find(({ traffic }) => traffic === "call")?.leads.find(({ role }) => role === "target");
  const message = ways.find(({ traffic, handler }) => traffic === "message" && handler !== null);
  return (
    <>
      <span class="label">
        <Name>{label}</Name>
      </span>
      <span class="muted label">{name !== null && <Name>{name}</Name>}</span>
      <span class={`main ${trouble ? "toned bad" : ""}`}>
        {trouble ? (
          <Name>{trouble.text}</Name>
        ) : (
          <Name>{`→ ${target ? `${target.what} ${target.name}` : leadsTo}`}</Name>
        )}{" "}
        {message && <Badge tone="info">messages</Badge>}
      </span>
    </>
  );
}

export function titleOf({ label, name }: Route): string {
  return name === null ? label : `${name} ${label}`;
}

interface WaysProps {
  readonly of: Route;
  /** The objects above this one: documents may lead back to each other. */
  readonly behind?: readonly Route[];
}

/** Draws the ways of calls and, where a handler is set, of messages. */
function Ways({ of: route, behind = [] }: WaysProps) {
  const { place } = route;
  const shown = route.ways.filter(({ traffic, handler }) => traffic === "call" || handler !== null);
  return (
    <ul class="ways">
      {shown.map(({ traffic, handler, leads, unset }) => (
        <li key={traffic}>
          {place !== "document" && (
            <>
              <span class="muted">{traffic}s →</span>{" "}
              {handler === null ? place === "rung" ? "rings its devices" : "nobody" : <code>{handler}</code>}
            </>
          )}
          <ul>
            {leads.map((lead) => (
              <Reached key={JSON.stringify(lead)} lead={lead} of={route} behind={behind} />
            ))}
            {unset !== undefined && <li class="toned bad">{unset} is not set</li>}
          </ul>
        </li>
      ))}
    </ul>
  );
}

const ROLES: { readonly [role in Lead["role"]]: string } = {
  ...{ target: "", fallback: "if that fails, ", status: "receives the status: ", dials: "dials ", contents: "" },
};

function Reached({ lead, of: route, behind = [] }: WaysProps & { readonly lead: Lead }) {
  const { state, routes } = useShown();
  const { role, what, name, isMissing } = lead;
  const next = routes?.next(route, lead);
  const path = [...behind, route];
  if (isMissing) return <Named tone="toned bad" what={`${ROLES[role]}there is no ${what}`} name={name} />;
  const isConnected = state.sessions.some((each) => each.project === route.project && each.resource === name);
  return (
    <Named
      what={ROLES[role] + what}
      name={name}
      href={next?.place === "document" ? undefined : next && hrefOf("routes", next.label)}
    >
      {what === "client" && (
        <Badge tone={isConnected ? "good" : "plain"}>{isConnected ? "connected" : "not connected"}</Badge>
      )}
      {next && !path.includes(next) && <Ways of={next} behind={path} />}
    </Named>
  );
}

interface NamedProps {
  readonly what: string;
  readonly name: string;
  readonly href?: string | undefined;
  readonly tone?: string;
  readonly children?: ComponentChildren;
}

function Named({ what, name, href, tone, children }: NamedProps) {
  return (
    <li class={tone}>
      <span class="muted">{what}</span>{" "}
      {href === undefined ? (
        <Name>{name}</Name>
      ) : (
        <a href={href}>
          <Name>{name}</Name>
        </a>
      )}{" "}
      {children}
    </li>
  );
}

import { CallLinks, isFailed } from "./calls-panel.tsx";
import { go, hrefOf } from "./location.ts";
import { counted, Empty, Name, Panel, submitted } from "./parts.tsx";
import { groupsOf, type Route, type RouteGroup } from "./routes.ts";
import { titleOf } from "./routes-panel.tsx";
import { useShown } from "./state.ts";

/** Arrows of the picture, and rows of each list. Links open the rest. */
const MOST_SHOWN = 8;

/** The start page: a picture of where calls lead, then the problems, first the objects whose calls have no destination. */
export function OverviewPanel() {
  const { state, routes } = useShown();
  if (routes === undefined) return <Panel title="Overview">{null}</Panel>;
  const failed = state.traces.filter(isFailed);
  const called = routes.all.filter(({ place }) => place === "called");
  const wrong = groupsOf(routes.all)
    .filter(({ isBad }) => isBad)
    .toSorted((a, b) => Number(b.leadsTo === "nobody") - Number(a.leadsTo === "nobody"));
  return (
    <Panel title="Overview">
      <FindForm />
      {called.length === 0 ? <Empty>The projects have no number yet.</Empty> : <Picture of={called} />}
      {wrong.map((group) => (
        <Wrong key={group.key} group={group} />
      ))}
      {failed.length > 0 && (
        <section class="card" aria-label="Did not ring">
          <h2>
            <a class="toned bad" href={hrefOf("calls", undefined, { show: "failed" })}>
              {counted(failed.length, "failed call")}
            </a>
          </h2>
          <CallLinks to={failed.slice(-MOST_SHOWN)} />
        </section>
      )}
      {wrong.length + failed.length === 0 && called.length > 0 && (
        <Empty>Every number has a handler that leads somewhere, and no call has failed.</Empty>
      )}
    </Panel>
  );
}

/** Objects with the same problem are one line. */
function Wrong({ group: { key, title, leadsTo, routes } }: { readonly group: RouteGroup }) {
  const lines = [...Map.groupBy(routes, ({ trouble }) => trouble?.text ?? "")];
  return (
    <section class="card" aria-label={key}>
      <h2>
        <a class="toned bad" href={hrefOf("routes", key)}>
          {counted(routes.length, title)} → {leadsTo}
        </a>
      </h2>
      <ul class="lines">
        {lines.slice(0, MOST_SHOWN).map(([text, [first, ...more]]) => (
          <li key={text}>
            <a href={hrefOf("routes", first?.id)}>
              <Name>{first ? titleOf(first) : ""}</Name>
              {more.length > 0 && ` and ${more.length} more`}
              <span class="main">
                <Name>{text}</Name>
              </span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

const ARROWS_PX = 160;

/** Draws an arrow to each destination, as wide as the share of the objects whose calls lead there. */
function Picture({ of }: { readonly of: readonly Route[] }) {
  const sources = [...Map.groupBy(of, ({ title }) => title)];
  const groups = [...Map.groupBy(of, ({ leadsTo }) => leadsTo)].sort(([, a], [, b]) => b.length - a.length);
  return (
    <section class="card bar picture" aria-label="Where calls lead">
      <p>
        {sources.map(([title, routes]) => (
          <strong key={title}>{counted(routes.length, title)}</strong>
        ))}
      </p>
      <ul>
        {groups.slice(0, MOST_SHOWN).map(([leadsTo, routes]) => (
          <li key={leadsTo}>
            <a href={hrefOfAll(leadsTo, routes)} class={routes[0]?.trouble ? "bad" : "plain"}>
              <span class="arrow" style={{ height: `${Math.max((routes.length / of.length) * ARROWS_PX, 4)}px` }} />
              <span class="toned">
                {routes.length.toLocaleString("en")} → <Name>{leadsTo}</Name>
              </span>
            </a>
          </li>
        ))}
      </ul>
      {groups.length > MOST_SHOWN && (
        <a href={hrefOf("routes")}>and {counted(groups.length - MOST_SHOWN, "more destination")}</a>
      )}
    </section>
  );
}

/** Returns the link to objects that lead alike: to their group, or to a filter when they are of several kinds. */
function hrefOfAll(leadsTo: string, routes: readonly Route[]): string {
  const [group, ...others] = groupsOf(routes);
  return group && others.length === 0 ? hrefOf("routes", group.key) : hrefOf("routes", undefined, { q: leadsTo });
}

function FindForm() {
  return (
    <form class="bar" onSubmit={(event) => go(hrefOf("routes", undefined, submitted(event)))}>
      <input type="search" name="q" aria-label="Find a number" placeholder="Why did it not ring? Number or name" />
      <button type="submit">Find</button>
    </form>
  );
}

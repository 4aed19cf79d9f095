import type { ComponentChild } from "preact";
import { useState } from "preact/hooks";
import { CallButton, CallList, isFailed } from "./call-list.tsx";
import { go, hrefOf } from "./location.ts";
import { Empty, Name, Panel } from "./parts.tsx";
import type { Route, Routes, Trouble } from "./routes.ts";
import { TroubleLine } from "./routes-panel.tsx";
import type { PanelProps } from "./state.ts";
import { apart, useClock } from "./time.ts";

/** Rows of each list; the link below opens the complete list. */
const MOST = 8;

/** The start page: errors with their causes, and links to the panels. */
export function OverviewPanel({ server, state: { traces, faults, clock }, routes }: PanelProps) {
  const now = useClock(clock, 1000);
  const failed = traces.filter(isFailed);
  if (routes === undefined) return <Panel title="Overview">{null}</Panel>;
  const numbers = routes.all.filter(({ isRung }) => !isRung);
  const lists: readonly (readonly [Trouble["kind"], string])[] = [
    ["broken", "Lead to nothing"],
    ["none", "No handler for calls"],
  ];
  const difference = now === undefined ? undefined : apart(now);
  const figures: readonly (readonly [href: string, text: string, isBad: boolean])[] = [
    [hrefOf("routes"), counted(numbers.length, "number"), false],
    ...lists.toReversed().map(([kind]) => {
      const { length } = routes.withTrouble(kind);
      const text = `${length.toLocaleString("en")} ${kind === "none" ? "no handler" : "broken"}`;
      return [hrefOf("routes", undefined, { show: kind }), text, length > 0] as const;
    }),
    [hrefOf("calls", undefined, { show: "failed" }), counted(failed.length, "failed call"), failed.length > 0],
    [hrefOf("faults"), `faults ${faults.length}`, false],
    [hrefOf("clock"), `clock ${clock?.frozen ? "frozen" : (difference ?? "on time")}`, false],
  ];
  const isFine = failed.length === 0 && lists.every(([kind]) => routes.withTrouble(kind).length === 0);
  return (
    <Panel title="Overview">
      <p class="figures">
        {figures.flatMap(([href, text, isBad], at): ComponentChild[] => [
          at > 0 ? " · " : "",
          <a key={href} href={href} class={isBad ? "bad" : undefined}>
            {text}
          </a>,
        ])}
      </p>
      <FindForm routes={routes} />
      {isFine && (
        <Empty>
          {numbers.length === 0
            ? "The projects have no number yet."
            : "Every number has a handler that leads somewhere, and no call has failed."}
        </Empty>
      )}
      {failed.length > 0 && (
        <section class="card" aria-label="Did not ring">
          <h2>Did not ring</h2>
          <CallList traces={failed.slice(-MOST)} routes={routes} label="Failed calls, newest first" />
          <More all={failed.length} href={hrefOf("calls", undefined, { show: "failed" })} />
        </section>
      )}
      {lists.map(([kind, title]) => {
        const found = routes.withTrouble(kind);
        return found.length === 0 ? null : (
          <section key={kind} class="card" aria-label={title}>
            <h2>
              {title}: {found.length.toLocaleString("en")}
            </h2>
            <ul class="troubles">
              {found.slice(0, MOST).map((route) => (
                <li key={`${route.project} ${route.id}`}>
                  <a href={hrefOf("routes", route.label)}>
                    <Name>{titleOf(route)}</Name>
                  </a>
                  <TroubleLine route={route} />
                  <CallButton server={server} route={route} />
                </li>
              ))}
            </ul>
            <More all={found.length} href={hrefOf("routes", undefined, { show: kind })} />
          </section>
        );
      })}
    </Panel>
  );
}

function More({ all, href }: { readonly all: number; readonly href: string }) {
  return all <= MOST ? null : (
    <p>
      <a href={href}>All {all.toLocaleString("en")}</a>
    </p>
  );
}

/** Opens the page of one number, user name or name. */
function FindForm({ routes }: { readonly routes: Routes }) {
  const [text, setText] = useState("");
  const find = (event: Event) => {
    event.preventDefault();
    const digits = text.replace(/[^\d]/g, "");
    const [route, ...others] = routes.all.filter(
      ({ label, name }) =>
        label === text ||
        name === text ||
        (digits !== "" && label.replace(/^\+1?/, "") === digits.replace(/^1(?=\d{10}$)/, "")),
    );
    go(route && others.length === 0 ? hrefOf("routes", route.label) : hrefOf("routes", undefined, { q: text }));
  };
  return (
    <form class="toolbar" onSubmit={find}>
      <input
        type="search"
        aria-label="Find a number"
        placeholder="Why did it not ring? A number or a name …"
        value={text}
        onInput={(event) => setText(event.currentTarget.value)}
      />
      <button type="submit">Find</button>
    </form>
  );
}

function titleOf({ label, name }: Route): string {
  return name === null ? label : `${name} ${label}`;
}

function counted(count: number, what: string): string {
  return `${count.toLocaleString("en")} ${what}${count === 1 ? "" : "s"}`;
}

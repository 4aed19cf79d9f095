import type { ComponentChild } from "preact";
import { useEffect, useMemo, useState } from "preact/hooks";
import { CallsPanel } from "./calls-panel.tsx";
import { JournalPanel } from "./journal-panel.tsx";
import { useView } from "./location.ts";
import { OverviewPanel } from "./overview-panel.tsx";
import { submitted } from "./parts.tsx";
import { useRoutes } from "./routes.ts";
import { RoutesPanel } from "./routes-panel.tsx";
import { askOtherTabs, keepToken, serverWith, shareToken, takeToken } from "./server.ts";
import { ServerPanel } from "./server-panel.tsx";
import { type ShownClock, ShownContext, type State, useServer } from "./state.ts";
import { dateAndTime, useClock } from "./time.ts";

interface PanelOfNav {
  readonly title: string;
  readonly Body: () => ComponentChild;
  readonly count?: (state: State) => number;
}

const PANELS: { readonly [name: string]: PanelOfNav } = {
  overview: { title: "Overview", Body: OverviewPanel },
  routes: { title: "Routes", Body: RoutesPanel },
  calls: { title: "Calls", Body: CallsPanel, count: ({ traces }) => traces.length },
  journal: { title: "Journal", Body: JournalPanel, count: ({ journal }) => journal.length },
  server: { title: "Server", Body: ServerPanel, count: ({ faults, sessions }) => faults.length + sessions.length },
};

export function App() {
  const [token, setToken] = useState(takeToken);
  useEffect(() => {
    // A new link was opened in this tab.
    const look = () => setToken(takeToken);
    addEventListener("hashchange", look);
    return () => removeEventListener("hashchange", look);
  }, []);
  const [isAsking, setAsking] = useState(token === undefined);
  useEffect(() => {
    if (!isAsking) return;
    void askOtherTabs().then((found) => {
      setToken((known) => known ?? found);
      setAsking(false);
    });
  }, [isAsking]);
  useEffect(() => {
    if (token === undefined) return;
    const end = new AbortController();
    shareToken(token, end.signal);
    return () => end.abort();
  }, [token]);
  if (token === undefined) return isAsking ? null : <TokenForm onToken={setToken} />;
  return <Inspector token={token} onToken={setToken} />;
}

interface InspectorProps {
  readonly token: string;
  onToken(token: string): void;
}

function Inspector({ token, onToken }: InspectorProps) {
  const server = useMemo(() => serverWith(token), [token]);
  const state = useServer(server);
  const routes = useRoutes(server, state.writes);
  const [view, changeView] = useView();
  const name = Object.hasOwn(PANELS, view.panel) ? view.panel : "overview";
  const { title, Body } = PANELS[name] as PanelOfNav;
  useEffect(() => {
    document.title = `${title} · Reference server`;
  }, [title]);
  const isLost = state.connection === "lost";
  if (state.connection === "refused") return <TokenForm onToken={onToken} isRefused />;
  return (
    <>
      <button type="button" class="skip" onClick={() => document.getElementById("main")?.focus()}>
        Skip to the panel
      </button>
      <aside>
        <div class="bar">
          <img src="/_reference/icon.svg" alt="" width="24" height="24" />
          <strong>Reference server</strong>
          <span class="muted">{location.host}</span>
        </div>
        <nav aria-label="Panels">
          {Object.entries(PANELS).map(([each, { title: text, count }]) => (
            <a key={each} href={`#/${each}`} aria-current={each === name ? "page" : undefined}>
              {text}
              {count?.(state) ? <span>{count(state).toLocaleString("en")}</span> : null}
            </a>
          ))}
        </nav>
        <Standing state={state} />
      </aside>
      <main id="main" tabIndex={-1} class={`panel-${name}`} data-lost={isLost}>
        {isLost && <LostBanner clock={state.clock} />}
        <fieldset disabled={isLost}>
          <ShownContext.Provider value={{ server, state, routes, view, changeView }}>
            <Body key={name} />
          </ShownContext.Provider>
        </fieldset>
      </main>
    </>
  );
}

function LostBanner({ clock }: { readonly clock: ShownClock | undefined }) {
  const now = useClock(clock);
  return (
    <p class="problems" role="alert">
      <strong>The server is not reached.</strong> This is how it was
      {now === undefined ? "" : ` at ${dateAndTime(now)} UTC, by its clock`}. Nothing can be done here until it answers;
      the page tries again every second.
    </p>
  );
}

function Standing({ state: { connection, clock } }: { readonly state: State }) {
  const now = useClock(clock, 1000);
  const words = { connecting: "connecting …", live: "live", lost: "not reached", refused: "", foreign: "refused" };
  return (
    <div class="standing">
      <span class={`connection ${connection}`} role="status">
        {words[connection]}
      </span>
      {now !== undefined && (
        <time class="muted" title="The server's clock, UTC">
          {dateAndTime(now)}
        </time>
      )}
      {clock?.frozen && <span class="badge info">frozen</span>}
      {connection === "foreign" && (
        <p class="problems">
          Open this page by the server's address or as localhost: it answers no page of another name.
        </p>
      )}
    </div>
  );
}

interface TokenFormProps {
  readonly isRefused?: boolean;
  onToken(token: string): void;
}

function TokenForm({ isRefused, onToken }: TokenFormProps) {
  const submit = (event: SubmitEvent) => {
    const { text = "" } = submitted(event);
    const token = (/token=([^&\s]+)/.exec(text)?.[1] ?? text).trim();
    if (token === "") return;
    keepToken(decodeURIComponent(token));
    onToken(decodeURIComponent(token));
  };
  return (
    <main class="token-form">
      <form onSubmit={submit}>
        <img src="/_reference/icon.svg" alt="" width="40" height="40" />
        <h1>Reference server</h1>
        <p role="alert">
          {isRefused
            ? "The server does not take this token; it may have been started again."
            : "This page needs the token of the control API."}
        </p>
        <p class="muted">
          Open the link that <code>serve --control</code> printed, or put it, or the token alone, in here.
        </p>
        <label class="field">
          <span>Link or token</span>
          <input type="password" name="text" autocomplete="off" required />
        </label>
        <button type="submit" class="primary">
          Open
        </button>
      </form>
    </main>
  );
}

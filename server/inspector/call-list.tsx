import type { OpenTrace } from "../traffic/trace.ts";
import { go, hrefOf } from "./location.ts";
import { Name, Problems, type Tone } from "./parts.tsx";
import { CALLER, type Route, type Routes } from "./routes.ts";
import type { Server } from "./server.ts";
import { useAction } from "./state.ts";
import { timeOfDay } from "./time.ts";

export function isFailed({ isTaken }: OpenTrace): boolean {
  return isTaken === false;
}

export function toneOf(trace: OpenTrace): Tone {
  return trace.outcome === null ? "plain" : isFailed(trace) ? "bad" : "good";
}

/** Returns the cause without its mark, because the mark is shown beside it. */
export function causeOf({ summary = "under way …" }: OpenTrace): string {
  return summary;
}

interface CallListProps {
  readonly traces: readonly OpenTrace[];
  readonly routes: Routes | undefined;
  readonly chosen?: string | undefined;
  readonly label?: string;
}

/** Lists calls and messages, newest first: time, destination, and outcome. */
export function CallList({ traces, routes, chosen, label = "Calls and messages, newest first" }: CallListProps) {
  if (traces.length === 0) return <p class="muted">None yet.</p>;
  return (
    <ul class="traces" aria-label={label}>
      {traces.toReversed().map((trace) => (
        <li key={trace.id}>
          <a
            href={hrefOf("calls", trace.id)}
            aria-current={trace.id === chosen ? "true" : undefined}
            class={toneOf(trace)}
          >
            <span class="ends">
              <span class="time">{trace.steps[0] ? timeOfDay(trace.steps[0].time).slice(0, 8) : ""}</span>{" "}
              <strong>
                <Name>{nameOf(trace, routes)}</Name>
              </strong>
            </span>
            <span class="kind muted">
              {trace.kind} from <Name>{trace.from}</Name>
            </span>
            <span class="cause">
              <Name>{causeOf(trace)}</Name>
            </span>
          </a>
        </li>
      ))}
    </ul>
  );
}

function nameOf({ to }: OpenTrace, routes: Routes | undefined): string {
  const name = routes?.named(to)[0]?.name;
  return name ? `${name} ${to}` : to;
}

/** Places a call to the object and opens its trace. */
export function CallButton({ server, route }: { readonly server: Server; readonly route: Route }) {
  const { problems, busy, run } = useAction();
  const { label, project } = route;
  const call = async () => {
    go(hrefOf("calls"));
    const { id } = await server.ask<{ id: string }>("POST", "calls", { to: label, from: CALLER, project });
    go(hrefOf("calls", id));
  };
  return (
    <>
      <button type="button" class="small" disabled={busy} aria-label={`Call ${label}`} onClick={() => run(call)}>
        Call
      </button>
      <Problems of={problems} />
    </>
  );
}

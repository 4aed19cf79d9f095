import { useEffect, useRef, useState } from "preact/hooks";
import type { Step, TrafficOutcome } from "../index.ts";
import type { OpenTrace } from "../traffic/trace.ts";
import { CallList, causeOf, isFailed, toneOf } from "./call-list.tsx";
import { currentPlace, go, hrefOf, usePlace } from "./location.ts";
import {
  Badge,
  Choice,
  Copy,
  Empty,
  Field,
  Name,
  Panel,
  Problems,
  StatusBadge,
  type Tone,
  withMarks,
} from "./parts.tsx";
import { CALLER, type Routes } from "./routes.ts";
import { finds } from "./search.ts";
import type { Server } from "./server.ts";
import { type PanelProps, type State, useAction } from "./state.ts";
import { timeOfDay } from "./time.ts";

export function TrafficPanel({ server, state, routes }: PanelProps) {
  const { traces } = state;
  const [{ id, query }, change] = usePlace();
  const { q = "", show = "" } = query;
  const matches = finds(q);
  const shown = traces.filter(
    (each) => (show !== "failed" || isFailed(each)) && (q === "" || matches(wordsOf(each, routes))),
  );
  const trace = traces.find((each) => each.id === id) ?? shown.at(-1);
  return (
    <Panel title="Calls and messages">
      <PlaceForm server={server} state={state} routes={routes} onPlaced={(placed) => go(hrefOf("calls", placed))} />
      {traces.length === 0 ? (
        <Empty>
          None has come in yet. Place one above; those of your tests and of the command line appear here too.
        </Empty>
      ) : (
        <>
          <div class="toolbar">
            <input
              type="search"
              aria-label="Filter"
              placeholder="Filter: a number, a name, a cause …"
              value={q}
              onInput={(event) => change({ query: { q: event.currentTarget.value } })}
            />
            <Choice
              label="Which calls"
              options={[
                ["", "All"],
                ["failed", "Failed"],
              ]}
              value={show}
              onChange={(next) => change({ id: undefined, query: { show: next } }, true)}
            />
            <output class="muted">
              {shown.length === traces.length ? traces.length : `${shown.length} of ${traces.length}`}
            </output>
          </div>
          <div class="split-wide">
            {trace && <Ladder trace={trace} routes={routes} />}
            <CallList traces={shown} routes={routes} chosen={trace?.id} />
          </div>
          {id !== undefined && trace?.id !== id && <p class="muted">The call {id} is not among the last 100.</p>}
        </>
      )}
    </Panel>
  );
}

/** Returns the text of a call's row and trace, for the search. */
function wordsOf(trace: OpenTrace, routes: Routes | undefined): string {
  const { id, kind, from, to, outcome, verdict, way, steps } = trace;
  const names = routes?.named(to).map(({ name }) => name) ?? [];
  const details = steps.flatMap(({ text, field }) => [text, field]);
  return [id, kind, from, to, outcome, verdict, way, ...names, ...details].join(" ");
}

interface PlaceFormProps {
  readonly server: Server;
  readonly state: State;
  readonly routes: Routes | undefined;
  onPlaced(id: string | undefined): void;
}

function PlaceForm({ server, state, routes, onPlaced }: PlaceFormProps) {
  const [kind, setKind] = useState<"call" | "message">("call");
  const [to, setTo] = useState(wantedAddress);
  const [from, setFrom] = useState(CALLER);
  const [body, setBody] = useState("Are you open?");
  const [digits, setDigits] = useState("");
  const { problems, busy, run } = useAction();
  const addresses = [
    ...(routes?.all ?? []).map(({ label }) => label),
    ...state.sessions.map(({ resource }) => resource),
  ];
  const first = addresses.find((address) => address.startsWith("+"));
  // Only until the user focuses the field.
  useEffect(() => {
    if (to === undefined && first !== undefined) setTo(first);
  }, [to, first]);
  const place = (event: Event) => {
    event.preventDefault();
    onPlaced(undefined);
    run(async () => {
      const more = kind === "message" ? { body } : digits === "" ? {} : { digits };
      const sent = { to: to ?? "", from, ...more };
      const { id } = await server.ask<{ id: string }>("POST", `${kind}s`, sent);
      onPlaced(id);
    });
  };
  return (
    <form class="card place" onSubmit={place}>
      <Choice
        label="What comes in"
        options={[
          ["call", "Call"],
          ["message", "Message"],
        ]}
        value={kind}
        onChange={setKind}
      />
      <Field label="From">
        <input required value={from} onInput={(event) => setFrom(event.currentTarget.value)} />
      </Field>
      <Field label="To">
        <input
          required
          list="addresses"
          value={to ?? ""}
          onFocus={() => setTo(to ?? "")}
          onInput={(event) => setTo(event.currentTarget.value)}
        />
      </Field>
      <datalist id="addresses">
        {addresses.slice(0, 200).map((address) => (
          <option key={address} value={address} />
        ))}
      </datalist>
      {kind === "message" && (
        <Field label="Text" wide>
          <input required value={body} onInput={(event) => setBody(event.currentTarget.value)} />
        </Field>
      )}
      {kind === "call" && (
        <Field label="Digits">
          <input
            placeholder="none"
            title="What the caller presses in menus: 0-9 * #, and w to wait until a menu times out"
            pattern="[0-9*#w]{1,64}"
            value={digits}
            onInput={(event) => setDigits(event.currentTarget.value)}
          />
        </Field>
      )}
      <button type="submit" class="primary" disabled={busy}>
        {busy ? "Under way …" : kind === "call" ? "Place the call" : "Send the message"}
      </button>
      <Problems of={problems} />
    </form>
  );
}

function Ladder({ trace, routes }: { readonly trace: OpenTrace; readonly routes: Routes | undefined }) {
  const { kind, id, from, to, outcome, way, steps } = trace;
  const start = Date.parse(steps[0]?.time ?? "");
  const decisive = steps.filter((step) => !isStatus(step));
  const statuses = steps.filter(isStatus);
  const route = routes?.named(to)[0];
  const verdict = useRef<HTMLParagraphElement>(null);
  // On a narrow screen, the form is above the trace.
  useEffect(() => verdict.current?.scrollIntoView({ block: "nearest" }), [id, outcome]);
  return (
    <section class="card ladder" aria-label={`The way of the ${kind}`} aria-live="polite">
      <header>
        <p ref={verdict} class={`verdict ${toneOf(trace)}`}>
          <Name>{causeOf(trace)}</Name>
        </p>
        {way !== undefined && (
          <p class="way">
            <Name>{way}</Name>
          </p>
        )}
        <h2>
          <Name>{from}</Name> <span aria-hidden="true">→</span> <Name>{to}</Name>
        </h2>
        <Outcome of={outcome} />
        <p class="muted">
          {kind === "call" ? "Call" : "Message"} <code>{id}</code>
          {steps[0] && <> · {timeOfDay(steps[0].time)} UTC</>}
        </p>
        <p class="links">
          {route && <a href={hrefOf("routes", to)}>Route</a>}
          {route && <a href={hrefOf("journal", undefined, { q: route.id })}>Requests about it</a>}
          <Copy text={() => id}>Copy id</Copy>
          <Copy text={() => location.href}>Copy link</Copy>
        </p>
      </header>
      <ol>
        {decisive.map((step, at) => {
          const isEnd = at === decisive.length - 1 && isFailed(trace);
          return (
            <li key={at} class={`step ${isEnd ? "bad" : stepTone(step)}`}>
              <span class="offset">+{Date.parse(step.time) - start} ms</span>
              <StepText step={step} />
            </li>
          );
        })}
        {statuses.length > 0 && (
          <li class="step plain">
            <span class="offset" />
            <details>
              <summary>{callbacksOf(statuses)}</summary>
              {statuses.map((step, at) => (
                <StepText key={at} step={step} />
              ))}
            </details>
          </li>
        )}
        <li class={`step end ${outcome === null ? "plain" : OUTCOMES[outcome][0]}`}>
          <span class="offset" />
          <strong>{outcome === null ? "Under way …" : OUTCOMES[outcome][1]}</strong>
        </li>
      </ol>
    </section>
  );
}

/** A status callback does not affect the outcome. */
function isStatus({ field }: Step): boolean {
  return field?.endsWith("_status_callback_url") ?? false;
}

function callbacksOf(statuses: readonly Step[]): string {
  const asked = statuses.filter(({ attempt }) => attempt);
  const failed = asked.filter(({ attempt }) => attempt?.failure).length;
  return `Status callback: ${asked.length} ${asked.length === 1 ? "request" : "requests"}, ${failed === 0 ? "all answered" : `${failed} failed`}`;
}

function StepText({ step: { text, field, attempt } }: { readonly step: Step }) {
  return (
    <div>
      <p>
        {attempt && <StatusBadge status={attempt.status} />} <bdi>{withMarks(text)}</bdi>{" "}
        {field !== undefined && <code class="field-name">{field}</code>}
        {attempt && <Copy text={() => attempt.url}>Copy URL</Copy>}
      </p>
      {attempt?.document !== undefined && (
        <details>
          <summary>What came back: {attempt.document.length.toLocaleString("en")} characters</summary>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long one is scrolled with the keys. */}
          <pre tabIndex={0}>{withMarks(attempt.document)}</pre>
        </details>
      )}
    </div>
  );
}

const OUTCOMES: { readonly [outcome in TrafficOutcome]: readonly [tone: Tone, text: string] } = {
  answered: ["good", "A document took it."],
  ringing: ["good", "A connected client rings."],
  "handed-over": ["info", "It goes to what this server does not play."],
  unanswered: ["bad", "No destination took it: none is set, none is connected, or a document rejects it."],
  failed: ["bad", "A document could not be had."],
  looped: ["bad", "It came back to where it had been."],
  stopped: ["bad", "The server was closed before it was over."],
};

function Outcome({ of }: { readonly of: TrafficOutcome | null }) {
  return of === null ? <Badge tone="plain">under way</Badge> : <Badge tone={OUTCOMES[of][0]}>{of}</Badge>;
}

function stepTone({ attempt }: Step): Tone {
  if (attempt === undefined) return "plain";
  return attempt.failure ? "bad" : "good";
}

/** Returns the address in another panel's link: `#/calls?to=alice`. */
function wantedAddress(): string | undefined {
  return currentPlace().query.to;
}

import { useEffect, useState } from "preact/hooks";
import type { Step, TrafficOutcome } from "../index.ts";
import type { OpenTrace } from "../traffic/trace.ts";
import { Badge, Choice, Empty, Field, Name, Panel, Problems, StatusBadge, type Tone } from "./parts.tsx";
import { useRoutes } from "./routes.ts";
import type { Server } from "./server.ts";
import { type PanelProps, type State, useAction } from "./state.ts";
import { timeOfDay } from "./time.ts";

export function TrafficPanel({ server, state }: PanelProps) {
  const { traces } = state;
  const [chosen, setChosen] = useState<string>();
  const newest = traces.at(-1);
  const trace = traces.find(({ id }) => id === chosen) ?? newest;
  return (
    <Panel title="Calls and messages">
      <PlaceForm server={server} state={state} onPlaced={() => setChosen(undefined)} />
      {trace === undefined ? (
        <Empty>
          None has come in yet. Place one above; those of your tests and of the command line appear here too.
        </Empty>
      ) : (
        <div class="split-wide">
          <ul class="traces" aria-label="Calls and messages, newest first">
            {traces.toReversed().map((each) => (
              <li key={each.id}>
                <button type="button" aria-pressed={each.id === trace.id} onClick={() => setChosen(each.id)}>
                  <span class="ends">
                    <Name>{each.from}</Name> <span aria-hidden="true">→</span> <Name>{each.to}</Name>
                  </span>
                  <span class="kind muted">{each.kind}</span>
                  <Outcome of={each.outcome} />
                </button>
              </li>
            ))}
          </ul>
          <Ladder trace={trace} />
        </div>
      )}
    </Panel>
  );
}

interface PlaceFormProps {
  readonly server: Server;
  readonly state: State;
  onPlaced(): void;
}

function PlaceForm({ server, state, onPlaced }: PlaceFormProps) {
  const routes = useRoutes(server, state.writes);
  const [kind, setKind] = useState<"call" | "message">("call");
  const [to, setTo] = useState(wantedAddress);
  const [from, setFrom] = useState("+12025550177");
  const [body, setBody] = useState("Are you open?");
  const { problems, busy, run } = useAction();
  const addresses = [...routes.map(({ label }) => label), ...state.sessions.map(({ resource }) => resource)];
  const first = addresses.find((address) => address.startsWith("+"));
  // Until somebody turns to the field.
  useEffect(() => {
    if (to === undefined && first !== undefined) setTo(first);
  }, [to, first]);
  const place = (event: Event) => {
    event.preventDefault();
    onPlaced();
    run(() =>
      kind === "call"
        ? server.ask("POST", "calls", { to: to ?? "", from })
        : server.ask("POST", "messages", { to: to ?? "", from, body }),
    );
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
      <button type="submit" class="primary" disabled={busy}>
        {busy ? "Under way …" : kind === "call" ? "Place the call" : "Send the message"}
      </button>
      <Problems of={problems} />
    </form>
  );
}

function Ladder({ trace: { kind, id, from, to, outcome, steps } }: { readonly trace: OpenTrace }) {
  const start = Date.parse(steps[0]?.time ?? "");
  return (
    <section class="card ladder" aria-label={`The way of the ${kind}`} aria-live="polite">
      <header>
        <h2>
          <Name>{from}</Name> <span aria-hidden="true">→</span> <Name>{to}</Name>
        </h2>
        <Outcome of={outcome} />
        <p class="muted">
          {kind === "call" ? "Call" : "Message"} <code>{id}</code>
          {steps[0] && <> · {timeOfDay(steps[0].time)} UTC</>}
        </p>
      </header>
      <ol>
        {steps.map((step, at) => (
          <li key={at} class={`step ${toneOf(step)}`}>
            <span class="offset">+{Date.parse(step.time) - start} ms</span>
            <StepText step={step} />
          </li>
        ))}
        <li class={`step end ${outcome === null ? "plain" : OUTCOMES[outcome][0]}`}>
          <span class="offset" />
          <strong>{outcome === null ? "Under way …" : OUTCOMES[outcome][1]}</strong>
        </li>
      </ol>
    </section>
  );
}

function StepText({ step: { text, field, attempt } }: { readonly step: Step }) {
  return (
    <div>
      <p>
        {attempt && <StatusBadge status={attempt.status} />} <bdi>{text}</bdi>{" "}
        {field !== undefined && <code class="field-name">{field}</code>}
      </p>
      {attempt?.document !== undefined && (
        <details>
          <summary>What came back: {attempt.document.length.toLocaleString("en")} characters</summary>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long one is scrolled with the keys. */}
          <pre tabIndex={0}>{attempt.document}</pre>
        </details>
      )}
    </div>
  );
}

const OUTCOMES: { readonly [outcome in TrafficOutcome]: readonly [tone: Tone, text: string] } = {
  answered: ["good", "A document took it."],
  ringing: ["good", "A connected client rings."],
  "handed-over": ["info", "It goes to what this server does not play."],
  unanswered: ["warn", "Nobody is set, or nobody is there."],
  failed: ["bad", "Every webhook failed."],
  looped: ["bad", "It came back to where it had been."],
};

function Outcome({ of }: { readonly of: TrafficOutcome | null }) {
  return of === null ? <Badge tone="plain">under way</Badge> : <Badge tone={OUTCOMES[of][0]}>{of}</Badge>;
}

function toneOf({ attempt }: Step): Tone {
  if (attempt === undefined) return "plain";
  return attempt.failure ? "bad" : "good";
}

/** As another panel's link says it: `#/calls?to=alice`. */
function wantedAddress(): string | undefined {
  return new URLSearchParams(location.hash.split("?")[1]).get("to") ?? undefined;
}

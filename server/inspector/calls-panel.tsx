import { useEffect, useRef, useState } from "preact/hooks";
import { KEYS } from "../../contract/calling.ts";
import { CALLER } from "../calls/keys.ts";
import { isStatus } from "../calls/status-callback.ts";
import type { OpenTrace } from "../calls/trace.ts";
import type { Step } from "../index.ts";
import { Details, type Filter, List, useFilter } from "./list.tsx";
import { go, hrefOf } from "./location.ts";
import {
  Choice,
  Copy,
  counted,
  Empty,
  Field,
  Name,
  Panel,
  Problems,
  StatusBadge,
  submitted,
  type Tone,
  withMarks,
} from "./parts.tsx";
import type { Route } from "./routes.ts";
import { useAction, useShown } from "./state.ts";
import { timeOfDay } from "./time.ts";

const FILTERS: readonly Filter<OpenTrace>[] = [["failed", "Failed", isFailed]];

export function CallsPanel() {
  const { state, routes } = useShown();
  const { traces, sessions } = state;
  const { shown, bar, id, select } = useFilter(traces, FILTERS, "call");
  const trace = id === undefined ? shown.at(-1) : traces.find((each) => each.id === id);
  const addresses = [...(routes?.all ?? []).map(({ label }) => label), ...sessions.map(({ resource }) => resource)];
  return (
    <Panel title="Calls and messages">
      <PlaceForm addresses={addresses} />
      {traces.length === 0 ? (
        <Empty>
          None has come in yet. Place one above; those of your tests and of the command line appear here too.
        </Empty>
      ) : (
        <>
          {bar}
          <List
            label="Calls and messages"
            items={shown}
            keyOf={(each) => each.id}
            selected={trace?.id}
            onSelect={select}
            row={(each) => <Row trace={each} />}
            follows
          >
            {trace && <TraceDetails trace={trace} onClose={() => select(undefined)} />}
          </List>
          {id !== undefined && !trace && <p class="muted">The call {id} is not among the last 100.</p>}
        </>
      )}
    </Panel>
  );
}

export function isFailed({ isTaken }: OpenTrace): boolean {
  return isTaken === false;
}

function toneOf(trace: OpenTrace): Tone {
  return trace.outcome === null ? "plain" : isFailed(trace) ? "bad" : "good";
}

function Row({ trace }: { readonly trace: OpenTrace }) {
  const { routes } = useShown();
  const { kind, from, to, steps, summary = "under way …" } = trace;
  const name = routes?.named(to)[0]?.name;
  return (
    <>
      <span class="muted mono secondary">{steps[0] && timeOfDay(steps[0].time).slice(0, 8)}</span>
      <span class="muted secondary method">{kind}</span>
      <span>
        <Name>{from}</Name> →{" "}
        <strong>
          <Name>{name ? `${name} ${to}` : to}</Name>
        </strong>
      </span>
      <span class={`main toned ${toneOf(trace)}`}>
        <Name>{summary}</Name>
      </span>
    </>
  );
}

/** Newest first. */
export function CallLinks({ to: traces }: { readonly to: readonly OpenTrace[] }) {
  return (
    <ul class="lines">
      {traces.toReversed().map((trace) => (
        <li key={trace.id}>
          <a href={hrefOf("calls", trace.id)}>
            <Row trace={trace} />
          </a>
        </li>
      ))}
    </ul>
  );
}

/** Returns a function that places a call or message and opens its trace. */
export function usePlacing() {
  const { server } = useShown();
  const { problems, busy, run } = useAction();
  const place = (kind: "call" | "message", request: { readonly [member: string]: string | undefined }) =>
    run(async () => {
      const { id } = await server.ask<{ id: string }>("POST", `${kind}s`, request);
      go(hrefOf("calls", id));
    });
  return { problems, busy, place };
}

export function CallButton({ to: { label, project } }: { readonly to: Route }) {
  const { problems, busy, place } = usePlacing();
  const call = () => place("call", { to: label, from: CALLER, project });
  return (
    <>
      <button type="button" disabled={busy} aria-label={`Call ${label}`} onClick={call}>
        {busy ? "Under way …" : "Call"}
      </button>
      <Problems of={problems} />
    </>
  );
}

function PlaceForm({ addresses }: { readonly addresses: readonly string[] }) {
  const [kind, setKind] = useState<"call" | "message">("call");
  // The link of another panel names the address: `#/calls?to=alice`.
  const [to] = useState(useShown().view.query.to);
  const first = addresses.find((address) => address.startsWith("+")) ?? "";
  const { problems, busy, place } = usePlacing();
  const submit = (event: SubmitEvent) => {
    const { from, to: called, body, digits } = submitted(event);
    go(hrefOf("calls"));
    place(kind, { from, to: called, body, digits });
  };
  return (
    <form class="card bar" onSubmit={submit}>
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
        <input name="from" required defaultValue={CALLER} />
      </Field>
      <Field label="To">
        <input name="to" required list="addresses" defaultValue={to ?? first} />
      </Field>
      <datalist id="addresses">
        {addresses.slice(0, 200).map((address) => (
          <option key={address} value={address} />
        ))}
      </datalist>
      {kind === "message" ? (
        <Field key="text" label="Text">
          <input name="body" required defaultValue="Are you open?" />
        </Field>
      ) : (
        <Field key="digits" label="Digits">
          <input
            name="digits"
            placeholder="none"
            title="What the caller presses in menus: 0-9 * #, and w to wait until a menu times out"
            pattern={KEYS.source}
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

function TraceDetails({ trace, onClose }: { readonly trace: OpenTrace; onClose(): void }) {
  const { routes } = useShown();
  const { kind, id, from, to, outcome, way, steps, summary = "under way …" } = trace;
  const start = Date.parse(steps[0]?.time ?? "");
  const decisive = steps.filter((step) => !isStatus(step));
  const statuses = steps.filter(isStatus);
  const route = routes?.named(to)[0];
  const verdict = useRef<HTMLParagraphElement>(null);
  // On a narrow screen, the form is above the trace.
  useEffect(() => verdict.current?.scrollIntoView({ block: "nearest" }), [id, outcome]);
  const title = (
    <>
      <Name>{from}</Name> <span aria-hidden="true">→</span> <Name>{to}</Name>
    </>
  );
  return (
    <Details label={`The way of the ${kind}`} title={title} onClose={onClose} grows>
      <p ref={verdict} class={`verdict toned ${toneOf(trace)}`}>
        <Name>{summary}</Name>
      </p>
      {way !== undefined && <Name>{way}</Name>}
      <p class="muted">
        {kind === "call" ? "Call" : "Message"} <code>{id}</code>
        {steps[0] && <> · {timeOfDay(steps[0].time)} UTC</>}
      </p>
      <p class="bar">
        {route && <a href={hrefOf("routes", to)}>Route</a>}
        {route && <a href={hrefOf("journal", undefined, { q: route.id })}>Requests about it</a>}
        <Copy text={() => id}>Copy id</Copy>
        <Copy text={() => location.href}>Copy link</Copy>
      </p>
      <ol class="steps">
        {decisive.map((step, at) => (
          <li key={at} class={at === decisive.length - 1 && outcome !== null ? toneOf(trace) : stepTone(step)}>
            <span class="muted mono">+{Date.parse(step.time) - start} ms</span>
            <StepText step={step} />
          </li>
        ))}
      </ol>
      {statuses.length > 0 && (
        <details>
          <summary>{counted(statuses.filter(({ attempt }) => attempt).length, "status callback")}</summary>
          {statuses.map((step, at) => (
            <StepText key={at} step={step} />
          ))}
        </details>
      )}
    </Details>
  );
}

function StepText({ step: { text, field, attempt } }: { readonly step: Step }) {
  return (
    <div>
      <p>
        {attempt && <StatusBadge status={attempt.status} />} <bdi>{withMarks(text)}</bdi>{" "}
        {field !== undefined && <code class="muted">{field}</code>}
        {attempt && <Copy text={() => attempt.url}>Copy URL</Copy>}
      </p>
      {attempt?.document !== undefined && (
        <details>
          <summary>What came back: {counted(attempt.document.length, "character")}</summary>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long one is scrolled with the keys. */}
          <pre tabIndex={0}>{withMarks(attempt.document)}</pre>
        </details>
      )}
    </div>
  );
}

function stepTone({ attempt }: Step): Tone {
  if (attempt === undefined) return "plain";
  return attempt.failure ? "bad" : "good";
}

import type { Duration, Fault } from "../index.ts";
import { hrefOf } from "./location.ts";
import { Badge, counted, Field, Name, Panel, Problems, submitted } from "./parts.tsx";
import { useAction, useShown } from "./state.ts";
import { dateAndTime, span, useClock } from "./time.ts";

export function ServerPanel() {
  return (
    <Panel title="Server">
      <Clock />
      <Faults />
      <Sessions />
    </Panel>
  );
}

const STEPS: readonly (readonly [text: string, by: Duration])[] = [
  ["+ 1 minute", { minutes: 1 }],
  ["+ 15 minutes", { minutes: 15 }],
  ["+ 1 hour", { hours: 1 }],
  ["+ 1 day", { days: 1 }],
];

function Clock() {
  const { server, state } = useShown();
  const { clock } = state;
  const now = useClock(clock);
  const { problems, busy, run } = useAction();
  const control = (...instructions: readonly object[]) =>
    run(async () => {
      for (const instruction of instructions) await server.ask("POST", "clock", instruction);
    });
  if (clock === undefined || now === undefined) return null;
  const apart = now - Date.now();
  const machine = `${span(Math.abs(apart))} ${apart < 0 ? "behind" : "ahead of"} the machine's`;
  return (
    <section class="card" aria-label="The server's clock">
      <h2>Clock</h2>
      <p class="bar">
        <time>{dateAndTime(now)} UTC</time>
        {clock.frozen ? <Badge tone="info">frozen</Badge> : <Badge tone="good">runs</Badge>}
        <span class="muted">{Math.abs(apart) < 2000 ? "with the machine's clock" : machine}</span>
      </p>
      <form
        class="bar"
        onSubmit={(event) => {
          const { moment = "" } = submitted(event);
          control({ set: `${moment.length === 16 ? `${moment}:00` : moment}Z` });
        }}
      >
        <button
          type="button"
          class="primary"
          disabled={busy}
          onClick={() => control(clock.frozen ? { resume: true } : { freeze: true })}
        >
          {clock.frozen ? "Let it run" : "Freeze"}
        </button>
        {STEPS.map(([text, advance]) => (
          <button key={text} type="button" disabled={busy} onClick={() => control({ advance })}>
            {text}
          </button>
        ))}
        <button
          type="button"
          disabled={busy}
          onClick={() => control({ resume: true }, { set: new Date().toISOString() })}
        >
          Reset
        </button>
        <Field label="Set to (UTC)">
          <input type="datetime-local" name="moment" step="1" required />
        </Field>
        <button type="submit" disabled={busy}>
          Set
        </button>
      </form>
      <Problems of={problems} />
    </section>
  );
}

function Faults() {
  const { server, state } = useShown();
  const { faults } = state;
  const { problems, busy, run } = useAction();
  return (
    <section class="card" aria-label="Faults">
      <header class="bar">
        <h2>Faults</h2>
        <button
          type="button"
          disabled={busy || faults.length === 0}
          onClick={() =>
            confirm(`Clear ${counted(faults.length, "fault")}?`) && run(() => server.ask("DELETE", "faults"))
          }
        >
          Clear all
        </button>
      </header>
      {faults.length === 0 && (
        <p class="muted">
          None is set: every request is answered as it should be. A test or <code>POST /_reference/faults</code> sets
          one.
        </p>
      )}
      <ul class="lines" aria-label="Faults that are set">
        {faults.map((fault) => (
          <FaultRow
            key={fault.id}
            fault={fault}
            onRemove={() => run(() => server.ask("DELETE", `faults/${fault.id}`))}
          />
        ))}
      </ul>
      <Problems of={problems} />
    </section>
  );
}

function FaultRow({ fault: { options, struck }, onRemove }: { readonly fault: Fault; onRemove(): void }) {
  const { method = "any method", path = "any path", times, effect, ...details } = options;
  const more = Object.entries(details).map(
    ([name, value]) => `${name} ${typeof value === "object" ? JSON.stringify(value) : value}`,
  );
  return (
    <li class="bar">
      <Badge tone={struck === times ? "plain" : "warn"}>{effect}</Badge>
      <span class="main">
        <span class="mono">{method}</span> <Name>{path}</Name>{" "}
        <span class="muted">· {[...more, `struck ${struck} of ${times}`].join(" · ")}</span>
      </span>
      <button type="button" class="quiet" aria-label={`Remove ${effect}`} onClick={onRemove}>
        ✕
      </button>
    </li>
  );
}

function Sessions() {
  const { sessions, clock } = useShown().state;
  const now = useClock(clock, 1000);
  return (
    <section class="card" aria-label="Sessions">
      <h2>Connected clients</h2>
      {sessions.length === 0 && (
        <p class="muted">
          No client is connected. A client connects to <code>{location.origin.replace("http", "ws")}</code> with the
          project's id and a token.
        </p>
      )}
      <ul class="lines">
        {sessions.map(({ id, resource, project, expiresAt }) => (
          <li key={id} class="bar">
            <strong>
              <Name>{resource}</Name>
            </strong>
            <span class="main" title={`${dateAndTime(expiresAt)} UTC`}>
              {now !== undefined && `cut off in ${span(Date.parse(expiresAt) - now)}`}{" "}
              <code class="muted">{project}</code>
            </span>
            <a href={hrefOf("calls", undefined, { to: resource })}>Call</a>
          </li>
        ))}
      </ul>
    </section>
  );
}

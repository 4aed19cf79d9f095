import { useState } from "preact/hooks";
import type { Duration } from "../index.ts";
import { Badge, Field, Panel, Problems } from "./parts.tsx";
import { type PanelProps, useAction } from "./state.ts";
import { span, useClock } from "./time.ts";

const STEPS: readonly (readonly [text: string, by: Duration])[] = [
  ["+ 1 minute", { minutes: 1 }],
  ["+ 15 minutes", { minutes: 15 }],
  ["+ 1 hour", { hours: 1 }],
  ["+ 1 day", { days: 1 }],
];

const UNITS = ["seconds", "minutes", "hours", "days"] as const;

export function ClockPanel({ server, state: { clock } }: PanelProps) {
  const now = useClock(clock);
  const [amount, setAmount] = useState(5);
  const [unit, setUnit] = useState<(typeof UNITS)[number]>("minutes");
  const [moment, setMoment] = useState("");
  const { problems, busy, run } = useAction();
  const control = (...instructions: readonly object[]) =>
    run(async () => {
      for (const instruction of instructions) await server.ask("POST", "clock", instruction);
    });
  if (clock === undefined || now === undefined) return <Panel title="Clock">{null}</Panel>;
  const apart = now - Date.now();
  return (
    <Panel
      title="Clock"
      about="Timestamps, the expiry of tokens, client sessions and the rate limit go by this clock, not the machine's."
    >
      <section class="card clock" aria-label="The server's clock">
        <div class="face">
          <time>{new Date(now).toISOString().slice(11, 19)}</time>
          <span class="date">{new Date(now).toISOString().slice(0, 10)} UTC</span>
        </div>
        <p>
          {clock.frozen ? <Badge tone="info">frozen</Badge> : <Badge tone="good">runs</Badge>}{" "}
          <span class="muted">
            {Math.abs(apart) < 2000
              ? "with the machine's clock"
              : `${span(Math.abs(apart))} ${apart < 0 ? "behind" : "ahead of"} the machine's`}
          </span>
        </p>
        <div class="buttons">
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
        </div>
        <form
          class="line"
          onSubmit={(event) => {
            event.preventDefault();
            control({ advance: { [unit]: amount } });
          }}
        >
          <Field label="Advance by">
            <input
              type="number"
              step="any"
              required
              value={amount}
              onInput={(event) => setAmount(event.currentTarget.valueAsNumber || 0)}
            />
          </Field>
          <Field label="Unit">
            <select value={unit} onChange={(event) => setUnit(event.currentTarget.value as typeof unit)}>
              {UNITS.map((each) => (
                <option key={each}>{each}</option>
              ))}
            </select>
          </Field>
          <button type="submit" disabled={busy}>
            Advance
          </button>
        </form>
        <form
          class="line"
          onSubmit={(event) => {
            event.preventDefault();
            control({ set: `${moment.length === 16 ? `${moment}:00` : moment}Z` });
          }}
        >
          <Field label="Set to (UTC)">
            <input
              type="datetime-local"
              step="1"
              required
              value={moment}
              onInput={(event) => setMoment(event.currentTarget.value)}
            />
          </Field>
          <button type="submit" disabled={busy}>
            Set
          </button>
        </form>
        <Problems of={problems} />
      </section>
    </Panel>
  );
}

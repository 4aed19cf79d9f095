import { useEffect, useState } from "preact/hooks";
import type { Duration, Fault, FaultEffect, FaultOptions } from "../index.ts";
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
      <Snapshot />
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

type EffectName = FaultEffect["effect"];

interface Effect {
  readonly about: string;
  /** The number that the effect takes: its member, its label and the usual value. */
  readonly asks?: readonly [member: string, label: string, usual: number];
}

const EFFECTS: { readonly [name in EffectName]: Effect } = {
  status: { about: "nothing is done, this is answered", asks: ["status", "Status", 503] },
  "late-status": { about: "all is done and kept, this is answered", asks: ["status", "Status", 504] },
  "rate-limit": { about: "nothing is done: 429 with Retry-After", asks: ["retryAfter", "Seconds", 1] },
  drop: { about: "the connection breaks, nothing is done" },
  "lose-answer": { about: "all is done and kept; the connection breaks instead of the answer" },
  delay: { about: "the request waits, then is done", asks: ["milliseconds", "Milliseconds", 3000] },
  "slow-body": { about: "all is done; half of the answer comes late", asks: ["milliseconds", "Milliseconds", 3000] },
  truncate: { about: "all is done; the answer breaks off in the middle" },
  "not-json": { about: "all is done; the answer is a page of HTML" },
};

const METHODS = ["GET", "POST", "PUT", "DELETE"];

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
      {faults.length === 0 && <p class="muted">None is set: every request is answered as it should be.</p>}
      <ul class="lines" aria-label="Faults that are set">
        {faults.map((fault) => (
          <FaultRow
            key={fault.id}
            fault={fault}
            onRemove={() => run(() => server.ask("DELETE", `faults/${fault.id}`))}
          />
        ))}
      </ul>
      <FaultForm isBusy={busy} onSet={(options) => run(() => server.ask("POST", "faults", options))} />
      <Problems of={problems} />
    </section>
  );
}

function FaultForm({ isBusy, onSet }: { readonly isBusy: boolean; onSet(options: FaultOptions): void }) {
  const { server } = useShown();
  const [effect, setEffect] = useState<EffectName>("status");
  const { about, asks } = EFFECTS[effect];
  const [paths, setPaths] = useState<readonly string[]>([]);
  useEffect(() => {
    server.ask<{ paths: string[] }>("GET", "paths").then(
      (answer) => setPaths(answer.paths),
      () => {},
    );
  }, [server]);
  const set = (event: SubmitEvent) => {
    const fields = Object.entries(submitted(event));
    const options = fields.map(([name, value]) => [name, /^\d+$/.test(value) ? Number(value) : value]);
    onSet(Object.fromEntries(options) as FaultOptions);
  };
  return (
    <form class="bar" onSubmit={set}>
      <Field label={`Effect: ${about}`}>
        <select name="effect" onChange={(event) => setEffect(event.currentTarget.value as EffectName)}>
          {Object.keys(EFFECTS).map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
      </Field>
      {asks && (
        <Field key={effect} label={asks[1]}>
          <input type="number" name={asks[0]} min="0" required defaultValue={String(asks[2])} />
        </Field>
      )}
      <Field label="Method">
        <select name="method">
          <option value="">any</option>
          {METHODS.map((each) => (
            <option key={each}>{each}</option>
          ))}
        </select>
      </Field>
      <Field label="Path; {id} or * is a segment">
        <input name="path" list="paths" placeholder="any" />
      </Field>
      <datalist id="paths">
        {paths.map((each) => (
          <option key={each} value={each} />
        ))}
      </datalist>
      <Field label="How often">
        <select name="times">
          <option value="1">the next request</option>
          <option value="3">the next 3</option>
          <option value="10">the next 10</option>
          <option value="always">every one</option>
        </select>
      </Field>
      <button type="submit" disabled={isBusy}>
        Set a fault
      </button>
    </form>
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

function Snapshot() {
  const { server } = useShown();
  const [result, setResult] = useState("");
  const { problems, busy, run } = useAction();
  const take = () =>
    run(async () => {
      setResult("");
      const name = `signalwire-${new Date().toISOString().slice(0, 19).replaceAll(":", "-")}.json`;
      download(name, JSON.stringify(await server.ask("GET", "snapshot"), null, 2));
      setResult(`Saved as ${name}.`);
    });
  const restore = (input: HTMLInputElement) => {
    const [file] = input.files ?? [];
    if (file === undefined) return;
    run(async () => {
      setResult("");
      try {
        await server.ask("PUT", "snapshot", await read(file));
        setResult(`Put back what ${file.name} holds.`);
      } finally {
        // Allows the user to select the same file again.
        input.value = "";
      }
    });
  };
  return (
    <section class="card" aria-label="Snapshot">
      <h2>Snapshot</h2>
      <p class="muted">
        Everything that is stored, with API tokens and signing secrets: keep the file as you keep those. A file replaces
        everything that is stored.
      </p>
      <p class="bar">
        <button type="button" disabled={busy} onClick={take}>
          Download
        </button>
        <label class="field">
          <span>Put one back</span>
          <input
            type="file"
            accept="application/json,.json"
            disabled={busy}
            onChange={(event) => restore(event.currentTarget)}
          />
        </label>
        <span role="status">{result}</span>
      </p>
      <Problems of={problems} />
    </section>
  );
}

async function read(file: File): Promise<unknown> {
  try {
    return JSON.parse(await file.text());
  } catch {
    throw new Error(`${file.name} is not JSON.`);
  }
}

function download(name: string, text: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}

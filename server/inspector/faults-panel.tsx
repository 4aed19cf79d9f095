import { useEffect, useState } from "preact/hooks";
import type { Fault, FaultEffect, FaultOptions } from "../index.ts";
import { Badge, Confirm, Empty, Field, Panel, Problems } from "./parts.tsx";
import { type PanelProps, useAction } from "./state.ts";

/** A fault that one click adds. `asks` is the number that the user may change. */
interface Effect {
  readonly title: string;
  readonly about: string;
  readonly asks?: { readonly label: string; readonly usual: number };
  readonly make: (number: number) => FaultEffect;
}

const EFFECTS: readonly Effect[] = [
  {
    title: "Drop",
    about: "The connection breaks, nothing is done.",
    make: () => ({ effect: "drop" }),
  },
  {
    title: "Lose the answer",
    about: "All is done and kept; the connection breaks instead of the answer.",
    make: () => ({ effect: "lose-answer" }),
  },
  {
    title: "Status",
    about: "Nothing is done, this is answered.",
    asks: { label: "Status", usual: 503 },
    make: (status) => ({ effect: "status", status }),
  },
  {
    title: "Late status",
    about: "All is done and kept, this is answered.",
    asks: { label: "Status", usual: 504 },
    make: (status) => ({ effect: "late-status", status }),
  },
  {
    title: "Rate limit",
    about: "Nothing is done: 429 with Retry-After.",
    asks: { label: "Seconds", usual: 1 },
    make: (retryAfter) => ({ effect: "rate-limit", retryAfter }),
  },
  {
    title: "Delay",
    about: "The request waits, then is done as ever.",
    asks: { label: "Milliseconds", usual: 3000 },
    make: (milliseconds) => ({ effect: "delay", milliseconds }),
  },
  {
    title: "Slow body",
    about: "All is done; the second half of the answer comes late.",
    asks: { label: "Milliseconds", usual: 3000 },
    make: (milliseconds) => ({ effect: "slow-body", milliseconds }),
  },
  {
    title: "Truncate",
    about: "All is done; the answer breaks off in the middle.",
    make: () => ({ effect: "truncate" }),
  },
  {
    title: "Not JSON",
    about: "All is done; the answer is a page of HTML.",
    make: () => ({ effect: "not-json" }),
  },
];

const METHODS = ["GET", "POST", "PUT", "DELETE"];

export function FaultsPanel({ server, state: { faults } }: PanelProps) {
  const [method, setMethod] = useState("");
  const [path, setPath] = useState("");
  const [times, setTimes] = useState("1");
  const [paths, setPaths] = useState<readonly string[]>([]);
  useEffect(() => {
    server.ask<{ paths: string[] }>("GET", "paths").then(
      (answer) => setPaths(answer.paths),
      () => {},
    );
  }, [server]);
  const { problems, busy, run } = useAction();
  const set = (effect: FaultEffect) => {
    const aim = { ...(method !== "" && { method }), ...(path !== "" && { path }) };
    const options: FaultOptions = { ...aim, times: times === "always" ? "always" : Number(times), ...effect };
    run(() => server.ask("POST", "faults", options));
  };
  const clear = (
    <Confirm
      label="Clear all"
      question={`Clear ${faults.length} ${faults.length === 1 ? "fault" : "faults"}`}
      disabled={busy || faults.length === 0}
      onConfirm={() => run(() => server.ask("DELETE", "faults"))}
    />
  );
  return (
    <Panel
      title="Faults"
      tools={clear}
      about="What goes wrong with the requests to come. The first that matches strikes."
    >
      <ul class="faults" aria-label="Faults that are set">
        {faults.map((fault) => (
          <FaultRow
            key={fault.id}
            fault={fault}
            onRemove={() => run(() => server.ask("DELETE", `faults/${fault.id}`))}
          />
        ))}
      </ul>
      {faults.length === 0 && <Empty>None is set: every request is answered as it should be.</Empty>}
      <section class="card" aria-label="Set a fault">
        <h2>Set one</h2>
        <div class="aim">
          <Field label="Method">
            <select value={method} onChange={(event) => setMethod(event.currentTarget.value)}>
              <option value="">any</option>
              {METHODS.map((each) => (
                <option key={each}>{each}</option>
              ))}
            </select>
          </Field>
          <Field label="Path" wide>
            <input
              list="paths"
              placeholder="any; {id} or * stands for a segment"
              value={path}
              onInput={(event) => setPath(event.currentTarget.value)}
            />
          </Field>
          <datalist id="paths">
            {paths.map((each) => (
              <option key={each} value={each} />
            ))}
          </datalist>
          <Field label="How often">
            <select value={times} onChange={(event) => setTimes(event.currentTarget.value)}>
              <option value="1">the next request</option>
              <option value="3">the next 3</option>
              <option value="10">the next 10</option>
              <option value="always">every one</option>
            </select>
          </Field>
        </div>
        <Problems of={problems} />
        <ul class="effects">
          {EFFECTS.map((effect) => (
            <EffectRow key={effect.title} effect={effect} isBusy={busy} onSet={set} />
          ))}
        </ul>
      </section>
    </Panel>
  );
}

interface EffectRowProps {
  readonly effect: Effect;
  readonly isBusy: boolean;
  onSet(effect: FaultEffect): void;
}

function EffectRow({ effect: { title, about, asks, make }, isBusy, onSet }: EffectRowProps) {
  const [number, setNumber] = useState(asks?.usual ?? 0);
  return (
    <li class="effect">
      <button type="button" disabled={isBusy} onClick={() => onSet(make(number))}>
        {title}
      </button>
      <span class="muted">{about}</span>
      {asks && (
        <label class="inline">
          {asks.label}
          <input
            type="number"
            min="0"
            value={number}
            onInput={(event) => setNumber(event.currentTarget.valueAsNumber || 0)}
          />
        </label>
      )}
    </li>
  );
}

interface FaultRowProps {
  readonly fault: Fault;
  onRemove(): void;
}

function FaultRow({ fault: { options, struck }, onRemove }: FaultRowProps) {
  const { method, path, times, after, probability, effect, ...details } = options;
  const total = times ?? (probability === undefined ? 1 : "always");
  const isOver = typeof total === "number" && struck >= total;
  return (
    <li class={isOver ? "fault over" : "fault"}>
      <Badge tone={isOver ? "plain" : "warn"}>{effect}</Badge>
      <span class="aimed">
        <span class="method">{method ?? "any method"}</span> <bdi class="path">{path ?? "any path"}</bdi>
        <span class="muted">
          {Object.entries(details).map(
            ([name, value]) => ` · ${name} ${typeof value === "object" ? JSON.stringify(value) : value}`,
          )}
          {after !== undefined && ` · after ${after}`}
          {probability !== undefined && ` · with a chance of ${probability}`}
        </span>
      </span>
      <span class="muted struck">
        struck {struck}
        {typeof total === "number" ? ` of ${total}` : ""}
      </span>
      <button type="button" class="quiet" aria-label={`Remove ${effect}`} onClick={onRemove}>
        ✕
      </button>
    </li>
  );
}

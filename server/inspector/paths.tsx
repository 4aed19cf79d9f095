// A tree of the paths that calls and messages to an object may take, one choice a level. A click on a path plays it.

import { useEffect, useState } from "preact/hooks";
import { CALLER } from "../calls/keys.ts";
import type { Exploration, ExploredCaller, Path, PathEnd } from "../index.ts";
import { usePlacing } from "./calls-panel.tsx";
import { counted, Name, Problems, type Tone } from "./parts.tsx";
import type { Route } from "./routes.ts";
import { useAction, useShown } from "./state.ts";

export function Paths({ of: { label, project } }: { readonly of: Route }) {
  const { server, state } = useShown();
  const [callers, setCallers] = useState<readonly ExploredCaller[]>();
  const { problems, busy, run } = useAction();
  const placing = usePlacing();
  useEffect(() => {
    run(async () => {
      const explored = await server.ask<Exploration>("GET", `callers/${encodeURIComponent(label)}`);
      setCallers(explored.callers);
    });
  }, [server, label, state.writes]);
  const play = ({ kind, to, sourceIp }: ExploredCaller, { digits, at, body }: Path) =>
    placing.place(kind, {
      ...{ to, from: CALLER, project },
      ...(kind === "message"
        ? { body: body ?? "A message" }
        : { sourceIp, digits: digits === "" ? undefined : digits }),
      ...(at !== undefined && { at: new Date(at).toISOString().slice(0, 16).replace("T", " ") }),
    });
  return (
    <>
      <Problems of={[...problems, ...placing.problems]} />
      {callers?.map((caller) => (
        <section key={`${caller.kind} ${caller.sourceIp}`} class="ways paths" aria-busy={busy}>
          <h3>{titleOf(caller)}</h3>
          <Level of={levelOf(caller.paths)} onPlay={(path) => play(caller, path)} />
          {!caller.isComplete && <p class="muted">There are more paths than were tried.</p>}
        </section>
      ))}
    </>
  );
}

function titleOf({ kind, sourceIp, paths }: ExploredCaller): string {
  return `${counted(paths.length, "path")} of a ${kind}${sourceIp === undefined ? "" : ` from ${sourceIp}`}`;
}

/** A choice, with the path that it ends and the choices after it. */
interface Choice {
  readonly name: string;
  readonly path?: Path;
  readonly next: readonly Choice[];
}

/** Returns the choices at the same place of these paths. */
function levelOf(paths: readonly Path[], depth = 0): Choice[] {
  const further = Map.groupBy(paths, (path) => stepsOf(path)[depth] ?? "always");
  return [...further].map(([name, each]): Choice => {
    const path = each.find((one) => stepsOf(one).length <= depth + 1);
    const others = each.filter((one) => one !== path);
    return { name, next: levelOf(others, depth + 1), ...(path && { path }) };
  });
}

/** Returns the choices of a path, the hours first: a call comes at a time. */
function stepsOf({ choices, hours }: Path): readonly string[] {
  return hours === undefined ? choices : [...choices.slice(-1), ...choices.slice(0, -1)];
}

interface LevelProps {
  readonly of: readonly Choice[];
  onPlay(path: Path): void;
}

function Level({ of: choices, onPlay }: LevelProps) {
  return (
    <ul>
      {choices.map(({ name, path, next }) => (
        <li key={name}>
          {path && <End name={name} path={path} onPlay={onPlay} />}
          {next.length > 0 && (
            <details>
              <summary class={`toned ${path ? "plain" : toneOf(next)}`}>
                <Name>{path ? "and if that fails" : name}</Name> · {counted(next.length, "choice")}
              </summary>
              <Level of={next} onPlay={onPlay} />
            </details>
          )}
        </li>
      ))}
    </ul>
  );
}

/** A path with an assumed failure is not played: no keys lead there. */
function End({ name, path, onPlay }: { readonly name: string; readonly path: Path; onPlay(path: Path): void }) {
  const { end, isFailure } = path;
  const text = (
    <>
      <Name>{name}</Name> → <Name>{end.text}</Name>
    </>
  );
  const tone = `toned ${TONES[end.kind]}`;
  if (isFailure) return <span class={tone}>{text}</span>;
  return (
    <button type="button" class={tone} title="Play this path" onClick={() => onPlay(path)}>
      {text}
    </button>
  );
}

const TONES: { readonly [kind in PathEnd["kind"]]: Tone } = {
  ...{ rings: "good", answered: "good", "handed-over": "info", unknown: "warn", nobody: "bad" },
};

/** Returns the worst tone of the paths without an assumed failure. */
function toneOf(choices: readonly Choice[]): Tone {
  const tones = choices.flatMap(({ path, next }) => [
    ...(path && !path.isFailure ? [TONES[path.end.kind]] : []),
    ...(next.length > 0 ? [toneOf(next)] : []),
  ]);
  return (["bad", "warn", "info", "good"] as const).find((tone) => tones.includes(tone)) ?? "plain";
}

// A Pulumi CLI on the PATH that answers what a test recorded, and notes what it is asked. tests/engine has the real one.

import { existsSync, readFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import type { EngineEvent, StepEventMetadata } from "@pulumi/pulumi/automation/index.js";
import { dynamicType } from "../../contract/index.ts";
import { commands, temporaryFolder, writeFiles } from "../scripts/machine.ts";
import { run } from "./command.ts";

const ROOT = join(import.meta.dirname, "../..");

export interface Answer {
  readonly out?: string | object;
  readonly err?: string;
  readonly code?: number;
  /** What a run of the engine writes to its log. */
  readonly events?: readonly EngineEvent[];
  /** The plan that a preview saves. */
  readonly plan?: object;
  /** Shell commands before the answer. */
  readonly first?: string;
}

/** The first words of a command, with `*` for any text → its answer. The first that fits counts; a command without one fails. */
export type Answers = { readonly [words: string]: Answer | readonly object[] };

export interface StandIn {
  readonly PATH: string;
  /** Returns each command so far, in the order of their letters: most run at the same time. */
  readonly asked: () => string[];
}

export function standIn(answers: Answers): StandIn {
  const folder = temporaryFolder();
  const cases = Object.entries(answers).map(([words, given], at) => {
    const { out = "", err = "", code = 0, events, plan, first }: Answer = "length" in given ? { out: given } : given;
    const lines = events?.map((event) => `${JSON.stringify(event)}\n`).join("");
    const files = {
      out: typeof out === "string" ? out : JSON.stringify(out),
      err,
      log: lines,
      plan: plan && JSON.stringify(plan),
    };
    const written = Object.entries(files).flatMap(([name, text]) => (text ? [[`${at}.${name}`, text]] : []));
    writeFiles(folder, Object.fromEntries(written));
    const pattern = words.split("*").map((each) => `'${each}'`);
    return `${pattern.join("*")}*) at=${at} code=${code}\n${first ?? ""}\n;;`;
  });
  const pulumi = `cd '${folder}'
case "$1" in preview | refresh) variables=$(env | grep -E '^PULUMI_(SIGNALWIRE|OPTION|SKIP)' | sort | tr '\\n' ' ') ;; esac
printf '%s\\0' "$variables$*" >> asked
case "$*" in
${cases.join("\n")}
*) echo "error: $1 has no answer" >&2; exit 255 ;;
esac
for each; do
  case "$previous" in
  --event-log) cat $at.log > "$each" 2> /dev/null ;;
  --save-plan) cat $at.plan > "$each" 2> /dev/null ;;
  esac
  previous=$each
done
cat $at.out 2> /dev/null
cat $at.err >&2 2> /dev/null
exit $code`;
  const temporary = /(?<=(?:VALUES=|--event-log |--save-plan ))\S*signalwire-\S+/g;
  return {
    PATH: `${commands({ pulumi })}${delimiter}${process.env.PATH}`,
    asked: () => {
      const file = join(folder, "asked");
      const lines = existsSync(file) ? readFileSync(file, "utf8").split("\0").slice(0, -1) : [];
      return lines.map((line) => line.replace(temporary, "FILE").replace(/ --non-interactive$/, "")).sort();
    },
  };
}

/** Returns what a command does with these answers: what it asks the CLI, its exit code, and what it prints. */
export async function told(
  args: readonly string[],
  answers: Answers,
  env: NodeJS.ProcessEnv = {},
  cwd = temporaryFolder(),
) {
  const { PATH, asked } = standIn(answers);
  const { code, out, err } = await run(args, { PATH, ...env }, cwd);
  const parts = [
    `$ ${args.join(" ")}\n`,
    ...asked().map((line) => `< ${line}\n`),
    `exit ${code}\n`,
    out,
    err && `(stderr)\n${err}`,
  ];
  return parts.join("").replaceAll(cwd, "FOLDER").replaceAll(ROOT, "PACKAGE");
}

export const urnOf = (type: string, name: string, stack = "prod") => `urn:pulumi:${stack}::phones::${type}::${name}`;

/** A resource of this package as a state has it. */
export function recorded(type: string, name: string, inputs: object = {}, more: object = {}) {
  const token = type.includes(":") ? type : dynamicType(type as never);
  const times = { created: "2026-11-20T03:00:00Z", modified: "2026-11-20T03:00:00Z" };
  return {
    ...{ type: token, urn: urnOf(token, name), id: `id-of-${name}`, inputs, outputs: inputs },
    ...{ ...times, provider: `${urnOf("pulumi:providers:pulumi-nodejs", "default")}::1` },
    ...more,
  };
}

type Recorded = ReturnType<typeof recorded>;

/** The events of one step: what is known before it, and after. */
export function stepEvents(
  op: string,
  old: Recorded | undefined,
  now: Recorded | undefined = old,
  more: object = {},
): EngineEvent[] {
  const { type = "", urn = "" } = old ?? now ?? {};
  const metadata = { op, urn, type, provider: "", old, new: now, ...more } as unknown as StepEventMetadata;
  return [{ resourcePreEvent: { metadata } }, { resOutputsEvent: { metadata } }] as unknown as EngineEvent[];
}

export function diagnostic(severity: string, message: string, urn?: string): EngineEvent {
  return { diagnosticEvent: { severity, message, urn } } as unknown as EngineEvent;
}

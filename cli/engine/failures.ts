import { stripVTControlCharacters } from "node:util";
import { SignalWireError } from "../../contract/index.ts";

/** Thrown when the check, or a part of it, is not possible. The message gives the reason and the remedy. */
export class CheckImpossible extends SignalWireError {
  readonly code = "check_impossible";
}

/** A value, or the reason why it cannot be had. */
export interface Attempted<T> {
  readonly value?: T;
  readonly failure?: CheckImpossible;
}

export async function attempt<T>(work: Promise<T>): Promise<Attempted<T>> {
  try {
    return { value: await work };
  } catch (error) {
    if (error instanceof CheckImpossible) return { failure: error };
    throw error;
  }
}

/** Thrown when the CLI ended with an error, which the command may report beside its results. */
export class CommandFailed extends CheckImpossible {}

/**
 * @param stack Empty when no stack is known yet.
 * @param failed The start of the message when the cause is not a known one.
 */
export function failureOf(stack: string, failed: string, output: string): CheckImpossible {
  if (/no stack named.*found/.test(output)) return noStack(stack);
  const known = SENTENCES.find(([pattern]) => pattern.test(output));
  return new CommandFailed(known ? known[1](stack) : `${failed}: ${causeIn(output)}`);
}

function noStack(stack: string): CheckImpossible {
  return new CheckImpossible(
    `There is no stack "${stack}" on this backend: look at \`pulumi stack ls\`, and log in to the backend that has it.`,
  );
}

export function locked(stack: string, holder?: string): string {
  const by = holder ? ` (${holder})` : "";
  return `The stack "${stack}" is locked by another operation${by}: check again when it has ended, or end a stale lock with \`pulumi cancel --stack ${stack}\`.`;
}

const SENTENCES: readonly (readonly [pattern: RegExp, sentence: (stack: string) => string])[] = [
  [/the stack is currently locked by|Another update is currently in progress/, (stack) => locked(stack)],
  [
    /incorrect passphrase/,
    (stack) =>
      `The passphrase does not open the stack "${stack}": correct PULUMI_CONFIG_PASSPHRASE or PULUMI_CONFIG_PASSPHRASE_FILE.`,
  ],
  [
    /passphrase must be set/,
    (stack) =>
      `The stack "${stack}" is protected by a passphrase: set PULUMI_CONFIG_PASSPHRASE or PULUMI_CONFIG_PASSPHRASE_FILE.`,
  ],
  [
    /failed to load checkpoint: EOF/,
    (stack) =>
      `The engine died while it wrote the attributes of the state of "${stack}", and the state is whole: remove .pulumi/stacks/<project>/${stack}.json.attrs in the backend's folder, then run \`pulumi cancel --yes --stack ${stack}\`.`,
  ],
  [
    /no Pulumi\.yaml project file found|could not find a Pulumi project|unable to find Pulumi\.yaml/i,
    () => "There is no Pulumi.yaml here or above: run the command in the project's folder, or name it with --cwd.",
  ],
  [
    /PULUMI_ACCESS_TOKEN must be set|not logged in|please run `?pulumi login/i,
    () => "The Pulumi CLI is not logged in: run `pulumi login`, or set PULUMI_ACCESS_TOKEN or PULUMI_BACKEND_URL.",
  ],
];

export function noCli(): CheckImpossible {
  return new CheckImpossible(
    "The Pulumi CLI was not found: install it (https://www.pulumi.com/docs/install) and make sure that `pulumi` is on the PATH.",
  );
}

/** Extracts the engine's own message: its `error:` lines, what the host of a language found in the program, or its last line. */
function causeIn(output: string): string {
  const lines = stripVTControlCharacters(output)
    .split("\n")
    .map((line) => line.trim());
  const errors = lines.flatMap((line) => /^error: (.*)/.exec(line)?.[1] ?? []).filter((line) => !NO_CAUSE.test(line));
  const words = [...new Set(errors)].slice(0, 3).join("; ");
  const start = lines.findLastIndex((line) => line.startsWith(OF_THE_HOST));
  const end = lines.findIndex((line, at) => at > start && /^(?:Outputs|Resources|Duration):/.test(line));
  const found = start === -1 ? [] : lines.slice(start, end === -1 ? undefined : end).filter((line) => line !== "");
  return (
    words ||
    found.join(" ").slice(OF_THE_HOST.length) ||
    (lines.findLast((line) => line !== "") ?? "it gave no reason.")
  );
}

/** Errors about others: after a failure under a plan, the engine also prints one for each resource that it did not reach. */
const NO_CAUSE =
  /^(?:expected resource operations for |(?:preview|update) failed$|Correct the problems listed by resource)/;

/** Pulumi's hosts of YAML and others write it in colour, whatever `--color` says. More lines follow, with empty ones between. */
const OF_THE_HOST = "Error: ";

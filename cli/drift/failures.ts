// Decides the one sentence a person reads when the engine cannot check a stack at all.

import { CommandError, ConcurrentUpdateError, StackNotFoundError } from "@pulumi/pulumi/automation/index.js";

/** The check, or a part of it, is not possible. The message says why and what to do. */
export class CheckImpossible extends Error {
  override readonly name = "CheckImpossible";
}

/** What stood in the way of the engine, as a sentence. A defect of ours passes through. */
export function explained(error: unknown, stack: string): CheckImpossible {
  if (error instanceof CheckImpossible) return error;
  if (error instanceof StackNotFoundError) {
    return new CheckImpossible(
      `There is no stack "${stack}" on this backend: look at \`pulumi stack ls\`, and log in to the backend that has it.`,
    );
  }
  if (error instanceof ConcurrentUpdateError) return locked(stack);
  if (!(error instanceof CommandError)) throw error;
  const known = SENTENCES.find(([pattern]) => pattern.test(error.message));
  return new CheckImpossible(known ? known[1](stack) : `The engine could not check "${stack}": ${said(error.message)}`);
}

export function locked(stack: string, holder?: string): CheckImpossible {
  const by = holder ? ` (${holder})` : "";
  return new CheckImpossible(
    `The stack "${stack}" is locked by another operation${by}: check again when it has ended, or end a stale lock with \`pulumi cancel --stack ${stack}\`.`,
  );
}

const SENTENCES: readonly (readonly [pattern: RegExp, sentence: (stack: string) => string])[] = [
  [
    /spawn pulumi ENOENT|pulumi: command not found/,
    () =>
      "The Pulumi CLI was not found: install it (https://www.pulumi.com/docs/install) and make sure that `pulumi` is on the PATH.",
  ],
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
    /no Pulumi\.yaml project file found|could not find a Pulumi project|unable to find Pulumi\.yaml/i,
    () => "There is no Pulumi.yaml here or above: run the command in the project's folder, or name it with --cwd.",
  ],
  [
    /PULUMI_ACCESS_TOKEN must be set|not logged in|please run `?pulumi login/i,
    () => "The Pulumi CLI is not logged in: run `pulumi login`, or set PULUMI_ACCESS_TOKEN or PULUMI_BACKEND_URL.",
  ],
];

/** The engine's own words: its `error:` lines, or the last it said. */
function said(message: string): string {
  const lines = message.split("\n").map((line) => line.trim());
  const errors = lines.flatMap((line) => /^error: (.*)/.exec(line)?.[1] ?? []);
  const words = [...new Set(errors)].slice(0, 3).join("; ");
  return words || (lines.findLast((line) => line !== "" && !line.startsWith("err?:")) ?? "it gave no reason.");
}

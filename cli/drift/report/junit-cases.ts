// Decides what each finding is in a JUnit report: drift fails, what could not be read is an error, what nobody can read is skipped.

import type { Account, CheckedResource, CheckedStack, DriftReport, UnmanagedObject } from "../model.ts";
import { editText, remedies } from "./remedies.ts";
import { sentence, showChange, visible } from "./values.ts";
import { noun, placeOf, titleOf } from "./words.ts";

export interface Case {
  /** The class a viewer sorts it under. */
  readonly group: string;
  readonly name: string;
  /** Absent for what passes. */
  readonly result?: Result;
}

export interface Result {
  readonly kind: "failure" | "error" | "skipped";
  readonly type: string;
  readonly message: string;
  /** Lines. */
  readonly details: readonly string[];
}

const LONGEST_VALUE = 1_000;

export function stackCases({ stack, error, resources }: CheckedStack): Case[] {
  return [
    ...(error === undefined ? [] : [notChecked("Stack", stack, error)]),
    ...resources.map((resource) => resourceCase(resource, stack)),
  ];
}

export function accountCases(account: Account): Case[] {
  const { projectId, unmanaged, error } = account;
  return [
    ...(error === undefined ? [] : [notChecked("Account", projectId || "account", error)]),
    ...unmanaged.map((object) => unmanagedCase(object, account)),
  ];
}

function notChecked(group: string, name: string, error: string): Case {
  const message = sentence(error);
  return { group, name, result: { kind: "error", type: "not-checked", message, details: [message] } };
}

function resourceCase(resource: CheckedResource, stack: string): Case {
  const { type, name, source } = resource;
  const result = resultOf(resource);
  if (!result) return { group: type, name };
  const details = [
    ...result.details,
    ...(source ? [`Declared at ${placeOf(source)}.`] : []),
    ...howToFix({ stacks: [{ stack, resources: [resource] }], accounts: [] }),
  ];
  return { group: type, name, result: { ...result, details } };
}

function resultOf(resource: CheckedResource): Result | undefined {
  const because = sentence(resource.message ?? "");
  switch (resource.verdict) {
    case "error":
      return result("error", "not-readable", because || "It could not be read.");
    case "missing":
      return result(
        "failure",
        "missing",
        `The service has no ${noun(resource.type)} with the id ${visible(resource.id)} any more.`,
      );
    case "drifted": {
      const pairs = resource.changes.map((change) => {
        const { property, expected, actual } = showChange(change, LONGEST_VALUE);
        return `${property}: expected ${expected}, actual ${actual}`;
      });
      const details = [`${titleOf(resource)} is not what the program says.`, ...pairs];
      return { kind: "failure", type: "drift", message: pairs.join("; "), details };
    }
    case "renewal-due":
      return result("skipped", "renewal-due", because || "Due for renewal.");
    case "unreadable":
      return result("skipped", "unreadable", because || `A ${noun(resource.type)} cannot be read back.`);
    default:
      return undefined;
  }
}

function result(kind: Result["kind"], type: string, message: string): Result {
  return { kind, type, message, details: [message] };
}

function unmanagedCase(object: UnmanagedObject, account: Account): Case {
  const { type, label, id, handler } = object;
  const message = visible(`No checked stack manages the ${noun(type)} ${label}${handler ? ` (${handler})` : ""}.`);
  const fix = howToFix({ stacks: [], accounts: [{ ...account, unmanaged: [object] }] });
  const details = [message, `Its id is ${visible(id)}.`, ...fix];
  return { group: type, name: label, result: { kind: "failure", type: "unmanaged", message, details } };
}

function howToFix(findings: Pick<DriftReport, "stacks" | "accounts">): string[] {
  return remedies(findings).flatMap(({ title, commands, edits, notes }) => [
    `${title}:`,
    ...[...commands.map(({ line }) => visible(line)), ...edits.map(editText), ...notes].map((each) => `  ${each}`),
  ]);
}

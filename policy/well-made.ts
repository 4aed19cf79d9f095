import * as z from "zod";
import { namesLike, resourceNames } from "../contract/index.ts";
import { EXEMPT, LONGEST } from "./exemptions.ts";
import { presetNames, type Rule } from "./rule.ts";

/** Sets the level of every rule in a configuration, and is no rule. */
export const RESERVED: readonly string[] = ["all"];

/** Throws with every spelling error and missing member in these rules, because plain JavaScript has no types for them. */
export function assertWellMade(rules: readonly Rule[]): void {
  const problems = rules.flatMap((rule) =>
    (shape.safeParse(rule).error?.issues ?? []).map(
      (issue) => `the rule ${rule?.name ?? "without a name"}: ${textOf(issue)}`,
    ),
  );
  const names = rules.map((rule) => rule?.name);
  for (const name of new Set(names))
    if (names.indexOf(name) !== names.lastIndexOf(name)) problems.push(`two rules are named ${name}`);
  if (problems.length > 0) throw plainError(`The policy pack cannot be made: ${problems.join("; ")}.`);
}

/** Returns an error without a stack, which the SDK would print instead of the message. */
export function plainError(message: string): Error {
  return Object.assign(new Error(message), { stack: message });
}

function textOf(issue: z.core.$ZodIssue): string {
  const where = issue.path.map((part) => `${String(part)} `).join("");
  if (issue.code !== "unrecognized_keys") return `${where}${issue.message}`;
  const like = issue.keys.map((key) => [key, namesLike(key, MEMBERS, 2)[0]] as const);
  const named = like.map(([key, meant]) => (meant ? `${key} (did you mean ${meant}?)` : key));
  return `${where}has no member ${named.join(", ")}`;
}

const text = z.string("must be a text").min(1, "must say something");
const method = z.custom((value) => typeof value === "function", "must be a function");
const level = z.enum(
  ["disabled", "advisory", "mandatory", "remediate"],
  "must be disabled, advisory, mandatory or remediate",
);
const option = z.strictObject(
  {
    schema: z.looseObject({}, "must be a JSON schema"),
    doc: text,
    default: z.unknown().refine((value) => value !== undefined, "is missing"),
    strict: z.unknown().optional(),
    problem: method.optional(),
  },
  {
    error: (issue) =>
      issue.code === "invalid_type" ? "must be made by texts, wholeNumber, yesNo or pattern" : undefined,
  },
);
const COVERED = `must be "stack" or a list of ${resourceNames.join(", ")}`;
const members = z.strictObject({
  name: text
    .regex(/^[a-z][a-z\d]*(-[a-z\d]+)*$/, "must be lower-case words with hyphens")
    .refine((name) => !RESERVED.includes(name), "is taken: a configuration means something else by it"),
  demands: text,
  because: text,
  remedy: text,
  severity: z.enum(["low", "medium", "high", "critical"], "must be low, medium, high or critical"),
  levels: z.strictObject(
    Object.fromEntries(presetNames.map((preset) => [preset, level])),
    "must have a level for each preset",
  ),
  options: z
    .record(z.string(), option, "must be an object, {} where there are none")
    .refine(
      (options) => ![EXEMPT, LONGEST].some((name) => Object.hasOwn(options ?? {}, name)),
      `may not have one named ${EXEMPT} or ${LONGEST}, which every rule has`,
    ),
  covers: z.union([z.literal("stack"), z.array(z.enum(resourceNames)).min(1, COVERED)], COVERED),
  validate: method,
  validateStack: method.optional(),
  remediate: method.optional(),
});
const shape = members.refine(
  ({ covers, validateStack, remediate }) => covers !== "stack" || !(validateStack || remediate),
  "is about the stack, so validateStack and remediate are never called",
);

/** The allowed members of rules and options. */
const MEMBERS = [...Object.keys(members.shape), ...Object.keys(option.shape), ...presetNames];

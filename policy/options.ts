import type { PolicyConfigSchema } from "@pulumi/policy";
import { namesLike } from "../contract/index.ts";

export type Schema = PolicyConfigSchema["properties"][string];

export interface Option<Value> {
  readonly schema: Schema;
  /** The meaning of the option, with its unit. */
  readonly doc: string;
  readonly default: Value;
  /** The value in the preset `strict`, where it differs. */
  readonly strict?: Value | undefined;
  /** Returns the problem of a value that fits the schema; completes "<option> …". */
  readonly problem?: (value: Value) => string | undefined;
}

// biome-ignore lint/suspicious/noExplicitAny: the one place where options of every type meet
export type Options = { readonly [name: string]: Option<any> };

/** The option values that a rule receives. */
export type Chosen<Given extends Options> = {
  readonly [Name in keyof Given]: Given[Name] extends Option<infer Value> ? Value : never;
};

export function wholeNumber(
  standard: number,
  doc: string,
  { minimum = 1, strict }: { minimum?: number; strict?: number } = {},
): Option<number> {
  return { schema: { type: "integer", minimum }, doc, default: standard, strict };
}

export function yesNo(standard: boolean, doc: string, { strict }: { strict?: boolean } = {}): Option<boolean> {
  return { schema: { type: "boolean" }, doc, default: standard, strict };
}

/** A list of texts. With `allowed`, only these texts. */
export function texts(
  standard: readonly string[],
  doc: string,
  allowed?: readonly string[],
  { strict }: { strict?: readonly string[] } = {},
): Option<readonly string[]> {
  const items: Schema = allowed ? { type: "string", enum: [...allowed] } : { type: "string", minLength: 1 };
  const schema: Schema = { type: "array", items, uniqueItems: true };
  return { schema, doc, default: standard, strict };
}

/** A JavaScript regular expression. */
export function pattern(standard: string, doc: string): Option<string> {
  return {
    schema: { type: "string", minLength: 1 },
    doc,
    default: standard,
    problem: (value) => (isPattern(value) ? undefined : "is not a regular expression"),
  };
}

/**
 * Returns the configured options with defaults, or every problem of the configuration.
 *
 * @param others Names of parameters that are no options, to suggest for a misspelt one.
 */
export function readOptions<Given extends Options>(
  options: Given,
  config: { readonly [name: string]: unknown },
  others: readonly string[] = [],
): { readonly chosen: Chosen<Given>; readonly problems: readonly string[] } {
  const chosen: { [name: string]: unknown } = {};
  const unknown = Object.keys(config).filter((name) => !Object.hasOwn(options, name));
  const problems = unknown.sort().map((name) => {
    // Other parameters are listed only when the name resembles one.
    const names = namesLike(name, [...Object.keys(options), ...namesLike(name, others, 2)]);
    return `has no option ${name}; it has ${names.join(", ") || "none"}`;
  });
  for (const [name, option] of Object.entries(options)) {
    const value = Object.hasOwn(config, name) ? config[name] : option.default;
    const problem = option.problem?.(value);
    if (problem) problems.push(`${name} ${problem}`);
    chosen[name] = value;
  }
  return { chosen: chosen as Chosen<Given>, problems };
}

/** The stacks for which a rule applies. Names such as `prod` have no fixed meaning, so each team lists its own. */
export const protectedStacks = texts(
  [],
  "The stacks that are protected, by name; `*` stands for any characters. Empty protects none.",
  undefined,
  { strict: ["*"] },
);

function isPattern(text: string): boolean {
  try {
    new RegExp(text, "u");
    return true;
  } catch {
    return false;
  }
}

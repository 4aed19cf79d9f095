import * as z from "zod";
import { load } from "../../contract/xml.ts";
import { isHidden, type Read } from "./document.ts";

export interface Swml {
  readonly sections: { readonly [name: string]: readonly unknown[] };
  /** True when the script reads why a device did not take the call. */
  readonly readsReasons: boolean;
  /** True when the script reads whether a device took the call. */
  readonly readsResults: boolean;
}

/** Reads an SWML script, in YAML or JSON (which is valid YAML). */
export function readSwml(text: string): Read<Swml> {
  let value: unknown;
  try {
    value = readYaml(text);
  } catch (error) {
    return { problem: `it is neither YAML nor JSON: ${(error as Error).message.split("\n", 1)[0]}` };
  }
  const { data } = script.safeParse(value);
  if (!data) return { problem: "it has no list sections.main" };
  const lists = Object.entries(data.sections).filter((entry): entry is [string, unknown[]] => Array.isArray(entry[1]));
  const sections = Object.fromEntries(lists);
  return {
    sections,
    ...{ readsReasons: /connect_failed_reason/.test(text), readsResults: /connect_result/.test(text) },
  };
}

/** Reads `to: +12025550101` as the text that its author meant, where YAML reads a number without its plus. */
function readYaml(text: string): unknown {
  // Loaded at the first script: the policy pack starts with this file, and most stacks have no script.
  const { parseDocument, visit } = load("yaml") as typeof import("yaml");
  const document = parseDocument(text);
  const [error] = document.errors;
  if (error) throw error;
  visit(document, {
    Scalar(_, node) {
      if (typeof node.value === "number" && node.source?.startsWith("+")) node.value = node.source;
    },
  });
  return document.toJS();
}

/** Returns the verb of a step and its argument: `answer`, or `{ answer: {} }`. */
export function verbOf(step: unknown): readonly [verb: string, argument: unknown] {
  if (typeof step !== "object" || step === null) return [String(step), undefined];
  const [verb = "", argument] = Object.entries(step)[0] ?? [];
  return [verb, argument];
}

/** A section that is hidden is a list of one hidden step. */
const section = z.preprocess((value) => (isHidden(value) ? [value] : value), z.unknown());
const script = z.object({
  sections: z
    .object({ main: z.preprocess((value) => (isHidden(value) ? [value] : value), z.array(z.unknown())) })
    .catchall(section),
});

/** A number in YAML without quotation marks is a text. */
const address = z.union([z.string(), z.number().transform(String)]);
const devices = z.array(z.object({ to: address }));
export const connect = z.object({
  to: address.optional(),
  from: address.optional(),
  timeout: z.unknown().optional(),
  serial: devices.optional(),
  parallel: devices.optional(),
  serial_parallel: z.array(devices).optional(),
  result: z.unknown().optional(),
});

const digits = z.coerce.string();
export const prompt = z.looseObject({
  max_digits: z.coerce.number().int().min(1).optional(),
  terminators: digits.optional(),
  digit_terminators: digits.optional(),
});

const steps = z.array(z.unknown());

/** A list of branches: `{ when, then }`, and one `{ else }`. A branch without a condition is taken. */
export const conditions = z.array(
  z.looseObject({ when: z.string().optional(), then: steps.optional(), else: steps.optional() }),
);

export const jump = z.object({
  label: z.string(),
  when: z.string().optional(),
  max: z.int().min(1).max(100).optional(),
});

export const choice = z.object({
  variable: z.string().optional(),
  /** For a message: `lowercase_trim` and the like. */
  transform: z.string().default(""),
  case: z.record(z.string(), steps),
  default: steps.optional(),
});

/** The number that gets a message, and whether the text depends on a variable. */
export const reply = z.object({ to: z.string().optional(), switch: z.unknown().optional() });

const named = z.object({
  dest: address,
  params: z.record(z.string(), z.unknown()).default({}),
  on_return: steps.default([]),
  result: z.unknown().optional(),
});
/** A destination, which can be a text alone. */
export const destination = z.union([address.transform((dest) => named.parse({ dest })), named]);

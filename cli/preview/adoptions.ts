// What the provider's preview says of objects that a program takes over: the object, and each setting that would change.

import type { EngineEvent } from "@pulumi/pulumi/automation/index.js";
import { type Change, parsedJson, SECRET, UNKNOWN } from "../../contract/index.ts";
import { withoutColour } from "../report/text.ts";

export interface Adoption {
  readonly lines: readonly string[];
  readonly changes: readonly Change[];
}

const MESSAGE = /^(adopts the [^":(]*(?:".*" \([\w./-]+\))?|takes over every setting)(?:: |:\n {2}| as it is: )(.*)$/s;

/** Returns the adoptions by URN. */
export function adoptionsIn(events: readonly EngineEvent[]): ReadonlyMap<string, Adoption> {
  const found = events.flatMap(({ diagnosticEvent }) => {
    const { severity = "", urn = "", message = "" } = diagnosticEvent ?? {};
    if (severity !== "info") return [];
    const [, what, told] = MESSAGE.exec(withoutColour(message).trim()) ?? [];
    return what === undefined || told === undefined ? [] : [[urn, adoptionOf(what, told)] as const];
  });
  return new Map(found);
}

function adoptionOf(what: string, told: string): Adoption {
  const parts = told.split(PARTS).map((part) => changeIn(part) ?? part);
  const others = parts.filter((part) => typeof part === "string");
  const rest = others.length === 0 ? "" : `: ${others.join("; ")}`;
  return {
    lines: [`${what.slice(0, 1).toUpperCase()}${what.slice(1)}${rest}.`],
    changes: parts.filter((part) => typeof part !== "string"),
  };
}

/** Between two changes. In a value, a quotation mark has a backslash before it. */
const PARTS = /\n {2}|; (?=[\w.]+ (?:["{[(…\d-]|true |false )|sends the program's |nothing )/;

/** Returns a change with its values; undefined for one that was cut, which stays a text. */
function changeIn(part: string): Change | undefined {
  const [, property, rest] = /^([\w.]+) (.*)$/s.exec(part) ?? [];
  if (property === undefined || rest === undefined) return undefined;
  for (let at = rest.indexOf(ARROW); at >= 0; at = rest.indexOf(ARROW, at + 1)) {
    const [expected, actual] = [rest.slice(0, at), rest.slice(at + ARROW.length)].map(valueIn);
    if (expected && actual) return { property, expected: expected.value, actual: actual.value };
  }
  return undefined;
}

const ARROW = " → ";

function valueIn(text: string): { readonly value?: unknown } | undefined {
  if (text === "(not set)") return {};
  if (text === SECRET || text === `${SECRET} (changed)`) return { value: SECRET };
  const value = text === "(not known yet)" ? UNKNOWN : parsedJson(text);
  return value === undefined ? undefined : { value };
}

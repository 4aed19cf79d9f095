// Parses the values of options. A wrong value gets a sentence from commander that names the option.

import { InvalidArgumentError } from "commander";
import { KEYS, KEYS_RULE } from "../../contract/calling.ts";
import { TIME_RULE, timeIn } from "../../server/calls/hours.ts";
import { kindWords } from "../account/kinds.ts";
import { FAILURE_KINDS, type FailureKind } from "../drift/checked.ts";
import type { Wanted } from "../report/formats.ts";

/** Parses a port; 0 lets the system choose one. */
export function port(text: string): number {
  const number = Number(text);
  if (/^\d+$/.test(text) && number <= 65_535) return number;
  throw new InvalidArgumentError("It must be a whole number from 0 to 65535.");
}

/** Parses `writes/seconds`, or `none`. */
export function rateLimit(text: string): { writes: number; seconds: number } | false {
  if (text === "none") return false;
  const [, writes, seconds] = /^(\d{1,9})\/(\d{1,9})$/.exec(text) ?? [];
  if (Number(writes) > 0 && Number(seconds) > 0) return { writes: Number(writes), seconds: Number(seconds) };
  throw new InvalidArgumentError("It must be two whole numbers above 0, as 13800/10 (writes/seconds), or none.");
}

export function minutes(text: string): number {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw new InvalidArgumentError("It must be a whole number of minutes, 1 or more.");
}

export function digits(text: string): string {
  if (KEYS.test(text)) return text;
  throw new InvalidArgumentError(`It ${KEYS_RULE}.`);
}

export function callTime(text: string): string {
  if (timeIn(text, 0) !== undefined) return text;
  throw new InvalidArgumentError(`It ${TIME_RULE}.`);
}

/** Parses kinds of failure, separated by commas or given in several options. */
export function failureKinds(text: string, earlier: readonly FailureKind[] = []): FailureKind[] {
  const all = [...new Set([...earlier, ...listed(text, FAILURE_KINDS)])];
  if (all.includes("never") && all.length > 1) throw new InvalidArgumentError('"never" stands alone.');
  return all;
}

/** Rejects an empty name. It usually comes from an unset variable, and no stack at all would look like a stack in sync. */
export function stackNames(name: string, earlier: readonly string[] = []): string[] {
  if (name.trim() === "") throw new InvalidArgumentError("It must be a stack's name, and is empty.");
  return [...earlier, name.trim()];
}

/** Collects the values of an option that may be given several times. */
export function several(text: string, earlier: readonly string[] = []): string[] {
  return [...earlier, text];
}

export function kinds(text: string): string[] {
  return listed(text, kindWords);
}

/** Returns a parser that collects reports: `format`, or `format=file`. */
export function reportsIn<Name extends string>(formats: readonly Name[]) {
  return (text: string, earlier: readonly Wanted<Name>[] = []): Wanted<Name>[] => {
    const [, name = "", file] = /^([^=]*)(?:=(.*))?$/s.exec(text) ?? [];
    if (file === "") throw new InvalidArgumentError("Name a file after =, or leave out = to print the report.");
    const wanted = listed(name, formats).map((format) => ({
      format,
      ...(file !== undefined && file !== "-" && { file }),
    }));
    return [...earlier, ...wanted];
  };
}

/** Parses known words, separated by commas. */
function listed<Word extends string>(text: string, known: readonly Word[]): Word[] {
  return text.split(",").map((each) => {
    const word = known.find((word) => word === each.trim());
    if (word === undefined) throw new InvalidArgumentError(`"${each.trim()}" is not one of ${known.join(", ")}.`);
    return word;
  });
}

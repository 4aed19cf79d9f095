// Follows a call through the menus of menus.ts as a careful person reads them, with no part of the player or the explorer.

import type { Report } from "../../../cli/report/model.ts";
import type { Expectation } from "../../../contract/index.ts";
import { EXPECTED, OFFICE, type SCRIPTS } from "./menus.ts";

interface Step {
  readonly [verb: string]: unknown;
}

type Sections = { readonly [name: string]: readonly (Step | string)[] };

const { addresses, desks } = OFFICE;

/** What the reader cannot say: a word that the documentation of SWML does not have, or a document elsewhere. */
class Unclear extends Error {}

interface End {
  readonly rings?: readonly string[];
  readonly script?: string;
  readonly handedTo?: string;
}

const NOBODY: End = {};
/** A call that goes on for longer never ends. */
const MOST_STEPS = 1_000;

/** Follows one call from a script on. Returns its end, and the keys that no menu took. */
function follow(scripts: typeof SCRIPTS, start: string, pressed: string, time: number) {
  let keys = pressed;
  let steps = 0;
  let isHeard = false;
  const jumps = new Map<unknown, number>();
  const values: { [variable: string]: string | undefined } = {};

  function read(script: string, section: string): End {
    const sections = scripts[script] as Sections;
    const all = sections[section];
    if (!all) return NOBODY;
    const end = list(all, script);
    if (typeof end === "string") throw new Unclear(`the label ${end}`);
    return end ?? (isHeard ? { script } : NOBODY);
  }

  /** Returns the end, a label to go on at, or undefined at the end of the list. */
  function list(all: readonly (Step | string)[], script: string): End | string | undefined {
    for (let at = 0; at < all.length; at += 1) {
      steps += 1;
      if (steps > MOST_STEPS) return NOBODY;
      const step = all[at] ?? "";
      const [[verb, value] = ["", undefined]] = typeof step === "string" ? [[step, undefined]] : Object.entries(step);
      const end = one(verb, value, script);
      const target = all.findIndex((each) => typeof each !== "string" && each.label === end);
      if (typeof end === "string" && target >= 0) at = target - 1;
      else if (end !== undefined) return end;
    }
    return undefined;
  }

  function one(verb: string, value: unknown, script: string): End | string | undefined {
    switch (verb) {
      case "goto":
        return jump(Object(value));
      case "hangup":
        return isHeard ? { script } : NOBODY;
      case "label":
        return undefined;
      case "play":
      case "record":
        isHeard = true;
        return undefined;
      case "prompt":
        isHeard = true;
        values.prompt_value = input(Object(value));
        return undefined;
      case "switch":
        return choose(Object(value), script);
      case "cond":
        return when(value as readonly Step[], script);
      case "transfer":
        return transfer(String(Object(value).dest), script);
      case "connect":
        return connect(Object(value));
      default:
        throw new Unclear(`the verb ${verb}`);
    }
  }

  function jump({ label, max = 100 }: Step): string | undefined {
    const count = (jumps.get(label) ?? 0) + 1;
    jumps.set(label, count);
    return count > Number(max) ? undefined : String(label);
  }

  /** Takes the keys of one menu: to its length, to a terminator, or until it times out. */
  function input({ max_digits: most = 1, terminators = "" }: Step): string {
    let taken = "";
    while (keys !== "" && taken.length < Number(most)) {
      const key = keys.charAt(0);
      keys = keys.slice(1);
      if (key === "w" || String(terminators).includes(key)) break;
      taken += key;
    }
    return taken;
  }

  function choose({ variable, case: cases, default: otherwise = [] }: Step, script: string): End | string | undefined {
    const name = String(variable);
    const value = /^\d+$/.test(name) ? name : values[name];
    if (cases === undefined || value === undefined) throw new Unclear(`the variable ${name}`);
    const chosen = (cases as Sections)[value] ?? (otherwise as Sections[string]);
    return list(chosen, script);
  }

  function when(parts: readonly Step[], script: string): End | string | undefined {
    if (!Array.isArray(parts)) throw new Unclear("no list of conditions");
    for (const part of parts) {
      const { when: condition, then, else: otherwise } = Object(part);
      if (otherwise !== undefined) return list(otherwise as Sections[string], script);
      if (condition === undefined) throw new Unclear("a part without a condition");
      if (isTrue(String(condition), time)) return list(then as Sections[string], script);
    }
    return undefined;
  }

  function transfer(dest: string, script: string): End {
    if (Object.hasOwn(scripts[script] as Sections, dest)) return read(script, dest);
    const [other] = Object.entries(addresses).find(([, address]) => address === dest) ?? [];
    if (other !== undefined) return read(other, "main");
    if (dest === "undefined" || dest.includes("://")) throw new Unclear(`the document at ${dest}`);
    return NOBODY;
  }

  function connect({ to, serial, parallel }: Step): End | undefined {
    const all = (serial ?? parallel ?? [{ to }]) as readonly Step[];
    if (all.some((each) => Object(each).to === undefined)) throw new Unclear("a device without a destination");
    const dialled = all.map((each) => String(Object(each).to));
    const outside = dialled.find((each) => each.startsWith("+"));
    if (outside !== undefined) return { handedTo: outside };
    const rings = dialled.flatMap((each) => /^sips?:(.+)$/.exec(each)?.[1] ?? []).filter((name) => name in desks);
    const strange = dialled.find((each) => !/^sips?:/.test(each));
    if (rings.length === 0 && strange !== undefined) throw new Unclear(`the destination ${strange}`);
    // A dial that reaches no device fails, and the document goes on.
    return rings.length > 0 ? { rings } : undefined;
  }

  return { end: read(start, "main"), left: keys.replace(/[#w]/g, "") };
}

const conditions = new Map<string, (date: unknown) => unknown>();

function isTrue(condition: string, time: number): boolean {
  class Then extends Date {
    constructor() {
      super(time);
    }
  }
  try {
    const known = conditions.get(condition) ?? new Function("Date", `"use strict"; return (${condition});`);
    conditions.set(condition, known as (date: unknown) => unknown);
    return Boolean(known(Then));
  } catch {
    throw new Unclear(condition);
  }
}

const DAYS = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];

/** Returns the minutes of a week to try: the first and the last of each hour that a text names. */
function minutesOf(at = "Mon–Sun 00:00–24:00"): number[] {
  const [, from = "", to = from, start = "00:00", end] =
    /^(\w{3})(?:–(\w{3}))?(?: (\d\d:\d\d)(?:–(\d\d:\d\d))?)?$/.exec(at) ?? [];
  const minuteIn = (clock: string) => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3));
  const isMoment = at.includes(":") && end === undefined;
  const [first, last] = [minuteIn(start), isMoment ? minuteIn(start) : minuteIn(end ?? "24:00") - 1];
  return DAYS.slice(DAYS.indexOf(from), DAYS.indexOf(to) + 1).flatMap((day) =>
    Array.from({ length: 24 * 2 }, (_, half) => Math.floor(half / 2) * 60 + (half % 2) * 59)
      .concat(first, last)
      .filter((minute) => minute >= first && minute <= last)
      .map((minute) => DAYS.indexOf(day) * 24 * 60 + minute),
  );
}

/** A Monday without a holiday. */
const MONDAY = Date.parse("2026-12-07T00:00:00Z");

type Verdict = "held" | "broken" | "untried";

/** Says whether calls to a number with this script do what is expected. */
function verdictOf(scripts: typeof SCRIPTS, script: string, expected: Expectation): Verdict {
  const verdicts = new Set<Verdict>();
  for (const minute of minutesOf(expected.at)) {
    try {
      const { end, left } = follow(scripts, script, expected.keys ?? "", MONDAY + minute * 60_000);
      verdicts.add(left === "" && isMet(end, expected) ? "held" : "broken");
    } catch (error) {
      if (!(error instanceof Unclear)) throw error;
      verdicts.add("untried");
    }
  }
  return verdicts.has("broken") ? "broken" : verdicts.has("untried") ? "untried" : "held";
}

function isMet({ rings = [], script, handedTo }: End, expected: Expectation): boolean {
  const isRung = (name: string) => rings.some((each) => each === name || desks[each] === name);
  if (expected.rings !== undefined) return isRung(expected.rings);
  if (expected.handedTo !== undefined) return handedTo === expected.handedTo;
  if (expected.answeredBy === undefined) return rings.length === 0 && script === undefined && handedTo === undefined;
  return isRung(expected.answeredBy) || script?.toLowerCase() === expected.answeredBy.toLowerCase();
}

/** Returns each expectation, and what the reader says of it: calls that are unclear may be reported as broken too. */
function read(scripts: typeof SCRIPTS): Map<string, RegExp> {
  const said = { held: /^held$/, broken: /^broken$/, untried: /^(?:untried|broken)$/ };
  const entries = Object.entries(EXPECTED).flatMap(([to, { script, expects }]) =>
    expects.map((each, index): [string, RegExp] => {
      return [`${to} expects[${index}]`, said[verdictOf(scripts, script, each)]];
    }),
  );
  return new Map(entries);
}

/** Returns the expectations of which something else is reported than the reader says. */
export function differences(scripts: typeof SCRIPTS, reported: ReadonlyMap<string, string>): string[] {
  return [...read(scripts)].flatMap(([name, said]) => {
    const verdict = reported.get(name) ?? "held";
    return said.test(verdict) ? [] : [`${name}: ${said.source}, and ${verdict} was reported`];
  });
}

/** Returns expectation → verdict. */
export function inReport({ groups }: Report): Map<string, string> {
  const items = groups.flatMap((group) => group.items);
  return new Map(
    items.flatMap(({ section, subject }) => {
      const verdict = section === "expected" ? "broken" : section;
      return verdict === "broken" || verdict === "untried" ? [[subject.replace(/ \{.*/, ""), verdict] as const] : [];
    }),
  );
}

/** Returns expectation → verdict, of the messages of the policy. */
export function inViolations(messages: readonly string[]): Map<string, string> {
  return new Map(
    messages.flatMap((message) => {
      const [, name, rest = ""] = /(\+\d+ expects\[\d+\]) (.*)/.exec(message) ?? [];
      return name === undefined ? [] : [[name, rest.includes("→ not tried: ") ? "untried" : "broken"] as const];
    }),
  );
}

// The records of the live service: the reference server does the same, and the provider reads the answers as they are meant.

import { describe, expect, it } from "vitest";
import type { LiveRecord } from "./form.ts";
import { records } from "./form.ts";
import { misread } from "./read.ts";
import { replayed } from "./replay.ts";

/** Records that the server or the provider contradicts, with the reason. An entry that agrees fails, so this list shrinks. */
const EXPECTED: { readonly [at: `${"server" | "provider"}: ${string}`]: string } = {};

const all = [...records];
const simulated = all.filter(([, { notSimulated }]) => notSimulated === undefined);
const answered = all.filter(([, { exchanges }]) => exchanges.some((each) => "method" in each));

function expectAgreement(at: keyof typeof EXPECTED, found: readonly string[]): void {
  if (EXPECTED[at] === undefined) expect(found).toEqual([]);
  else expect(found, `${at} agrees now: take it off the list of expected contradictions`).not.toEqual([]);
}

describe("the reference server does as recorded", () => {
  it.each(simulated)("%s", async (name, record) => {
    expectAgreement(`server: ${name}`, await replayed(record));
  });

  it.each(all.flatMap(([name, record]) => (record.notSimulated ? [[name, record.notSimulated, record] as const] : [])))(
    "or cannot: %s. %s",
    async (_name, _why, record) => {
      expect(await replayed(record)).not.toEqual([]);
    },
  );
});

describe("the provider reads the answers as meant", () => {
  it.each(answered)("%s", async (name, record) => {
    expectAgreement(`provider: ${name}`, await misread(record));
  });
});

describe("a planted contradiction is found", () => {
  it.each(simulated)("by the server: %s", async (_, record) => {
    expect(await replayed(changed(record, planted))).not.toEqual([]);
  });

  it.each(simulated.filter(([, { exchanges }]) => exchanges.slice(-1).some(hasMembers)))(
    "in a member: %s",
    async (_, record) => {
      const added = (each: Step) =>
        hasMembers(each) ? { ...each, answer: { ...each.answer, planted: "[text]" } } : each;
      expect(await replayed(changed(record, added))).not.toEqual([]);
    },
  );

  it.each(answered)("by the provider: %s", async (_, record) => {
    const other = (each: Step): Step =>
      "method" in each ? { ...each, status: isSuccess(each.status) ? 404 : 200, answer: "a text" } : each;
    expect(await misread(changed(record, other))).not.toEqual([]);
  });
});

type Step = LiveRecord["exchanges"][number];

/** Changes the last exchange. */
function changed(record: LiveRecord, change: (each: Step) => Step): LiveRecord {
  return { ...record, exchanges: [...record.exchanges.slice(0, -1), ...record.exchanges.slice(-1).map(change)] };
}

function planted(each: Step): Step {
  if ("method" in each) return { ...each, status: 299 };
  if ("call" in each) return { ...each, requests: each.requests.map((request) => ({ ...request, path: "/planted" })) };
  if ("session" in each) return { ...each, closed: { code: 1001, reason: "planted" } };
  return { ...each, variables: { connect_failed_reason: ["planted"] } };
}

function hasMembers(each: Step): each is Extract<Step, { method: string }> & { readonly answer: object } {
  return "method" in each && typeof each.answer === "object" && !Array.isArray(each.answer) && each.answer !== null;
}

function isSuccess(status: string | number): boolean {
  return String(status).startsWith("2");
}

it("every expected contradiction is about a record", () => {
  const names = Object.keys(EXPECTED).map((at) => at.replace(/^.*?: /, ""));
  expect(names.filter((name) => !records.has(name))).toEqual([]);
});

// The records of the live service: the reference server does the same, and the provider reads the answers as they are meant.

import { describe, expect, it } from "vitest";
import type { LiveRecord } from "./form.ts";
import { records } from "./form.ts";
import { misread } from "./read.ts";
import { replayed } from "./replay.ts";

const all = [...records];
const simulated = all.filter(([, { notSimulated }]) => notSimulated === undefined);
const answered = all.filter(([, { exchanges }]) => exchanges.some((each) => "method" in each));

describe("the reference server does as recorded", () => {
  it.each(simulated)("%s", async (_, record) => {
    expect(await replayed(record)).toEqual([]);
  });

  it.each(all.flatMap(([name, record]) => (record.notSimulated ? [[name, record.notSimulated, record] as const] : [])))(
    "or cannot: %s. %s",
    async (_name, _why, record) => {
      expect(await replayed(record)).not.toEqual([]);
    },
  );
});

describe("the provider reads the answers as meant", () => {
  it.each(answered)("%s", async (_, record) => {
    expect(await misread(record)).toEqual([]);
  });
});

/** The first record that ends with each kind of step: the comparison itself can fail. */
const ofEachStep = [
  ...new Map(
    simulated.toReversed().map((each) => [Object.keys(each[1].exchanges.at(-1) ?? {})[0], each] as const),
  ).values(),
];

describe("a planted contradiction is found", () => {
  it.each(ofEachStep)("by the server: %s", async (_, record) => {
    expect(await replayed(changed(record, planted))).not.toEqual([]);
  });

  it.each(answered.slice(0, 1))("by the provider: %s", async (_, record) => {
    const other = (each: Step): Step => ("method" in each ? { ...each, status: 299, answer: "a text" } : each);
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
  return { ...each, variables: { connect_failed_reason: ["planted"] } };
}

import type { StepEventMetadata } from "@pulumi/pulumi/automation/index.js";
import { expect, test } from "vitest";
import { resourceNames } from "../../contract/index.ts";
import { compare, stepOf } from "../../drift/compare.ts";

const NOW = new Date("2026-11-21T03:00:00Z");

/** A step of a refresh: what the state recorded, and what was read. */
function metadata(type: string, recorded: object, read: object, detailedDiff: object = {}): StepEventMetadata {
  const urn = `urn:pulumi:prod::office::pulumi-nodejs:dynamic/signalwire:${type}::desk`;
  const state = (inputs: object) => ({ id: "id", inputs, outputs: inputs });
  const step = { op: "update", urn, type: `pulumi-nodejs:dynamic/signalwire:${type}`, detailedDiff };
  return { ...step, old: state(recorded), new: state(read) } as unknown as StepEventMetadata;
}

test("every resource of the registry is compared, and nothing else", () => {
  for (const type of resourceNames) expect(stepOf(metadata(type, {}, {}))).toMatchObject({ type, name: "desk" });
  expect(stepOf(metadata("Another", {}, {}))).toBeUndefined();
  expect(stepOf(metadata("constructor", {}, {}))).toBeUndefined();
});

test("the members of a value come in one order, whatever order the service has", () => {
  const values = [
    { a: 1, b: [{ c: 1, d: 2 }] },
    { b: [{ d: 2, c: 1 }], a: 1 },
  ].map((callerId) => {
    const step = stepOf(metadata("SipEndpoint", { callerId: "x" }, { callerId }, { callerId: {} }));
    return JSON.stringify(step && compare(step, NOW).changes);
  });
  expect(values[0]).toContain('"actual":{"a":1,"b":[{"c":1,"d":2}]}');
  expect(values[1]).toBe(values[0]);
});

import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, test } from "vitest";
import { findingsOf } from "../../../cli/drift/findings.ts";
import { jsonReport as render } from "../../../cli/drift/renderers/json.ts";
import type { DriftReport } from "../../../cli/drift/report.ts";
import { resourceNames, resources } from "../../../contract/index.ts";
import { everyVerdict, hostile, large, report, withPassword } from "./reports.ts";

const jsonReport = (of: DriftReport) => render(findingsOf(of, ["drift"]));
const schema = JSON.parse(readFileSync(new URL("../../../docs/drift-report.schema.json", import.meta.url), "utf8"));
const isValid = new Ajv2020({ strict: true, allErrors: true }).compile(schema);

test.each([
  ["every verdict", everyVerdict],
  ["hostile values", hostile],
  ["masked values", withPassword],
  ["many findings", large(30)],
  ["nothing", report([])],
])("a report of %s is valid by the published schema", (_, of) => {
  isValid(JSON.parse(jsonReport(of)));
  expect(isValid.errors).toBeNull();
});

test("the schema names the registry's resources, and as unmanaged those that can be listed", () => {
  const { resource, unmanaged } = schema.$defs;
  expect(resource.properties.type.enum).toEqual(resourceNames);
  const listed = resourceNames.filter((name) => "list" in resources[name].operations);
  expect(unmanaged.properties.type.enum).toEqual(listed);
});

type Json = { [key: string]: unknown };

test.each<[string, (json: Json) => void]>([
  ["another version", (json) => (json.version = 2)],
  ["a key more", (json) => (json.extra = 1)],
  ["a key less", (json) => delete json.counts],
  ["a verdict more", (json) => ((json.counts as Json).odd = 1)],
  ["a time with an offset", (json) => (json.checkedAt = "2026-11-21T03:00:00+01:00")],
  ["a finding of no known verdict", (json) => (firstResource(json).verdict = "odd")],
  ["a resource with a key more", (json) => (firstResource(json).extra = 1)],
])("the schema refuses %s", (_, spoil) => {
  const json = JSON.parse(jsonReport(everyVerdict));
  spoil(json);
  expect(isValid(json)).toBe(false);
});

function firstResource(json: Json): Json {
  return (json.stacks as { resources: Json[] }[])[0]?.resources[0] as Json;
}

test("it says what the model says", () => {
  const { remedies, ...json } = JSON.parse(jsonReport(everyVerdict));
  expect(json).toEqual(everyVerdict);
  expect(remedies[0].commands[0]).toEqual({ line: "pulumi up --refresh --stack prod" });
});

test("it ends with a line break and is made to be read", () => {
  const text = jsonReport(everyVerdict);
  expect(text).toMatch(/^\{\n {2}"version": 1,\n {2}"checkedAt": /);
  expect(text.endsWith("}\n")).toBe(true);
});

test("sequences that a terminal or a CI runner obeys are escaped", () => {
  const text = "##[add-mask]x \u009b31m \u202e \u{e0041}";
  const printed = jsonReport(report([{ stack: text, resources: [], error: text }]));
  expect(printed).not.toMatch(/##\[|[\u009b\u202e]|\u{e0041}/u);
  expect(JSON.parse(printed).stacks[0]).toEqual({ stack: text, error: text, resources: [] });
});

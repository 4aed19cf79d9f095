// Every renderer by golden files that a person can read, by the published schemas, and against hostile text. What one renderer
// does with colours, limits or counts has a file of its own here.

import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";
import { validateXML } from "xmllint-wasm";
import { annotations } from "../../../cli/report/github.ts";
import { json } from "../../../cli/report/json.ts";
import { junit } from "../../../cli/report/junit.ts";
import { markdown } from "../../../cli/report/markdown.ts";
import type { Report } from "../../../cli/report/model.ts";
import { sarif } from "../../../cli/report/sarif.ts";
import { terminal } from "../../../cli/report/terminal.ts";
import { shown } from "../../../cli/report/text.ts";
import { everyVerdict, hostile, large, PASSWORD, report, resource, withPassword } from "../drift/reports.ts";
import { previews } from "../preview/reports.ts";

const ROOM = 50_000;

const renderers: { readonly [name: string]: (of: Report) => string } = {
  txt: (of) => terminal(shown(of), false),
  md: (of) => markdown(shown(of), ROOM),
  json,
  xml: (of) => junit(shown(of)),
  sarif: (of) => sarif(shown(of), "Pulumi.yaml", "1.2.3"),
  annotations: (of) => annotations(shown(of)),
};

const locked = report([{ stack: "prod", resources: [], error: "It is locked." }]);
const reports: { readonly [name: string]: Report } = {
  drift: everyVerdict,
  "in-sync": report([{ stack: "prod", resources: [resource("desk", "in-sync")] }]),
  locked,
  preview: previews.refused as Report,
  nobody: previews["a caller with nobody"] as Report,
  adopted: previews["an existing account"] as Report,
};

describe.each(Object.entries(reports))("the report %s", (name, of) => {
  const formats = Object.entries(renderers).filter(
    ([format]) => ["drift", "locked", "preview"].includes(name) || format === "txt" || format === "md",
  );
  test.each(formats)("as %s is the golden file", async (format, render) => {
    await expect(render(of)).toMatchFileSnapshot(`golden/${name}.${format}.txt`);
  });
});

const all: readonly (readonly [string, Report])[] = [
  ...Object.entries(previews),
  ["every verdict", everyVerdict],
  ["hostile values", hostile],
  ["masked values", withPassword],
  ["many findings", large(30)],
  ["nothing at all", report([])],
  ["a stack that could not be checked", locked],
];
const schema = JSON.parse(readFileSync(new URL("../../../docs/report.schema.json", import.meta.url), "utf8"));
const isValid = new Ajv2020({ strict: true, allErrors: true }).compile(schema);
const xsd = readFileSync(new URL("./junit.xsd", import.meta.url), "utf8");

test.each(all)("of %s the JSON and the JUnit report are valid by their schemas", async (_, of) => {
  isValid(JSON.parse(json(of)));
  expect(schema.$defs.item.properties.section.enum).toEqual(expect.arrayContaining(Object.keys(of.sections)));
  expect(isValid.errors).toBeNull();
  const xml = junit(shown(of));
  expect((await validateXML({ xml, schema: xsd })).errors).toEqual([]);
  // A passed case without a sentence has no line.
  expect(xml).not.toMatch(/: $/m);
});

test.each(all)("of %s no format shows a password, a markup that acts or a command of a runner", (_, of) => {
  for (const [format, render] of Object.entries(renderers)) {
    const text = render(of);
    expect(text, format).not.toContain(PASSWORD);
    expect(text, format).not.toMatch(/canary|user:secret/);
    expect(text.replaceAll("\n", ""), format).not.toMatch(/[\p{Cc}\p{Cf}]/u);
    expect(text, format).not.toMatch(/##\w*\[/);
    if (format !== "annotations") expect(text, format).not.toMatch(/^\s*::/m);
  }
});

test("the JSON report has hostile values as they are", () => {
  expect(JSON.parse(json(hostile)).groups).toEqual(JSON.parse(JSON.stringify(hostile.groups)));
});

test("the JUnit report counts what failed as an error, and tells cases of one name apart", () => {
  const item = { section: "failed", level: "error", fails: true, subject: "desk", lines: ["a.b", "<"], changes: [] };
  const xml = junit(shown({ ...locked, groups: [{ title: "prod", items: Array(3).fill(item), notes: [] }] }));
  const [suite, ...cases] = xml.match(/(?<=<test)(?:suite .* errors=".*?"|case .* name=".*?")/g) ?? [];
  expect(suite).toMatch(/ tests="3" failures="0" errors="3"$/);
  expect(cases).toEqual(["desk", "desk (2)", "desk (3)"].map((name) => `case classname="failed" name="${name}"`));
  expect(xml).toContain('message="a.b; &lt;"');
});

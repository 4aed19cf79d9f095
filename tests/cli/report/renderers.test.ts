// Each renderer by golden files that a person can read, by the published schemas, and against hostile text.

import { readFileSync } from "node:fs";
import { stripVTControlCharacters, styleText } from "node:util";
import { Ajv2020 } from "ajv/dist/2020.js";
import { marked } from "marked";
import { describe, expect, test } from "vitest";
import { validateXML } from "xmllint-wasm";
import type { UnmanagedObject } from "../../../cli/drift/checked.ts";
import { codeQuality, sarif } from "../../../cli/report/code-quality.ts";
import { annotations } from "../../../cli/report/github.ts";
import { json } from "../../../cli/report/json.ts";
import { junit } from "../../../cli/report/junit.ts";
import { markdown } from "../../../cli/report/markdown.ts";
import type { Report } from "../../../cli/report/model.ts";
import { terminal } from "../../../cli/report/terminal.ts";
import { terraform } from "../../../cli/report/terraform.ts";
import { shown } from "../../../cli/report/text.ts";
import { requireOnePrinted } from "../../../cli/report/write.ts";
import {
  everyVerdict,
  HOSTILE,
  hostile,
  large,
  office,
  PASSWORD,
  report,
  resource,
  withPassword,
} from "../drift/reports.ts";
import { previews } from "../preview/reports.ts";

const ROOM = 50_000;
const ALWAYS = { validateStream: false };

const renderers: { readonly [name: string]: (of: Report) => string } = {
  txt: (of) => terminal(shown(of), false),
  md: (of) => markdown(shown(of), ROOM),
  json,
  xml: (of) => junit(shown(of)),
  sarif: (of) => sarif(shown(of), "Pulumi.yaml", "1.2.3"),
  annotations: (of) => annotations(shown(of)),
  codequality: (of) => codeQuality(shown(of), "Pulumi.yaml"),
};

const reports: { readonly [name: string]: Report } = {
  drift: everyVerdict,
  "in-sync": report([{ stack: "prod", resources: [resource("desk", "in-sync")] }]),
  preview: previews.refused as Report,
  nobody: previews["a caller with nobody"] as Report,
};

describe.each(Object.entries(reports))("the report %s", (name, of) => {
  const formats = Object.entries(renderers).filter(
    ([format]) => !["in-sync", "nobody"].includes(name) || format === "txt" || format === "md",
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
  ["a stack that could not be checked", report([{ stack: "prod", resources: [], error: "It is locked." }])],
];
const schema = JSON.parse(readFileSync(new URL("../../../docs/report.schema.json", import.meta.url), "utf8"));
const isValid = new Ajv2020({ strict: true, allErrors: true }).compile(schema);
const xsd = readFileSync(new URL("./junit.xsd", import.meta.url), "utf8");

test.each(all)("of %s the JSON and the JUnit report are valid by their schemas", async (_, of) => {
  isValid(JSON.parse(json(of)));
  expect(isValid.errors).toBeNull();
  expect((await validateXML({ xml: junit(shown(of)), schema: xsd })).errors).toEqual([]);
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

test("what comes from outside is no markup, mention, link or issue in Markdown, and stays in its cell", () => {
  const html = marked.parse(markdown(shown(hostile), ROOM), { async: false, gfm: true });
  const outside = html.replace(/<pre>.*?<\/pre>|<code>.*?<\/code>/gs, "");
  for (const meaning of ["<script", "<img", "<a ", "<!--", "@octocat", "#123", "octo/repo", "GH-5", "evil.example"])
    expect(outside, meaning).not.toContain(meaning);
  const rows = [...html.matchAll(/<tr>(.*?)<\/tr>/gs)].map(([, cells = ""]) => [...cells.matchAll(/<t[dh]>/g)].length);
  expect(new Set(rows)).toEqual(new Set([2, 4]));
  expect(html.match(/<code>callerId<\/code>/g)).toHaveLength(Object.keys(HOSTILE).length);
});

test("colour changes nothing but the colour", () => {
  for (const [, of] of all)
    expect(stripVTControlCharacters(terminal(shown(of), true))).toBe(terminal(shown(of), false));
});

test("in colour, what the program says is green: the first value of a drift, the second of a planned change", () => {
  const drifted = terminal(shown(everyVerdict), true);
  for (const value of [styleText("green", '"Front desk"', ALWAYS), styleText("red", '"Nobody"', ALWAYS)])
    expect(drifted).toContain(value);
  const [red, green] = ["red", "green"].map((style) => styleText(style as "red", "|", ALWAYS).split("|")[0]);
  const planned = terminal(shown(previews.refused as Report), true);
  expect(planned).toContain(`${red}"https://a.example/`);
  expect(planned).toContain(`${green}"https://[secret]@a.example/"`);
});

test("twelve changes fit one screen, and one change of many resources takes one row", () => {
  const changes = (actual: string) => [{ property: "callerId", expected: "A", actual }];
  const alike = ["a", "b", "c"].map((name) => resource(name, "drifted", { changes: changes("same") }));
  const one = terminal(shown(report([{ stack: "prod", resources: alike }])), false);
  expect(one).toContain(
    '3 resources  SipEndpoint a, SipEndpoint b and SipEndpoint c\n             callerId  "A" → "same"\n',
  );
  const resources = Array.from({ length: 12 }, (_, at) => resource(`n${at}`, "drifted", { changes: changes(`${at}`) }));
  const text = terminal(shown(report([{ stack: "prod", resources }])), false);
  expect(text.split("\n").length).toBeLessThanOrEqual(48);
});

test.each([2_000, 5_000, 20_000])("a page has at most %i bytes, whole rows, and the count of the others", (limit) => {
  const page = markdown(shown(large(200)), limit);
  expect(Buffer.byteLength(page)).toBeLessThanOrEqual(limit);
  expect(page).toMatch(/> \*\*Shortened\.\*\* Left out: /);
  for (const line of page.split("\n").filter((each) => each.startsWith("|"))) expect(line).toMatch(/\|$/);
});

test("shown and omitted rows add up, and a kind under thousands of another keeps its first rows", () => {
  const page = markdown(shown(large(200)), 30_000);
  for (const [what, column] of [
    ["drifted", "drifted-"],
    ["missing", "missing-"],
    ["error", "error-"],
  ] as const) {
    const left = Number(new RegExp(`([\\d,]+) × ${what}`).exec(page)?.[1]?.replace(",", "") ?? 0);
    const rows = page.match(new RegExp(`^\\| \`SipEndpoint ${column}\\d+\``, "gm"))?.length ?? 0;
    expect(rows).toBeGreaterThanOrEqual(20);
    expect(left + rows, what).toBe(200);
  }
});

test("drift in a later stack comes before ignored drift in an earlier one", () => {
  const change = (at: number) => ({ property: "callerId", expected: "x".repeat(150), actual: `${at}` });
  const ignored = Array.from({ length: 60 }, (_, at) => resource(`i${at}`, "ignored", { ignored: [change(at)] }));
  const drifted = Array.from({ length: 25 }, (_, at) => resource(`d${at}`, "drifted", { changes: [change(at)] }));
  const page = markdown(
    shown(
      report([
        { stack: "a", resources: ignored },
        { stack: "b", resources: drifted },
      ]),
    ),
    12_000,
  );
  expect(page.match(/^\| `SipEndpoint d\d/gm)).toHaveLength(25);
  expect(page).toMatch(/Left out: \d+ × ignored/);
});

test("a rule has one annotation for a file, and ten of a level are the most", () => {
  const lines = annotations(shown(previews.refused as Report))
    .trim()
    .split("\n");
  expect(lines.map((line) => line.split("::")[1])).toEqual([
    "error file=index.ts,line=4,title=stack-call-loops%3A SipEndpoint desk",
    "warning file=index.ts,line=2,title=sip-endpoint-send-as%3A 2 resources",
  ]);
  const errors = annotations(shown(large(8)))
    .split("\n")
    .filter((line) => line.startsWith("::error"));
  expect(errors).toHaveLength(10);
  expect(errors.at(-1)).toBe("::error title=15 more errors::See the page of this run.");
});

test("equal findings have one annotation, which names them once", () => {
  const dangling = ["a", "b"].map((name) => resource(name, "dangling", { message: "`x` names nothing." }));
  expect(annotations(shown(report([{ stack: "prod", resources: dangling }])))).toBe(
    "::error title=dangling%3A 2 resources::SipEndpoint a and SipEndpoint b:%0A`x` names nothing.\n",
  );
});

test("GitLab's Terraform report counts a replacement twice", () => {
  expect(JSON.parse(terraform(previews["many deletions"] as Report))).toEqual({ create: 0, update: 0, delete: 40 });
});

test("the share of the accounts is rounded down, counts idle numbers, and is missing where a list was not read", () => {
  const listed = (objects: number, managed: number, idle = 0) => {
    const unmanaged = Array.from({ length: objects - managed - idle }, () => office.unmanaged[0] as UnmanagedObject);
    return report([], [{ ...office, unmanaged, listed: { objects, managed } }]).facts;
  };
  expect(listed(500, 412)).toContain("412 of 500 objects managed, 82 %");
  expect(listed(1_000, 999)).toContain("999 of 1,000 objects managed, 99 %");
  expect(listed(65, 62, 2)).toContain("62 of 65 objects managed, 95 %; 2 numbers without a handler not listed");
  expect(report([], [{ ...office, listed: { objects: 2, managed: 1 } }, office]).facts).toHaveLength(1);
});

test("standard output takes one report", () => {
  expect(() => requireOnePrinted([{ format: "json" }, { format: "junit", file: "a.xml" }])).not.toThrow();
  expect(() => requireOnePrinted([{ format: "json" }, { format: "junit" }])).toThrow("name a file for the others");
});

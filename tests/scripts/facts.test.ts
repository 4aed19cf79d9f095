// Facts that pages must state as the code has them: limits, versions, names of options.

import { expect, it } from "vitest";
import { FAILURE_KINDS } from "../../cli/drift/checked.ts";
import { commandLine } from "../../cli/program.ts";
import { FORMATS } from "../../cli/report/formats.ts";
import { BOUNDS } from "../../provider/client/exchange.ts";
import { Absences } from "../../provider/client/listing.ts";
import { DEADLINE } from "../../provider/client/retry.ts";
import { textOf } from "./pages.ts";

it("states the limits of the client as its code has them", () => {
  const errors = textOf("docs/errors.md");
  for (const limit of [
    `No connection after ${BOUNDS.connect / 1_000} s, silence for ${BOUNDS.silence / 1_000} s, or no whole answer after ${BOUNDS.whole / 60_000} min`,
    `more than ${BOUNDS.size / 1024 ** 2} MiB`,
    `or for ${numberWord(DEADLINE / 60_000)} minutes with \`Retry-After\``,
    `${numberWord(Absences.MOST)} or more objects of one run would be gone`,
  ])
    expect(errors).toContain(limit);
});

it("states the supported versions as package.json has them", () => {
  const { engines, peerDependencies } = JSON.parse(textOf("package.json"));
  const lowest = (range: string) => range.replace(/^(?:>=|\^)/, "").replace(/\.0$/, "");
  for (const [part, range] of [
    ["Node", engines.node],
    ["Pulumi CLI and `@pulumi/pulumi`", peerDependencies["@pulumi/pulumi"]],
    ["`@pulumi/policy`", peerDependencies["@pulumi/policy"]],
  ])
    expect(textOf("docs/upgrading.md")).toContain(`| ${part} | ${lowest(range)} and newer |`);
});

function numberWord(value: number): string {
  return ["zero", "one", "two", "three", "four", "five"][value] ?? String(value);
}

it("lists the formats of reports and the findings of --fail-on as the code has them", () => {
  expect(codesIn(tableAfter("docs/ci.md", "### Reports"))).toEqual(FORMATS);
  expect(codesIn(tableAfter("docs/drift.md", "## Choose what fails")).sort()).toEqual([...FAILURE_KINDS].sort());
});

it("lists the exit codes as the commands set them", () => {
  expect(numbersIn(tableAfter("docs/ci.md", "### Exit codes"))).toEqual(exitCodesOf("cli/report/model.ts"));
  const ofTrial = exitCodesOf("cli/commands/try-call.ts", "cli/program.ts");
  expect(numbersIn(tableAfter("docs/routes.md", "## Try a call"))).toEqual(ofTrial);
  const placed = exitCodesOf("cli/commands/place.ts", "cli/program.ts").filter((code) => code > 0);
  expect(textOf("docs/reference-server.md")).toContain(
    `The exit code is 0 if the call was taken, ${placed[0]} if not, ${placed[1]} if none was placed.`,
  );
  const [none, problem] = exitCodesOf("cli/doctor/report.ts");
  expect(textOf("docs/doctor.md")).toContain(`The exit code is ${none}, or ${problem} after a problem.`);
});

/** Returns the exit codes that the sources of commands set. */
function exitCodesOf(...files: readonly string[]): number[] {
  const set = files.flatMap((file) => textOf(file).match(/(?:exitCode(?: =|:)|failed =) .*/g) ?? []);
  return unique(set.flatMap((line) => line.match(/(?<=[?:|=] )\d\b/g) ?? []));
}

/** Returns the numbers with which rows begin. */
function numbersIn(rows: readonly string[]): number[] {
  return unique(rows.flatMap((row) => row.match(/^\| (\d+) \|/)?.[1] ?? []));
}

function unique(numbers: readonly string[]): number[] {
  return [...new Set(numbers.map(Number))].sort((one, other) => one - other);
}

/** Returns the rows of the tables between a heading and the next one, without their headings. */
function tableAfter(page: string, heading: string): string[] {
  const [, section = ""] = textOf(page).split(`\n${heading}\n`) ?? [];
  return section.split(/^#/m)[0]?.match(/^\|(?!.*\n\|-).*$/gm) ?? [];
}

/** Returns the names in code at the beginning of each row. */
function codesIn(rows: readonly string[]): string[] {
  return rows.flatMap((row) => [...(row.split("|")[1] ?? "").matchAll(/`([^`]+)`/g)].map(([, name = ""]) => name));
}

it("lists the options of serve", async () => {
  const { commands } = await commandLine(["node", "cli", "serve"]);
  const options = commands.find((each) => each.name() === "serve")?.options.map(({ long }) => long);
  const listed = textOf("docs/reference-server.md").matchAll(/^\| `(--[a-z-]+)/gm);
  expect([...listed].map(([, name]) => name).sort()).toEqual(options?.sort());
});

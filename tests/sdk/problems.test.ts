// A preview with problems prints each one at its resource, and fails the program once.

import { expect, it } from "vitest";
import { run } from "../../scripts/engine/process.ts";
import { compiled } from "../compiled.ts";

/**
 * Runs a program with Pulumi's mocks. The check of a resource `bad…` finds two problems, a warning and a note; that of `again`, which the
 * state has, finds that its user name is taken.
 */
async function ran(program: string, preview = true) {
  const script = `
import { sendReport } from "./provider/run/send-report.ts";
import * as pulumi from "@pulumi/pulumi";
import { ClientToken, PhoneNumber, SipEndpoint } from "pulumi-signalwire";
const found = (name) => [
  { severity: "error", message: name + " has one" },
  { severity: "error", message: name + " has two" },
  { severity: "warning", message: name + " is doubtful" },
  { severity: "info", message: name + " is noted" },
];
let left = ${program.split("bad-").length - 1};
const all = Promise.withResolvers();
const recorded = {
  "urn:pulumi:test::project::pulumi-nodejs:dynamic/signalwire:SipEndpoint::again": { type: "x", outputs: { username: "a" } },
};
const call = ({ token, inputs }) => (token.endsWith("readStackResourceOutputs") ? { outputs: recorded } : inputs);
const newResource = async ({ name, inputs: { __findings: asked, ...inputs } }) => {
  if (name === "again" && asked)
    await sendReport(...asked, [{ severity: "error", message: "is taken", unlessReplaced: { username: "a" } }]);
  if (name.startsWith("bad") && asked) {
    await sendReport(...asked, found(name));
    left -= 1;
    if (left === 0) all.resolve();
    // Without Pulumi's own process for programs, the first error ends this one.
    await all.promise;
  }
  return { id: name, state: inputs };
};
await pulumi.runtime.setMocks({ newResource, call }, "project", "test", ${preview});
${program}
void [ClientToken, PhoneNumber, SipEndpoint];`;
  const env = { PATH: process.env.PATH, ...compiled };
  const { code, stdout, stderr } = await run(process.execPath, ["--input-type=module", "--eval", script], { env });
  return { code, output: stdout + stderr };
}

const GOOD = 'new PhoneNumber("good", { number: "+12025550101" });';
const BAD = `
new SipEndpoint("bad-desk", { username: "a b", password: "canary" });
new PhoneNumber("bad-line", {});
new ClientToken("bad-token", { expiresIn: 0 });`;

it("a preview prints the findings of every resource and fails the program with one closing sentence", async () => {
  const { code, output } = await ran(`${BAD}${GOOD}`);
  const findings = ["bad-desk", "bad-line", "bad-token"].flatMap((name) => [
    ...[`error: [runtime] ${name} has one`, `error: [runtime] ${name} has two`],
    ...[`info: [runtime] ${name} is noted`, `warning: [runtime] ${name} is doubtful`],
  ]);
  const closing =
    "[Correct the problems listed by resource and run the command again. Nothing was changed at the service.] {";
  const printed = output.split("\n").filter((line) => /canary|bad-|Correct|\bgood\b/.test(line));
  expect([code, printed.sort()]).toEqual([1, [closing, ...findings].sort()]);
});

it.each([
  ["no problem of a resource that is deleted first, because it has it", "{}", [0, ""]],
  [
    "a problem of one that is not deleted first",
    "{ deleteBeforeReplace: false }",
    [1, expect.stringMatching(/is taken/)],
  ],
])("a taken user name is %s", async (_, options, outcome) => {
  const { code, output } = await ran(`new SipEndpoint("again", { username: "a", password: "canary" }, ${options});`);
  expect([code, output]).toEqual(outcome);
});

it("an up says nothing here: the check has failed it already, or found no problem", async () => {
  expect(await ran(`${BAD}${GOOD}`, false)).toEqual({ code: 0, output: "" });
});

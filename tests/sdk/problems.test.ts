// A preview with problems prints each one at its resource, and fails the program once.

import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { compiled } from "../compiled.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

interface Outcome {
  readonly code: number;
  readonly output: string;
}

/**
 * Runs a program with Pulumi's mocks. The check of a resource `bad…` finds two problems, a warning and a note; that of `again`, which the
 * state has, finds that its user name is taken.
 */
async function run(program: string, preview = true): Promise<Outcome> {
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
  const options = { cwd: root, env: { PATH: process.env.PATH, ...compiled } };
  try {
    const { stdout, stderr } = await promisify(execFile)(
      process.execPath,
      ["--input-type=module", "--eval", script],
      options,
    );
    return { code: 0, output: stdout + stderr };
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
    return { code, output: stdout + stderr };
  }
}

const GOOD = 'new PhoneNumber("good", { number: "+12025550101" });';
const BAD = `
new SipEndpoint("bad-desk", { username: "a b", password: "canary" });
new PhoneNumber("bad-line", {});
new ClientToken("bad-token", { expiresIn: 0 });`;

describe("a preview", () => {
  it("prints the findings of every resource and fails the program with one closing sentence", async () => {
    const { code, output } = await run(`${BAD}${GOOD}`);
    expect(code).not.toBe(0);
    for (const name of ["bad-desk", "bad-line", "bad-token"])
      for (const what of ["has one", "has two", "is doubtful", "is noted"]) expect(output).toContain(`${name} ${what}`);
    expect(output.split("Correct the problems listed by resource")).toHaveLength(2);
    expect(output).not.toContain("canary");
  });
});

it.each([
  ["no problem of a resource that is deleted first, because it has it", "{}", 0],
  ["a problem of one that is not deleted first", "{ deleteBeforeReplace: false }", 1],
])("a taken user name is %s", async (_, options, code) => {
  const outcome = await run(`new SipEndpoint("again", { username: "a", password: "canary" }, ${options});`);
  expect([Number(outcome.code !== 0), outcome.output.includes("is taken")], outcome.output).toEqual([code, code === 1]);
});

describe("an up", () => {
  it("says nothing here: the check has failed it already, or found no problem", async () => {
    expect(await run(`${BAD}${GOOD}`, false)).toEqual({ code: 0, output: "" });
  });
});

// The action's scripts as written, around a fake check: the handling of inputs, and the issue after an early failure.
// tests/engine/ci runs them with the real engine.

import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { json } from "../../../cli/report/json.ts";
import { tooOld } from "../../../contract/node-version.ts";
import { report, resource } from "../../cli/drift/reports.ts";
import {
  ACTION,
  folder,
  hub,
  installCommand,
  ours,
  root,
  run,
  standIn,
  standInReport,
  TITLE,
  tool,
  useRunner,
  workspace,
  writeHub,
} from "../runner.ts";

const FORBIDDEN = { "github-token": '{"issues":"none"}' };

const CLEAN = json(report([]));
const change = { property: "encryption", expected: "required", actual: "optional" };
const drifted = report([{ stack: "prod", resources: [resource("desk", "drifted", { changes: [change] })] }]);
/** The report under `--fail-on never`, which ignores the drift. */
const DRIFTED = json(drifted);
const changedElsewhere = report([
  { stack: "prod", resources: [resource("line", "unwatched", { unwatched: [change] })] },
]);
const UNWATCHED = json(changedElsewhere);
const BLIND = json(report([{ stack: "prod", resources: [], error: "Locked." }]));

useRunner();

describe("the issue is opened when the check fails before it has begun:", () => {
  const itself = () => installCommand(relative(join(workspace, ACTION), join(root, "cli/main.ts")));

  test.each<[string, () => void, RegExp]>([
    ["there is no Pulumi CLI", itself, /The Pulumi CLI/],
    [
      "no stack is selected",
      () => {
        itself();
        writeFileSync(join(workspace, "Pulumi.yaml"), "name: phones\nruntime: nodejs\n");
        writeFileSync(tool("pulumi"), `#!/bin/sh\ncase "$1" in version) echo v3.259.0 ;; *) echo "[]" ;; esac\n`);
        chmodSync(tool("pulumi"), 0o755);
      },
      /No stack is selected: name one with --stack/,
    ],
    [
      "Node is too old",
      () => standIn(`console.error(${JSON.stringify(tooOld("20.20.2"))}); process.exitCode = 1;`),
      /needs Node 22\.19 or newer/,
    ],
    ["it throws", () => standIn(`throw new Error("out of luck");`), /out of luck/],
    ["it is killed", () => standIn(`process.kill(process.pid, "SIGKILL");`), /Killed/],
    ["it dies halfway through its report", () => standIn(`writeFileSync(json, "{"); process.exit(1);`), /SyntaxError/],
  ])("%s", async (_, prepare, says) => {
    prepare();
    const { conclusion, log } = await run();
    expect(conclusion).toBe("failure");
    expect(log).toMatch(says);
    expect(ours()).toEqual([
      expect.objectContaining({ body: expect.stringContaining("The check itself failed: its log says why.") }),
    ]);
  });

  test("the package is not installed", async () => {
    rmSync(join(workspace, ACTION, "package.json"), { force: true });
    const { conclusion, log } = await run();
    expect(conclusion).toBe("failure");
    expect(log).toContain("pulumi-signalwire is not installed here or above. Run npm ci before this step");
    expect(ours()).toHaveLength(1);
  });
});

describe("on a bad night", () => {
  beforeEach(() => standInReport(DRIFTED));

  test("the issue is opened, though fail-on lets the findings pass", async () => {
    const { conclusion, outputs } = await run({ "fail-on": "never" });
    expect(conclusion).toBe("success");
    expect(outputs.action).toMatchObject({ "exit-code": "0", drifted: "1", unmanaged: "" });
    expect(ours()).toHaveLength(1);
  });

  test.each([
    ["drift,unwatched", 1],
    ["drift", 0],
  ])("what changed where the program says nothing opens it where fail-on is %s: %i", async (failOn, count) => {
    standInReport(UNWATCHED);
    await run({ "fail-on": failOn });
    expect(ours()).toHaveLength(count);
  });

  test.each<[string, () => void, { [name: string]: string }]>([
    ["gh is missing", () => rmSync(tool("gh")), {}],
    ["gh may not read the issues", () => {}, FORBIDDEN],
  ])("the job is red with a sentence where %s", async (_, prepare, inputs) => {
    prepare();
    const { conclusion, log } = await run({ "fail-on": "never", ...inputs });
    expect(conclusion).toBe("failure");
    expect(log).toContain(`::error title=SignalWire drift::The issue "${TITLE}" could not be kept: gh is missing`);
    expect(hub().issues).toEqual([]);
  });

  test("nothing is counted of what could not be checked", async () => {
    standInReport(BLIND, { code: 1 });
    const { conclusion, outputs } = await run({ unmanaged: "true" });
    expect(conclusion).toBe("failure");
    expect(outputs.action).toMatchObject({ "exit-code": "1", drifted: "", unmanaged: "" });
  });

  test("the issue is found among more than a hundred", async () => {
    const common = { labels: [{ name: "signalwire-drift" }], comments: [], body: "", state: "open" as const };
    const titles = [TITLE, ...Array.from({ length: 120 }, (_, at) => `Other ${at}`)];
    const issues = titles.map((title, at) => ({ ...common, number: at + 1, title }));
    writeHub({ labels: ["signalwire-drift"], issues, comments: [] });
    await run();
    expect(hub().issues).toHaveLength(121);
    expect(ours()[0]?.body).not.toBe("");
  });
});

test.each<[string, () => void, { [name: string]: string }]>([
  ["gh is missing", () => rmSync(tool("gh")), {}],
  ["gh may not read the issues", () => {}, FORBIDDEN],
])("a clean night is green where %s, and says what it could not see", async (_, prepare, inputs) => {
  standInReport(CLEAN);
  prepare();
  const { conclusion, log } = await run(inputs);
  expect(conclusion, log).toBe("success");
  expect(log).toContain("::notice title=SignalWire drift::Nothing differs.");
});

test("in an npm workspace the package is found in the root's node_modules", async () => {
  standInReport(CLEAN);
  const { conclusion, outputs, log } = await run({ "working-directory": "office" });
  expect(conclusion, log).toBe("success");
  expect(outputs.action).toMatchObject({ "exit-code": "0", drifted: "0" });
});

describe("an input", () => {
  const mark = () => join(folder, "reached");

  test.each<[string, (mark: string) => string]>([
    ["double quotes", (file) => `"; touch ${file}; "`],
    ["a substitution", (file) => `$(touch ${file})`],
    ["backticks", (file) => `\`touch ${file}\``],
    ["single quotes", (file) => `'; touch ${file}; '`],
  ])("of %s is a text to every script", async (_, hostile) => {
    // The command receives each argument whole.
    standIn(`console.log(JSON.stringify(process.argv.slice(2))); process.exitCode = 1;`);
    symlinkSync(execFileSync("sh", ["-c", "command -v touch"], { encoding: "utf8" }).trim(), tool("touch"));
    const value = hostile(mark());
    const files = { markdown: `${value}.md`, json: `${value}.json`, junit: `${value}.xml` };
    const { log } = await run({ ...files, stack: value, "config-file": value, "fail-on": value, issue: value });
    rmSync(tool("touch"));
    expect(log).toContain(
      JSON.stringify([
        "drift",
        ...[`--report=markdown=${files.markdown}`, `--report=json=${files.json}`, `--stack=${value}`],
        ...[`--config-file=${value}`, `--fail-on=${value}`, `--report=junit=${files.junit}`],
      ]),
    );
    expect(existsSync(mark())).toBe(false);
    // The script reached its last command.
    expect(ours(value)).toHaveLength(1);
  });

  test("with a line break in a path adds no output of its own", async () => {
    standInReport(CLEAN);
    const { conclusion, outputs } = await run({ json: "a.json\nexit-code=0" });
    expect([conclusion, outputs.action?.["exit-code"]]).toEqual(["failure", ""]);
    expect(existsSync(join(workspace, "a.json"))).toBe(false);
  });

  test("that is neither true nor false is named", async () => {
    const { conclusion, log } = await run({ unmanaged: "yes" });
    expect(conclusion).toBe("failure");
    expect(log).toContain("::error title=SignalWire drift::The input unmanaged must be true or false.");
  });
});

// The scripts of the action, of the workflow for pull requests and of GitLab's preview, as written, run by bash as the services run them.
// A program stands in for this package's command, and scripts that note their arguments for `gh` and `curl`. files.test.ts checks the
// YAML around the scripts.

import { execFile } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { json } from "../../../cli/report/json.ts";
import { report, resource } from "../../cli/drift/reports.ts";

type Texts = { readonly [name: string]: string };

interface Step {
  readonly name: string;
  readonly run: string;
  readonly env: Texts;
}

const read = (file: string) => parse(readFileSync(fileURLToPath(new URL(`../../../${file}`, import.meta.url)), "utf8"));
const [check, issue]: Step[] = read("action.yml").runs.steps;
const comment: Step | undefined = read("examples/ci/github/pull-request.yml").jobs.preview.steps.at(-1);
const TITLE = "SignalWire differs from its Pulumi stacks";

let folder: string;
const at = (name: string) => join(folder, name);
const textOf = (name: string) => (existsSync(at(name)) ? readFileSync(at(name), "utf8") : "");

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "signalwire-action-"));
  mkdirSync(at("tools"));
  mkdirSync(at("node_modules/pulumi-signalwire"), { recursive: true });
  const manifest = { name: "pulumi-signalwire", bin: { "pulumi-signalwire": "check.mjs" } };
  writeFileSync(at("node_modules/pulumi-signalwire/package.json"), JSON.stringify(manifest));
  // Notes its arguments, keeps the text that it would send, and answers a list with what the file `listed` has.
  const gh = `#!/bin/sh
echo "$*" >> "${at("asked")}"
for each; do case $each in */body) cp "$each" "${at("sent")}" ;; body=@*) cp "\${each#body=@}" "${at("sent")}" ;; esac; done
case "$*" in *--method*) ;; api*) cat "${at("listed")}" ;; esac\n`;
  const curl = `#!/bin/sh
echo "$*" >> "${at("asked")}"
case "$*" in */user) echo '{ "id": 7 }' ;; *--request*) cp note.md "${at("sent")}" ;; *) cat "${at("listed")}" ;; esac\n`;
  const npx = '#!/bin/sh\nshift 3\nexec node node_modules/pulumi-signalwire/check.mjs "$@"\n';
  for (const [tool, script] of Object.entries({ gh, curl, npx }))
    writeFileSync(at(`tools/${tool}`), script, { mode: 0o755 });
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Installs a command with these lines, which can write the reports' files. */
function standIn(lines: string): void {
  const program = `import { writeFileSync } from "node:fs";
const [json, markdown] = ["--report=json=", "--report=markdown="].map((option) => process.argv.find((each) => each.startsWith(option))?.slice(option.length));
${lines}\n`;
  writeFileSync(at("node_modules/pulumi-signalwire/check.mjs"), program);
}

/** Runs a step. Variables of the step that are not given are empty. */
function run(step: Step | undefined, given: Texts): Promise<{ code: number; log: string; outputs: Texts }> {
  if (!step) throw new Error("no such step");
  const names = Object.keys(step.env);
  expect(names).toEqual(expect.arrayContaining(Object.keys(given)));
  writeFileSync(at("script.sh"), step.run);
  writeFileSync(at("output"), "");
  const env = {
    ...Object.fromEntries(names.map((name) => [name, given[name] ?? ""])),
    PATH: `${at("tools")}:${dirname(process.execPath)}:${process.env.PATH}`,
    GITHUB_OUTPUT: at("output"),
    RUNNER_TEMP: folder,
  };
  return new Promise((resolve) =>
    // GitHub's own command line.
    execFile(
      "bash",
      ["--noprofile", "--norc", "-eo", "pipefail", at("script.sh")],
      { cwd: folder, env },
      (error, out, err) => {
        const lines = textOf("output").split("\n").filter(Boolean);
        const outputs = Object.fromEntries(lines.map((line) => line.split(/=(.*)/s, 2)));
        resolve({ code: error ? Number(error.code) : 0, log: out + err, outputs });
      },
    ),
  );
}

describe("the check", () => {
  const change = { property: "encryption", expected: "required", actual: "optional" };
  const drifted = json(report([{ stack: "prod", resources: [resource("desk", "drifted", { changes: [change] })] }]));
  const unnamed = json(report([{ stack: "prod", resources: [resource("line", "unnamed", { unnamed: [change] })] }]));
  const blind = json(report([{ stack: "prod", resources: [], error: "Locked." }]));

  test.each<[string, string, number, Texts, Texts]>([
    ["a drift", drifted, 7, {}, { "exit-code": "7", drifted: "1", unmanaged: "", result: "differs" }],
    ["a change that the program watches", unnamed, 7, { FAIL_ON: "drift,unnamed" }, { result: "differs" }],
    ["nothing", json(report([])), 0, { UNMANAGED: "true" }, { drifted: "0", unmanaged: "0", result: "clean" }],
    ["a stack that it cannot see", blind, 1, { UNMANAGED: "true" }, { drifted: "", unmanaged: "", result: "unseen" }],
  ])("tells %s by its outputs", async (_, text, exitCode, given, outputs) => {
    standIn(
      `writeFileSync(json, ${JSON.stringify(text)}); writeFileSync(markdown, "Text"); process.exitCode = ${exitCode};`,
    );
    const ran = await run(check, { ...given, MARKDOWN: "drift.md", JSON: "drift.json" });
    expect(ran.code, ran.log).toBe(0);
    expect(ran.outputs).toMatchObject({
      "exit-code": String(exitCode),
      report: "drift.md",
      json: "drift.json",
      ...outputs,
    });
  });

  test.each([
    ["it throws", `throw new Error("out of luck");`, "1"],
    ["it is killed", `process.kill(process.pid, "SIGKILL");`, "137"],
  ])("tells that %s by its exit code, and no result of an earlier run", async (_, lines, exitCode) => {
    standIn(lines);
    writeFileSync(at("drift.json"), drifted);
    expect((await run(check, { JSON: "drift.json" })).outputs).toEqual({ "exit-code": exitCode });
  });

  test("gives the command each input as one argument, whatever stands in it", async () => {
    standIn("console.log(JSON.stringify(process.argv.slice(2)));");
    const value = `"; touch reached; "$(touch reached)\`touch reached\`'; touch reached; '`;
    const files = { MARKDOWN: `${value}.md`, JSON: `${value}.json`, JUNIT: `${value}.xml` };
    const { log } = await run(check, { ...files, STACKS: value, CONFIG_FILE: value, FAIL_ON: value });
    const reports = [`--report=markdown=${value}.md`, `--report=json=${value}.json`];
    const others = [`--stack=${value}`, `--config-file=${value}`, `--fail-on=${value}`, `--report=junit=${value}.xml`];
    expect(JSON.parse(log.trim())).toEqual(["drift", ...reports, ...others]);
    expect(existsSync(at("reached"))).toBe(false);
  });

  test.each<[Texts, string]>([
    [{ JSON: "a.json\nexit-code=0" }, "The inputs markdown and json must be paths without line breaks."],
    [{ UNMANAGED: "yes" }, "The input unmanaged must be true or false."],
  ])("refuses %j before it starts", async (given, message) => {
    standIn("");
    const { code, log, outputs } = await run(check, given);
    expect({ code, outputs }).toEqual({ code: 1, outputs: {} });
    expect(log).toContain(`::error title=SignalWire drift::${message}`);
  });
});

describe("the issue", () => {
  const ours = (mark: string, rest = "") => ({
    number: 4,
    title: TITLE,
    body: `<!-- signalwire-drift ${mark} -->\n${rest}`,
  });
  const others = [
    { ...ours("a"), number: 2, title: "Of a person" },
    { ...ours("a"), number: 3, pull_request: {} },
  ];
  const CREATE = [
    expect.stringContaining("label create signalwire-drift"),
    expect.stringContaining(`create --title ${TITLE}`),
  ];
  const EDIT = expect.stringContaining("issue edit 4");

  test.each<[string, Texts, readonly object[], readonly unknown[]]>([
    ["is opened by the first finding, beside issues of others", { RESULT: "differs", MARK: "a" }, others, CREATE],
    ["is kept up to date by the same findings", { RESULT: "differs", MARK: "a" }, [ours("a")], [EDIT]],
    [
      "gets a comment on other findings",
      { RESULT: "differs", MARK: "b" },
      [ours("a")],
      [EDIT, expect.stringContaining("issue comment 4")],
    ],
    ["is closed when nothing differs", { RESULT: "clean" }, [ours("a")], [expect.stringContaining("issue close 4")]],
    ["is not opened when nothing differs", { RESULT: "clean" }, others, []],
  ])("%s", async (_, given, listed, asked) => {
    writeFileSync(at("listed"), listed.map((each) => `${JSON.stringify(each)}\n`).join(""));
    const { code, log } = await run(issue, { TITLE, SERVER: "https://github.com", GH_REPO: "acme/phones", ...given });
    expect(code, log).toBe(0);
    expect(textOf("asked").split("\n").filter(Boolean).slice(1)).toEqual(asked);
  });

  test("shows the report, and what was seen last while it cannot be seen", async () => {
    writeFileSync(at("report.md"), "Locked.\n");
    const known = { ...ours("a", "intro\n<!-- findings -->\nDiffers: desk.\n") };
    writeFileSync(at("listed"), JSON.stringify(known));
    const { log } = await run(issue, { TITLE, RESULT: "unseen", REPORT: at("report.md"), PRIVATE: "false" });
    expect(textOf("sent")).toMatch(
      /^<!-- signalwire-drift a -->\n.*\nLocked\.\n\n---\nLast seen in full:\n.*Differs: desk\.\n$/s,
    );
    expect(log).toContain("::warning title=SignalWire drift::This repository is public");
  });
});

describe("the comment of a pull request", () => {
  const given = {
    COMMENTS: "repos/acme/phones/issues/7/comments",
    COMMENT: "repos/acme/phones/issues/comments",
    STACK: "prod",
  };

  test.each([
    ["its own from before", "9001\n9002\n", "--method PATCH repos/acme/phones/issues/comments/9001 "],
    ["none of its own", "", "--method POST repos/acme/phones/issues/7/comments "],
  ])("replaces or follows %s", async (_, listed, asked) => {
    writeFileSync(at("listed"), listed);
    writeFileSync(at("preview.md"), "## A preview\n");
    expect((await run(comment, { ...given, MARK: "<!-- signalwire-preview prod -->" })).code).toBe(0);
    expect(textOf("asked").split("\n")[1]).toContain(asked);
    expect(textOf("sent")).toMatch(/^<!-- signalwire-preview prod -->\n## A preview\n/);
  });

  test("says that there is no preview, and fails nothing where it may not be written", async () => {
    const { code, log } = await run(comment, given);
    expect(code).toBe(0);
    expect(log).toContain("::warning title=No comment::The comment could not be written: gh is missing");
    expect(textOf("comment.md")).toContain("## ❌ `prod`: no preview");
  });
});

describe("the note of a merge request", () => {
  const API = "https://gitlab.example/api/v4";
  const given = {
    STACK: "prod",
    GITLAB_TOKEN: "glpat-canary",
    CI_API_V4_URL: API,
    CI_PROJECT_ID: "3",
    CI_MERGE_REQUEST_IID: "5",
    CI_JOB_URL: "https://gitlab.example/jobs/1",
  };
  const { script, after_script: after } = read("examples/ci/gitlab/.gitlab-ci.yml").preview;
  const mark = "<!-- signalwire-preview prod -->";
  const notes = `${API}/projects/3/merge_requests/5/notes`;
  const copied = { id: 1, author: { id: 8 }, body: `${mark}\nCopied` };
  const own = { id: 2, author: { id: 7 }, body: `${mark}\nOld` };
  const runLines = (lines: readonly string[]) => run({ name: "", run: lines.join("\n"), env: given }, given);

  test.each([
    ["is written beside a copy of another person", [copied], `--request POST --data-urlencode body@note.md ${notes}`],
    ["is replaced", [copied, own], `--request PUT --data-urlencode body@note.md ${notes}/2`],
  ])("%s, with the report of a preview that fails", async (_, listed, asked) => {
    standIn(
      'writeFileSync(markdown, "## Refused\\n"); console.log(process.argv.slice(2).join(" ")); process.exitCode = 1;',
    );
    writeFileSync(at("listed"), JSON.stringify(listed));
    expect(await runLines(script)).toMatchObject({
      code: 1,
      log: "preview --stack=prod --report=markdown=preview.md\n",
    });
    expect((await runLines(after)).code).toBe(0);
    expect(textOf("asked").trim().split("\n").at(-1)).toContain(asked);
    expect(textOf("sent")).toBe(`${mark}\n## Refused\n\n[The job](https://gitlab.example/jobs/1)\n`);
  });
});

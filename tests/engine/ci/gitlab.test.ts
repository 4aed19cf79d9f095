// The jobs of examples/ci/gitlab, run as they are written: `npm ci`, the real engine, the package as it would be published, and
// the reference server. Which job runs when is tested in tests/ci.

import { execFile } from "node:child_process";
import { copyFile, readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { parse } from "yaml";
import { ask, list, requests, type Server, serve } from "../service.ts";
import { describeWithEngine, type Outcome } from "../stack.ts";
import { Repository } from "./repository.ts";

const root = fileURLToPath(new URL("../../..", import.meta.url));

const PROGRAM = `
import * as pulumi from "@pulumi/pulumi";
import { SipEndpoint } from "pulumi-signalwire";
const password = new pulumi.Config().requireSecret("deskPassword");
new SipEndpoint("desk", { username: "front-desk", password, encryption: "required", callerId: "Desk" });
`;

interface Job {
  readonly before_script: readonly string[];
  readonly script: readonly string[];
  readonly variables: { readonly [name: string]: string };
  readonly artifacts: { readonly reports: { readonly [report: string]: string } };
}

describeWithEngine("the GitLab jobs", () => {
  let server: Server;
  let repository: Repository;
  /** The jobs as GitLab reads them. */
  let jobs: { readonly [name: string]: Job };
  let variables: Job["variables"];

  beforeAll(async () => {
    server = await serve();
    repository = await Repository.create(server);
    await repository.write("index.ts", PROGRAM);
    const file = ".gitlab-ci.yml";
    await copyFile(join(root, "examples/ci/gitlab", file), join(repository.folder, file));
    const command = fileURLToPath(import.meta.resolve("gitlab-ci-local"));
    const { stdout } = await promisify(execFile)(process.execPath, [command, "--preview"], { cwd: repository.folder });
    ({ variables, ...jobs } = parse(stdout));
  });

  afterAll(async () => {
    await repository?.remove();
    await server?.close();
  });

  beforeEach(() => server.journal.clear());

  /** A job with all that it inherits. */
  function job(name: string): Job {
    const found = jobs[name];
    if (!found) throw new Error(`there is no job ${name}`);
    return { ...found, variables: { ...variables, ...found.variables } };
  }

  /** Runs the job as a runner does: the lines of both scripts one after the other, in one shell that stops at a failure. */
  async function run(name: string, { isInstalled = false } = {}): Promise<Outcome> {
    const { before_script: before, script, variables: own } = job(name);
    const lines = ["set -eo pipefail", ...(isInstalled ? [] : before), ...script].join("\n");
    const { secrets, vars } = repository.settings;
    const env = { ...repository.runner.env, CI: "true", GITLAB_CI: "true", ...secrets, ...vars, ...own };
    return new Promise((resolve) => {
      execFile("bash", ["-c", lines], { cwd: repository.folder, env }, (error, stdout, stderr) =>
        resolve({ code: error ? Number(error.code) : 0, output: stdout + stderr }),
      );
    });
  }

  const artifact = (name: string) => readFile(join(repository.folder, name), "utf8");

  it("shows on a merge request what would change, and changes nothing", async () => {
    const { code, output } = await run("preview");
    expect(code, output).toBe(0);
    expect(output).toMatch(/signalwire:SipEndpoint: \(create\)/);
    expect(output).toContain("Policy Packs run:");
    // What the merge request shows of it.
    const { reports } = job("preview").artifacts;
    expect(JSON.parse(await artifact(reports.terraform ?? ""))).toEqual({ create: 2, update: 0, delete: 0 });
    expect(JSON.parse(await artifact(reports.codequality ?? ""))).toContainEqual(
      expect.objectContaining({ severity: "minor", location: { path: "index.ts", lines: { begin: 5 } } }),
    );
    expect(requests(server).filter((request) => !request.startsWith("GET "))).toEqual([]);
  });

  it("deploys the default branch, and passes on a scheduled night when nothing differs", async () => {
    const deployed = await run("deploy", { isInstalled: true });
    expect(deployed.code, deployed.output).toBe(0);
    expect(deployed.output).toMatch(/Policies:\n.* signalwire@v/);
    expect(await list(server, "/endpoints/sip")).toHaveLength(1);
    const { code, output } = await run("drift", { isInstalled: true });
    expect(code, output).toBe(0);
    expect(await artifact("drift.xml")).not.toContain("<failure");
  });

  it("fails on the night after someone changed something, and keeps a test report of it", async () => {
    const [endpoint] = await list(server, "/endpoints/sip");
    await ask(server, "PUT", `/endpoints/sip/${endpoint?.id}`, { encryption: "optional" });
    const state = await repository.stateText();
    const { code, output } = await run("drift", { isInstalled: true });
    expect(code, output).toBe(7);
    const { artifacts } = job("drift");
    const junit = await artifact(artifacts.reports.junit ?? "");
    expect(junit).toContain("<failure");
    expect(junit).toContain("encryption");
    expect(artifacts).toMatchObject({ when: "always", paths: ["drift.md"] });
    expect(await artifact("drift.md")).toContain("optional");
    expect(await repository.stateText()).toBe(state);
    for (const secret of repository.secretValues) expect(output + junit).not.toContain(secret);
  });
});

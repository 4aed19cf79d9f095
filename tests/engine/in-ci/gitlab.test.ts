// The preview of examples/ci/gitlab, run as written: `npm ci`, the real engine, the packed package, and the reference server.
// tests/ci tests the rules that select jobs.

import { execFile } from "node:child_process";
import { copyFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { parse } from "yaml";
import { Repository } from "../ci/repository.ts";
import { requests, type Server, serve } from "../service.ts";
import { describeWithEngine, type Outcome } from "../stack.ts";

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
  readonly after_script?: readonly string[];
  readonly variables: { readonly [name: string]: string };
}

interface Note {
  readonly id: number;
  readonly author: { readonly id: number };
  body: string;
}

interface GitLab {
  readonly notes: Note[];
  readonly variables: Job["variables"];
  close(): void;
}

/** Serves a fake of GitLab's API: a token's user, and one merge request's notes. */
async function serveGitLab(): Promise<GitLab> {
  const notes: Note[] = [];
  const path = "/api/v4/projects/3/merge_requests/5/notes";
  const listening = createServer(async (request, response) => {
    const body = new URLSearchParams(await text(request)).get("body") ?? "";
    const [called = ""] = (request.url ?? "").split("?");
    const known = notes.find(({ id }) => called === `${path}/${id}`);
    const answer = (status: number, data: unknown) => response.writeHead(status).end(JSON.stringify(data));
    if (request.headers["private-token"] !== "glpat-canary") answer(401, {});
    else if (called === "/api/v4/user") answer(200, { id: 7 });
    else if (request.method === "GET" && called === path) answer(200, notes);
    else if (request.method === "PUT" && known) {
      known.body = body;
      answer(200, known);
    } else if (request.method === "POST" && called === path) {
      notes.push({ id: notes.length + 1, author: { id: 7 }, body });
      answer(201, notes.at(-1));
    } else answer(404, {});
  });
  await new Promise<void>((resolve) => listening.listen(0, "127.0.0.1", resolve));
  const { port } = listening.address() as AddressInfo;
  const variables = {
    GITLAB_TOKEN: "glpat-canary",
    CI_API_V4_URL: `http://127.0.0.1:${port}/api/v4`,
    CI_PROJECT_ID: "3",
    CI_MERGE_REQUEST_IID: "5",
    CI_JOB_URL: "https://gitlab.example/jobs/1",
  };
  return { notes, variables, close: () => void listening.close() };
}

describeWithEngine("the GitLab jobs", () => {
  let server: Server;
  let repository: Repository;
  /** The jobs as GitLab parses them. */
  let jobs: { readonly [name: string]: Job };
  let variables: Job["variables"];
  let gitlab: GitLab;

  beforeAll(async () => {
    server = await serve();
    gitlab = await serveGitLab();
    repository = await Repository.create(server);
    await repository.write("index.ts", PROGRAM);
    const file = ".gitlab-ci.yml";
    await copyFile(join(root, "examples/ci/gitlab", file), join(repository.folder, file));
    const command = fileURLToPath(import.meta.resolve("gitlab-ci-local"));
    const { stdout } = await promisify(execFile)(process.execPath, [command, "--preview"], { cwd: repository.folder });
    ({ variables, ...jobs } = parse(stdout));
    for (const name of ["preview", "deploy", "drift"]) expect(job(name).before_script).toEqual(["npm ci"]);
    await repository.install();
  });

  afterAll(async () => {
    await repository?.remove();
    await server?.close();
    gitlab?.close();
  });

  beforeEach(() => server.journal.clear());

  /** Returns a job with its inherited settings. */
  function job(name: string): Job {
    const found = jobs[name];
    if (!found) throw new Error(`there is no job ${name}`);
    return { ...found, variables: { ...variables, ...found.variables } };
  }

  /** Runs the job like a runner, after its installation: the lines of a script in one shell that stops at a failure. */
  async function run(name: string): Promise<Outcome> {
    const { script, after_script: after = [], variables: own } = job(name);
    const { secrets, vars } = repository.settings;
    const env = {
      ...repository.runner.env,
      CI: "true",
      GITLAB_CI: "true",
      ...secrets,
      ...vars,
      ...own,
      ...gitlab.variables,
    };
    const shell = (lines: readonly string[]) =>
      new Promise<Outcome>((resolve) => {
        execFile("bash", ["-c", lines.join("\n")], { cwd: repository.folder, env }, (error, stdout, stderr) =>
          resolve({ code: error ? Number(error.code) : 0, output: stdout + stderr }),
        );
      });
    const ran = await shell(["set -eo pipefail", ...script]);
    // Runs in a separate shell, whatever the script's exit code was.
    const { output } = await shell(after);
    return { ...ran, output: ran.output + output };
  }

  const mark = "<!-- signalwire-preview prod -->";

  it("shows on a merge request what would change, in a note of its own, and changes nothing", async () => {
    gitlab.notes.push({ id: 1, author: { id: 8 }, body: `${mark}\nCopied` });
    const { code, output } = await run("preview");
    expect(code, output).toBe(0);
    expect(output).toMatch(/^✓ prod: 1 to create$/m);
    expect(output).toMatch(/advisory +SipEndpoint desk +index\.ts:5\n +sip-endpoint-send-as /);
    expect(requests(server).filter((request) => !request.startsWith("GET "))).toEqual([]);
  });

  it("keeps the one note of the merge request, and leaves those of others alone", async () => {
    expect(gitlab.notes).toMatchObject([{ id: 1 }, { id: 2, body: expect.stringContaining("prod: 1 to create") }]);
    await repository.write("index.ts", PROGRAM.replace('"required"', '"optional"'));
    expect((await run("preview")).code).not.toBe(0);
    await repository.write("index.ts", PROGRAM);
    expect(gitlab.notes).toEqual([
      { id: 1, author: { id: 8 }, body: `${mark}\nCopied` },
      {
        id: 2,
        author: { id: 7 },
        body: expect.stringMatching(/^<!-- .* -->\n## ❌ prod: refused by 1 mandatory.*\[The job\]/s),
      },
    ]);
  });
});

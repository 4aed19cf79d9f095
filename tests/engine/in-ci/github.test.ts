// Runs the workflows of examples/ci/github and their action as written, with the real engine and the packed package.

import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Hub, Issue } from "../ci/gh.ts";
import { PASSWORD, Repository } from "../ci/repository.ts";
import { type Result, runAction, runWorkflow, type Trigger } from "../ci/workflow.ts";
import { ask, list, requests, type Server, serve } from "../service.ts";
import { describeWithEngine } from "../stack.ts";

const pathOf = (file: string) => fileURLToPath(new URL(file, import.meta.url));
const example = (name: string) => pathOf(`../../../examples/ci/github/${name}`);
const NIGHTLY = example("nightly-drift.yml");
const ACTION = "./node_modules/pulumi-signalwire";
/** A comment that the workflow wrote. */
const written = (body: string) => ({ id: 9000, user: { login: "github-actions[bot]" }, body });
const EMPTY: Hub = { labels: [], issues: [], comments: [] };
const TITLE = "SignalWire differs from its Pulumi stacks";

const PROGRAM = `
import * as pulumi from "@pulumi/pulumi";
import { PhoneNumber, SipEndpoint } from "pulumi-signalwire";
const password = new pulumi.Config().requireSecret("deskPassword");
const desk = new SipEndpoint("desk", { username: "front-desk", password, encryption: "required" });
new PhoneNumber("line", { number: "+12025550101", name: "Main line", callHandler: "relay_sip_endpoint", callSipEndpointId: desk.id });
`;

describeWithEngine("the GitHub workflows", () => {
  let server: Server;
  let repository: Repository;
  let tools: string;
  let runId = 0;

  beforeAll(async () => {
    server = await serve("+12025550101");
    tools = await mkdtemp(join(tmpdir(), "signalwire-gh-"));
    await writeFile(join(tools, "gh"), `#!/bin/sh\nexec node "${pathOf("../ci/gh.ts")}" "$@"\n`, { mode: 0o755 });
    await writeFile(join(tools, "hub.json"), JSON.stringify(EMPTY));
    repository = await Repository.create(server, tools);
    Object.assign(repository.runner.env, { GH_STATE: join(tools, "hub.json") });
    await repository.write("index.ts", PROGRAM);
    // tests/engine/in-ci/packed.test.ts runs `npm ci` in a clone.
    await repository.install();
  });

  afterAll(async () => {
    await repository?.remove();
    await server?.close();
    if (tools) await rm(tools, { recursive: true, force: true });
  });

  beforeEach(() => server.journal.clear());

  const hub = async (): Promise<Hub> => JSON.parse(await readFile(join(tools, "hub.json"), "utf8"));
  const issues = async () => (await hub()).issues;

  function pullRequest(from: string, leaveOut = ["Install"], more: Partial<Trigger> = {}): Promise<Result> {
    const event = { pull_request: { number: 7, head: { repo: { full_name: from } } } };
    return runWorkflow(repository.runner, {
      file: example("pull-request.yml"),
      event,
      leaveOut,
      ...repository.settings,
      ...more,
    });
  }

  /** A run at night. */
  function night(settings: Partial<Trigger> = repository.settings): Promise<Result> {
    runId += 1;
    return runWorkflow(repository.runner, { file: NIGHTLY, leaveOut: ["Install"], runId, ...settings });
  }

  async function endpointId(): Promise<string> {
    const [endpoint] = await list(server, "/endpoints/sip?filter_username=front-desk");
    return String(endpoint?.id);
  }

  function expectNoSecret(...texts: string[]): void {
    for (const text of texts) for (const secret of repository.secretValues) expect(text).not.toContain(secret);
  }

  it("show on a pull request what would change, and change nothing", async () => {
    const result = await pullRequest("acme/phones");
    expect(result.conclusion, result.log).toBe("success");
    expect(result.published).toEqual(["actions/checkout@v7", "actions/setup-node@v7", "pulumi/actions@v7"]);
    expect(result.summary).toMatch(/^## ✅ prod: 2 to create\n/);
    expect(result.summary).toMatch(
      /\*\*Create\*\*.*\| `PhoneNumber line` \| `number` \| `"\+12025550101"` \| `index\.ts:6` \|\n.*`password` \| `\[secret\]` \| `index\.ts:5`/s,
    );
    expect(result.summary).toContain("then: Rings the devices of the SIP endpoint front-desk");
    // The engine's output is only part of a verbose report.
    expect(result.summary).not.toContain("Policy Packs run:");
    expect(requests(server).filter((request) => !request.startsWith("GET "))).toEqual([]);
    expect(await hub()).toEqual({ ...EMPTY, comments: [written(expect.stringContaining("prod: 2 to create"))] });
    expectNoSecret(result.log, result.summary);
  });

  it("fail on a pull request that a policy refuses, and say so on its page and in the one comment", async () => {
    const before = await hub();
    // People quote the mark, and a user may copy it to imitate the bot.
    const others = Array.from({ length: 120 }, (_, id) => {
      const quote = id === 0 ? "" : "> ";
      return { id, user: { login: "mallory" }, body: `${quote}<!-- signalwire-preview prod -->\n${id}` };
    });
    await writeFile(join(tools, "hub.json"), JSON.stringify({ ...before, comments: [...others, ...before.comments] }));
    await repository.write("index.ts", PROGRAM.replace('"required"', '"optional"'));
    const result = await pullRequest("acme/phones");
    await repository.write("index.ts", PROGRAM);
    expect(result.conclusion).toBe("failure");
    expect(result.summary).toContain("sip-endpoint-encryption");
    expect(result.summary).toContain("encryption is not required");
    expect(result.summary).toMatch(
      /^## ❌ prod: refused by 1 mandatory violation; 2 to create\n\n- Who rings.*\*\*Mandatory\*\*.*`sip-endpoint-encryption` \(high\).*\*\*Advisory\*\*.*\*\*Create\*\*/s,
    );
    expect(result.log).toMatch(
      /^::error file=index.ts,line=5,title=sip-endpoint-encryption%3A SipEndpoint desk::.*encryption is not required/m,
    );
    const { comments } = await hub();
    expect(comments).toEqual([
      ...others,
      written(expect.stringMatching(/^<!-- signalwire-preview prod -->\n.*refused.*actions\/runs\/1\)\n$/s)),
    ]);
  });

  it("replace an older comment when a step before the preview fails", async () => {
    const before = await hub();
    await writeFile(join(tools, "npm"), "#!/bin/sh\necho no registry >&2\nexit 1\n", { mode: 0o755 });
    const result = await pullRequest("acme/phones", []);
    await rm(join(tools, "npm"));
    expect(result.conclusion).toBe("failure");
    const { comments } = await hub();
    expect(comments).toHaveLength(before.comments.length);
    expect(comments.at(-1)?.body).toMatch(/^<!-- signalwire-preview prod -->\n## ❌ `prod`: no preview\n/);
  });

  it("show a pull request all the same where its comment may not be written", async () => {
    // A fake of the preview command. Other pull requests run the real one.
    const command = `#!/bin/sh\nfor each; do case $each in --report=markdown=*) echo A preview > "\${each#*=*=}" ;; esac; done\n`;
    await writeFile(join(tools, "npx"), command, { mode: 0o755 });
    const result = await pullRequest("acme/phones", undefined, { permissions: { contents: "read" } });
    await rm(join(tools, "npx"));
    expect(result.conclusion, result.log).toBe("success");
    expect(result.log).toContain("::warning title=No comment::The comment could not be written: gh is missing");
  });

  it("explain on a pull request by Dependabot why there is no preview", async () => {
    const actor = "dependabot[bot]";
    expect((await pullRequest("acme/phones", [], { actor })).conclusion).toBe("skipped");
    const told = await pullRequest("acme/phones", [], { actor, job: "dependabot" });
    expect(told.log).toContain("::notice title=No preview::");
    expect((await pullRequest("acme/phones", [], { job: "dependabot" })).conclusion).toBe("skipped");
  });

  it("do not run a fork's program at all", async () => {
    const result = await pullRequest("mallory/phones");
    expect(result).toMatchObject({ conclusion: "skipped", log: "", published: [] });
    expect(requests(server)).toEqual([]);
  });

  it("deploy what was merged, and open no issue on a night when nothing differs", async () => {
    const deployed = await runWorkflow(repository.runner, {
      file: example("deploy.yml"),
      leaveOut: ["Install"],
      ...repository.settings,
    });
    expect(deployed.conclusion, deployed.log).toBe("success");
    expect(deployed.log).toMatch(/Policies:\n.* signalwire@v/);
    expect(await endpointId()).toMatch(/^[0-9a-f-]{36}$/);
    await writeFile(join(tools, "hub.json"), JSON.stringify(EMPTY));
    server.journal.clear();
    const state = await repository.stateText();
    const result = await night();
    expect(result.conclusion, result.log).toBe("success");
    expect(await hub()).toEqual(EMPTY);
    expect(requests(server).filter((request) => !request.startsWith("GET "))).toEqual([]);
    expect(await repository.stateText()).toBe(state);
    expectNoSecret(result.log, result.summary);
  });

  it("open one issue with both values on the night after someone changed something", async () => {
    await ask(server, "PUT", `/endpoints/sip/${await endpointId()}`, { caller_id: "Not ours", encryption: "optional" });
    const state = await repository.stateText();
    const result = await night();
    expect(result.conclusion, result.log).toBe("failure");
    const { labels, issues } = await hub();
    expect(labels, result.log).toEqual(["signalwire-drift"]);
    expect(issues).toEqual([
      expect.objectContaining({ number: 1, title: TITLE, state: "open", labels: [{ name: "signalwire-drift" }] }),
    ]);
    const [{ body }] = issues as [Issue];
    expect(body).toContain("encryption");
    expect(body).toContain("required");
    expect(body).toContain("optional");
    expect(body).toContain("Not ours");
    expect(body).toContain("https://github.com/acme/phones/actions/runs/2");
    expect(body).toContain(result.summary.trim());
    expect(await repository.stateText()).toBe(state);
    expectNoSecret(result.log, result.summary, body);
  });

  it("report drift on a pull request without failing it", async () => {
    const result = await pullRequest("acme/phones");
    expect(result.conclusion, result.log).toBe("success");
    expect(result.log).not.toContain("::error");
    expect(result.summary).toMatch(/^## ✅ prod: no changes, 2 unchanged\n.*^## ❌ Drift found\n.*Not ours/ms);
    expect((await hub()).comments.at(-1)?.body).toMatch(/^<!-- signalwire-preview prod -->\n.*Not ours/s);
  });

  describe("and the action by itself", () => {
    const env = () => ({ ...repository.settings.secrets, ...repository.settings.vars });

    it("gives its result as outputs, and the reports as files", async () => {
      const junit = join(tools, "junit.xml");
      const result = await runAction(
        repository.runner,
        ACTION,
        {
          stack: "\n  prod\n",
          unmanaged: "true",
          "fail-on": "drift,unwatched",
          markdown: "reports/drift.md",
          json: "reports/drift.json",
          junit,
        },
        env(),
      );
      expect(result.outputs.action).toEqual({
        "exit-code": "7",
        drifted: "1",
        unmanaged: "0",
        report: "reports/drift.md",
        json: "reports/drift.json",
      });
      expect(result.conclusion).toBe("failure");
      expect(await readFile(join(repository.folder, "reports/drift.md"), "utf8")).toContain("encryption");
      expect(await readFile(junit, "utf8")).toContain("<testsuite");
      expect((await issues()).length).toBe(1);
    });

    // tests/ci/in-ci/action.test.ts tests each script's handling of these values.
    it("gives the engine a stack's name as a text, whatever stands in it", async () => {
      const mark = join(tools, "reached");
      const stack = `"; touch ${mark}; "$(touch ${mark})\`touch ${mark}\`'; touch ${mark}; '`;
      const result = await runAction(repository.runner, ACTION, { stack, issue: stack }, env());
      expect(result.outputs.action).toMatchObject({ "exit-code": "1" });
      expect(existsSync(mark)).toBe(false);
      expect(await issues()).toContainEqual(expect.objectContaining({ title: stack }));
    });
  });

  it("finds no password in any kept file", async () => {
    expect(JSON.stringify(await hub())).not.toContain(PASSWORD);
  });
});

// Runs every command block of README.md, SKILL.md and docs/ as written, in a user's project with README's program and the packed package.
// A comment before a block, and its test's title, say why a block is skipped.

import { spawn } from "node:child_process";
import { copyFile, cp, mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startServer } from "../../../server/index.ts";
import { linkedProject, root, userEnvironment } from "../packed-file.ts";
import { ask, environmentOf, list, type Server } from "../service.ts";
import { describeWithEngine, type Outcome } from "../stack.ts";

const BLOCK = /(?:^ *<!-- not run: (?<reason>.*?) -->\n)?^(?<indent> *)```sh\n(?<commands>[\s\S]*?)^ *```$/gm;

interface Block {
  readonly place: string;
  readonly commands: string;
  readonly reason: string | undefined;
}

async function blocksOf(file: string): Promise<Block[]> {
  const page = await readFile(join(root, file), "utf8");
  return [...page.matchAll(BLOCK)].map(({ index, groups }) => {
    const { reason, commands = "" } = groups ?? {};
    const line = page.slice(0, index).split("\n").length + (reason === undefined ? 0 : 1);
    // The project already has these packages, in the lock file's versions.
    return { place: `${file}:${line}`, commands: commands.replace(/^ *npm (install .*|ci)\n/gm, ""), reason };
  });
}

const pages = (await readdir(join(root, "docs"))).filter((name) => name.endsWith(".md")).sort();
// This page's commands create the stack for the other pages.
const FIRST = "docs/testing.md";
const others = ["README.md", "SKILL.md", ...pages.map((name) => `docs/${name}`)].filter((page) => page !== FIRST);
const written = (await Promise.all([FIRST, ...others].map(blocksOf))).flat();
// Blocks that appear on two pages run once.
const isSame = (one: Block, other: Block) => one.commands === other.commands && one.reason === other.reason;
const blocks = written.filter((block) => block === written.find((each) => isSame(each, block)));

describeWithEngine("the documented commands", () => {
  let server: Server;
  let project: string;
  let env: NodeJS.ProcessEnv;

  beforeAll(async () => {
    server = await startServer({ control: true });
    project = await linkedProject();
    const starter = (file: string) => readFile(join(root, "examples/starter", file), "utf8");
    const settings = (await starter("Pulumi.yaml")).replace("signalwire-starter", "phones");
    await writeFile(join(project, "Pulumi.yaml"), settings);
    await writeFile(join(project, "index.ts"), await starter("index.ts"));
    await cp(join(root, "examples/own-policies"), join(project, "own-policies"), { recursive: true });
    // A message to the line is answered.
    const [line] = await list(server, "/phone_numbers?filter_number=12025550101");
    const message = { message_handler: "relay_application", message_relay_application: "inbox" };
    await ask(server, "PUT", `/phone_numbers/${line?.id}`, message);
    env = {
      ...userEnvironment(project),
      ...environmentOf(server),
      // The answers of a user, and the token that `serve --control` prints.
      PULUMI_SKIP_CONFIRMATIONS: "true",
      SIGNALWIRE_CONTROL_TOKEN: server.controlToken ?? "",
    };
  });

  afterAll(() => server?.close());

  /** Runs commands in one shell and returns its exported variables. Ends background processes. */
  async function run(commands: string, folder = project): Promise<Outcome> {
    const script = `set -eo pipefail\n${commands}\nunset PULUMI_OPTION_SKIP_PREVIEW\nenv -0 > "$PWD/.exported"\n`;
    const child = spawn("bash", ["-c", script], {
      cwd: folder,
      // Other pages preview, so an `up` starts at once. `drift` refuses this option.
      env: commands.includes("pulumi up") ? { ...env, PULUMI_OPTION_SKIP_PREVIEW: "true" } : env,
      stdio: ["ignore", "pipe", "pipe"],
      detached: true, // A group of its own, to end all its processes.
    });
    const ended = new Promise<number>((resolve) => {
      child.on("exit", (code) => {
        if (commands.includes("&\n")) process.kill(-(child.pid ?? 0));
        resolve(code ?? -1);
      });
    });
    const [code, out, err] = await Promise.all([ended, text(child.stdout), text(child.stderr)]);
    if (code === 0) {
      const exported = (await readFile(join(folder, ".exported"), "utf8")).split("\0").filter(Boolean);
      env = Object.fromEntries(
        exported.map((each) => [each.slice(0, each.indexOf("=")), each.slice(each.indexOf("=") + 1)]),
      );
    }
    return { code, output: out + err };
  }

  describe.each(blocks)("at $place", ({ commands, reason }) => {
    if (reason !== undefined) return it.skip(`cannot be run: ${reason}`);
    it("work as they stand there", async () => {
      const { code, output } = await run(commands);
      // A program that a policy refuses exits with an error.
      if (!output.includes("[mandatory]")) expect(code, output).toBe(0);
      // The page's server has ended.
      env = { ...env, ...environmentOf(server) };
      // The later pages assume an existing stack.
      if (commands.includes("stack init try")) expect((await run("pulumi stack rename prod")).code).toBe(0);
    });
  });

  it("are there", () => {
    expect(blocks.length).toBeGreaterThan(12);
    expect(blocks.filter(({ reason }) => reason === undefined).length).toBeGreaterThan(6);
  });

  describe("in an npm workspace, where the package lies in the root's node_modules", () => {
    const workspace = () => join(project, "office");

    beforeAll(async () => {
      await run(`npm pkg set 'workspaces[0]=office'`);
      await mkdir(workspace());
      for (const file of ["Pulumi.yaml", "Pulumi.prod.yaml", "index.ts"])
        await copyFile(join(project, file), join(workspace(), file));
      await writeFile(join(workspace(), "package.json"), '{ "name": "office", "type": "module" }');
    });

    it("find the command, the provider and the policy pack", async () => {
      const { code, output } = await run(
        `export PULUMI_BACKEND_URL=file://${project}/state
        npx --no -- pulumi-signalwire preview --stack prod
        npx --no -- pulumi-signalwire drift --stack prod`,
        workspace(),
      );
      expect(code, output).toBe(0);
      expect(output).toMatch(/2 unchanged.*sip-endpoint-send-as.*In sync/s);
    });
  });
});

// The packed file alone in an empty folder: README's commands, word for word, up to the first update; then an export. The folder's name has
// characters that mean something in a URL.

import { copyFile, mkdir, mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { packedFile, patiently, root, runShell, userEnvironment } from "../packed-file.ts";
import { environmentOf, type Server, serve } from "../service.ts";
import { describeWithEngine } from "../stack.ts";

describeWithEngine("the packed file", () => {
  let folder: string;
  let env: NodeJS.ProcessEnv;
  let server: Server;

  const project = (...path: string[]) => join(folder, "phones", ...path);
  const run = (script: string, cwd: string, more: NodeJS.ProcessEnv = {}) => runShell(script, cwd, { ...env, ...more });

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "signalwire 100%25 #1? packed-"));
    env = userEnvironment(folder);
    const file = await packedFile();
    await mkdir(join(folder, "pulumi-signalwire"));
    await copyFile(file, join(folder, "pulumi-signalwire/pulumi-signalwire-0.tgz"));
    server = await serve("+12025550101");
  });

  afterAll(async () => {
    await server?.close();
    await rm(folder, { recursive: true, force: true });
  });

  it("comes to a first update by the commands of README, of which there are three", patiently, async () => {
    const readme = await readFile(join(root, "README.md"), "utf8");
    const [, block = ""] = /```sh\n(\(cd pulumi-signalwire && npm pack\)\n[^`]*)```/.exec(readme) ?? [];
    const [pack, ...commands] = block.trim().split("\n");
    expect([pack, commands.length]).toEqual(["(cd pulumi-signalwire && npm pack)", 3]);
    // Left by a failed attempt.
    await rm(project(), { recursive: true, force: true });
    expect(await run(commands.join("\n"), folder)).toMatch(/desk created.*line created.*3 created/s);
    expect(JSON.parse(await readFile(project("package.json"), "utf8"))).toMatchObject({
      name: "phones",
      dependencies: { "pulumi-signalwire": expect.stringMatching(/^file:vendor\/[\w.-]+\.tgz$/) },
    });
    expect(await readdir(project(".github/workflows"))).toEqual(["pull-request.yml"]);
  });

  it("is installed in a colleague's clone of the project, without the clone it was packed in", patiently, async () => {
    const script = `rm -rf ../colleague && mkdir ../colleague
      git init --quiet && git add . && git archive --format=tar "$(git write-tree)" | tar -x -C ../colleague
      cd ../colleague
      mv ../pulumi-signalwire ../elsewhere
      trap 'mv ../elsewhere ../pulumi-signalwire' EXIT
      npm ci
      npx --no -- pulumi-signalwire --version`;
    expect(await run(script, project())).toMatch(/^\d+\.\d+\.\d+$/m);
  });

  it("passes the test that the project begins with", patiently, async () => {
    expect(await run("npm test", project())).toMatch(/pass 1\b/);
  });

  it("names a missing configuration key once, and the one place for it", patiently, async () => {
    const script = `cp index.ts kept && echo 'config.require("voicemail");' >> index.ts
      node --test || true
      mv kept index.ts`;
    const output = await run(script, project());
    expect(output.match(/Missing required configuration variable/g), output).toHaveLength(1);
    expect(output).toContain("add voicemail to configFor in dev/stack.ts, and nowhere else");
    expect(output).not.toMatch(/^\s+at /m);
  });

  it(
    "exports a program with the same file, which a preview takes over without further packages",
    patiently,
    async () => {
      await rm(join(folder, "taken"), { recursive: true, force: true });
      // The engine keeps no state in a folder with these characters.
      const script = `state=$(mktemp -d) && trap 'rm -r "$state"' EXIT
      npx --no -- pulumi-signalwire export --out ../taken
      cd ../taken && npm install
      export PULUMI_BACKEND_URL="file://$state"
      pulumi stack init test && npx --no -- pulumi-signalwire preview --stack test`;
      const output = await run(script, project(), { ...environmentOf(server), PULUMI_CONFIG_PASSPHRASE: "test" });
      expect(output).toMatch(/^Exported 1 profile, 1 number .*to \.\.\/taken/);
      // Without @pulumi/policy, which only the engine needs.
      expect(output).toMatch(/test: 2 to adopt[\s\S]*phone-number-name/);
      const locked = JSON.parse(await readFile(join(folder, "taken/package-lock.json"), "utf8")).packages;
      expect(locked["node_modules/pulumi-signalwire"].resolved).toMatch(/^file:vendor\/[\w.-]+\.tgz$/);
    },
  );
});

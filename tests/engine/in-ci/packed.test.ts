// The packed file alone in an empty folder: README's commands, word for word, up to the first update; an export; then the oldest versions of
// Pulumi's packages and of Node that the manifest promises. The folder's name has characters that mean something in a URL.

import { execFileSync } from "node:child_process";
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { succeed } from "../commands.ts";
import { packedFile, root, userEnvironment } from "../packed-file.ts";
import { environmentOf, type Server, serve } from "../service.ts";
import { describeWithEngine } from "../stack.ts";

const manifest = JSON.parse(await readFile(join(root, "package.json"), "utf8"));
const oldest = (range: string) => {
  const [, major, minor, patch = "0"] = /^(?:\^|>=)(\d+)\.(\d+)(?:\.(\d+))?$/.exec(range) ?? [];
  return `${major}.${minor}.${patch}`;
};
const OLDEST = {
  pulumi: oldest(manifest.peerDependencies["@pulumi/pulumi"]),
  policy: oldest(manifest.peerDependencies["@pulumi/policy"]),
  node: oldest(manifest.engines.node),
};
/** The npm package that contains only the executable of Node. */
const nodePackage = `node-${process.platform === "win32" ? "win" : process.platform}-${process.arch}`;

/** npm installs a whole project, which takes a quarter of a minute on a quiet machine. A stalled download is tried again. */
const LONGEST_MS = 150_000;
const patiently = { timeout: LONGEST_MS + 10_000, retry: 2 };

describeWithRegistry("the packed file", () => {
  let folder: string;
  let env: NodeJS.ProcessEnv;
  let server: Server;

  const project = (...path: string[]) => join(folder, "phones", ...path);
  /** Runs a shell that ends at the first failing command. */
  const run = (script: string, cwd: string, more: NodeJS.ProcessEnv = {}) =>
    succeed("bash", ["-ec", script], { cwd, env: { ...env, ...more }, timeoutMs: LONGEST_MS });

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

  it(
    "is installed in a colleague's clone of the project, without the clone that it was packed in",
    patiently,
    async () => {
      const script = `rm -rf ../colleague && mkdir ../colleague
      git init --quiet && git add . && git archive --format=tar "$(git write-tree)" | tar -x -C ../colleague
      cd ../colleague
      mv ../pulumi-signalwire ../elsewhere
      trap 'mv ../elsewhere ../pulumi-signalwire' EXIT
      npm ci --no-audit --no-fund
      npx --no -- pulumi-signalwire --version`;
      expect(await run(script, project())).toMatch(/^\d+\.\d+\.\d+$/m);
    },
  );

  it("passes the test that the project begins with", patiently, async () => {
    expect(await run("npm test", project())).toMatch(/pass 1\b/);
  });

  it("exports a program that depends on the same file, so that npm finds all it needs", patiently, async () => {
    await rm(join(folder, "taken"), { recursive: true, force: true });
    const script =
      "npx --no -- pulumi-signalwire export --out ../taken\ncd ../taken\nnpm install --package-lock-only --no-audit --no-fund";
    expect(await run(script, project(), environmentOf(server))).toMatch(
      /^Exported 1 profile, 1 number .*to \.\.\/taken/,
    );
    const locked = JSON.parse(await readFile(join(folder, "taken/package-lock.json"), "utf8")).packages;
    expect(locked["node_modules/pulumi-signalwire"].resolved).toMatch(/^file:vendor\/[\w.-]+\.tgz$/);
  });

  describe(`with Node ${OLDEST.node}, @pulumi/pulumi ${OLDEST.pulumi} and @pulumi/policy ${OLDEST.policy}`, () => {
    const environment = () => ({
      ...environmentOf(server),
      PULUMI_BACKEND_URL: pathToFileURL(project("state")).href,
      PULUMI_CONFIG_PASSPHRASE: "old",
      PATH: [project("node_modules", nodePackage, "bin"), env.PATH].join(delimiter),
    });

    it("deploys under a policy pack and checks for drift", patiently, async () => {
      const packages = [
        ...[`@pulumi/pulumi@${OLDEST.pulumi}`, `@pulumi/policy@${OLDEST.policy}`],
        `${nodePackage}@${OLDEST.node}`,
      ];
      await rm(project("state"), { recursive: true, force: true });
      await run(`npm install --no-save --no-audit --no-fund ${packages.join(" ")}`, project());
      const output = await run(
        `mkdir state
      test "$(node --version)" = v${OLDEST.node}
      pulumi stack init old
      pulumi config set number +12025550101
      pulumi config set --secret deskPassword vivid-otter-lunar-canyon-brisk-maple
      pulumi up --yes --skip-preview --policy-pack node_modules/pulumi-signalwire/policy
      npx --no -- pulumi-signalwire drift --stack old`,
        project(),
        environment(),
      );
      expect(output).toMatch(/signalwire@v.*sip-endpoint-send-as.*3 created.*in sync/s);
    });

    // Each one is listed in docs/decisions/0017.
    it("reaches into Pulumi", patiently, async () => {
      const folder = project("reaches");
      await rm(folder, { recursive: true, force: true });
      await mkdir(folder);
      const program = (lines: string) =>
        writeFile(join(folder, "index.mjs"), `import { Provider, SipEndpoint } from "pulumi-signalwire";\n${lines}`);
      await writeFile(
        join(folder, "Pulumi.yaml"),
        `name: reaches
runtime: { name: nodejs, options: { typescript: false } }
main: index.mjs
plugins: { providers: [{ name: signalwire, path: ../node_modules/.bin }] }
`,
      );
      const at = (script: string) => run(script, folder, environment());

      // A preview that found errors fails, and shows all of them.
      await program(
        'for (const name of ["a", "b"]) new SipEndpoint(name, { username: "x y", password: "canary-password" });',
      );
      const refused = await at(
        "pulumi stack select --create other\npulumi stack select --create reaches\nif pulumi preview; then echo passed; fi",
      );
      expect(refused).toMatch(/SipEndpoint a.*username must/s);
      expect(refused).toMatch(/SipEndpoint b.*username must/s);
      expect(refused).not.toContain("passed");

      // A password that a transform sets in clear is encrypted. A declared provider's resource is served by the plugin.
      await program(`
const set = ({ props, opts }) => ({ props: { ...props, password: "canary-password" }, opts });
new SipEndpoint("late", { username: "late", password: "replaced-password" }, { transforms: [set] });
const eu = new Provider("eu", { projectId: ${JSON.stringify(server.project.id)}, apiToken: ${JSON.stringify(server.project.apiToken)}, baseUrl: ${JSON.stringify(server.url)} });
new SipEndpoint("declared", { username: "declared", password: "canary-password" }, { provider: eu });
`);
      await at("pulumi up --yes --skip-preview\npulumi stack select other");
      const state = await readFile(project("state/.pulumi/stacks/reaches/reaches.json"), "utf8");
      expect(state).toContain('"signalwire:index:SipEndpoint"');
      expect(state).not.toContain("canary-password");
      // A drift check of another stack leaves the selected stack selected.
      expect(await at("npx --no -- pulumi-signalwire drift --stack reaches >&2\npulumi stack --show-name")).toMatch(
        /^other\n$/,
      );
    });
  });
});

/** Skips the suite with the reason when the old versions cannot be installed; fails in CI. */
function describeWithRegistry(title: string, suite: () => void): void {
  try {
    execFileSync("npm", ["view", `@pulumi/pulumi@${OLDEST.pulumi}`, "version"], {
      shell: process.platform === "win32",
      stdio: ["ignore", "ignore", "pipe"],
      timeout: 30_000,
    });
  } catch (error) {
    if (process.env.CI === "true") throw error;
    const [reason] = String((error as Error).message).split("\n");
    describe.skip(`${title} (skipped: the npm registry gives no @pulumi/pulumi ${OLDEST.pulumi}: ${reason})`, suite);
    return;
  }
  describeWithEngine(title, suite);
}

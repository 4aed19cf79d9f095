// The packed file with the oldest versions of Pulumi's packages and of Node that the manifest promises.

import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, expect, it } from "vitest";
import { installedProject, patiently, root, runShell, userEnvironment } from "../engine/packed-file.ts";
import { environmentOf, type Server, serve } from "../engine/service.ts";
import { describeWithEngine } from "../engine/stack.ts";

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

describeWithEngine(
  `the packed file with Node ${OLDEST.node}, @pulumi/pulumi ${OLDEST.pulumi} and @pulumi/policy ${OLDEST.policy}`,
  () => {
    let folder: string;
    let server: Server;

    const project = (...path: string[]) => join(folder, "phones", ...path);
    const run = (script: string, cwd: string, env = userEnvironment(folder)) => runShell(script, cwd, env);
    const environment = () => ({
      ...userEnvironment(folder),
      ...environmentOf(server),
      PULUMI_BACKEND_URL: pathToFileURL(project("state")).href,
      PULUMI_CONFIG_PASSPHRASE: "old",
      PATH: [project("node_modules", nodePackage, "bin"), userEnvironment(folder).PATH].join(delimiter),
    });

    beforeAll(async () => {
      folder = await mkdtemp(join(await installedProject(), "signalwire 100%25 #1? oldest-"));
      server = await serve("+12025550101");
    });

    afterAll(() => server?.close());

    it("deploys under a policy pack and checks for drift", patiently, async () => {
      const packages = [
        ...[`@pulumi/pulumi@${OLDEST.pulumi}`, `@pulumi/policy@${OLDEST.policy}`],
        `${nodePackage}@${OLDEST.node}`,
      ];
      // Left by a failed attempt.
      await rm(project(), { recursive: true, force: true });
      await run("../node_modules/.bin/pulumi-signalwire init phones --no-install", folder);
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
  },
);

// Every example, begun from the packed file alone in an empty folder as examples/README.md says: copied, installed, brought up,
// tested and destroyed.

import { existsSync, readdirSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { startServer } from "../../server/index.ts";
import { patientNpm, succeed } from "./commands.ts";
import { packedFile } from "./packed-file.ts";
import { environmentOf, type Server, serve } from "./service.ts";
import { describeWithEngine } from "./stack.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const examples = readdirSync(join(root, "examples")).filter((name) =>
  existsSync(join(root, "examples", name, "package.json")),
);

const PASSWORD = "vivid-otter-lunar-canyon-brisk-maple";
const DESKS = `pulumi config set --secret frontDeskPassword ${PASSWORD}
pulumi config set --secret workshopPassword ${PASSWORD}`;
const up = (configuration: string) => `pulumi stack init dev
${configuration}
pulumi up --yes --skip-preview
pulumi preview --expect-no-changes
pulumi destroy --yes --skip-preview`;

/** Commands of each example's README, and a text that shows their success. */
const RUNS: { readonly [example: string]: { readonly script: string; readonly shows: RegExp } } = {
  starter: { script: "npm start\nnpm test\nnpm start -- destroy", shows: /3 created[\s\S]*pass 1\b[\s\S]*3 deleted/ },
  quickstart: { script: up(`pulumi config set mainNumber +12025550101\n${DESKS}`), shows: /5 created[\s\S]*5 deleted/ },
  office: {
    script: up(`pulumi config set number +12025550101
pulumi config set domain example-office.sip.signalwire.com
pulumi config set documents https://example.com/phones
pulumi config set --path 'desks[0].username' reception
pulumi config set --path 'desks[1].username' workshop
pulumi config set --secret --path passwords.reception ${PASSWORD}
pulumi config set --secret --path passwords.workshop ${PASSWORD}`),
    shows: /5 created[\s\S]*5 deleted/,
  },
  menu: {
    script: up(`pulumi config set number +12025550101
pulumi config set projectId "$SIGNALWIRE_PROJECT_ID"
pulumi config set --path 'carrierAddresses[0]' 203.0.113.5
pulumi config set --secret salesPassword ${PASSWORD}
pulumi config set --secret supportPassword ${PASSWORD}`),
    shows: /7 created[\s\S]*7 deleted/,
  },
  environments: { script: up(""), shows: /3 created[\s\S]*3 deleted/ },
  "existing-account": {
    script: `node account.mjs
pulumi stack init dev
npx --no -- pulumi-signalwire export --secret doorCallRelayScriptUrl | pulumi config set --secret doorCallRelayScriptUrl
pulumi up --yes --skip-preview
pulumi state unprotect --all --yes
pulumi destroy --yes --skip-preview`,
    shows: /7 created[\s\S]*7 deleted/,
  },
  "browser-client": {
    script: up("pulumi config set number +12025550101\npulumi config set tokenMinutes 30"),
    shows: /created[\s\S]*deleted/,
  },
  testing: { script: "npx --no -- vitest run", shows: /2 passed/ },
  "own-policies": { script: "node --test", shows: /fail 0\b/ },
};

/** Not run here, each for a reason. */
const ELSEWHERE: { readonly [example: string]: string } = {
  python: "needs python3 and pip; tests/engine/other-languages.test.ts runs it",
  yaml: "needs the engine's YAML host, which tests/engine/other-languages.test.ts builds",
};

/** npm installs a whole project, and the commands after it start an engine several times. */
const LONGEST_MS = 400_000;

describeWithEngine("examples of the packed file", () => {
  let folder: string;
  let env: NodeJS.ProcessEnv;
  let server: Server;

  beforeAll(async () => {
    const engine = inject("engine");
    if ("missing" in engine) throw new Error(engine.missing);
    folder = await mkdtemp(join(tmpdir(), "signalwire-examples-"));
    // A company's certificates stay: npm needs them to reach a registry.
    const foreign = /^(PULUMI|SIGNALWIRE|VITEST|NODE_(?!EXTRA_CA_CERTS)|npm_)/;
    env = {
      ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !foreign.test(name))),
      ...engine.env,
      PATH: [dirname(engine.command), dirname(process.execPath), engine.env.PATH ?? process.env.PATH].join(":"),
      PULUMI_HOME: join(folder, "home"),
      PULUMI_CONFIG_PASSPHRASE: "examples",
      ...patientNpm,
    };
    await run(`npm install --no-audit --no-fund '${await packedFile(env)}'`);
  }, LONGEST_MS);

  afterAll(async () => {
    await rm(folder, { recursive: true, force: true });
  });

  /** One shell, which ends at the first command that fails. */
  const run = (script: string, cwd = folder, more: NodeJS.ProcessEnv = {}) =>
    succeed("bash", ["-ec", script], { cwd, env: { ...env, ...more }, timeoutMs: LONGEST_MS });

  it("knows how to run each example, or says why not", () => {
    expect(Object.keys({ ...RUNS, ...ELSEWHERE }).sort()).toEqual(examples.sort());
  });

  /** npm must not take another package of this name from the registry. */
  async function expectPackedFile(project: string): Promise<void> {
    const manifest = JSON.parse(await readFile(join(project, "package.json"), "utf8"));
    expect(manifest).toMatchObject({
      name: basename(project),
      dependencies: { "pulumi-signalwire": expect.stringMatching(/^file:.*\.tgz$/) },
    });
    const lock = JSON.parse(await readFile(join(project, "package-lock.json"), "utf8"));
    expect(lock.packages["node_modules/pulumi-signalwire"].resolved).toMatch(/^file:.*\.tgz$/);
  }

  it.each(Object.keys(ELSEWHERE))("%s is copied with the packed file as its dependency", async (example) => {
    await run(`npx --no -- pulumi-signalwire init copied-${example} --example ${example} --no-install`);
    const project = join(folder, `copied-${example}`);
    await run("npm install --package-lock-only --no-audit --no-fund", project);
    await expectPackedFile(project);
  });

  it.each(Object.keys(RUNS))(
    "%s is copied with the packed file, comes up, passes its test and is destroyed",
    { timeout: LONGEST_MS },
    async (example) => {
      const project = join(folder, `my-${example}`);
      // Of an attempt that failed.
      await rm(project, { recursive: true, force: true });
      await run(`npx --no -- pulumi-signalwire init my-${example} --example ${example}`);
      await expectPackedFile(project);
      server = await serverFor(project);
      try {
        const state = join(project, "state");
        await mkdir(state, { recursive: true });
        const service = example === "environments" ? { SIGNALWIRE_BASE_URL: server.url } : environmentOf(server);
        const { script, shows } = RUNS[example] ?? { script: "", shows: /./ };
        expect(await run(script, project, { ...service, PULUMI_BACKEND_URL: pathToFileURL(state).href })).toMatch(
          shows,
        );
      } finally {
        await server.close();
      }
    },
  );

  async function serverFor(project: string): Promise<Server> {
    const seed = join(project, "seed.json");
    if (!existsSync(seed)) return serve("+12025550101", "+12025550102");
    return startServer({ seed: JSON.parse(await readFile(seed, "utf8")) });
  }
});

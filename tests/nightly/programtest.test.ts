// ProgramTest of Pulumi's own integration tests, on the examples in four languages: programtest/program_test.go.

import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, it } from "vitest";
import { obtainHost } from "../../scripts/engine/language-hosts.ts";
import { exampleOf } from "../../scripts/generate/examples.ts";
import { identity } from "../../scripts/generate/identity.ts";
import { succeed } from "../engine/commands.ts";
import { packedFile, root, userEnvironment } from "../engine/packed-file.ts";
import { whyNoPython } from "../engine/python/venv.ts";
import { environmentOf, serve } from "../engine/service.ts";
import { describeWithEngine, foundEngine } from "../engine/stack.ts";
import { FIRST_TIME, goTest, withoutGo } from "./go.ts";

const plugin = fileURLToPath(new URL("../../dist/provider/doors/plugin/main.js", import.meta.url));
const withoutPython = await whyNoPython();

/** The examples in a language, and the folder of its language host. */
const LANGUAGES: {
  readonly [test: string]: { readonly host?: (env: NodeJS.ProcessEnv) => Promise<string>; readonly missing?: string };
} = {
  TestTypeScript: {},
  TestTypeScriptComponent: {},
  TestYAML: { host: (env) => obtainHost("yaml", { env }) },
  TestPython: {
    host: (env) => obtainHost("python-host", { env }),
    ...(withoutPython ? { missing: withoutPython } : {}),
  },
  TestGo: { host: (env) => obtainHost("go-host", { env }) },
};

describeWithEngine("ProgramTest", () => {
  let folder: string;
  let env: NodeJS.ProcessEnv;

  beforeAll(async () => {
    const engine = foundEngine();
    folder = await mkdtemp(join(tmpdir(), "signalwire-programtest-"));
    const user = userEnvironment(folder);
    const path = [dirname(engine.command), dirname(process.execPath), user.PATH].join(":");
    env = { ...user, PATH: path, PLUGIN: plugin, SDKS: join(folder, "sdk"), PACKED: await packedFile() };
    const hosts = await obtainHost("sdk", { env });
    for (const language of ["python", "go"])
      await succeed("pulumi", ["package", "gen-sdk", plugin, "--language", language], {
        cwd: folder,
        env: { ...env, PATH: `${hosts}:${path}` },
        timeoutMs: 120_000,
      });
    env.GO_EXAMPLE = await goExample();
  }, FIRST_TIME);

  afterAll(() => rm(folder, { recursive: true, force: true }));

  for (const [test, { host, missing = withoutGo }] of Object.entries(LANGUAGES)) {
    const title = `passes with edits: ${test}`;
    if (missing) it.skip(`${title} (skipped: ${missing})`);
    else
      it(title, { timeout: FIRST_TIME, retry: 0 }, async () => {
        const server = await serve("+12025550101");
        try {
          const path = host ? `${await host(env)}:${env.PATH}` : env.PATH;
          await goTest("programtest", test, { ...env, ...environmentOf(server), PATH: path });
        } finally {
          await server.close();
        }
      });
  }

  /** Makes a project of a page's program in Go, with the versions of the engine's build, which Go has compiled already. */
  async function goExample(): Promise<string> {
    const project = join(folder, "go");
    await mkdir(project);
    await writeFile(join(project, "main.go"), exampleOf("SipEndpoint", "go"));
    const engine = join(root, "scripts/engine");
    const versions = (await readFile(join(engine, "go.mod"), "utf8")).replace(/^(module|tool) .*/gm, "");
    const sdk = identity.go;
    await writeFile(
      join(project, "go.mod"),
      `module program\nrequire ${sdk} v0.0.0\nreplace ${sdk} => ./sdk/go\n${versions}`,
    );
    await copyFile(join(engine, "go.sum"), join(project, "go.sum"));
    await writeFile(
      join(project, "Pulumi.yaml"),
      "name: go\nruntime: go\nplugins: { providers: [{ name: signalwire, path: node_modules/.bin }] }\n",
    );
    return project;
  }
});

// `pulumi package add` of the installed package's folder, from the packed file: the way in for YAML programs.

import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { delimiter, dirname, join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";
import { obtainHost } from "../../../scripts/engine/language-hosts.ts";
import { PASSPHRASE } from "../find-engine.ts";
import { linkedProject, userEnvironment } from "../packed-file.ts";
import { environmentOf, list, type Server, serve } from "../service.ts";
import { describeWithEngine, foundEngine } from "../stack.ts";

const execute = promisify(execFile);

describeWithEngine("a project that added the package by its folder", () => {
  let folder: string;
  let server: Server;
  let env: NodeJS.ProcessEnv;

  beforeAll(async () => {
    const engine = foundEngine();
    const yaml = await obtainHost("yaml", { env: { ...process.env, ...engine.env } });
    folder = await linkedProject();
    server = await serve("+12025550101");
    env = {
      ...userEnvironment(folder),
      ...environmentOf(server),
      PATH: [yaml, dirname(process.execPath), engine.env.PATH ?? process.env.PATH].join(delimiter),
      PULUMI_BACKEND_URL: `file://${folder}`,
      PULUMI_CONFIG_PASSPHRASE: PASSPHRASE,
      // The command installs what it wrote.
      npm_config_omit: "dev",
    };
    await writeFile(join(folder, "Pulumi.yaml"), "name: tested\nruntime: yaml\n");
  });

  afterAll(() => server?.close());

  async function pulumi(...args: string[]): Promise<string> {
    const { stdout } = await execute("pulumi", [...args, "--non-interactive"], { cwd: folder, env });
    return stdout;
  }

  it("creates and deletes, by a program and by `pulumi do`", {
    timeout: 600_000,
  }, async () => {
    await pulumi("package", "add", "./node_modules/pulumi-signalwire");
    const project = await readFile(join(folder, "Pulumi.yaml"), "utf8");
    expect(project).toContain("signalwire: ./node_modules/pulumi-signalwire");
    await writeFile(
      join(folder, "Pulumi.yaml"),
      `${project}resources:
  desk:
    type: signalwire:SipEndpoint
    properties: { username: desk, password: canary-password-4711 }
`,
    );
    await pulumi("stack", "init", "test");
    await pulumi("up", "--yes", "--skip-preview");
    expect(await list(server, "/endpoints/sip")).toMatchObject([{ username: "desk" }]);
    await pulumi("destroy", "--yes", "--skip-preview");
    expect(await list(server, "/endpoints/sip")).toEqual([]);

    // One resource without a program, as docs/other-languages.md has it.
    await writeFile(
      join(folder, "Pulumi.yaml"),
      `${project}plugins:\n  providers:\n    - { name: signalwire, path: node_modules/.bin }\n`,
    );
    await writeFile(join(folder, "hall.pcl"), 'username = "hall"\npasswordFrom = { env = "HALL_PASSWORD" }\n');
    env.HALL_PASSWORD = "canary-password-4712";
    const endpoint = (...args: string[]) => pulumi("do", "signalwire:index:SipEndpoint", ...args);
    const file = ["--input", "pcl", "--input-file", "hall.pcl"];
    await endpoint("create", "hall", ...file, "--yes");
    await endpoint("upsert", "hall", ...file, "--caller-id", "Hall", "--yes");
    await endpoint("patch", "hall", "--send-as", "+12025550101", "--yes");
    expect(await list(server, "/endpoints/sip")).toMatchObject([
      { username: "hall", caller_id: "Hall", send_as: "+12025550101" },
    ]);
    expect(await endpoint("list", "--output", "json")).toContain('"name": "hall"');
    expect(await pulumi("stack", "export", "--show-secrets")).not.toContain(env.HALL_PASSWORD);
    await endpoint("delete", "hall", "--yes");
    expect(await list(server, "/endpoints/sip")).toEqual([]);
  });
});

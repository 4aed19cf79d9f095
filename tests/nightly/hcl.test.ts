// The HCL program of docs/other-languages.md, with Pulumi's language host for HCL. Its sources are not in the Go module proxy, so it must
// be on PATH.

import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { delimiter, dirname, join } from "node:path";
import { promisify } from "node:util";
import { expect, it, onTestFinished } from "vitest";
import { findOnPath } from "../../scripts/engine/process.ts";
import { PASSPHRASE } from "../engine/find-engine.ts";
import { linkedProject, root, userEnvironment } from "../engine/packed-file.ts";
import { environmentOf, list, serve } from "../engine/service.ts";
import { describeWithEngine, foundEngine } from "../engine/stack.ts";

const execute = promisify(execFile);
const [host] = findOnPath("pulumi-language-hcl", process.env);

const PASSWORD = "vivid-otter-lunar-canyon-88";

if (host === undefined) it.skip("a program in HCL (skipped: pulumi-language-hcl is not on PATH)");
else
  describeWithEngine("a program in HCL", () => {
    it("deploys, renames, holds its expectation or names the line, and is destroyed", {
      timeout: 600_000,
    }, async () => {
      const engine = foundEngine();
      const folder = await linkedProject();
      const server = await serve("+12025550101");
      onTestFinished(() => server.close());
      const env = {
        ...userEnvironment(folder),
        ...environmentOf(server),
        PATH: [dirname(host), dirname(process.execPath), engine.env.PATH ?? process.env.PATH].join(delimiter),
        PULUMI_BACKEND_URL: `file://${folder}`,
        PULUMI_CONFIG_PASSPHRASE: PASSPHRASE,
      };
      const run = async (command: string, ...args: string[]) =>
        (await execute(command, args, { cwd: folder, env })).stdout;
      const pulumi = (...args: string[]) => run("pulumi", ...args, "--non-interactive");
      const page = await readFile(join(root, "docs/other-languages.md"), "utf8");
      const [, lines = ""] = /```yaml\n(plugins:[\s\S]*?)```/.exec(page) ?? [];
      const [, program = ""] = /```hcl\n([\s\S]*?)```/.exec(page) ?? [];
      await writeFile(join(folder, "Pulumi.yaml"), `name: tested\nruntime: hcl\n${lines}`);
      await writeFile(join(folder, "main.tf"), program);
      await pulumi("stack", "init", "test");
      await pulumi("config", "set", "--secret", "deskPassword", PASSWORD);

      await pulumi("up", "--yes", "--skip-preview");
      const [desk] = await list(server, "/endpoints/sip");
      expect(desk).toMatchObject({ username: "front-desk" });
      expect(await list(server, "/phone_numbers")).toMatchObject([{ call_sip_endpoint_id: desk?.id }]);
      expect(await pulumi("stack", "export")).not.toContain(PASSWORD);

      const renamed = program
        .replaceAll('"signalwire_sip_endpoint" "desk"', '"signalwire_sip_endpoint" "reception"')
        .replaceAll("signalwire_sip_endpoint.desk", "signalwire_sip_endpoint.reception");
      const moved = "moved {\n  from = signalwire_sip_endpoint.desk\n  to   = signalwire_sip_endpoint.reception\n}\n";
      await writeFile(join(folder, "main.tf"), renamed + moved);
      await pulumi("up", "--yes", "--skip-preview", "--expect-no-changes");

      const expected = renamed.replace('rings = "front-desk"', 'rings = "workshop"');
      await writeFile(join(folder, "main.tf"), expected + moved);
      const preview = run("npx", "--no", "--", "pulumi-signalwire", "preview", "--report", "github");
      const { code, stdout } = await preview.then(
        (out) => ({ code: 0, stdout: out }),
        (error: { code: number; stdout: string }) => error,
      );
      const line = expected.split("\n").findIndex((each) => each.includes("workshop")) + 1;
      expect({ code, stdout }).toMatchObject({
        code: 7,
        stdout: expect.stringContaining(`::error file=main.tf,line=${line},title=expectation broken`),
      });
      await pulumi("destroy", "--yes", "--skip-preview");
      expect(await list(server, "/endpoints/sip")).toEqual([]);
    });
  });

// From an account to a stack, as a user does it: export, compile, up, and nothing was written.

import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";
import { randomAccount, SECRETS } from "../export/accounts.ts";
import { environmentOf, requests, type Server } from "./service.ts";
import { describeWithEngine, Stack } from "./stack.ts";

const tsc = fileURLToPath(new URL("../../node_modules/typescript/bin/tsc", import.meta.url));

describeWithEngine("the export of an account", () => {
  let server: Server;
  let stack: Stack;

  beforeAll(async () => {
    server = await randomAccount(7, 60);
    stack = await Stack.create(environmentOf(server));
  });

  afterAll(async () => {
    await stack?.remove();
    await server?.close();
  });

  it("compiles, is taken over without a write, and shows no change with and without adopt", async () => {
    const exported = await stack.command("export", "--json", "--force");
    expect(exported.err).toBe("");
    const { resources, configuration, files } = JSON.parse(exported.out);
    expect(files).toEqual(["signalwire.ts"]);
    const program = await readFile(stack.path("signalwire.ts"), "utf8");
    for (const secret of SECRETS) expect(program + exported.out).not.toContain(secret);
    expect(configuration.length).toBeGreaterThan(0);

    await stack.write('import "./signalwire.ts";');
    const options = [
      "--ignoreConfig",
      "--strict",
      "--noEmit",
      "--skipLibCheck",
      "--module",
      "nodenext",
      "--target",
      "es2022",
    ];
    const file = stack.path("signalwire.ts");
    const compiled = promisify(execFile)(process.execPath, [tsc, ...options, file]);
    expect(
      await compiled.then(
        () => "",
        ({ stdout }) => stdout,
      ),
    ).toBe("");

    for (const key of configuration) {
      const { out } = await stack.command("export", "--secret", key);
      const set = await stack.run("config", "set", "--secret", key, out);
      expect(set.code, set.output).toBe(0);
    }
    const up = await stack.up();
    expect(up.output).toContain(`${resources.length + 1} created`);
    expect((await stack.preview("--expect-no-changes", "--diff")).code).toBe(0);
    const drift = await stack.command("drift", "--unmanaged", "--fail-on", "drift,unmanaged");
    expect(drift.code, drift.out).toBe(0);

    await writeFile(stack.path("signalwire.ts"), program.replaceAll(/^ *adopt: true,\n/gm, ""));
    const without = await stack.preview("--expect-no-changes", "--diff");
    expect(without.code, without.output).toBe(0);
    expect(requests(server).filter((request) => !request.startsWith("GET"))).toEqual([]);

    const again = await stack.command("export");
    expect(again.err).toContain("--force");
    expect(again.code).toBe(1);
  });
});

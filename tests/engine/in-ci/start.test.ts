// What `npm start` and `npm run pulumi` of a clone run, in a copy of its project: examples/starter on a reference server.

import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { copyFile, cp, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";
import { describeWithEngine, type Outcome } from "../stack.ts";
import { withoutPulumi } from "../user-variables.ts";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const scripts: { readonly [name: string]: string } = JSON.parse(
  await readFile(join(root, "package.json"), "utf8"),
).scripts;

/** The command of an npm script, after the set-up. */
function commandOf(script: string): string[] {
  const [, script_ = "", ...args] = (scripts[script] ?? "").replace("node scripts/setup.mjs", "node").split(" ");
  return [join(root, script_), ...args];
}

describeWithEngine("in a clone", () => {
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "signalwire-clone-"));
    await copyFile(join(root, "Pulumi.yaml"), join(folder, "Pulumi.yaml"));
    const source = (path: string) => !/\/\.dev$|\/Pulumi\.dev\.yaml$/.test(path);
    await cp(join(root, "examples/starter"), join(folder, "examples/starter"), { recursive: true, filter: source });
    await symlink(join(root, "node_modules"), join(folder, "node_modules"), "junction");
  });

  afterAll(() => rm(folder, { recursive: true, force: true }));

  const env = () => withoutPulumi(process.env);

  function npmRun(script: string, ...args: string[]): Promise<Outcome> {
    return new Promise((resolve) => {
      execFile("node", [...commandOf(script), ...args], { cwd: folder, env: env() }, (error, stdout, stderr) =>
        resolve({ code: Number(error?.code ?? 0), output: stdout + stderr }),
      );
    });
  }

  it("`npm start` brings the starter up, and `npm run pulumi` shows its stack", async () => {
    const { code, output } = await npmRun("start");
    expect(code, output).toBe(0);
    expect(output).toContain("3 created");
    const shown = await npmRun("pulumi", "stack", "--stack", "dev");
    expect(shown.code, shown.output).toBe(0);
    expect(shown.output).toContain("signalwire:PhoneNumber");
  });

  it("`npm start -- --open` changes nothing, keeps the server up, and opens its page in the browser", async () => {
    await writeFile(join(folder, "xdg-open"), `#!/bin/sh\necho "$1" > "${folder}/opened"\n`, { mode: 0o755 });
    const child = spawn("node", [...commandOf("start"), "--open"], {
      cwd: folder,
      env: { ...env(), PATH: `${folder}:${process.env.PATH}` },
      stdio: ["ignore", "pipe", "inherit"],
    });
    let output = "";
    child.stdout.on("data", (bytes) => {
      output += bytes;
    });
    const ended = once(child, "close");
    onTestFinished(() => void child.kill("SIGKILL"));
    await expect.poll(() => existsSync(`${folder}/opened`), { timeout: 120_000 }).toBe(true);
    const opened = (await readFile(`${folder}/opened`, "utf8")).trim();
    expect(opened).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/_reference\/#token=/);
    const [page = "", token = ""] = opened.split("#token=");
    const answer = await fetch(new URL("routes", page), { headers: { authorization: `Bearer ${token}` } });
    expect(JSON.stringify(await answer.json())).toContain("front-desk");
    child.kill("SIGTERM");
    await ended;
    expect(output).toContain("3 unchanged");
  });

  it("`npm start -- destroy` deletes it all, and a wrong command is named", async () => {
    const { code, output } = await npmRun("start", "destroy");
    expect(code, output).toBe(0);
    expect(output).toContain("3 deleted");
    const wrong = await npmRun("start", "destory");
    expect(wrong.code).toBe(1);
    expect(wrong.output).toContain("There is no command destory. Choose one of: up, preview, refresh, destroy.");
  });
});

// The quickstart: it deploys, a second run changes nothing, and it cleans up.

import { execFile, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, expect, it, onTestFinished } from "vitest";
import { describeWithEngine, type Outcome } from "./stack.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
// A separate stack, so that a developer's quickstart is not affected.
const STACK = `test-${process.pid}`;

describeWithEngine("the quickstart", () => {
  function quickstart(...args: string[]): Outcome {
    const { status, stdout, stderr } = spawnSync("node", ["scripts/quickstart.ts", ...args, "--stack", STACK], {
      cwd: root,
      encoding: "utf8",
    });
    return { code: status ?? -1, output: stdout + stderr };
  }

  function start(...args: string[]): Promise<Outcome> {
    return new Promise((resolve) => {
      execFile("node", ["scripts/quickstart.ts", ...args, "--stack", STACK], { cwd: root }, (error, stdout, stderr) =>
        resolve({ code: Number(error?.code ?? 0), output: stdout + stderr }),
      );
    });
  }

  afterAll(() => {
    if (existsSync(`${root}/.quickstart/${STACK}.db`)) quickstart("destroy");
  });

  it("creates all four resources and reads them back from the service", () => {
    const { code, output } = quickstart();
    expect(code, output).toBe(0);
    for (const kind of ["SipEndpoint", "PhoneNumber", "ClientToken"])
      expect(output).toMatch(new RegExp(`signalwire:${kind} \\S+ created`));
    expect(output).toMatch(/SIP endpoint +front-desk +"Front desk", encryption required/);
    expect(output).toMatch(/phone number +\+12025550101 +"Main line", calls → front-desk/);
    expect(output).toContain("npm start -- destroy");
  });

  it("changes nothing when it is run again, and waits for another one on the same stack", async () => {
    const both = await Promise.all([start(), start()]);
    for (const { code, output } of both) {
      expect(code, output).toBe(0);
      expect(output).toContain("5 unchanged");
      expect(output).not.toMatch(/\d (created|updated|replaced|deleted)/);
    }
    const waiting = both.filter(({ output }) => /· Waiting for process \d+, which works on the stack/.test(output));
    expect(waiting).toHaveLength(1);
  });

  it("keeps the server up with --open, and opens its page in the browser", async () => {
    const folder = mkdtempSync(join(tmpdir(), "opener-"));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    writeFileSync(join(folder, "xdg-open"), `#!/bin/sh\necho "$1" > "${folder}/opened"\n`, { mode: 0o755 });
    const child = spawn("node", ["scripts/quickstart.ts", "--open", "--stack", STACK], {
      cwd: root,
      env: { ...process.env, PATH: `${folder}:${process.env.PATH}` },
      stdio: ["ignore", "pipe", "inherit"],
    });
    const ended = once(child, "close");
    onTestFinished(() => void child.kill("SIGKILL"));
    const opened = () => (existsSync(`${folder}/opened`) ? readFileSync(`${folder}/opened`, "utf8").trim() : "");
    await expect.poll(opened, { timeout: 120_000 }).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/_reference\/#token=/);
    const [page = "", token = ""] = opened().split("#token=");
    const answer = await fetch(new URL("routes", page), { headers: { authorization: `Bearer ${token}` } });
    expect(JSON.stringify(await answer.json())).toContain("front-desk");
    child.kill("SIGINT");
    expect(await ended).toEqual([0, null]);
  });

  it("names its commands when given one it does not know", () => {
    const { code, output } = quickstart("destory");
    expect(code).toBe(1);
    expect(output).toContain("Unknown command: destory. Known: up, preview, refresh, destroy.");
  });

  it("destroys the stack and removes what it kept", () => {
    const { code, output } = quickstart("destroy");
    expect(code, output).toBe(0);
    expect(output).toContain("5 deleted");
    expect(existsSync(`${root}/.quickstart/${STACK}.db`)).toBe(false);
    expect(existsSync(`${root}/Pulumi.${STACK}.yaml`)).toBe(false);
  });
});

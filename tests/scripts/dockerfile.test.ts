// The Dockerfile of the reference server: what its entry and its health check do, without a builder; and its build, where there is one.

import { execFile, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import { expect, it, onTestFinished } from "vitest";
import { temporaryFolder } from "./machine.ts";

const root = join(import.meta.dirname, "..", "..");
const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
const dockerfile = readFileSync(join(root, "Dockerfile"), "utf8");
const [, health = ""] = /^HEALTHCHECK .* CMD (\[.*\])$/m.exec(dockerfile) ?? [];
const [, entry = ""] = /^ENTRYPOINT (\[.*\])$/m.exec(dockerfile) ?? [];

it("starts a server whose health check answers, with a seed's credentials", async () => {
  const folder = temporaryFolder();
  const [command, ...args] = JSON.parse(entry) as string[];
  expect(command).toBe("pulumi-signalwire");
  const seed = join(root, "examples/environments/seed.json");
  // Any free port of this machine, and a file of the test.
  const here = args.map((each) =>
    each.replace("8080", "0").replace("0.0.0.0", "127.0.0.1").replace("/data/", `${folder}/`),
  );
  const server = spawn(process.execPath, ["dist/cli/main.js", ...here, "--json", "--seed", seed], { cwd: root });
  onTestFinished(async () => {
    server.kill();
    await once(server, "exit");
  });
  const [line] = await once(createInterface({ input: server.stdout }), "line");
  const { url, projectId, apiToken } = JSON.parse(String(line));
  const [address = ""] = (JSON.parse(health) as string[]).slice(-1);
  expect((await fetch(address.replace("http://127.0.0.1:8080", url))).status).toBe(200);
  const [{ id, tokens }] = JSON.parse(readFileSync(seed, "utf8")).projects;
  expect([projectId, apiToken]).toEqual([id, tokens[0].token]);
});

const { status } = spawnSync("docker", ["info"], { timeout: 10_000 });
const title = `is built${status === 0 ? "" : " (skipped: docker info failed)"}`;

it.skipIf(status !== 0)(title, { timeout: 600_000 }, async () => {
  const folder = temporaryFolder();
  await promisify(execFile)("npm", ["pack", root, "--ignore-scripts", "--pack-destination", folder]);
  const given = ["--build-arg", `PACKAGE=./pulumi-signalwire-${version}.tgz`, "--file", join(root, "Dockerfile")];
  const { stdout } = await promisify(execFile)("docker", ["build", "--quiet", ...given, folder]);
  expect(stdout).toMatch(/^sha256:/);
});

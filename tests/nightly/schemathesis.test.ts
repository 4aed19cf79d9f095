// Schemathesis on the server's own description: bodies and parameters of all kinds, and sequences of operations. No answer is a 5xx, and
// each has the status, content type and form that /openapi.json promises. Three checks are left out, each with its reason below.

import { existsSync, mkdirSync, rmSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { run } from "../../scripts/engine/process.ts";
import { patientNpm, succeed } from "../engine/commands.ts";
import { temporaryFolder } from "../scripts/machine.ts";
import { given } from "../server/support.ts";

const VERSION = "4.32.5";
const CONFIGURATION = fileURLToPath(new URL("schemathesis.toml", import.meta.url));
const LEFT_OUT = [
  // No schema can say which page tokens, refresh tokens and ids of other objects exist.
  "positive_data_acceptance",
  // The server ignores unknown query parameters. Schemathesis counts a missing credential as wrong, and still sends its own.
  "negative_data_rejection",
  // Operations that the server does not simulate are a 501, not a 405.
  "unsupported_method",
];
const SEED = process.env.SEED ?? "1";

const SUITES = join(process.env.XDG_CACHE_HOME ?? join(homedir(), ".cache"), "pulumi-signalwire/suites");

/** Installs the pinned version from PyPI into a folder kept for each user. Returns its command, or why it could not be fetched. */
async function fetched(): Promise<string | Error> {
  const folder = join(SUITES, `pypi-schemathesis-${VERSION}`);
  const [bin, complete] = [join(folder, "venv/bin"), join(folder, "complete")];
  if (existsSync(complete)) return join(bin, "schemathesis");
  const env = { ...process.env, ...patientNpm };
  try {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    await succeed("python3", ["-m", "venv", join(folder, "venv")], { env, timeoutMs: 60_000 });
    const install = ["install", "--quiet", "--disable-pip-version-check", `schemathesis==${VERSION}`];
    await succeed(join(bin, "pip"), install, { env, timeoutMs: 300_000 });
    mkdirSync(complete);
    return join(bin, "schemathesis");
  } catch (error) {
    return error as Error;
  }
}

const command = await fetched();
if (command instanceof Error && process.env.CI === "true") throw command;
const why = command instanceof Error ? ` (skipped: ${command.message.split("\n")[0]})` : "";

it.skipIf(why !== "")(
  `Schemathesis ${VERSION} finds no answer that the description does not promise, with seed ${SEED}${why}`,
  { timeout: 600_000 },
  async () => {
    const { server, get } = await given({ rateLimit: false });
    const { paths } = (await get("/openapi.json")).body;
    const operations = Object.values<object>(paths).flatMap((each) => Object.keys(each));
    const { id, apiToken } = server.project;
    const args = [
      ...["--config-file", CONFIGURATION, "run", `${server.url}/openapi.json`, "--url", server.url],
      ...["--auth", `${id}:${apiToken}`, "--max-examples", "20", "--seed", SEED, "--mode", "all", "--no-color"],
      // That few generated bodies pass the schema says nothing about the server's answers.
      ...["--exclude-checks", LEFT_OUT.join(","), "--suppress-health-check", "filter_too_much"],
    ];
    const { code, stdout, stderr } = await run(String(command), args, {
      // It keeps what it found in the folder that it runs in.
      cwd: temporaryFolder(),
      env: { PATH: process.env.PATH },
      timeoutMs: 550_000,
    });
    expect(stdout + stderr).toContain(`Tested: ${operations.length}\n`);
    expect(code, stdout + stderr).toBe(0);
  },
);

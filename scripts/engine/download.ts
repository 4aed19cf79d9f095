// Decides how the official Pulumi CLI is fetched: Pulumi's own installer, in a process of its own so that it has a time limit,
// prints nothing and leaves nothing behind.
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { publish } from "./cache.ts";
import { run } from "./process.ts";

const reachabilityMs = 8_000;
const installMs = 10 * 60_000;

/**
 * Runs in the child. Asking for the script's head first tells "no internet" in seconds, where the installer waits two minutes.
 * semver must be the SDK's own copy: it knows its versions by their class.
 */
const installer = `
  const [version, root] = process.argv.slice(1);
  try {
    const answer = await fetch("https://get.pulumi.com/install.sh", { method: "HEAD", signal: AbortSignal.timeout(${reachabilityMs}) });
    if (!answer.ok) throw new Error("get.pulumi.com answers " + answer.status);
    const { createRequire } = await import("node:module");
    const here = createRequire(process.cwd() + "/_");
    const { SemVer } = createRequire(here.resolve("@pulumi/pulumi/package.json"))("semver");
    await here("@pulumi/pulumi/automation").PulumiCommand.install({ version: new SemVer(version), root });
  } catch (error) {
    process.stderr.write([error.message, error.cause?.message].filter(Boolean).join(": "));
    process.exitCode = 1;
  }
`;

/** Installs that version below `destination` (as bin/pulumi). Throws with a reason fit for the user. */
export async function downloadCli(version: string, destination: string, env: NodeJS.ProcessEnv): Promise<void> {
  await publish(destination, async (draft) => {
    const temporary = join(draft, "tmp");
    mkdirSync(temporary);
    const outcome = await run(process.execPath, ["--input-type=module", "--eval", installer, "--", version, draft], {
      // Resolution of @pulumi/pulumi starts here; NODE_USE_ENV_PROXY makes fetch honour HTTPS_PROXY.
      cwd: import.meta.dirname,
      env: {
        ...env,
        TMPDIR: temporary,
        TEMP: temporary,
        TMP: temporary,
        NODE_USE_ENV_PROXY: "1",
        NODE_NO_WARNINGS: "1",
      },
      timeoutMs: installMs,
    });
    if (outcome.code !== 0) throw new Error(outcome.problem ?? outcome.stderr.trim());
    rmSync(temporary, { recursive: true, force: true });
  });
}

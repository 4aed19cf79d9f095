// Downloads the official Pulumi CLI with Pulumi's own installer. The installer runs in a separate process, so that it has a
// time limit, prints nothing and leaves no files.
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { publish } from "./cache.ts";
import { run } from "./process.ts";

const reachabilityMs = 8_000;
const installMs = 10 * 60_000;

/**
 * Runs in the child process. It first sends a HEAD request for the script: without internet, that fails in seconds, but the
 * installer waits two minutes. semver must be the SDK's own copy, because the SDK checks versions by class.
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

/** Installs that version below `destination` (as bin/pulumi). Throws an error with a message for the user. */
export async function downloadCli(version: string, destination: string, env: NodeJS.ProcessEnv): Promise<void> {
  await publish(destination, async (draft) => {
    const temporary = join(draft, "tmp");
    mkdirSync(temporary);
    const outcome = await run(process.execPath, ["--input-type=module", "--eval", installer, "--", version, draft], {
      // Node resolves @pulumi/pulumi from this folder. NODE_USE_ENV_PROXY makes fetch use HTTPS_PROXY.
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

// `npm start` deploys the project to a reference server that keeps its data in .dev/. `npm start -- preview`, `refresh` and
// `destroy` run that command instead. Further options go to Pulumi: `npm start -- preview --diff`. With `--open`, the server
// runs until Ctrl+C and its page opens in the browser, where you can place calls.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { startServer } from "pulumi-signalwire/server";
import { missingKeys, openStack } from "./stack.ts";

const commands = ["up", "preview", "refresh", "destroy"];
const isOpen = process.argv.includes("--open");
const [first = "up", ...rest] = process.argv.slice(2).filter((each) => each !== "--open");
const [command, options] = first.startsWith("-") ? ["up", [first, ...rest]] : [first, rest];

if (commands.includes(command)) {
  process.exitCode = await run();
} else {
  process.stderr.write(`There is no command ${command}. Choose one of: ${commands.join(", ")}.\n`);
  process.exitCode = 1;
}

async function run(): Promise<number> {
  const folder = join(import.meta.dirname, "../.dev");
  await mkdir(folder, { recursive: true });
  const server = await startServer({ data: join(folder, "service.db"), control: isOpen });
  try {
    const stack = await openStack("dev", server, join(folder, "state"));
    const { workspace, name } = stack;
    const flags = command === "preview" ? [] : ["--yes", "--skip-preview"];
    const pulumi = spawn("pulumi", [command, "--stack", name, ...flags, ...options], {
      cwd: workspace.workDir,
      env: { ...process.env, ...workspace.envVars },
      stdio: "inherit",
    });
    const [code] = await once(pulumi, "close");
    if (code === 0 && server.inspector) await show(server.inspector);
    const advice = code === 0 ? "" : await missingKeys(stack);
    if (advice) process.stderr.write(`\n${advice}\n`);
    return code ?? 1;
  } catch (error) {
    process.stderr.write(`${explained((error as Error).message)}\n`);
    return 1;
  } finally {
    await server.close();
  }
}

/** Resolves at Ctrl+C. */
async function show(page: string): Promise<void> {
  process.stdout.write(`\nThe server stays up until Ctrl+C. Its page:\n\n  ${page}\n\n`);
  const isWindows = process.platform === "win32";
  const opener = isWindows ? "cmd" : process.platform === "darwin" ? "open" : "xdg-open";
  const browser = spawn(opener, isWindows ? ["/c", "start", "", page] : [page], { stdio: "ignore", detached: true });
  // Without a browser, the printed link is enough.
  browser.on("error", () => {}).unref();
  await Promise.race([once(process, "SIGINT"), once(process, "SIGTERM")]);
}

function explained(message: string): string {
  if (message.includes("ENOENT: pulumi"))
    return "There is no pulumi on the PATH: see https://www.pulumi.com/docs/install/, or run `npm install --save-dev pulumi`.";
  if (message.includes("incorrect passphrase"))
    return (
      "Pulumi.dev.yaml belongs to a stack with another passphrase. `npm start` has a stack `dev` of its own: rename yours " +
      "(`pulumi stack rename`), or delete Pulumi.dev.yaml if you no longer need it. Then run `npm start` again."
    );
  return message;
}

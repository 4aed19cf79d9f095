// `node scripts/setup.mjs [script …]` completes a checkout (locked dependencies, a recent Node, an up-to-date dist/), then runs the
// script under that Node. It runs under Node 20 and without dependencies, so it is plain JavaScript. Prints nothing when the checkout is
// complete.
import { spawn } from "node:child_process";
import { constants } from "node:os";
import { withLock } from "./engine/lock.mjs";
import { printLine } from "./engine/progress.mjs";
import { build, isBuilt } from "./setup/build.mjs";
import { install, isInstalled, node } from "./setup/install.mjs";
import { root, SetupError } from "./setup/machine.mjs";

const oldestNode = 20;

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof SetupError)) throw error;
  printLine(error.message);
  process.exitCode = 1;
}

async function main([script, ...args]) {
  if (Number.parseInt(process.versions.node, 10) < oldestNode) {
    throw new SetupError(
      `This project needs Node ${oldestNode} or newer and this is ${process.version}: install one from https://nodejs.org/.`,
    );
  }
  if (!isInstalled() || !isBuilt()) await setUp();
  return script === undefined ? 0 : runScript(script, args);
}

async function setUp() {
  if (!isInstalled()) {
    printLine(
      "· The first run takes some minutes: it installs the dependencies, compiles, and may build a Pulumi engine.",
    );
  }
  await withLock(
    `setup of ${root}`,
    async () => {
      if (!isInstalled()) await install();
      if (!isBuilt()) await build();
    },
    { onWait: (pid) => printLine(`· Waiting for process ${pid}, which is setting this checkout up …`) },
  );
}

/** Resolves to the script's exit code. Ctrl-C reaches the script too, which handles it. */
function runScript(script, args) {
  const child = spawn(node(), [script, ...args], { stdio: "inherit" });
  process.on("SIGINT", () => {});
  for (const signal of ["SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
  return new Promise((done, fail) => {
    child.on("error", fail);
    child.on("close", (code, signal) => done(signal ? 128 + constants.signals[signal] : code));
  });
}

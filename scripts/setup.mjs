// `node scripts/setup.mjs [script …]` completes a checkout (locked dependencies, a recent Node, an up-to-date dist/), then runs the
// script under that Node. It runs under Node 20 and without dependencies, so it is plain JavaScript. Prints nothing when the checkout is
// complete; stdout belongs to the script.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { constants } from "node:os";
import { delimiter, join, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { withLock } from "./engine/lock.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const modules = join(root, "node_modules");
const isWindows = process.platform === "win32";
const [major, minor] = process.versions.node.split(".").map(Number);
const isRecent = major > 22 || (major === 22 && minor >= 19);
/** The Node that runs the project. The npm package's link in .bin is a command file on Windows. */
const node = isRecent ? process.execPath : join(modules, "node", "bin", isWindows ? "node.exe" : "node");

process.exitCode = await main(process.argv.slice(2));

async function main([script, ...args]) {
  if (major < 20) {
    fail(`This project needs Node 20 or newer and this is ${process.version}: install one from https://nodejs.org/.`);
  }
  if (!isInstalled()) {
    console.error(
      "· The first run takes some minutes: it installs the dependencies, compiles, and may build a Pulumi engine.",
    );
    await withLock(`installation of ${root}`, install, {
      onWait: (pid) => console.error(`· Waiting for process ${pid}, which is setting this checkout up …`),
    });
  }
  const code = await runNode([join(root, "scripts", "build.ts")], { cwd: root });
  return code !== 0 || script === undefined ? code : runNode([script, ...args]);
}

function isInstalled() {
  return hasLockedVersions() && existsSync(node);
}

async function install() {
  if (!hasLockedVersions()) await npm("Installing the locked dependencies", "ci", "--ignore-scripts");
  if (existsSync(node)) return;
  // The package downloads Node in its install script, the only one that the project needs.
  await npm("Installing Node 24 into node_modules", "rebuild", "node", "--ignore-scripts=false");
  if (existsSync(node)) return;
  fail(
    `The npm package \`node\` brought no Node 24. Install Node 22.19 or newer from https://nodejs.org/ instead (this is ${process.version}), then run the command again.`,
  );
}

/** Runs npm, also for the packages that NODE_ENV=production leaves out, and outside the Node that it may delete. */
async function npm(title, ...args) {
  console.error(`· ${title} …`);
  const path = (process.env.PATH ?? "").split(delimiter).filter((folder) => !folder.startsWith(modules + sep));
  // The lock file has the versions and their checksums: what the cache knows of a package need not be asked again.
  const flags = ["--include=dev", "--prefer-offline", "--no-audit", "--no-fund", "--loglevel=error"];
  const child = spawn("npm", [...args, ...flags], {
    cwd: root,
    env: { ...process.env, PATH: path.join(delimiter) },
    // npm is a command file on Windows, and only a shell can start it. None of its arguments needs quotes.
    shell: isWindows,
    stdio: ["ignore", 2, 2],
  });
  const outcome = await once(child, "close").then(
    ([code, signal]) => signal ?? `exit code ${code}`,
    (error) => error.message,
  );
  if (outcome === "exit code 0") return;
  fail(
    `\`npm ${args[0]}\` failed (${outcome}) with the error above. Check that the npm registry can be reached and that npm may write to ` +
      "this folder and its cache (npm_config_cache names another). `npm install` installs what package-lock.json lacks.",
  );
}

/** True when the installed packages match the lock file. The user may have run `npm ci` or `npm install`. */
function hasLockedVersions() {
  const locked = packagesIn(join(root, "package-lock.json"));
  const installed = packagesIn(join(modules, ".package-lock.json"));
  if (!locked || !installed) return false;
  return Object.entries(locked).every(([path, entry]) => {
    if (!path.startsWith("node_modules/") && !path.includes("/node_modules/")) return true;
    const found = installed[path];
    if (!found) return entry.optional === true || entry.peer === true;
    return found.version === entry.version && found.link === entry.link && existsSync(join(root, path));
  });
}

/** Returns undefined for a missing file, and for one that npm had not written to its end. */
function packagesIn(path) {
  try {
    return JSON.parse(readFileSync(path, "utf8")).packages;
  } catch {
    return undefined;
  }
}

/** Resolves to the exit code. Ctrl-C reaches the child too, which handles it. */
async function runNode(args, options) {
  const child = spawn(node, args, { stdio: "inherit", ...options });
  process.on("SIGINT", () => {});
  for (const signal of ["SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
  const [code, signal] = await once(child, "close");
  return signal ? 128 + constants.signals[signal] : code;
}

function fail(message) {
  console.error(message);
  process.exit(1);
}

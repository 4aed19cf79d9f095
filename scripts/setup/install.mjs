// Installs the locked packages of package-lock.json, and Node 24 where this machine's Node is too old for the project.
import { existsSync } from "node:fs";
import { delimiter, join, sep } from "node:path";
import { modules, readJson, root, run, SetupError, windows } from "./machine.mjs";

const oldestProjectNode = [22, 19];
/** The executable of the npm package `node`. Its link in .bin is a command file on Windows. */
const nodeOfPackage = join(modules, "node", "bin", windows ? "node.exe" : "node");

/** Returns the Node that runs the project: this one, if it is recent. */
export function node() {
  return isRecent(process.versions.node) ? process.execPath : nodeOfPackage;
}

export function isInstalled() {
  return hasLockedVersions() && existsSync(node());
}

export async function install() {
  if (!hasLockedVersions()) {
    await npm("Installing the locked dependencies", ["ci", "--ignore-scripts"]);
  }
  if (existsSync(node())) return;
  // The package downloads Node in its install script, the only one that the project needs.
  await npm("Installing Node 24 into node_modules", ["rebuild", "node", "--ignore-scripts=false"]);
  if (existsSync(node())) return;
  throw new SetupError(
    `The npm package \`node\` brought no Node 24. Install Node ${oldestProjectNode.join(".")} or newer from ` +
      `https://nodejs.org/ instead (this is ${process.version}), then run the command again.`,
  );
}

/** Runs npm, also for the packages that NODE_ENV=production leaves out, and outside the Node that it may delete. */
async function npm(title, args) {
  const flags = ["--include=dev", "--no-audit", "--no-fund", "--loglevel=error"];
  const path = (process.env.PATH ?? "").split(delimiter).filter((folder) => !folder.startsWith(modules + sep));
  const outcome = await run(title, "npm", [...args, ...flags], { ...process.env, PATH: path.join(delimiter) });
  if (outcome === 0) return;
  throw new SetupError(
    `\`npm ${args[0]}\` failed (${outcome}) with the error above. Check that the npm registry can be reached and that npm may write to ` +
      "this folder and its cache (npm_config_cache names another). `npm install` installs what package-lock.json lacks.",
  );
}

/** True when the installed packages match the lock file. The user may have run `npm ci` or `npm install`. */
function hasLockedVersions() {
  const locked = readJson(join(root, "package-lock.json"))?.packages;
  const installed = readJson(join(modules, ".package-lock.json"))?.packages;
  if (!locked || !installed) return false;
  return Object.entries(locked).every(([path, entry]) => {
    if (!path.startsWith("node_modules/") && !path.includes("/node_modules/")) return true;
    const found = installed[path];
    if (!found) return entry.optional === true || entry.peer === true;
    return found.version === entry.version && found.link === entry.link && existsSync(join(root, path));
  });
}

function isRecent(version) {
  const [major, minor] = version.split(".").map(Number);
  return major > oldestProjectNode[0] || (major === oldestProjectNode[0] && minor >= oldestProjectNode[1]);
}

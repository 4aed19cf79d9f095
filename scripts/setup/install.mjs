// Installs the locked packages of package-lock.json, and Node 24 into node_modules.
import { copyFileSync, existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { printLine } from "../engine/progress.mjs";
import {
  modules,
  node,
  outsideEnvironment,
  readJson,
  readText,
  root,
  run,
  SetupError,
  sha256,
  step,
  windows,
} from "./machine.mjs";

const oldestProjectNode = [22, 19];
const installStamp = join(modules, ".setup-stamp");

export function isInstalled() {
  return readText(installStamp) === dependencyFingerprint() && existsSync(node);
}

/** Installs without install scripts: only the script of `node` is needed, and it runs at the end. */
export async function install() {
  if (!hasLockedVersions()) {
    let outcome = await npm("Installing the locked dependencies", ["ci", "--ignore-scripts"]);
    // A lock file from one platform may lack optional packages of another, and `npm ci` refuses it there.
    if (
      outcome.code !== 0 &&
      /^npm error Missing: /m.test(outcome.output) &&
      !/^npm error Invalid: /m.test(outcome.output)
    ) {
      outcome = await npm("Installing them with what the lock file leaves out", [
        "install",
        "--no-save",
        "--ignore-scripts",
      ]);
    }
    if (outcome.code !== 0) {
      throw new SetupError(
        `${withoutUsage(outcome.output)}\n\`npm ci\` failed (${outcome.reason}). ${remedyFor(outcome)}`,
      );
    }
  }
  await provideNode();
  writeFileSync(installStamp, dependencyFingerprint());
}

/** Runs npm. Includes the packages that NODE_ENV=production omits. */
function npm(title, args) {
  const flags = ["--include=dev", "--no-audit", "--no-fund", "--loglevel=error"];
  return step(title, "npm", [...args, ...flags], outsideEnvironment());
}

function remedyFor({ output }) {
  if (/\b(EACCES|EPERM|EROFS)\b/.test(output)) {
    return "npm may not write to a folder that it names above: make it writable, or let npm_config_cache name another for npm's cache; then run the command again.";
  }
  if (/\bENOSPC\b/.test(output)) return "The disk is full: make room, then run the command again.";
  return (
    "Check that the npm registry can be reached and that package-lock.json belongs to package.json (`npm install` renews it), " +
    "then run the command again."
  );
}

/** Removes the page of options that npm appends to some errors. */
function withoutUsage(output) {
  return output.split(/^npm error\s*\nnpm error Clean install a project/m)[0].trimEnd();
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

/**
 * Installs Node. The npm package `node` downloads its binary in an install script. npm 12 runs the script because
 * package.json's `allowScripts` lists it.
 */
async function provideNode() {
  // CI tests the supported Node versions with this variable.
  if (process.env.PULUMI_SIGNALWIRE_NODE === "machine" && isRecent(process.version)) return useNodeOfMachine();
  if (await isRecentNode()) return;
  const outcome = await npm("Installing Node 24 into node_modules", ["rebuild", "node", "--ignore-scripts=false"]);
  if (await isRecentNode()) return;
  // The file system has no hard links, or the platform has no such package. Neither is needed with a recent Node.
  if (isRecent(process.version)) {
    printLine(`· Using Node ${process.versions.node} of this machine instead.`);
    useNodeOfMachine();
    return;
  }
  throw new SetupError(
    `${outcome.output}\nThe npm package \`node\` could not put Node 24 into node_modules; npm's reason stands above, if it gave one. Install Node ` +
      `${oldestProjectNode.join(".")} or newer from https://nodejs.org/ instead (this is ${process.version}), then run the command again.`,
  );
}

function useNodeOfMachine() {
  for (const path of [node, join(modules, ".bin", "node")]) {
    rmSync(path, { force: true });
    mkdirSync(dirname(path), { recursive: true });
    if (!windows) symlinkSync(process.execPath, path);
    else if (path === node) copyFileSync(process.execPath, path);
  }
}

async function isRecentNode() {
  if (!existsSync(node)) return false;
  const { output } = await run(node, ["--version"], process.env);
  return isRecent(output);
}

function isRecent(version) {
  const [major, minor] = version.trim().replace(/^v/, "").split(".").map(Number);
  return major > oldestProjectNode[0] || (major === oldestProjectNode[0] && minor >= oldestProjectNode[1]);
}

/** Returns a hash of the parts of package.json that affect an installation: a new script does not. */
function dependencyFingerprint() {
  const manifest = readJson(join(root, "package.json")) ?? {};
  const fields = [
    "dependencies",
    "devDependencies",
    "optionalDependencies",
    "peerDependencies",
    "overrides",
    "workspaces",
  ];
  return sha256(
    readText(join(root, "package-lock.json")) ?? "",
    ...fields.map((field) => JSON.stringify(manifest[field] ?? null)),
  );
}

// Decides what a checkout still lacks before a script may run (the locked dependencies, Node 24, an up-to-date dist/), and makes
// it. Runs before `npm start`, `npm test` and `npm run pulumi` under whatever Node the machine has, so: plain JavaScript, no
// dependencies. Says nothing when there is nothing to do.
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import {
  chmodSync,
  existsSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { withLock } from "./engine/lock.mjs";
import { printLine, startProgress } from "./engine/progress.mjs";

const oldestNode = 20;
const oldestProjectNode = [22, 19];

const root = fileURLToPath(new URL("..", import.meta.url));
const modules = join(root, "node_modules");
const installStamp = join(modules, ".setup-stamp");
const node = join(modules, ".bin", process.platform === "win32" ? "node.cmd" : "node");
const dist = join(root, "dist");
const nextDist = join(root, ".dist-next");
const previousDist = join(root, ".dist-previous");
const distStamp = join(dist, ".fingerprint");

class SetupError extends Error {}

try {
  await setUp();
} catch (error) {
  if (!(error instanceof SetupError)) throw error;
  printLine(error.message);
  process.exitCode = 1;
}

async function setUp() {
  if (Number.parseInt(process.versions.node, 10) < oldestNode) {
    throw new SetupError(
      `This project needs Node ${oldestNode} or newer and this is ${process.version}: install one from https://nodejs.org/.`,
    );
  }
  if (isInstalled() && isBuilt()) return;

  // Not in node_modules, which npm ci deletes.
  const lock = join(tmpdir(), `pulumi-signalwire-setup-${sha256(root).slice(0, 16)}.lock`);
  await withLock(
    lock,
    async () => {
      if (!isInstalled()) await install();
      if (!isBuilt()) await build();
    },
    { onWait: (pid) => printLine(`· Waiting for process ${pid}, which is setting this checkout up …`) },
  );
}

function isInstalled() {
  return readText(installStamp) === dependencyFingerprint() && existsSync(node);
}

function isBuilt() {
  return readText(distStamp) === sourceFingerprint();
}

async function install() {
  if (!hasLockedVersions()) {
    let outcome = await npm("Installing the locked dependencies", ["ci"]);
    // A lock file made on one platform may lack the optional packages of another, which `npm ci` refuses on that other.
    if (
      outcome.code !== 0 &&
      /^npm error Missing: /m.test(outcome.output) &&
      !/^npm error Invalid: /m.test(outcome.output)
    ) {
      outcome = await npm("Installing them with what the lock file leaves out", ["install", "--no-save"]);
    }
    if (outcome.code !== 0) {
      throw new SetupError(
        `${withoutUsage(outcome.output)}\n\`npm ci\` failed (${outcome.reason}). Check that the npm registry can be reached and that ` +
          "package-lock.json belongs to package.json (`npm install` renews it), then run the command again.",
      );
    }
  }
  await provideNode();
  writeFileSync(installStamp, dependencyFingerprint());
}

function npm(title, args) {
  return step(title, "npm", [...args, "--no-audit", "--no-fund", "--loglevel=error"], outsideEnvironment());
}

/** npm appends a page about all its options to some errors. */
function withoutUsage(output) {
  return output.split(/^npm error\s*\nnpm error Clean install a project/m)[0].trimEnd();
}

/** An `npm ci` or `npm install` by hand is as good as ours: compare what it left with what is locked. */
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

/** The npm package `node` fetches its binary in an install script: npm 12 runs it because package.json's `allowScripts` names it, `ignore-scripts=true` suppresses it. */
async function provideNode() {
  if (await isRecentNode(node)) return;
  const outcome = await npm("Installing Node 24 into node_modules", ["rebuild", "node", "--ignore-scripts=false"]);
  if (await isRecentNode(node)) return;
  throw new SetupError(
    `${outcome.output}\nnode_modules/.bin/node is missing or older than Node ${oldestProjectNode.join(".")}: the npm package \`node\` puts it there ` +
      "in an install script, which did not run or failed. Check that package.json has `node` under `allowScripts`, and that the npm registry has the " +
      `package \`node\` for ${process.platform} on ${process.arch}; then run the command again.`,
  );
}

async function isRecentNode(command) {
  if (!existsSync(command)) return false;
  const { output } = await run(command, ["--version"], process.env);
  const [major, minor] = output.trim().replace(/^v/, "").split(".").map(Number);
  return major > oldestProjectNode[0] || (major === oldestProjectNode[0] && minor >= oldestProjectNode[1]);
}

async function build() {
  rmSync(nextDist, { recursive: true, force: true });
  const fingerprint = sourceFingerprint();
  const compiler = join(modules, "typescript", "bin", "tsc");
  // Whole and beside dist/: outputs of deleted sources vanish, a failed build changes nothing, relative paths stay right.
  const args = [
    compiler,
    "-p",
    "tsconfig.build.json",
    "--outDir",
    nextDist,
    "--incremental",
    "false",
    "--tsBuildInfoFile",
    "null",
  ];
  const outcome = await step("Compiling dist/", node, args, process.env);
  if (outcome.code !== 0) {
    rmSync(nextDist, { recursive: true, force: true });
    throw new SetupError(
      `${outcome.output}\nThe TypeScript sources do not compile (${outcome.reason}); dist/ was left as it was.`,
    );
  }
  for (const file of Object.values(readJson(join(root, "package.json"))?.bin ?? {})) {
    const compiled = join(nextDist, file.replace(/^(\.\/)?dist\//, ""));
    if (existsSync(compiled)) chmodSync(compiled, 0o755);
  }
  writeFileSync(join(nextDist, ".fingerprint"), fingerprint);

  rmSync(previousDist, { recursive: true, force: true });
  if (existsSync(dist)) renameSync(dist, previousDist);
  renameSync(nextDist, dist);
  rmSync(previousDist, { recursive: true, force: true });
}

/** Of package.json only what npm installs by: a new script is no reason to install again. */
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

function sourceFingerprint() {
  const folders = readJson(join(root, "tsconfig.build.json"))?.include;
  if (!folders) throw new SetupError("tsconfig.build.json cannot be read as JSON with an `include` list of folders.");
  const configs = readdirSync(root).filter((name) => /^tsconfig.*\.json$/.test(name));
  const sources = folders.flatMap((folder) => listSources(folder));
  const files = [...configs, "package-lock.json", ...sources].sort();
  return sha256(...files.flatMap((file) => [file, readText(join(root, file)) ?? ""]));
}

function listSources(folder) {
  const path = join(root, folder);
  if (!existsSync(path)) return [];
  return readdirSync(path, { withFileTypes: true }).flatMap((entry) => {
    const name = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return listSources(name);
    return entry.name.endsWith(".ts") ? [name] : [];
  });
}

/** npm must not run under the Node it is about to delete: take node_modules/.bin out of the PATH that npm itself put it into. */
function outsideEnvironment() {
  const key = Object.keys(process.env).find((name) => name.toUpperCase() === "PATH") ?? "PATH";
  const folders = (process.env[key] ?? "").split(delimiter);
  const outside = folders.filter(
    (folder) => !folder.startsWith(modules + sep) && !real(folder).startsWith(real(modules) + sep),
  );
  return { ...process.env, [key]: outside.join(delimiter) };
}

async function step(title, command, args, env) {
  const progress = startProgress(title);
  const outcome = await run(command, args, env);
  if (outcome.code === 0) progress.done();
  else progress.failed(outcome.reason);
  return outcome;
}

function run(command, args, env) {
  return new Promise((done) => {
    const shell = process.platform === "win32";
    const child = spawn(shell ? `"${command}"` : command, args, {
      cwd: root,
      env,
      shell,
      stdio: ["ignore", "pipe", "pipe"],
    });
    let output = "";
    const collect = (bytes) => {
      output += bytes;
    };
    child.stdout.on("data", collect);
    child.stderr.on("data", collect);
    child.on("error", (error) => done({ code: -1, output, reason: error.message }));
    child.on("close", (code, signal) =>
      done({ code, output: output.trimEnd(), reason: signal ? `ended by ${signal}` : `exit code ${code}` }),
    );
  });
}

function sha256(...texts) {
  const hash = createHash("sha256");
  for (const text of texts) hash.update(text).update("\0");
  return hash.digest("hex");
}

function readText(path) {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}

function readJson(path) {
  const text = readText(path);
  try {
    return text === undefined ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

function real(path) {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

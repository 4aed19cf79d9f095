// `node scripts/setup.mjs [script …]` makes what a checkout still lacks (the locked dependencies, Node 24, an up-to-date dist/), then
// runs the script under that Node. It runs under whatever Node the machine has, so: plain JavaScript, no dependencies. Says nothing
// when there is nothing to do.
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { constants, tmpdir } from "node:os";
import { delimiter, dirname, join, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { withLock } from "./engine/lock.mjs";
import { printLine, startProgress } from "./engine/progress.mjs";
import { renameWhenFree } from "./engine/rename.mjs";

const oldestNode = 20;
const oldestProjectNode = [22, 19];

const windows = process.platform === "win32";
const root = fileURLToPath(new URL("..", import.meta.url));
const modules = join(root, "node_modules");
const installStamp = join(modules, ".setup-stamp");
// Not its link in .bin, which is a command file on Windows.
const node = join(modules, "node", "bin", windows ? "node.exe" : "node");
const dist = join(root, "dist");
const nextDist = join(root, ".dist-next");
const previousDist = join(root, ".dist-previous");
const distStamp = join(dist, ".fingerprint");

class SetupError extends Error {}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof SetupError)) throw error;
  printLine(error.message);
  process.exitCode = 1;
}

async function main([script, ...args]) {
  // Whoever asks for help should not wait for an installation.
  const help = args.some((arg) => arg === "--help" || arg === "-h") && readText(script?.replace(/\.ts$/, ".help.txt"));
  if (help) {
    process.stdout.write(help);
    return 0;
  }
  if (Number.parseInt(process.versions.node, 10) < oldestNode) {
    throw new SetupError(
      `This project needs Node ${oldestNode} or newer and this is ${process.version}: install one from https://nodejs.org/.`,
    );
  }
  if (!isInstalled() || !isBuilt()) await setUp(script);
  return script === undefined ? 0 : runScript(script, args);
}

async function setUp(script) {
  if (!isInstalled() && script !== undefined) {
    printLine(
      "· The first run takes some minutes: it installs the dependencies, compiles, and gets a Pulumi engine where none is on the PATH.",
    );
  }
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

/** The exit code. Ctrl-C reaches the script too, which decides what it means. */
function runScript(script, args) {
  const env = { ...process.env };
  env[pathName(env)] = [join(modules, ".bin"), env[pathName(env)]].join(delimiter);
  const child = spawn(node, [script, ...args], { env, stdio: "inherit" });
  process.on("SIGINT", () => {});
  for (const signal of ["SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
  return new Promise((done, fail) => {
    child.on("error", fail);
    child.on("close", (code, signal) => done(signal ? 128 + constants.signals[signal] : code));
  });
}

function isInstalled() {
  return readText(installStamp) === dependencyFingerprint() && existsSync(node);
}

function isBuilt() {
  return readText(distStamp) === sourceFingerprint();
}

/** Without install scripts: only that of `node` is needed, and it comes last. */
async function install() {
  if (!hasLockedVersions()) {
    let outcome = await npm("Installing the locked dependencies", ["ci", "--ignore-scripts"]);
    // A lock file made on one platform may lack the optional packages of another, which `npm ci` refuses on that other.
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

/** With what NODE_ENV=production leaves out. */
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

/** The npm package `node` fetches its binary in an install script, which npm 12 runs because package.json's `allowScripts` names it. */
async function provideNode() {
  // For CI, which tries the Nodes that the manifest promises.
  if (process.env.PULUMI_SIGNALWIRE_NODE === "machine" && isRecent(process.version)) return useNodeOfMachine();
  if (await isRecentNode()) return;
  const outcome = await npm("Installing Node 24 into node_modules", ["rebuild", "node", "--ignore-scripts=false"]);
  if (await isRecentNode()) return;
  // A file system without hard links, a platform without such a package: whoever has a recent Node needs neither.
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
  if (existsSync(join(root, "server", "inspector"))) await bundleInspector();
  for (const file of Object.values(readJson(join(root, "package.json"))?.bin ?? {})) {
    const compiled = join(nextDist, file.replace(/^(\.\/)?dist\//, ""));
    if (existsSync(compiled)) chmodSync(compiled, 0o755);
  }
  writeFileSync(join(nextDist, ".fingerprint"), fingerprint);

  rmSync(previousDist, { recursive: true, force: true });
  if (existsSync(dist)) await renameWhenFree(dist, previousDist);
  await renameWhenFree(nextDist, dist);
  rmSync(previousDist, { recursive: true, force: true });
}

async function bundleInspector() {
  const args = [join(root, "scripts", "bundle-inspector.mjs"), join(nextDist, "inspector")];
  const outcome = await step("Bundling the inspector", node, args, process.env);
  if (outcome.code === 0) return;
  rmSync(nextDist, { recursive: true, force: true });
  throw new SetupError(
    `${outcome.output}\nThe page in server/inspector/ cannot be bundled (${outcome.reason}); dist/ was left as it was.`,
  );
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
  const sources = [...folders, "server/inspector"].flatMap((folder) => listSources(folder));
  const files = [...new Set([...configs, "package-lock.json", ...sources])].sort();
  return sha256(...files.flatMap((file) => [file, readText(join(root, file)) ?? ""]));
}

function listSources(folder) {
  const path = join(root, folder);
  if (!existsSync(path)) return [];
  return readdirSync(path, { withFileTypes: true }).flatMap((entry) => {
    const name = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return listSources(name);
    return /\.(tsx?|css|html|svg)$/.test(entry.name) ? [name] : [];
  });
}

/** npm must not run under the Node it is about to delete: take node_modules/.bin out of the PATH that npm itself put it into. */
function outsideEnvironment() {
  const key = pathName(process.env);
  const folders = (process.env[key] ?? "").split(delimiter);
  const outside = folders.filter(
    (folder) => !folder.startsWith(modules + sep) && !real(folder).startsWith(real(modules) + sep),
  );
  return { ...process.env, [key]: outside.join(delimiter) };
}

/** Windows spells it `Path`. */
function pathName(env) {
  return Object.keys(env).find((name) => name.toUpperCase() === "PATH") ?? "PATH";
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
    const child = spawn(command, args, {
      cwd: root,
      env,
      // npm is a command file there, which only a shell starts; none of its arguments needs quotes.
      shell: windows && command === "npm",
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

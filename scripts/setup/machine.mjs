// Facts about this checkout and machine: paths, files, and a function that runs commands.
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync, realpathSync } from "node:fs";
import { delimiter, join, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { startProgress } from "../engine/progress.mjs";

export const windows = process.platform === "win32";
export const root = fileURLToPath(new URL("../..", import.meta.url));
export const modules = join(root, "node_modules");
/** The executable itself, because its link in .bin is a command file on Windows. */
export const node = join(modules, "node", "bin", windows ? "node.exe" : "node");

/** An error whose message is written for the user. */
export class SetupError extends Error {}

export async function step(title, command, args, env) {
  const progress = startProgress(title);
  const outcome = await run(command, args, env);
  if (outcome.code === 0) progress.done();
  else progress.failed(outcome.reason);
  return outcome;
}

export function run(command, args, env) {
  return new Promise((done) => {
    const child = spawn(command, args, {
      cwd: root,
      env,
      // npm is a command file on Windows, and only a shell can start it. None of its arguments needs quotes.
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

/** Removes node_modules/.bin from the PATH. npm itself added it, but npm must not run under the Node that it deletes. */
export function outsideEnvironment() {
  const key = pathName(process.env);
  const folders = (process.env[key] ?? "").split(delimiter);
  const outside = folders.filter(
    (folder) => !folder.startsWith(modules + sep) && !real(folder).startsWith(real(modules) + sep),
  );
  return { ...process.env, [key]: outside.join(delimiter) };
}

/** Returns the name of the PATH variable: Windows spells it `Path`. */
export function pathName(env) {
  return Object.keys(env).find((name) => name.toUpperCase() === "PATH") ?? "PATH";
}

export function sha256(...texts) {
  const hash = createHash("sha256");
  for (const text of texts) hash.update(text).update("\0");
  return hash.digest("hex");
}

export function readText(path) {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}

export function readJson(path) {
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

// Facts about this checkout, and a function that runs commands.
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { printLine } from "../engine/progress.mjs";

export const windows = process.platform === "win32";
export const root = fileURLToPath(new URL("../..", import.meta.url));
export const modules = join(root, "node_modules");

/** An error whose message is written for the user. */
export class SetupError extends Error {}

/** Runs a command, whose output goes to stderr: stdout belongs to the script that follows. Resolves to 0, or what went wrong. */
export function run(title, command, args, env = process.env) {
  printLine(`· ${title} …`);
  // npm is a command file on Windows, and only a shell can start it. None of its arguments needs quotes.
  const shell = windows && command === "npm";
  return new Promise((done) => {
    const child = spawn(command, args, { cwd: root, env, shell, stdio: ["ignore", 2, 2] });
    child.on("error", (error) => done(error.message));
    child.on("close", (code, signal) => done(code === 0 ? 0 : (signal ?? `exit code ${code}`)));
  });
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

// `npm run release`: turns the changesets into a version, a CHANGELOG and a tag, and pushes them. After the push,
// .github/workflows/release.yml packs, tests and publishes the tag. `-- --no-push` stops before the push.

import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "..");

const problem = whatIsInTheWay();
if (problem === undefined) release();
else {
  console.error(problem);
  process.exitCode = 1;
}

function release(): void {
  runNode("node_modules/@changesets/cli/bin.js", "version");
  runNode("scripts/generate.ts");
  run("npm", "install", "--package-lock-only", "--ignore-scripts");
  const tag = `v${manifest().version}`;
  run("git", "add", "--all");
  run("git", "commit", "--quiet", "--message", `Release ${tag}`);
  run("git", "tag", "--annotate", "--message", tag, tag);
  if (!process.argv.includes("--no-push")) run("git", "push", "--follow-tags");
  console.log(`${tag} is committed and tagged.`);
}

function whatIsInTheWay(): string | undefined {
  if (manifest().repository === undefined) {
    return "package.json has no `repository`: add it with the URL of this repository, run `npm run generate`, and commit both.";
  }
  if (run("git", "status", "--porcelain") !== "") {
    return "There are changes that are not committed: a release is made of what is committed.";
  }
  if (!readdirSync(join(root, ".changeset")).some((name) => name.endsWith(".md"))) {
    return "There is no changeset, so nothing to release.";
  }
  try {
    runNode("scripts/lock.ts", "--check");
    return undefined;
  } catch {
    return "Other platforms would install files without a checksum.";
  }
}

function manifest(): { version: string; repository?: { url: string } } {
  return JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
}

function runNode(...args: string[]): void {
  execFileSync(process.execPath, args, { cwd: root, stdio: "inherit" });
}

/** Returns the command's output. npm is a command file on Windows, and only a shell can start it. */
function run(command: string, ...args: string[]): string {
  const shell = process.platform === "win32" && command === "npm";
  return execFileSync(command, args, { cwd: root, encoding: "utf8", shell, stdio: ["ignore", "pipe", "inherit"] });
}

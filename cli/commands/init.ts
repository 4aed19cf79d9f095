import { spawn } from "node:child_process";
import { cp, mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { Command } from "commander";
import { SignalWireError } from "../../contract/index.ts";
import { ownPackage, packageFolder, publishedFiles, vendor } from "../package.ts";
import { shellWord } from "../report/text.ts";

export function initCommand(): Command {
  return new Command("init")
    .argument("[folder]", "where: a new or empty folder, after which the project is named", ".")
    .option("--example <name>", "begin with this example: see examples/README.md of the package", "starter")
    .option("--no-install", "leave `npm install` to you")
    .action(async (folder, options, command: Command) => {
      if (!examples().includes(options.example))
        command.error(`error: There is no example "${options.example}". Choose one of: ${examples().join(", ")}.`);
      await init(folder, options);
    });
}

interface InitOptions {
  readonly install: boolean;
  readonly example?: string;
}

class CannotStart extends SignalWireError {
  readonly code = "cannot_start";
}

/** The names that both Pulumi and npm accept. */
const NAME = /^[a-z0-9][a-z0-9._-]{0,99}$/;
const STARTER = "starter";
/** What commands of this package and of its pages write into a project, and files that hold secrets. */
const IGNORED = `node_modules/
*.tsbuildinfo

# States, and the data of reference servers
.dev/
.pulumi/
/state/
*.db
*.db-*
state*.json
stack*.json

# Secrets and logs
.env*
!.env.example
*.pem
*.key
*.log

# Generated SDKs, Python
/sdk/
/sdks/
venv/
.venv/
__pycache__/
`;
/** Stacks that `npm start`, the tests and the pages create on a reference server. */
const TRIAL_STACKS = ["dev", "test", "try"].map((stack) => `Pulumi.${stack}.yaml`);

function examples(): string[] {
  return publishedFiles("examples").flatMap((file) => /^([^/]+)\/package\.json$/.exec(file)?.[1] ?? []);
}

/** Copies an example into the folder. The project gets the folder's name and depends on this package. */
async function init(given: string, { install, example = STARTER }: InitOptions): Promise<void> {
  const folder = resolve(given);
  await expectPlace(folder);
  await write(folder, example).catch((error: NodeJS.ErrnoException) => {
    if (error.syscall === undefined) throw error;
    throw new CannotStart(`${folder} cannot be written (${error.code}): name another folder.`);
  });
  if (install) await installIn(folder);
  console.log(greeting(given, install, example));
}

/** @throws CannotStart when the folder's name is invalid, or when files could be overwritten. */
async function expectPlace(folder: string): Promise<void> {
  const name = basename(folder);
  if (!NAME.test(name)) {
    throw new CannotStart(
      `A project gets the name of its folder, and "${name}" is not valid: use a to z, digits, and after the first character also . _ - (for example phones).`,
    );
  }
  const found = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return [];
    throw new CannotStart(`${folder} is no folder that can be read (${error.code}): name another one.`);
  });
  const [first] = found.filter((each) => each !== ".git");
  if (first !== undefined) {
    throw new CannotStart(
      `${folder} is not empty: it has ${first}. Nothing was written; name a folder that is new or empty.`,
    );
  }
}

async function write(folder: string, example: string): Promise<void> {
  const from = join(packageFolder(), "examples", example);
  const { name, ...manifest } = JSON.parse(await readFile(join(from, "package.json"), "utf8"));
  const installed = await ownPackage(folder);
  manifest.dependencies["pulumi-signalwire"] = installed.specifier;

  const own = ["package.json", "Pulumi.yaml"];
  // Runs leave further files beside a clone's examples: states, keys, logs.
  const files = publishedFiles(`examples/${example}`).filter((file) => !own.includes(file));
  for (const file of files) await cp(join(from, file), join(folder, file), { force: false });
  await vendor(installed, folder);
  await renameConfiguration(folder, name);
  if (example === STARTER) await writeNew(folder, { ".github/workflows/pull-request.yml": await workflow() });
  await writeNew(folder, {
    ".gitignore": `${IGNORED}\n# Stacks on a reference server\n${TRIAL_STACKS.filter((file) => !files.includes(file)).join("\n")}\n`,
    "package.json": `${JSON.stringify({ name: basename(folder), ...manifest }, undefined, 2)}\n`,
  });
  // Written last, so that an interrupted copy is not a project yet.
  const settings = await readFile(join(from, "Pulumi.yaml"), "utf8").catch(() => undefined);
  if (settings !== undefined)
    await writeNew(folder, { "Pulumi.yaml": withPlugin(settings.replace(name, basename(folder))) });
}

/** Adds the lines by which the engine finds the plugin, for a `Provider` that the program may declare later. */
function withPlugin(settings: string): string {
  if (/^(?:plugins|packages):/m.test(settings)) return settings;
  return `${settings.trimEnd()}\nplugins:\n  providers: # serves resources with a declared \`Provider\`\n    - name: signalwire\n      path: node_modules/.bin\n`;
}

async function renameConfiguration(folder: string, name: string): Promise<void> {
  const files = (await readdir(folder)).filter((file) => /^Pulumi\..+\.yaml$/.test(file));
  for (const file of files) {
    const text = await readFile(join(folder, file), "utf8");
    await writeFile(join(folder, file), text.replaceAll(`  ${name}:`, `  ${basename(folder)}:`));
  }
}

async function workflow(): Promise<string> {
  const text = await readFile(join(packageFolder(), "examples/ci/github/pull-request.yml"), "utf8");
  return text.replace("Copy to .github/workflows/. ", "");
}

async function writeNew(folder: string, texts: { readonly [file: string]: string }): Promise<void> {
  for (const [file, text] of Object.entries(texts)) {
    await mkdir(dirname(join(folder, file)), { recursive: true });
    await writeFile(join(folder, file), text, { flag: "wx" });
  }
}

async function installIn(folder: string): Promise<void> {
  console.error("· Installing Pulumi's SDK and this package, some 20 seconds …");
  const code = await new Promise((done) => {
    const npm = spawn("npm", ["install", "--no-audit", "--no-fund", "--loglevel=error"], {
      cwd: folder,
      // npm is a command file on Windows, and only a shell can start it.
      shell: process.platform === "win32",
      stdio: "inherit",
    });
    npm.on("error", () => done("npm is not on the PATH"));
    npm.on("close", done);
  });
  if (code !== 0) {
    throw new CannotStart(
      `The project is written, but \`npm install\` failed (${code}): its reason stands above. Run it again in ${folder}.`,
    );
  }
}

function greeting(given: string, isInstalled: boolean, example: string): string {
  const steps = [
    given === "." ? [] : [`  cd ${shellWord(given)}`],
    isInstalled ? [] : ["  npm install"],
    example === STARTER
      ? [
          "  npm start      a first update, against a reference server: no account is needed",
          "  npm test       the same, and a call to the number",
        ]
      : ["  README.md      has the next commands"],
  ].flat();
  const after = example === STARTER ? "\n\nREADME.md there shows the commands for your own space." : "";
  return `Your project is in ${resolve(given)}. It takes the Pulumi CLI: https://www.pulumi.com/docs/install/, or \`npm install --save-dev pulumi\` there. Next:

${steps.join("\n")}${after}`;
}

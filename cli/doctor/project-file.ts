import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { findProjectFile, runtimeOf } from "../engine/project-file.ts";
import { type Check, checking } from "./report.ts";

export interface ProgramFiles {
  readonly name: string;
  readonly folder: string;
  /** For example `nodejs`. */
  readonly runtime: string;
  /** The folder where the program runs: the folder of `main`, else the project's. */
  readonly programFolder: string;
  readonly pluginPath: string | undefined;
  /** The folder that `pulumi package add` recorded. */
  readonly packagePath: string | undefined;
}

/** Returns the project and its check. Without a project file, returns only the check. */
export function readProjectFile(folder: string): { readonly project?: ProgramFiles; readonly check: Check } {
  const check = checking("project-file", "Project file");
  const found = findProjectFile(folder);
  if (found === undefined)
    return {
      check: check.warning(
        `there is no Pulumi.yaml in ${resolve(folder)} or above it`,
        "To check a stack, run the command in the project's folder, or name it with --cwd.",
      ),
    };
  const { path, folder: home, settings, error } = found;
  if (error !== undefined)
    return {
      check: check.problem(`${path} cannot be read: ${error}`, [
        "Correct the file; `pulumi about` shows whether Pulumi can read it.",
      ]),
    };
  const { name, main, plugins, packages } = settings as {
    name?: unknown;
    main?: string;
    plugins?: { providers?: readonly { name?: string; path?: string }[] };
    packages?: { signalwire?: string | { source?: string } };
  };
  const added = packages?.signalwire;
  const language = runtimeOf(settings);
  if (typeof name !== "string" || language === undefined)
    return { check: check.problem(`${path} has no name or no runtime`, ["Add `name:` and `runtime: nodejs`."]) };
  const program = main === undefined ? home : resolve(home, main);
  const project: ProgramFiles = {
    name,
    folder: home,
    runtime: language,
    programFolder: /\.[cm]?[jt]s$/.test(program) ? dirname(program) : program,
    pluginPath: plugins?.providers?.find((each) => each.name === "signalwire")?.path,
    packagePath: typeof added === "object" ? added?.source : added,
  };
  return { project, check: check.ok(`${path} (${language})`) };
}

/** True when a file in the program's folder declares a provider. Files in folders below it are not read. */
export function declaresProvider({ programFolder }: ProgramFiles): boolean {
  if (!existsSync(programFolder)) return false;
  return readdirSync(programFolder, { withFileTypes: true })
    .filter((each) => each.isFile() && SOURCE.test(each.name))
    .some(({ name }) => DECLARATION.test(readFileSync(join(programFolder, name), "utf8")));
}

const SOURCE = /\.(?:[cm]?[jt]sx?|ya?ml|py|go|cs|java)$/;
const DECLARATION = /\bnew Provider\(|\bsignalwire\.(?:New)?Provider\(|\bpulumi:providers:signalwire\b/i;

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { findProjectFile, runtimeOf } from "../engine/project-file.ts";

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

/** Returns undefined without a project file that names the project and its runtime. */
export function readProgramFiles(folder: string): ProgramFiles | undefined {
  const { folder: home = "", settings = {} } = findProjectFile(folder) ?? {};
  const { name, main, plugins, packages } = settings as {
    name?: unknown;
    main?: string;
    plugins?: { providers?: readonly { name?: string; path?: string }[] };
    packages?: { signalwire?: string | { source?: string } };
  };
  const added = packages?.signalwire;
  const runtime = runtimeOf(settings);
  if (typeof name !== "string" || runtime === undefined) return undefined;
  const program = main === undefined ? home : resolve(home, main);
  return {
    name,
    folder: home,
    runtime,
    programFolder: /\.[cm]?[jt]s$/.test(program) ? dirname(program) : program,
    pluginPath: plugins?.providers?.find((each) => each.name === "signalwire")?.path,
    packagePath: typeof added === "object" ? added?.source : added,
  };
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

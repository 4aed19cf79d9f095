import { relative, resolve } from "node:path";
import { Command, Option } from "commander";
import { type Connection, DEFAULT_PROVIDER, readConnection } from "../../provider/config/config.ts";
import { kindWord, kindWords } from "../account/kinds.ts";
import type { Coverage } from "../export/expectations.ts";
import { type Choice, type Exported, exportAccount, readSecretOf, type Unmanaged } from "../export/export.ts";
import { PROVIDERS_FILE, providerVariable } from "../export/program.ts";
import {
  CannotWrite,
  ENTRIES,
  type Language,
  languages,
  type Target,
  targetIn,
  writeProgram,
} from "../export/project.ts";
import { dependenciesOn, ownPackage, vendor } from "../package.ts";
import { showProgress } from "../progress.ts";
import { shellWord } from "../report/text.ts";
import { kinds, stackNames } from "./option-values.ts";

export function exportCommand(): Command {
  return new Command("export")
    .option("--out <folder>", "where: an empty folder gets a project, a Pulumi project one more file", ".")
    .addOption(new Option("--language <name>", "default: the project's language, else typescript").choices(languages))
    .option("--only <kinds>", `${kindWords.join(", ")}; several with commas between them`, kinds)
    .option("--match <pattern>", "only what is called so, as 'desk-*'")
    .option("--expects", "also write what callers get today, as `expects` of numbers and domain applications")
    .option("--unmanaged", "only what `drift --unmanaged` lists")
    .option("--stack <name>", "a stack whose resources are managed, several times for several", stackNames)
    .option("--provider <name>", "the provider whose account is exported, for a stack with several accounts")
    .option("--cwd <folder>", "the folder of that stack's project", ".")
    .option("--force", "overwrite what is there")
    .option("--json", "print what was done as one line of JSON")
    .option("--secret <key>", "write nothing, and print the one value that the program's configuration needs")
    .action(async ({ stack = [], ...options }) => {
      await exportProgram({ ...options, stack });
    });
}

interface ExportOptions {
  readonly out: string;
  readonly language?: Language;
  readonly only?: readonly string[];
  readonly match?: string;
  readonly expects?: boolean;
  readonly unmanaged?: boolean;
  readonly stack: readonly string[];
  readonly provider?: string;
  readonly cwd: string;
  readonly force?: boolean;
  readonly json?: boolean;
  readonly secret?: string;
}

async function exportProgram(options: ExportOptions): Promise<void> {
  const { secret } = options;
  if (secret === undefined) return writeOut(options);
  const value = await readSecretOf((await accountFor(options)).connection, secret);
  if (value === undefined)
    throw new CannotWrite(`No setting with a secret has the name ${secret}: see the list at the end of an export.`);
  process.stdout.write(value);
}

async function writeOut(options: ExportOptions): Promise<void> {
  const { out, language, only, match, expects, force = false, json } = options;
  const target = await targetIn(resolve(out), { language, force, isLater: options.unmanaged === true });
  const [unmanaged, { connection, provider }] = await Promise.all([unmanagedFor(options), accountFor(options)]);
  const progress = showProgress(process.stderr);
  const isPart = target.into !== undefined;
  // A new project has one account, which its configuration chooses.
  const declared = provider === DEFAULT_PROVIDER || !isPart ? undefined : provider;
  const choice: Choice = { language: target.language, only, match, unmanaged, provider: declared, isPart, expects };
  const read = (count: number) => progress.show(`Reading the account: ${count} read`);
  const exported = await exportAccount(connection, choice, read).finally(progress.end);
  if (exported.declarations.length === 0) {
    for (const gap of exported.gaps) console.error(gap);
    throw new CannotWrite("Nothing of the account was chosen or could be exported, so nothing was written.");
  }
  const own = await ownPackage(target.folder);
  const program = new Map([[target.into ?? ENTRIES[target.language], exported.text]]);
  const addVendored = (folder: string) => vendor(own, folder);
  const written = writeProgram(target, program, dependenciesOn(own), addVendored);
  const files = await written.catch((error: NodeJS.ErrnoException) => {
    if (error.syscall === undefined) throw error;
    throw new CannotWrite(`${target.folder} cannot be written (${error.code}): name another folder with --out.`);
  });
  // A program for a part of the account must not pass for a complete export.
  const unread = [...exported.unread, ...(unmanaged?.unread ?? [])];
  if (unread.length > 0) {
    console.error(`Only a part of the account was exported. ${unread.join(" ")}`);
    process.exitCode = 1;
  }
  process.stdout.write(
    json
      ? `${JSON.stringify({ ...record(exported, files), account: connection.projectId })}\n`
      : summary(exported, files, target, { ...options, provider: declared, account: connection }),
  );
}

// Both load modules when they need them: loading takes as long as reading a large account.

/** Returns the account of the given stack or provider, else the environment's, and the provider that chooses it. */
async function accountFor({ stack, cwd, unmanaged, provider }: ExportOptions): Promise<Source> {
  if (stack.length === 0 && !unmanaged && provider === undefined) return { connection: readConnection(undefined) };
  const { accountIn } = await import("../account/stack-accounts.ts");
  return accountIn(cwd, stack[0], provider);
}

interface Source {
  readonly connection: Connection;
  readonly provider?: string;
}

async function unmanagedFor({ unmanaged, stack, cwd, provider }: ExportOptions): Promise<Unmanaged | undefined> {
  if (!unmanaged) return undefined;
  const { unmanagedBy } = await import("../export/unmanaged.ts");
  return unmanagedBy(stack, resolve(cwd), provider);
}

function record({ declarations, gaps, secrets, expected }: Exported, files: readonly string[]) {
  const resources = declarations.map(({ type, name, live }) => ({ type, name, id: live.id ?? null }));
  const { paths, covered } = expected ?? {};
  return {
    ...{ resources, files, gaps, configuration: secrets.map(({ key }) => key) },
    ...(expected && { expectations: { paths, covered } }),
  };
}

/** Returns what the command prints: what was exported, what was not, and the commands that follow. */
function summary(
  { declarations, gaps, secrets, expected }: Exported,
  files: readonly string[],
  { folder, into, language }: Target,
  { stack, provider, account }: Pick<ExportOptions, "stack"> & { provider: string | undefined; account: Connection },
): string {
  const counts = [...Map.groupBy(declarations, ({ type }) => type)].map(
    ([type, all]) => `${all.length} ${all.length === 1 ? kindWord(type).replace(/s$/, "") : kindWord(type)}`,
  );
  const where = relative(process.cwd(), folder) || ".";
  // A new project has no stack yet. Of several stacks, it is not known which one adopts the objects.
  const option = into !== undefined && stack.length === 1 ? ` --stack ${shellWord(stack[0] ?? "")}` : "";
  const by = provider === undefined ? "" : ` --provider ${shellWord(provider)}`;
  const settings = secrets.map(
    ({ key }) =>
      `  npx --no -- pulumi-signalwire export --secret ${key}${option}${by} | pulumi config set --secret ${key}${option}`,
  );
  const paragraphs = [
    `Exported ${counts.join(", ")} of the project ${account.projectId}${provider === undefined ? "" : ` (provider "${provider}")`} to ${where}: ${files.join(", ")}.`,
    expected ? covering(expected) : "",
    gaps.length > 0 ? `Not exported, or not wholly:\n${gaps.map((gap) => `  - ${gap}`).join("\n")}` : "",
    `Next:\n${[
      ...(where === "." ? [] : [`  cd ${shellWord(where)}`]),
      ...(into === undefined ? ["  npm install", "  pulumi stack init prod"] : [`  ${ADDING[language](into)}`]),
      ...(into !== undefined && provider !== undefined && language === "typescript"
        ? [`  declare the provider "${provider}" in ${PROVIDERS_FILE} and export it as ${providerVariable(provider)}`]
        : []),
      ...(settings.length > 0
        ? ["  # Settings that hold a secret are in the configuration, not in the program.", ...settings]
        : []),
      `  pulumi up${option}    # takes everything over and writes nothing to the service`,
    ].join("\n")}`,
    `After that, \`adopt\` has no effect${language === "typescript" ? ". TypeScript requires it where no password is given" : ""}. Endpoints are protected: to delete one, remove its \`protect: true\` first.`,
  ];
  return `${paragraphs.filter(Boolean).join("\n\n")}\n`;
}

function covering({ paths, covered }: Coverage): string {
  const left = paths - covered;
  const more = left === 0 ? "" : ` ${left} cannot be written: after the up, \`routes --paths\` marks them.`;
  return `Expectations cover ${covered} of ${paths} ${paths === 1 ? "path" : "paths"} without a failure.${more}`;
}

const ADDING: { readonly [language in Language]: (file: string) => string } = {
  typescript: (file) => `add to the program: import "./${file}"`,
  yaml: (file) => `move what ${file} has under config, variables and resources into Pulumi.yaml`,
};

// For any account, the exported program type-checks, adopts every object, and sends no write.

import { writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { expect, it } from "vitest";
import { exportable } from "../../../../cli/account/kinds.ts";
import { type Exported, exportAccount } from "../../../../cli/export/export.ts";
import { secretsOf } from "../../../../cli/export/values.ts";
import { acceptedFields, isGiven, type Resource, resources } from "../../../../contract/index.ts";
import { writes } from "../../../engine/lives/helpers.ts";
import { connectionTo, environmentOf, type Server } from "../../../engine/service.ts";
import { describeWithEngine, Stack } from "../../../engine/stack.ts";
import { tries } from "../../../tries.ts";
import { randomAccount, SECRETS } from "../accounts.ts";

const ACCOUNTS = tries(12);
const seeds = process.env.SEED ? [Number(process.env.SEED)] : Array.from({ length: ACCOUNTS }, (_, at) => at + 1);
const root = fileURLToPath(new URL("../../../..", import.meta.url));

describeWithEngine("the export of a random account", () => {
  it(`compiles for ${seeds.length} accounts, and takes over every fourth without a write`, {
    timeout: 20_000 + seeds.length * 8_000,
  }, async () => {
    const programs = new Map<string, string>();
    const seen = new Set<string>();
    for (const seed of seeds) {
      const server = await randomAccount(seed, 60);
      try {
        const exported = await exportAccount(connectionTo(server), {});
        const { text } = exported;
        programs.set(`${root}tests/cli/export/generated/${seed}/index.ts`, text);
        const left = exported.gaps.filter((gap) => gap.includes("was not exported"));
        expect(left, `seed ${seed}`).toEqual([]);
        for (const { type, live } of exported.declarations) seeWhatIsSet(resources[type], live, seen);
        if (exported.gaps.some((gap) => gap.includes("which the project does not have"))) seen.add("foreign endpoint");
        for (const secret of SECRETS) expect(text, `seed ${seed}`).not.toContain(secret);
        // A URL argument never holds a script's address. Contents may: of the other kind's scripts, and in a circle.
        expect(text, `seed ${seed}`).not.toMatch(/Url: .*(?:laml|relay)-bins/);
        if (text.includes(".requestUrl")) seen.add("reference to a script");
        if (seed % 4 === 1 || seeds.length === 1) await bringUp(server, exported, seed);
        expect(writes(server), `seed ${seed}`).toEqual([]);
      } finally {
        await server.close();
      }
    }
    expect(typeErrors(programs)).toEqual([]);
    if (seeds.length >= 20) expect([...whatCanBeSet()].filter((each) => !seen.has(each))).toEqual([]);
  });
});

/** Runs an `up` of the program, a refreshed preview, and a preview without `adopt`. Nothing may change. */
async function bringUp(server: Server, { text, declarations }: Exported, seed: number): Promise<void> {
  const stack = await Stack.create(environmentOf(server));
  const run = async (...args: string[]) => {
    const { code, output } = await stack.run(...args);
    expect(code, `seed ${seed}: ${args.join(" ")}\n${output}`).toBe(0);
    return output;
  };
  try {
    const secrets = secretsOf(declarations).flatMap(({ key, value }) => ["--secret", `tested:${key}=${value}`]);
    await run("config", "set-all", ...secrets);
    await writeFile(stack.path("index.ts"), text);
    server.journal.clear();
    const output = await run("up", "--yes", "--skip-preview");
    expect(output).toContain(`${declarations.length + 1} created`);
    await run("preview", "--refresh", "--expect-no-changes", "--diff");
    await writeFile(stack.path("index.ts"), text.replaceAll(/^ *adopt: true,\n/gm, ""));
    await run("preview", "--expect-no-changes");
  } finally {
    await stack.remove();
  }
}

/** Returns every field that a program can set and the service shows, and every handler. */
function whatCanBeSet(): Set<string> {
  const all = new Set(["foreign endpoint", "reference to a script"]);
  for (const resource of exportable.map((type): Resource => resources[type])) {
    const fields = acceptedFields(resource, resource.configuredBy).filter((wire) => !resource.fields[wire]?.writeOnly);
    for (const wire of fields) all.add(`${resource.kind}.${wire}`);
    for (const { field, cases } of resource.handlers)
      for (const handler of Object.keys(cases)) all.add(`${resource.kind}.${field} ${handler}`);
  }
  return all;
}

function seeWhatIsSet(resource: Resource, live: object, seen: Set<string>): void {
  for (const [wire, value] of Object.entries(live)) {
    if (!isGiven(value)) continue;
    seen.add(`${resource.kind}.${wire}`);
    seen.add(`${resource.kind}.${wire} ${value}`);
  }
}

/** Compiles all programs at once, with the options of an exported project. */
function typeErrors(programs: ReadonlyMap<string, string>): string[] {
  const options: ts.CompilerOptions = {
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    strict: true,
    noEmit: true,
    allowImportingTsExtensions: true,
    skipLibCheck: true,
    types: ["node"],
  };
  const host = ts.createCompilerHost(options);
  const { fileExists, readFile, getSourceFile } = host;
  host.fileExists = (file) => programs.has(file) || fileExists(file);
  host.readFile = (file) => programs.get(file) ?? readFile(file);
  host.getSourceFile = (file, language, ...others) => {
    const text = programs.get(file);
    return text === undefined ? getSourceFile(file, language, ...others) : ts.createSourceFile(file, text, language);
  };
  const diagnostics = ts.getPreEmitDiagnostics(ts.createProgram([...programs.keys()], options, host));
  return diagnostics.map(({ file, start, messageText }) => {
    const line = file && start !== undefined ? file.getLineAndCharacterOfPosition(start).line + 1 : 0;
    return `${file?.fileName}:${line} ${ts.flattenDiagnosticMessageText(messageText, "\n")}`;
  });
}

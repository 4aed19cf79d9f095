// The exported program of a whole account type-checks, adopts every object, and sends no write.

import { writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { expect, it, onTestFinished } from "vitest";
import { exportAccount } from "../../../../cli/export/export.ts";
import { secretsOf } from "../../../../cli/export/values.ts";
import { writes } from "../../../engine/lives/helpers.ts";
import { connectionTo, environmentOf } from "../../../engine/service.ts";
import { describeWithEngine, Stack } from "../../../engine/stack.ts";
import { wholeAccount } from "../accounts.ts";

const root = fileURLToPath(new URL("../../../..", import.meta.url));
const file = `${root}tests/cli/export/generated/index.ts`;

describeWithEngine("the export of a whole account", () => {
  it("compiles, holds no secret, and takes over every object without a write", async () => {
    const server = await wholeAccount();
    onTestFinished(() => server.close());
    const { text, declarations, gaps } = await exportAccount(connectionTo(server), { expects: true });
    expect(gaps).toEqual([expect.stringContaining("which the project does not have")]);
    expect(text).not.toMatch(/hunter2|canary/);
    // A URL argument never holds a script's address. Contents may: in a circle.
    expect(text).not.toMatch(/Url: .*(?:laml|relay)-bins/);
    expect(text).toContain("expects: [");
    expect(typeErrors(text)).toEqual([]);

    const stack = await Stack.create(environmentOf(server));
    onTestFinished(() => stack.remove());
    const run = async (...args: string[]) => {
      const { code, output } = await stack.run(...args);
      expect(code, `${args.join(" ")}\n${output}`).toBe(0);
      return output;
    };
    const secrets = secretsOf(declarations).flatMap(({ key, value }) => ["--secret", `tested:${key}=${value}`]);
    await run("config", "set-all", ...secrets);
    await writeFile(stack.path("index.ts"), text);
    expect(await run("up", "--yes", "--skip-preview")).toContain(`${declarations.length + 1} created`);
    await run("preview", "--refresh", "--expect-no-changes", "--diff");
    await writeFile(stack.path("index.ts"), text.replaceAll(/^ *adopt: true,\n/gm, ""));
    await run("preview", "--expect-no-changes");
    expect(writes(server)).toEqual([]);
  });
});

/** Compiles the program with the options of an exported project. */
function typeErrors(program: string): string[] {
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
  host.fileExists = (name) => name === file || fileExists(name);
  host.readFile = (name) => (name === file ? program : readFile(name));
  host.getSourceFile = (name, language, ...others) =>
    name === file ? ts.createSourceFile(file, program, language) : getSourceFile(name, language, ...others);
  const diagnostics = ts.getPreEmitDiagnostics(ts.createProgram([file], options, host));
  return diagnostics.map(({ file: source, start, messageText }) => {
    const line = source && start !== undefined ? source.getLineAndCharacterOfPosition(start).line + 1 : 0;
    return `${source?.fileName}:${line} ${ts.flattenDiagnosticMessageText(messageText, "\n")}`;
  });
}

// The exported program of a whole account type-checks, adopts every object, and sends no write.

import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it, onTestFinished } from "vitest";
import { exportAccount } from "../../../../cli/export/export.ts";
import { secretsOf } from "../../../../cli/export/values.ts";
import { writes } from "../../../engine/lives/helpers.ts";
import { connectionTo, environmentOf } from "../../../engine/service.ts";
import { describeWithEngine, Stack } from "../../../engine/stack.ts";
import { wholeAccount } from "../accounts.ts";

const root = fileURLToPath(new URL("../../../..", import.meta.url));
/** The options of an exported project. */
const OPTIONS = "--strict --noEmit --target es2022 --module nodenext --skipLibCheck --types node";

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
    const tsc = [join(root, "node_modules/@typescript/native/bin/tsc"), ...OPTIONS.split(" ")];
    const compiled = () =>
      stack.execute(process.execPath, ...tsc, "--typeRoots", join(root, "node_modules/@types"), "index.ts");
    // The plugin's classes of this test have no declarations.
    expect(await compiled()).toEqual({ code: 0, out: "", err: "" });
    expect(await run("up", "--yes", "--skip-preview")).toContain(`${declarations.length + 1} created`);
    await writeFile(stack.path("index.ts"), text.replaceAll(/^ *adopt: true,\n/gm, ""));
    await run("preview", "--refresh", "--expect-no-changes", "--diff");
    expect(writes(server)).toEqual([]);
  });
});

// `init`: its exit code, all that it prints, and the files of the new project.

import { readdirSync, readFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { commands, temporaryFolder, writeFiles } from "../scripts/machine.ts";
import { told } from "./stand-in.ts";

const EXAMPLES = fileURLToPath(new URL("../../examples/", import.meta.url));
/** Files that are the project's own, not a copy of the example's. */
const OWN = /^(?:arguments|package\.json|Pulumi.*\.yaml|\.gitignore)$/;

test.each<[what: string, args: readonly string[], files?: Record<string, string>, npm?: string]>([
  ["an installation", ["phones"], {}, 'echo "$@" > arguments'],
  ["an installation that fails", ["phones"], {}, "exit 3"],
  ["the starter", ["our-phones"]],
  ["the starter, here", []],
  ["an example, in a folder of git", ["phones", "--example", "environments"], { "phones/.git/HEAD": "" }],
  ["an example in YAML", ["phones", "--example", "yaml"]],
  ["an example that is not there", ["phones", "--example", "none"]],
  ["a folder with a file", ["phones"], { "phones/index.ts": "mine" }],
  ["a folder whose name no project may have", ["My Phones"]],
  ["a folder that is named like an option", ["--", "-phones"]],
  ["a folder with an accent", ["büro"]],
  ["a file in the place of the folder", ["file"], { file: "" }],
  ["a file above the folder", ["file/phones"], { file: "" }],
  ["a folder that a shell would split", ["my office/phones"]],
])("%s", async (what, args, files = {}, npm) => {
  const folder = join(temporaryFolder(), "phones");
  writeFiles(folder, { ".git/HEAD": "", ...files });
  const env = npm === undefined ? {} : { PATH: `${commands({ npm })}${delimiter}${process.env.PATH}` };
  const printed = await told(["init", ...(npm === undefined ? ["--no-install"] : []), ...args], {}, env, folder);
  const found = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((each) => each.isFile());
  const paths = found.map(({ parentPath, name }) => join(parentPath, name)).sort();
  const [, example = "starter"] = /--example (\w+)/.exec(args.join(" ")) ?? [];
  const shown = paths.map((path) => {
    const text = readFileSync(path, "utf8");
    const name = path.slice(join(folder, args.at(0) ?? "").length + 1);
    if (OWN.test(name)) return `=== ${name}\n${text.replace(/"file:[^"]*"/, '"file:PACKAGE"')}`;
    const copied = name.startsWith(".github") ? "ci/github/pull-request.yml" : join(example, name);
    const original = text.length > 4 ? readFileSync(join(EXAMPLES, copied), "utf8") : text;
    expect(text).toBe(original.replace("Copy to .github/workflows/. ", ""));
    return `=== ${path.slice(folder.length + 1)}\n`;
  });
  await expect(`${printed}\n${shown.join("")}`).toMatchFileSnapshot(`golden/init/${what.replaceAll(/\W+/g, "-")}.txt`);
});

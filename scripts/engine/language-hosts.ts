// Obtains Pulumi's language hosts for programs in other languages, which a compiled CLI does not include.

import { dirname, join } from "node:path";
import { type BuildableName, buildGo, cacheFolder, findGo, recipeOf } from "./build.ts";
import { withLock } from "./lock.mjs";
import { findOnPath, isExecutable } from "./process.ts";
import { printLine, withProgress } from "./progress.ts";

/**
 * Returns the folder with a language host: from the PATH, where an installed Pulumi has it. Otherwise builds it once from the Go
 * module proxy, in about two minutes.
 *
 * @throws Error when no host exists and none can be built.
 */
export async function obtainHost(
  name: Exclude<BuildableName, "pulumi">,
  { env = process.env }: { env?: NodeJS.ProcessEnv } = {},
): Promise<string> {
  const recipe = recipeOf(name);
  const [installed] = findOnPath(recipe.executable, env);
  if (installed) return dirname(installed);
  const folder = cacheFolder(recipe, env);
  const isThere = () => isExecutable(join(folder, recipe.executable));
  if (isThere()) return folder;
  const onWait = (pid: number) => printLine(`· Waiting for process ${pid}, which is building ${recipe.executable} …`);
  const build = async () => {
    if (isThere()) return;
    const go = await findGo(recipe, env);
    const title = `Building ${recipe.executable} ${recipe.version}`;
    await withProgress(title, printLine, (note) => buildGo(go, recipe, folder, env, note));
  };
  await withLock(folder, build, { onWait });
  return folder;
}

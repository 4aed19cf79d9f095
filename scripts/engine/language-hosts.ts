// Obtains Pulumi's language hosts for programs in other languages, which a compiled CLI does not include.

import { dirname, join } from "node:path";
import { type BuildableName, buildGo, findGo, recipeKey, recipeOf } from "./build.ts";
import { engineCache } from "./cache.ts";
import { withLock } from "./lock.mjs";
import type { ObtainOptions } from "./obtain.ts";
import { findOnPath, isExecutable } from "./process.ts";
import { printLine, startProgress } from "./progress.mjs";

/**
 * Returns the folder with a language host: from the PATH, where an installed Pulumi has it. Otherwise builds it once from the Go
 * module proxy, in about two minutes.
 *
 * @throws Error when no host exists and none can be built.
 */
export async function obtainHost(
  name: Exclude<BuildableName, "pulumi">,
  { log = printLine, env = process.env }: ObtainOptions = {},
): Promise<string> {
  const recipe = recipeOf(name);
  const [installed] = findOnPath(recipe.executable, env);
  if (installed) return dirname(installed);
  const folder = join(
    engineCache(env),
    `${name}-${recipe.version}-${process.platform}-${process.arch}-${recipeKey(recipe)}`,
  );
  const isThere = () => isExecutable(join(folder, recipe.executable));
  if (isThere()) return folder;
  const waiting = (pid: number): void => log(`· Waiting for process ${pid}, which is building ${recipe.executable} …`);
  return withLock(
    folder,
    async () => {
      if (isThere()) return folder;
      const go = await findGo(recipe, env);
      const progress = startProgress(`Building ${recipe.executable} ${recipe.version}`, { log });
      await buildGo(go, recipe, folder, env, progress).catch((error) => {
        progress.failed("the build failed");
        throw error;
      });
      progress.done();
      return folder;
    },
    { onWait: waiting },
  );
}

// Pulumi's language host for YAML programs, which a CLI that we built does not bring along.

import { dirname, join } from "node:path";
import { buildGo, findGo, recipeKey, yamlHostRecipe } from "./build.ts";
import { engineCache } from "./cache.ts";
import { withLock } from "./lock.mjs";
import type { ObtainOptions } from "./obtain.ts";
import { findOnPath, isExecutable } from "./process.ts";
import { printLine, startProgress } from "./progress.mjs";

/**
 * The folder that holds it: of the PATH, which an installed Pulumi has it on; else one that is built once from the Go module proxy,
 * in about two minutes, and kept.
 *
 * @throws Error when there is none and none can be built.
 */
export async function obtainYamlHost({ log = printLine, env = process.env }: ObtainOptions = {}): Promise<string> {
  const recipe = yamlHostRecipe();
  const [installed] = findOnPath(recipe.executable, env);
  if (installed) return dirname(installed);
  const folder = join(
    engineCache(env),
    `yaml-${recipe.version}-${process.platform}-${process.arch}-${recipeKey(recipe)}`,
  );
  const isThere = () => isExecutable(join(folder, recipe.executable));
  if (isThere()) return folder;
  const waiting = (pid: number): void => log(`· Waiting for process ${pid}, which is building the YAML host …`);
  return withLock(
    `${folder}.lock`,
    async () => {
      if (isThere()) return folder;
      const go = await findGo(recipe, env);
      const progress = startProgress(`Building Pulumi's YAML host ${recipe.version}`, { log });
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

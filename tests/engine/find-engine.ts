// Decides whether the tests that need an engine can run. Where none can be had they are skipped with the reason, but in CI they fail.

import type { TestProject } from "vitest/node";
import { EngineUnavailable, obtainEngine } from "../../scripts/engine/obtain.ts";

export interface FoundEngine {
  readonly command: string;
  readonly env: { readonly [name: string]: string };
}

declare module "vitest" {
  interface ProvidedContext {
    engine: FoundEngine | { readonly missing: string };
  }
}

export default async function findEngine(project: TestProject): Promise<void> {
  try {
    const { command, env } = await obtainEngine();
    project.provide("engine", { command, env });
  } catch (error) {
    if (!(error instanceof EngineUnavailable) || process.env.CI === "true") throw error;
    project.provide("engine", { missing: error.message });
  }
}

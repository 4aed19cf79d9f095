// Finds a browser for the tests. Without one, they are skipped with the reason, but fail in CI.

import type { TestProject } from "vitest/node";
import { startBrowser } from "../../../scripts/browser.ts";

declare module "vitest" {
  interface ProvidedContext {
    browserMissing: string | undefined;
  }
}

export default async function findBrowser(project: TestProject): Promise<void> {
  try {
    await (await startBrowser()).close();
    project.provide("browserMissing", undefined);
  } catch (error) {
    if (process.env.CI === "true") throw error;
    project.provide("browserMissing", (error as Error).message);
  }
}

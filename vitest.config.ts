import { join } from "node:path";
import { configDefaults, defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/**
 * The folder of a test says when it runs. Files in `in-ci/` run with `npm run test:all`: examples, costs, CI files, broken
 * installations, set-up and release, whole commands, the plugin's own paths, and what needs a registry or another language.
 */
const inCi = "tests/**/in-ci/**/*.test.ts";

/** Suites of others, versions of npm, and the matrix: minutes of downloads and compilers. */
const nightly = "tests/nightly/**/*.test.ts";

/** Files without an engine that start many processes or try thousands of answers. `npm test` runs them. */
const slow = "tests/**/slow/**/*.test.ts";

const setupFiles = ["tests/quiet.ts", "tests/processes.ts"];

const engineTests = {
  setupFiles,
  // Files of one worker share the host of inline programs, which takes a second to start.
  isolate: false,
  globalSetup: ["tests/engine/find-engine.ts"],
  // These tests kill processes and break connections at exact moments, which a busy machine shifts. Two failures in a row are a
  // failure.
  retry: 1,
  testTimeout: 180_000,
  hookTimeout: 180_000,
};

/** These files replace tools by POSIX shell scripts. */
const byShellScripts = [
  "tests/{ci,scripts}/**",
  // tests/cli/stand-in.ts writes their `pulumi`.
  "tests/cli/{init,recorded-stack,routes}.test.ts",
  "tests/cli/{drift,export,preview}/command.test.ts",
  "tests/cli/engine/lock.test.ts",
];
const notOnWindows = process.platform === "win32" ? byShellScripts : [];

const env = {
  /** A compile cache for all processes that the tests start saves half a second for each one that loads Pulumi's SDK. */
  NODE_COMPILE_CACHE: join(import.meta.dirname, "node_modules/.cache/compiled-by-tests"),
  NODE_OPTIONS: `--require=${JSON.stringify(join(import.meta.dirname, "tests/compiled.cjs"))}`,
  /** A command of the engine ends before garbage collection would pay off. */
  GOGC: "off",
  GOMEMLIMIT: "1GiB",
};

/** Runs the fast tests first, and then the projects with the longest files, so that no core waits at the end for one of them. */
class ShortTailSequencer extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const order = ["fast", "nightly", "in-ci", "engine", "browser"];
    return order.flatMap((name) => sorted.filter(({ project }) => project.name === name));
  }
}

export default defineConfig({
  test: {
    // With three workers, two cores are idle a sixth of the time, and a whole run takes half a minute longer.
    maxWorkers: 4,
    sequence: { sequencer: ShortTailSequencer },
    // scripts/test.ts assigns projects to commands.
    projects: [
      {
        test: {
          name: "fast",
          include: ["tests/**/*.test.ts"],
          exclude: [
            ...configDefaults.exclude,
            inCi,
            nightly,
            slow,
            ...notOnWindows,
            "tests/{engine,server/inspector,browser-client}/**",
          ],
          env,
          // With a process for each file they take 110 s instead of 68. Our modules keep no state that could reach the next file.
          isolate: false,
          setupFiles,
          // A provider process, a pack or a server starts in a second, but many at once take longer on a busy machine.
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: "engine",
          include: ["tests/engine/**/*.test.ts", slow],
          exclude: [...configDefaults.exclude, inCi],
          env,
          ...engineTests,
        },
      },
      {
        test: {
          name: "in-ci",
          include: [inCi],
          env,
          ...engineTests,
        },
      },
      { test: { name: "nightly", include: [nightly], env, ...engineTests } },
      {
        test: {
          name: "browser",
          include: ["tests/{server/inspector,browser-client}/**/*.test.ts"],
          env,
          setupFiles,
          globalSetup: ["tests/server/inspector/find-browser.ts"],
          // The browser shares two cores with other test files. Two failures in a row are a failure.
          retry: 1,
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});

import { join } from "node:path";
import { configDefaults, defineConfig } from "vitest/config";

/**
 * Tests that only `npm run test:all` runs: examples, costs, CI files, broken installations, set-up and release, policies, whole
 * commands, messages, the plugin's own paths, and tests that need a registry or another language. Every other file in tests/engine
 * guards users' accounts and runs with `npm test`.
 */
const rest = [
  "tests/engine/ci/*.test.ts",
  "tests/engine/*example*.test.ts",
  "tests/engine/{documented-commands,matrix*,other-languages,package-add,packed*,preview-command,start}.test.ts",
  "tests/engine/{guard,installed,network,old-node,policy,policy-lookups,policy-replacement,policy-doors}.test.ts",
  "tests/engine/{convert,declared-accounts,doctor,drift-command,drift-plain,drift-scripts,export,failures,kinds,routes,sip-profile}.test.ts",
  "tests/engine/{arguments,declared-provider,plugin,random,upgrade,variants}.test.ts",
  "tests/engine/lives/{drift-remedies,fast-mode,kinds-of-two-stacks,other-project}.test.ts",
  "tests/bench/bench.test.ts",
  "tests/cli/doctor/killed.test.ts",
  "tests/cli/export/random-accounts.test.ts",
  "tests/ci/*.test.ts",
  "tests/policy/published.test.ts",
  "tests/scripts/{setup,test-run}.test.ts",
  "tests/server/{memory,python-sdk}.test.ts",
];

/** Suites of others and versions of npm: minutes of downloads and compilers. They run each night, and by name. */
const nightly = ["tests/suites/*.test.ts", "tests/scripts/npm-versions.test.ts"];

/**
 * Tests that need no engine but start many processes, or try thousands of answers: they would take the fast tests beyond 90 s.
 * `npm test` runs them.
 */
const slowWithoutEngine = [
  "tests/cli/{doctor/probe,routes/planned,serve}.test.ts",
  "tests/cli/export/{command,interrupted}.test.ts",
  "tests/policy/{corpus,large-stacks,pack}.test.ts",
  "tests/provider/{doors,wrong-answers}.test.ts",
  "tests/server/{kill,stopping}.test.ts",
];

/**
 * Files that `npm run test:all` also runs through the plugin, because the engine's order of calls decides their outcome.
 * tests/provider/doors.test.ts compares both doors without the engine. For other files: `DOOR=plugin npm test -- <files>`.
 */
const throughPlugin = ["tests/engine/lives/{promises,removals}.test.ts"];

const setupFiles = ["tests/quiet.ts", "tests/processes.ts"];

const engineTests = {
  setupFiles,
  globalSetup: ["tests/engine/find-engine.ts"],
  // These tests kill processes and break connections at exact moments, which a busy machine shifts. Two failures in a row are a
  // failure.
  retry: 1,
  testTimeout: 180_000,
  hookTimeout: 180_000,
};

/** These files replace tools by POSIX shell scripts. */
const notOnWindows = process.platform === "win32" ? ["tests/{bench,ci,scripts}/**"] : [];

const env = {
  /** A compile cache for all processes that the tests start saves half a second for each one that loads Pulumi's SDK. */
  NODE_COMPILE_CACHE: join(import.meta.dirname, "node_modules/.cache/compiled-by-tests"),
  /** A command of the engine ends before garbage collection would pay off. */
  GOGC: "off",
  GOMEMLIMIT: "1GiB",
};

export default defineConfig({
  test: {
    // Two cores are idle a third of the time with two workers, and busy with three.
    maxWorkers: 3,
    // scripts/test.ts assigns projects to commands. Groups run in ascending order.
    projects: [
      {
        test: {
          name: "fast",
          include: ["tests/**/*.test.ts"],
          exclude: [
            ...configDefaults.exclude,
            ...rest,
            ...nightly,
            ...slowWithoutEngine,
            ...notOnWindows,
            "tests/{engine,server/inspector,browser-client}/**",
          ],
          env,
          sequence: { groupOrder: 0 },
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
          include: ["tests/engine/**/*.test.ts", ...slowWithoutEngine],
          exclude: [...configDefaults.exclude, ...rest],
          env,
          sequence: { groupOrder: 1 },
          ...engineTests,
        },
      },
      {
        test: {
          name: "rest",
          include: rest,
          env,
          sequence: { groupOrder: 1 },
          ...engineTests,
        },
      },
      { test: { name: "nightly", include: nightly, env, sequence: { groupOrder: 1 }, ...engineTests } },
      {
        test: {
          name: "plugin",
          include: throughPlugin,
          env: { ...env, DOOR: "plugin" },
          sequence: { groupOrder: 1 },
          ...engineTests,
        },
      },
      {
        test: {
          name: "browser",
          include: ["tests/{server/inspector,browser-client}/**/*.test.ts"],
          env,
          sequence: { groupOrder: 1 },
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

import { tmpdir } from "node:os";
import { join } from "node:path";
import { configDefaults, defineConfig } from "vitest/config";

/**
 * Tests that `npm test` leaves to `npm run test:all`: examples, costs, CI files, broken installations, set-up and release, every
 * way past a policy, and what needs a registry or another language. Each other file of tests/engine guards users' accounts and belongs to `npm test`.
 */
const rest = [
  "tests/engine/ci/*.test.ts",
  "tests/engine/*example*.test.ts",
  "tests/engine/{documented-commands,matrix,other-languages,packed,quickstart}.test.ts",
  "tests/engine/{guard,installed,network,old-node,policy-lookups,policy-replacement,policy-ways}.test.ts",
  "tests/ci/*.test.ts",
  "tests/scripts/{npm-versions,release,setup,test-run}.test.ts",
];

/** Tests that need no engine but start so many processes that the fast tests would take more than 90 s. `npm test` runs them. */
const manyProcesses = [
  "tests/bench/bench.test.ts",
  "tests/cli/export/{interrupted,random-accounts}.test.ts",
  "tests/policy/{pack,published}.test.ts",
  "tests/server/kill.test.ts",
];

/** Files that `npm run test:all` runs through the plugin too; other files by `DOOR=plugin npm test -- <files>`. */
const throughPlugin = ["tests/engine/{drift,failures,lifecycle}.test.ts"];

const setupFiles = ["tests/quiet.ts", "tests/processes.ts"];

const engineTests = {
  setupFiles,
  globalSetup: ["tests/engine/find-engine.ts"],
  // These kill processes and break connections at moments that a busy machine shifts; what fails twice fails.
  retry: 1,
  testTimeout: 180_000,
  hookTimeout: 180_000,
};

/** Stand-ins for tools in these files are POSIX shell scripts. */
const notOnWindows = process.platform === "win32" ? ["tests/{bench,ci,scripts}/**"] : [];

const env = {
  /** What Node compiles once serves every process that the tests start: half a second off each that loads Pulumi's SDK. */
  NODE_COMPILE_CACHE: join(tmpdir(), "signalwire-tests-compile-cache"),
  /** An engine's command is over before it would be worth collecting its garbage. */
  GOGC: "off",
  GOMEMLIMIT: "1GiB",
};

export default defineConfig({
  test: {
    // A test that drives the engine waits for processes more than it computes; by default two cores would get one worker. Three
    // would save a minute or two, and double what each test waits.
    maxWorkers: 2,
    // scripts/test.ts says which projects belong to which command. A lower group runs before a higher one.
    projects: [
      {
        test: {
          name: "fast",
          include: ["tests/**/*.test.ts"],
          exclude: [
            ...configDefaults.exclude,
            ...rest,
            ...manyProcesses,
            ...notOnWindows,
            "tests/{engine,server/inspector,browser-client}/**",
          ],
          env,
          sequence: { groupOrder: 0 },
          setupFiles,
          // A provider process, a pack or a server takes a second to start, and many on a busy machine.
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: "engine",
          include: ["tests/engine/**/*.test.ts", ...manyProcesses],
          exclude: [...configDefaults.exclude, ...rest],
          env,
          sequence: { groupOrder: 1 },
          ...engineTests,
        },
      },
      { test: { name: "rest", include: rest, env, sequence: { groupOrder: 2 }, ...engineTests } },
      {
        test: {
          name: "plugin",
          include: throughPlugin,
          env: { ...env, DOOR: "plugin" },
          sequence: { groupOrder: 2 },
          ...engineTests,
        },
      },
      {
        test: {
          name: "browser",
          include: ["tests/{server/inspector,browser-client}/**/*.test.ts"],
          env,
          sequence: { groupOrder: 2 },
          setupFiles,
          globalSetup: ["tests/server/inspector/find-browser.ts"],
          // A browser beside two more test files on two cores: what fails twice fails.
          retry: 1,
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});

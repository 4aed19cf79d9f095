import { tmpdir } from "node:os";
import { join } from "node:path";
import { defineConfig } from "vitest/config";

/** Of these the plugin is measured in each run, of the rest by `DOOR=plugin npm test -- <files>`. */
const throughPlugin = ["tests/engine/{drift,failures,lifecycle}.test.ts"];

const engineTests = {
  setupFiles: ["tests/quiet.ts"],
  globalSetup: ["tests/engine/find-engine.ts"],
  // These kill processes and break connections at moments that a busy machine shifts; what fails twice fails.
  retry: 1,
  testTimeout: 180_000,
  hookTimeout: 180_000,
};

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
    // One project a kind of test: those that drive the real engine take seconds each and share two cores.
    projects: [
      {
        test: {
          name: "fast",
          include: ["tests/{ci,contract,provider,sdk,server,policy,cli,scripts,bench}/**/*.test.ts"],
          env,
          setupFiles: ["tests/quiet.ts"],
          // A provider process, a pack or a server takes a second to start, and many on a busy machine.
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: "browser",
          include: ["tests/{server/inspector,browser-client}/**/*.test.ts"],
          env,
          setupFiles: ["tests/quiet.ts"],
          globalSetup: ["tests/server/inspector/find-browser.ts"],
          // A browser beside two more test files on two cores: what fails twice fails.
          retry: 1,
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: "engine",
          include: ["tests/engine/**/*.test.ts"],
          env,
          ...engineTests,
        },
      },
      { test: { name: "plugin", include: throughPlugin, env: { ...env, DOOR: "plugin" }, ...engineTests } },
    ],
  },
});

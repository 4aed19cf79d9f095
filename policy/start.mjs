// Starts the pack for the engine. Plain JavaScript, because Node does not strip types inside node_modules.

import { existsSync } from "node:fs";
import { createRequire, enableCompileCache, registerHooks } from "node:module";

// Most of a pack's start is the compilation of Pulumi's SDK, which this cache avoids next time. Node writes the cache when the
// process ends by itself. The engine ends it by a signal, whose default would skip the write.
enableCompileCache();
process.once("SIGTERM", () => process.exit(143));

// The packed folder has the rules beside it.
const BUILT = "../dist/policy/index.js";
const source = existsSync(new URL(BUILT, import.meta.url)) ? BUILT : "./bundle/policy/index.js";

/** Serves all rules, with the levels and options of a preset. */
export function start(preset) {
  try {
    // A static import would load the SDK before the cache is active.
    const load = createRequire(import.meta.url);
    withoutSerializer(() => load("@pulumi/policy"));
    const { rules, startPack } = load(source);
    startPack("signalwire", rules, preset);
  } catch (error) {
    // An optional peer dependency, which npm does not install by itself.
    if (!error.message.includes("Cannot find module '@pulumi/policy'")) throw error;
    const sentence =
      "The policy pack needs Pulumi's package for policies. Install it: npm install --save-dev @pulumi/policy";
    // The SDK prints the stack when an error has one.
    throw Object.assign(new Error(sentence), { stack: sentence });
  }
}

/** What Pulumi's SDK loads to serialize functions: npm's installer and the TypeScript compiler. A pack serializes none. */
const OF_SERIALIZER = /\/node_modules\/(?:.*\/)?(?:@npmcli\/arborist|typescript(?:@[\d.]+)?)\//;

/** Loads modules with empty ones in place of the serializer's, which take three quarters of the SDK's loading time. */
function withoutSerializer(loadSdk) {
  const hooks = registerHooks({
    load: (url, context, next) =>
      OF_SERIALIZER.test(url) ? { format: "commonjs", source: "", shortCircuit: true } : next(url, context),
  });
  try {
    loadSdk();
  } finally {
    hooks.deregister();
  }
}

// How the engine starts the pack. Plain JavaScript, because Node does not strip types inside node_modules.

import { createRequire, enableCompileCache } from "node:module";

// Most of a pack's start is the compilation of Pulumi's SDK, which the next start need not repeat. Node keeps the work when the
// process ends by itself; the engine ends it by a signal, whose own effect would skip that.
enableCompileCache();
process.once("SIGTERM", () => process.exit(143));

/** Serves all rules, at the levels and with the options of a preset. */
export function start(preset) {
  try {
    // Not an import, which would load the SDK before the cache is on.
    const { rules, startPack } = createRequire(import.meta.url)("../dist/policy/index.js");
    startPack("signalwire", rules, preset);
  } catch (error) {
    // An optional peer of this package, which npm does not install by itself.
    if (error.code !== "ERR_MODULE_NOT_FOUND" || !error.message.includes("'@pulumi/policy'")) throw error;
    const sentence =
      "The policy pack needs Pulumi's package for policies. Install it: npm install --save-dev @pulumi/policy";
    // The SDK shows the stack where there is one.
    throw Object.assign(new Error(sentence), { stack: sentence });
  }
}

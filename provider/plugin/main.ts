#!/usr/bin/env node
// The executable that Pulumi starts for the package `signalwire`: prints its port and serves until the engine ends it.

// The whole of it, for what is imported by name must be there: older ones have no compile cache.
import module from "node:module";
import { satisfiesMinimum, tooOld } from "../../contract/node-version.ts";

if (satisfiesMinimum(process.versions.node)) {
  module.enableCompileCache();
  const { serve } = await import("./serve.ts");
  process.stdout.write(`${await serve(process.argv[2])}\n`);
  // The engine ends the process before it would be written.
  module.flushCompileCache();
} else {
  process.stderr.write(`${tooOld(process.versions.node)}\n`);
  process.exitCode = 1;
}

#!/usr/bin/env node
// The executable that Pulumi starts for the package `signalwire`: prints its port, then serves until the engine ends it.

// Imports the whole module: a named import would fail in an older Node, which has no compile cache.
import module from "node:module";
import { satisfiesMinimum, tooOld } from "../../../contract/node-version.ts";

if (satisfiesMinimum(process.versions.node)) {
  module.enableCompileCache();
  const { serve } = await import("./serve.ts");
  process.stdout.write(`${await serve(process.argv[2])}\n`);
  // Written now, because the engine ends the process before Node would write it.
  module.flushCompileCache();
} else {
  process.stderr.write(`${tooOld(process.versions.node)}\n`);
  process.exitCode = 1;
}

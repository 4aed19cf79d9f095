#!/usr/bin/env node
// Checks the version of Node before loading anything that an older Node cannot load.

// Imports the whole module: a named import would fail in an older Node, which has no compile cache.
import module from "node:module";
import { satisfiesMinimum, tooOld } from "../contract/node-version.ts";

if (satisfiesMinimum(process.versions.node)) {
  module.enableCompileCache();
  // A reader that has enough, such as `head`, changes neither the work nor the exit code.
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error;
  });
  // Node 22 prints a warning in each process that its SQLite is experimental. The tests run with it.
  if (process.versions.node.startsWith("22.")) {
    process.removeAllListeners("warning").on("warning", ({ name, message }) => {
      if (name !== "ExperimentalWarning" || !message.startsWith("SQLite")) console.error(`${name}: ${message}`);
    });
  }
  const { run } = await import("./program.ts");
  await run(process.argv);
} else {
  console.error(tooOld(process.versions.node));
  process.exitCode = 1;
}

#!/usr/bin/env node
// Decides whether this Node can run the program at all, before anything is loaded that an older one would choke on.

// The whole of it, for what is imported by name must be there: older ones have no compile cache.
import module from "node:module";
import { satisfiesMinimum, tooOld } from "../contract/node-version.ts";

if (satisfiesMinimum(process.versions.node)) {
  module.enableCompileCache();
  // Node 22 says of each process that its SQLite is an experiment; the tests run with it.
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

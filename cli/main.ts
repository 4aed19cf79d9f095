#!/usr/bin/env node
// Decides whether this Node can run the program at all, before anything is loaded that an older one would choke on.

import { enableCompileCache } from "node:module";
import { satisfiesMinimum, tooOld } from "./node-version.ts";

if (satisfiesMinimum(process.versions.node)) {
  enableCompileCache?.();
  const { run } = await import("./program.ts");
  await run(process.argv);
} else {
  console.error(tooOld(process.versions.node));
  process.exitCode = 1;
}

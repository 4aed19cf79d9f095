// The package that the command is part of, wherever npm has put it: in a workspace, that is not the project's own folder.

import { createRequire } from "node:module";
import { dirname } from "node:path";

const require = createRequire(import.meta.url);

export function packageFolder(): string {
  return dirname(require.resolve("pulumi-signalwire/package.json"));
}

export function version(): string {
  return (require("pulumi-signalwire/package.json") as { version: string }).version;
}

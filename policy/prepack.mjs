// `npm pack` and `pulumi policy publish` run this in the pack's folder. Copies the rules' modules beside them, so that the
// packed folder runs without the rest of this package.
import { cpSync, rmSync } from "node:fs";

const here = (path) => new URL(path, import.meta.url);

rmSync(here("bundle"), { recursive: true, force: true });
// The rule about callers explores as the command line does.
const explorer = [
  "server",
  "cli/calls",
  "cli/report/text.js",
  "provider/client",
  "provider/fields",
  "provider/lifecycle",
];
for (const room of ["contract", "policy", ...explorer])
  cpSync(here(`../dist/${room}`), here(`bundle/${room}`), {
    recursive: true,
    filter: (path) => !/\.(?!js$)[a-z]+$/.test(path),
  });

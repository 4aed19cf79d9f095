// Run by `npm pack` and `pulumi policy publish` in this folder: copies what the rules consist of beside them, so that the packed
// folder runs without the rest of this package.
import { cpSync, rmSync } from "node:fs";

const here = (path) => new URL(path, import.meta.url);

rmSync(here("bundle"), { recursive: true, force: true });
for (const room of ["contract", "policy", "sdk"])
  cpSync(here(`../dist/${room}`), here(`bundle/${room}`), {
    recursive: true,
    filter: (path) => !/\.(?!js$)[a-z]+$/.test(path),
  });

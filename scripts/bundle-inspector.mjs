// `node scripts/bundle-inspector.mjs <folder>` puts the page of the reference server there: one script, one style sheet, and the files
// that are as they are. Part of scripts/setup.mjs's build.
import { build } from "esbuild";

const [outdir] = process.argv.slice(2);

await build({
  entryPoints: ["inspector.tsx", "inspector.css", "index.html", "icon.svg"].map((file) => `server/inspector/${file}`),
  bundle: true,
  minify: true,
  format: "esm",
  target: "es2023",
  loader: { ".html": "copy", ".svg": "copy" },
  outdir,
});

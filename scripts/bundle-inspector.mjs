// `node scripts/bundle-inspector.mjs <folder>` writes the reference server's page to the folder: one script, one style sheet,
// and the static files. Part of the build in scripts/setup.mjs.
import { build } from "esbuild";
import { writeNotices } from "./notices.mjs";

const [outdir] = process.argv.slice(2);

const { metafile } = await build({
  entryPoints: ["inspector.tsx", "inspector.css", "index.html", "icon.svg"].map((file) => `server/inspector/${file}`),
  bundle: true,
  minify: true,
  format: "esm",
  target: "es2023",
  loader: { ".html": "copy", ".svg": "copy" },
  outdir,
  metafile: true,
});

writeNotices(outdir, metafile);

// A bundle contains other packages, whose licenses ask to be passed on with their code.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Metafile } from "esbuild";

/** Writes THIRD-PARTY-NOTICES.md beside a bundle, with the licenses of the packages in these esbuild metafiles. */
export function writeNotices(folder: string, ...metafiles: readonly Metafile[]): void {
  const paths = metafiles.flatMap(({ inputs }) => Object.keys(inputs));
  const packages = new Set(paths.flatMap((path) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path) ?? []));
  const notices = [...packages].sort().map(noticeOf);
  writeFileSync(join(folder, "THIRD-PARTY-NOTICES.md"), `# Third-party notices\n\n${notices.join("\n")}`);
}

function noticeOf(folder: string): string {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const texts = readdirSync(folder).filter((file) => /^licen[cs]e/i.test(file));
  const quoted = texts.map((file) => `\n\`\`\`text\n${readFileSync(join(folder, file), "utf8").trim()}\n\`\`\`\n`);
  return `## ${name} ${version}\n\n${license}\n${quoted.join("")}`;
}

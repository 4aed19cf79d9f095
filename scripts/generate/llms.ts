// Renders llms.txt: where a reader who has only the package's folder finds each task, page, example and type.

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { kindsInWords } from "./arguments.ts";

const LEAD = `# pulumi-signalwire

> ${kindsInWords()} of a SignalWire project as Pulumi resources, with a reference server to try and test them on.

All paths are relative to this file. The pages are Markdown.`;

/** Returns the text of llms.txt. `root` is the folder of the package. */
export function renderLlms(root: URL): string {
  const read = (path: string) => readFileSync(new URL(path, root), "utf8");
  const markdown = (folder: string) =>
    readdirSync(new URL(folder, root))
      .filter((name) => name.endsWith(".md"))
      .sort()
      .map((name) => `${folder}${name}`);
  const examples = readdirSync(new URL("examples/", root))
    .map((name) => `examples/${name}/README.md`)
    .filter((page) => existsSync(new URL(page, root)));
  const section = (title: string, pages: readonly string[]) =>
    `## ${title}\n\n${pages.map((page) => entry(page, read(page))).join("\n")}`;
  const first = ["README.md", "docs/tasks.md", "docs/resources.md", "docs/configuration.md", "docs/errors.md"];
  const others = markdown("docs/").filter((page) => !first.includes(page));
  return `${[
    LEAD,
    section("Start here", first),
    section("Classes", markdown("docs/resources/")),
    section("Pages", others),
    `${section("Examples", examples)}\n- \`npx pulumi-signalwire init <folder> --example <name>\` copies one and installs it`,
    TYPES,
    section("Reasons", markdown("docs/decisions/")),
  ].join("\n\n")}\n`;
}

const TYPES = `## Declarations

- [dist/types/sdk.d.ts](dist/types/sdk.d.ts): the classes and their arguments
- [dist/types/server.d.ts](dist/types/server.d.ts): the reference server in a test
- [dist/types/tokens.d.ts](dist/types/tokens.d.ts): client tokens in a web server
- [dist/types/policy.d.ts](dist/types/policy.d.ts): the policy rules
- [provider/plugin/schema.json](provider/plugin/schema.json): the plugin's schema, for YAML, Python and Go`;

/** Returns a list item: the page's title, and its first sentence. */
function entry(page: string, text: string): string {
  const [, title = page] = /^# (.+)$/m.exec(text) ?? [];
  const body = text
    .replace(/^[\s\S]*?^# .+$/m, "")
    .replace(/<!--[\s\S]*?-->/g, "")
    .replace(/^ *```[\s\S]*?^ *```/gm, "");
  const paragraph =
    body.split(/\n\s*\n/).find((part) => /^\s*[A-Z`"*]/.test(part) && !part.trim().startsWith("|")) ?? "";
  const [sentence = ""] = paragraph
    .trim()
    .replaceAll("\n", " ")
    .split(/(?<=[.:!?])\s/);
  const plain = sentence
    .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/[:.]$/, "")
    .replaceAll("**", "");
  return `- [${title}](${page})${plain ? `: ${plain}` : ""}`;
}

// Renders llms.txt: where a reader who has only the package's folder finds each task, page, example and type.

import { existsSync, readdirSync } from "node:fs";
import { type Resource, resources } from "../../contract/index.ts";
import { kindsInWords } from "./arguments.ts";
import { read, update } from "./files.ts";
import { kebabCase } from "./names.ts";

const LEAD = `# pulumi-signalwire

> ${kindsInWords()} of a SignalWire project as Pulumi resources, with a reference server to try and test them on.

All paths are relative to this file. The pages are Markdown.`;

const root = new URL("../..", import.meta.url);

export function updateLlms(): void {
  update("llms.txt", renderLlms());
}

function renderLlms(): string {
  const markdown = (folder: string) =>
    readdirSync(new URL(folder, root))
      .filter((name) => name.endsWith(".md"))
      .sort()
      .map((name) => `${folder}${name}`);
  const examples = readdirSync(new URL("examples/", root))
    .map((name) => `examples/${name}/README.md`)
    .filter((page) => existsSync(new URL(page, root)));
  const section = (title: string, pages: readonly string[]) =>
    `## ${title}\n\n${pages.map((page) => `- [${titleOf(read(page)) ?? page}](${page})`).join("\n")}`;
  const classes = Object.entries<Resource>(resources).map(
    ([name]) => `- [${name}](docs/resources/${kebabCase(name)}.md)`,
  );
  const first = [
    "SKILL.md",
    "README.md",
    "docs/tasks.md",
    "docs/resources.md",
    "docs/configuration.md",
    "docs/errors.md",
  ];
  const others = markdown("docs/").filter((page) => !first.includes(page));
  return `${[
    LEAD,
    section("Start here", first),
    `## Classes\n\n${classes.join("\n")}`,
    `${section("Pages", others)}\n- [Reasons for the design](docs/decisions)`,
    `${section("Examples", examples)}\n- \`npx pulumi-signalwire init <folder> --example <name>\` copies one and installs it`,
    TYPES,
  ].join("\n\n")}\n`;
}

const TYPES = `## Declarations

- [dist/types/sdk.d.ts](dist/types/sdk.d.ts): the classes and their arguments
- [dist/types/server.d.ts](dist/types/server.d.ts): the reference server in a test
- [dist/types/tokens.d.ts](dist/types/tokens.d.ts): client tokens in a web server
- [dist/types/policy.d.ts](dist/types/policy.d.ts): the policy rules
- [provider/doors/plugin/schema.json](provider/doors/plugin/schema.json): the plugin's schema, for YAML, Python and Go`;

function titleOf(page: string): string | undefined {
  return /^# (.+)$/m.exec(page)?.[1];
}

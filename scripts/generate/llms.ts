// Renders llms.txt: where a reader who has only the package's folder finds each task, page, example and type.

import { existsSync, readdirSync } from "node:fs";
import { resources } from "../../contract/index.ts";
import { read, update } from "./files.ts";
import { kebabCase } from "./names.ts";

const root = new URL("../..", import.meta.url);

const FIRST = [
  "SKILL.md",
  "README.md",
  "docs/tasks.md",
  "docs/resources.md",
  "docs/configuration.md",
  "docs/errors.md",
];

export function updateLlms(): void {
  const classes = Object.keys(resources).map((name) => `- [${name}](docs/resources/${kebabCase(name)}.md)`);
  const others = readdirSync(new URL("docs/", root))
    .map((name) => `docs/${name}`)
    .filter((page) => page.endsWith(".md") && !FIRST.includes(page));
  const examples = readdirSync(new URL("examples/", root))
    .map((name) => `examples/${name}/README.md`)
    .filter((page) => existsSync(new URL(page, root)));
  update(
    "llms.txt",
    `# pulumi-signalwire

> The objects of a SignalWire project as Pulumi resources, with a reference server to try and test them on.

All paths are relative to this file. The pages are Markdown.

## Start here

${linksTo(FIRST)}

## Classes

${classes.join("\n")}

## Pages

${linksTo(others.sort())}
- [Reasons for the design](docs/decisions)

## Examples

${linksTo(examples)}
- \`npx --no -- pulumi-signalwire init <folder> --example <name>\` copies one and installs it

## Declarations

- [dist/types/sdk.d.ts](dist/types/sdk.d.ts): the classes and their arguments
- [dist/types/server.d.ts](dist/types/server.d.ts): the reference server in a test
- [dist/types/tokens.d.ts](dist/types/tokens.d.ts): client tokens in a web server
- [dist/types/policy.d.ts](dist/types/policy.d.ts): the policy rules
- [provider/doors/plugin/schema.json](provider/doors/plugin/schema.json): the plugin's schema, for YAML, Python, Go and HCL
`,
  );
}

/** Returns a list of pages with their titles. */
function linksTo(pages: readonly string[]): string {
  return pages.map((page) => `- [${/^# (.+)$/m.exec(read(page))?.[1] ?? page}](${page})`).join("\n");
}

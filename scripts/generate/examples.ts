// A program of each resource in each language, in docs/resources/examples: for its page, its class and the plugin's schema.

import { readFileSync } from "node:fs";
import { kebabCase } from "./arguments.ts";

/** By their names in a code block, in the order in which they are shown. */
export const LANGUAGES = {
  typescript: { title: "TypeScript", extension: "ts" },
  yaml: { title: "YAML", extension: "yaml" },
  python: { title: "Python", extension: "py" },
  go: { title: "Go", extension: "go" },
} as const;

export type Language = keyof typeof LANGUAGES;

export const languages = Object.keys(LANGUAGES) as Language[];

/** Below the repository's folder. */
export function exampleFile(className: string, language: Language): string {
  return `docs/resources/examples/${kebabCase(className)}.${LANGUAGES[language].extension}`;
}

/** A whole program; in YAML what follows the project's name, runtime and plugin. */
export function exampleOf(className: string, language: Language): string {
  return readFileSync(new URL(`../../${exampleFile(className, language)}`, import.meta.url), "utf8");
}

export function codeBlock(className: string, language: Language): string {
  return `\`\`\`${language}\n${exampleOf(className, language)}\`\`\``;
}

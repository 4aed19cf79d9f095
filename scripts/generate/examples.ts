// Reads the example programs in docs/resources/examples, one for each resource and language. Pages, classes and the plugin's
// schema show them. A missing program fails the generation.

import { readFileSync } from "node:fs";
import { kebabCase } from "./arguments.ts";

/** The names of the languages in code blocks, in display order. */
export const LANGUAGES = {
  typescript: { title: "TypeScript", extension: "ts" },
  yaml: { title: "YAML", extension: "yaml" },
  python: { title: "Python", extension: "py" },
  go: { title: "Go", extension: "go" },
  csharp: { title: "C#", extension: "cs" },
  java: { title: "Java", extension: "java" },
} as const;

export type Language = keyof typeof LANGUAGES;

/** In display order. */
export const languages = Object.keys(LANGUAGES) as Language[];

/** Returns a path relative to the repository. */
export function exampleFile(className: string, language: Language): string {
  return `docs/resources/examples/${kebabCase(className)}.${LANGUAGES[language].extension}`;
}

/** Returns a whole program; for YAML, the part after the project's name, runtime and plugin. */
export function exampleOf(className: string, language: Language): string {
  return readFileSync(new URL(`../../${exampleFile(className, language)}`, import.meta.url), "utf8");
}

export function codeBlock(className: string, language: Language): string {
  return `\`\`\`${language}\n${exampleOf(className, language)}\`\`\``;
}

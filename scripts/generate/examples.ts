// Reads the example programs in docs/resources/examples, one for each resource and language. Pages, classes and the plugin's
// schema show them.

import { existsSync, readFileSync } from "node:fs";
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

/** Returns the languages with an example of this class. */
export function languagesOf(className: string): Language[] {
  const all = Object.keys(LANGUAGES) as Language[];
  return all.filter((language) => existsSync(urlOf(className, language)));
}

/** Returns a path relative to the repository. */
export function exampleFile(className: string, language: Language): string {
  return `docs/resources/examples/${kebabCase(className)}.${LANGUAGES[language].extension}`;
}

/** Returns a whole program; for YAML, the part after the project's name, runtime and plugin. */
export function exampleOf(className: string, language: Language): string {
  return readFileSync(urlOf(className, language), "utf8");
}

export function codeBlock(className: string, language: Language): string {
  return `\`\`\`${language}\n${exampleOf(className, language)}\`\`\``;
}

function urlOf(className: string, language: Language): URL {
  return new URL(`../../${exampleFile(className, language)}`, import.meta.url);
}

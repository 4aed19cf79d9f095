export const FORMATS = ["text", "markdown", "json", "junit", "sarif", "github"] as const;

export type Format = (typeof FORMATS)[number];

/** One `--report`. Without a file, the report goes to standard output. */
export interface Wanted<Name extends string = Format> {
  readonly format: Name;
  readonly file?: string;
}

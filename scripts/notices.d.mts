import type { Metafile } from "esbuild";

/** Writes THIRD-PARTY-NOTICES.md beside a bundle, with the licenses of the packages in these esbuild metafiles. */
export function writeNotices(folder: string, ...metafiles: readonly Metafile[]): void;

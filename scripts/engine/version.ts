export type Version = { major: number; minor: number; patch: number };

/** The oldest supported Pulumi CLI: the start of the `@pulumi/pulumi` peer range. */
export const minimumPulumi: Version = { major: 3, minor: 227, patch: 0 };

/** Reads the first version in a text such as `v3.259.0-alpha.1`, `go version go1.26.8 linux/amd64` or `go 1.26`. */
export function parseVersion(text: string): Version | undefined {
  const match = /(\d+)\.(\d+)(?:\.(\d+))?/.exec(text);
  if (!match) return undefined;
  return { major: Number(match[1]), minor: Number(match[2]), patch: Number(match[3] ?? 0) };
}

/** Compares two versions: negative when `a` is older, positive when it is newer, 0 when equal. Ignores pre-release tags. */
export function compareVersions(a: Version, b: Version): number {
  return a.major - b.major || a.minor - b.minor || a.patch - b.patch;
}

export function formatVersion(version: Version): string {
  return `${version.major}.${version.minor}.${version.patch}`;
}

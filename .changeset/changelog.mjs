// CHANGELOG.md is for users: what a changeset says, without the commit that added it.

export function getReleaseLine({ summary }) {
  const [first, ...more] = summary.split("\n").map((line) => line.trimEnd());
  return [`- ${first}`, ...more.map((line) => (line === "" ? "" : `  ${line}`))].join("\n");
}

/** No package here depends on another one of this repository. */
export function getDependencyReleaseLine() {
  return "";
}

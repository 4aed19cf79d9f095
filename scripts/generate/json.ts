const ENTRY = ["type", "$ref", "oneOf", "anyOf", "enum"];

/** Returns a schema as JSON, with each property on one line. */
export function renderJson(value: unknown, indent = ""): string {
  const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
  if (!isObject || (!("properties" in value) && ENTRY.some((name) => name in value))) return JSON.stringify(value);
  const members = Object.entries(value).filter(([, each]) => each !== undefined);
  if (members.length === 0) return "{}";
  const lines = members.map(([name, each]) => `${indent}  ${JSON.stringify(name)}: ${renderJson(each, `${indent}  `)}`);
  return `{\n${lines.join(",\n")}\n${indent}}`;
}

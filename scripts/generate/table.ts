/** Returns a table in Markdown, without the columns that are empty in every row. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const isFilled = head.map((_, column) => rows.some((row) => row[column] !== ""));
  const lineOf = (cells: readonly string[]) => `| ${cells.filter((_, column) => isFilled[column]).join(" | ")} |`;
  return [lineOf(head), `|${"---|".repeat(isFilled.filter(Boolean).length)}`, ...rows.map(lineOf)].join("\n");
}

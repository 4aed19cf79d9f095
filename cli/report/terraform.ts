import type { Report } from "./model.ts";

/** Returns GitLab's Terraform report: how many resources are created, updated and deleted. A replacement counts twice. */
export function terraform({ groups }: Report): string {
  const items = groups.flatMap((group) => group.items);
  const count = (wanted: string) => items.filter(({ section }) => section === wanted).length;
  const replaced = count("replace");
  return `${JSON.stringify({ create: count("create") + replaced, update: count("update"), delete: count("delete") + replaced })}\n`;
}

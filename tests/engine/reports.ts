// Reads the JSON reports of commands.

import type { Item, Report } from "../../cli/report/model.ts";

/** Returns all items of a report, or those of one section. */
export function itemsIn(json: string, section?: string): Item[] {
  const { groups }: Report = JSON.parse(json);
  const items = groups.flatMap((group) => group.items);
  return section === undefined ? items : items.filter((item) => item.section === section);
}

/** Returns the section of each item by its name. */
export function sectionsIn(json: string): { [name: string]: string } {
  return Object.fromEntries(itemsIn(json).map(({ name, section }) => [name, section]));
}

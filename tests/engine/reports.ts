// Runs commands that report, and reads their JSON.

import type { Item, Report } from "../../cli/report/model.ts";
import { stack } from "./described.ts";
import type { Printed } from "./stack.ts";

export interface Reported extends Printed {
  /** All items of the report. */
  readonly items: readonly Item[];
}

/**
 * Runs a command of this package on the stack `test`. To name the stack spares the search for the selected one.
 *
 * @throws with what the command prints when it does not report.
 */
export async function reportOf(command: "doctor" | "drift", ...flags: readonly string[]): Promise<Reported> {
  const printed = await stack.command(command, "--stack", "test", "--report", "json", ...flags);
  if (printed.out === "") throw new Error(printed.err);
  return { ...printed, items: itemsIn(printed.out) };
}

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

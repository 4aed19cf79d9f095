// Decides how a stack's findings are put together where naming each alone would hide the others.

import type { CheckedResource } from "../model.ts";
import { sentence } from "./values.ts";
import { listed, noun, plural } from "./words.ts";

export interface ErrorGroup {
  /** Why these could not be read. */
  readonly message: string;
  readonly resources: readonly CheckedResource[];
}

/** Resources that could not be read, those with the same sentence together. */
export function errorGroups(resources: readonly CheckedResource[]): ErrorGroup[] {
  const failed = resources.filter(({ verdict }) => verdict === "error");
  return [...grouped(failed, ({ message }) => sentence(message ?? "It could not be read."))].map(
    ([message, members]) => ({ message, resources: members }),
  );
}

/** Arguments that were set and that the service never shows, each with the resources that set it. */
export function unverifiable(resources: readonly CheckedResource[]): Map<string, CheckedResource[]> {
  const read = resources.filter(({ verdict }) => verdict !== "missing" && verdict !== "error");
  const pairs = read.flatMap((resource) => resource.unverifiable.map((argument) => ({ argument, resource })));
  return new Map(
    [...grouped(pairs, ({ argument }) => argument)].map(([argument, members]) => [
      argument,
      members.map(({ resource }) => resource),
    ]),
  );
}

/** What has no way to be read, by type. */
export function unreadable(resources: readonly CheckedResource[]): Map<string, CheckedResource[]> {
  return grouped(
    resources.filter(({ verdict }) => verdict === "unreadable"),
    ({ type }) => type,
  );
}

/** Sentences on what nobody can verify: `2 client tokens cannot be read back`. */
export function blindSpots(resources: readonly CheckedResource[]): string[] {
  return [
    ...[...unreadable(resources)].map(([type, members]) => `${plural(members.length, noun(type))} cannot be read back`),
    ...[...unverifiable(resources)].map(([argument, members]) => {
      const names = members.map(({ name }) => name);
      const whose = names.length > FEW ? plural(names.length, "resource") : listed(names, FEW);
      return `the ${sentence(argument)} of ${sentence(whose)} cannot be verified, for the service never shows it`;
    }),
  ];
}

const FEW = 5;

function grouped<T>(items: readonly T[], key: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const group = groups.get(key(item));
    if (group) group.push(item);
    else groups.set(key(item), [item]);
  }
  return groups;
}

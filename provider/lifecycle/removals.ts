// The messages about an object that a removal leaves, because another resource declares it.

import type { Resource } from "../../contract/index.ts";
import type { Other } from "../run/registry.ts";

/** Returns the message about an object that stays with its new holder. */
export function notRemovedText({ title }: Resource, id: string): string {
  return `The ${title} ${id} was left alone: another resource of this stack manages it now.`;
}

/** Returns the reason why an object that another provider of the stack declares is not deleted. */
export function declaredElsewhereText({ title }: Resource, { label }: Other): string {
  return (
    `the ${label}, which another provider of this stack manages, declares the same ${title} and does not hold it yet. Nothing was deleted. ` +
    "To hand the object over, set `adopt: true` and `deleteBeforeReplace: false` on that resource; " +
    "to have a new one instead, remove the old resource in an `up` of its own first."
  );
}

/** Returns the reason why an object that a new resource of the program declares is not deleted. */
export function declaredHereText({ title }: Resource, label: string): string {
  return (
    `the new ${label} of the program declares the same ${title} and does not hold it yet. Nothing was deleted. ` +
    "Correct its failure, and run `pulumi up` again; " +
    "to have a new object instead, remove the old resource in an `up` of its own first."
  );
}

// Decides what an update sends: changed values, and the unset form of removed arguments.

import { type Body, equivalent, isGiven, type Resource, unsetForm } from "../../contract/index.ts";
import { flat, isSetOtherwise, type Settable, settable } from "./settable.ts";
import { isShadowed, type Props } from "./state.ts";

/** Returns the body of a partial update from the stored outputs to the new inputs; empty when no request is needed. */
export function changesOf(resource: Resource, olds: Props, news: Props): Body {
  const body: { [field: string]: unknown } = {};
  const [before, after] = [flat(olds), flat(news)];
  for (const each of settable(resource, [...Object.keys(before), ...Object.keys(after)])) {
    const { name, wire, field } = each;
    // The service stores one value for two names. Sending only the name without precedence would overwrite the other.
    if (isShadowed(resource, wire, news)) continue;
    if (isGiven(after[name])) {
      const isKept = isGiven(before[name]) && !isShadowed(resource, wire, olds);
      if (!isKept || !equivalent(field.type, before[name], after[name])) body[wire] = after[name];
    } else if (isTakenAway(resource, each, before, after) && !field.required) {
      body[wire] = unsetForm(field);
    }
  }
  return body;
}

/** Returns the arguments that this update resets to their defaults. */
export function clearedBy(resource: Resource, olds: Props, news: Props): string[] {
  const [before, after] = [flat(olds), flat(news)];
  return settable(resource, Object.keys(before))
    .filter((each) => isTakenAway(resource, each, before, after))
    .map(({ name }) => name);
}

/** Returns the body that unsets every field of these arguments. */
export function unsetBody(resource: Resource, names: readonly string[]): Body {
  const fields = settable(resource, names).filter(({ name }) => names.includes(name));
  return Object.fromEntries(fields.map(({ wire, field }) => [wire, unsetForm(field)]));
}

/** True when the value was set before and is no longer set under any name. */
function isTakenAway(resource: Resource, each: Settable, before: Props, after: Props): boolean {
  const { name, field } = each;
  return isGiven(before[name]) && !isGiven(after[name]) && !field.noDefault && !isSetOtherwise(resource, each, after);
}

// Decides what an update sends: what changed, and the unset form of what was taken away.

import {
  argumentFields,
  argumentName,
  type Body,
  equivalent,
  isGiven,
  own,
  type Resource,
  unsetForm,
} from "../../contract/index.ts";
import { isShadowed, type Props } from "./state.ts";

/** The body of a partial update from the stored outputs to the new inputs; empty when the service need not be told. */
export function changesOf(resource: Resource, olds: Props, news: Props): Body {
  const body: { [field: string]: unknown } = {};
  for (const [name, wire] of argumentFields(resource)) {
    const field = own(resource.fields, wire);
    // The service keeps one value under two names: the loser, sent by itself, would overwrite the winner.
    if (!field || isShadowed(resource, wire, news)) continue;
    if (isGiven(news[name])) {
      const isKept = isGiven(olds[name]) && !isShadowed(resource, wire, olds);
      if (!isKept || !equivalent(field.type, olds[name], news[name])) body[wire] = news[name];
    } else if (isGiven(olds[name]) && !field.required && !field.noDefault) {
      body[wire] = unsetForm(field);
    }
  }
  return body;
}

/** The arguments that this update puts back to their defaults. */
export function clearedBy(resource: Resource, olds: Props, news: Props): string[] {
  return [...argumentFields(resource)]
    .filter(([name, wire]) => isGiven(olds[name]) && !isGiven(news[name]) && !resource.fields[wire]?.noDefault)
    .map(([name]) => name);
}

/** The body that unsets every field of these arguments. */
export function unsetBody(resource: Resource, names: readonly string[]): Body {
  const fields = Object.entries(resource.fields).filter(([wire]) => names.includes(argumentName(resource, wire)));
  return Object.fromEntries(fields.map(([wire, field]) => [wire, unsetForm(field)]));
}

// Decides what an update sends: what changed, and the unset form of what was taken away.

import { argumentFields, type Body, equivalent, own, type Resource, unsetForm } from "../../contract/index.ts";
import { isGiven, type Props } from "./state.ts";

/** The body of a partial update from the stored outputs to the new inputs; empty when the service need not be told. */
export function changesOf(resource: Resource, olds: Props, news: Props): Body {
  const body: { [field: string]: unknown } = {};
  for (const [name, wire] of argumentFields(resource)) {
    const field = own(resource.fields, wire);
    if (!field) continue;
    if (isGiven(news[name])) {
      if (!isGiven(olds[name]) || !equivalent(field.type, olds[name], news[name])) body[wire] = news[name];
    } else if (isGiven(olds[name]) && !field.required) {
      body[wire] = unsetForm(field);
    }
  }
  return body;
}

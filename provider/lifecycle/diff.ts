// Decides whether a change means another object. Which properties changed is left to the engine, which then shows each
// one and honours `ignoreChanges` (engine.md §3). No network and no clock: a refresh asks this too.

import { argumentFields, isGiven, own, type Resource } from "../../contract/index.ts";
import type { Props } from "./state.ts";

export interface DiffAnswer {
  readonly replaces: string[];
}

/** `identity` is what the stored object goes by, under the names of the arguments. */
export function diff(resource: Resource, identity: Props, news: Props): DiffAnswer {
  const replaces = identityNames(resource).filter(
    (name) => isGiven(news[name]) && isGiven(identity[name]) && news[name] !== identity[name],
  );
  return { replaces };
}

function identityNames(resource: Resource): string[] {
  const fields = [...argumentFields(resource)].filter(([, wire]) => own(resource.fields, wire)?.identity);
  const settings = Object.entries(resource.settings ?? {}).filter(([, setting]) => setting.identity);
  return [...fields, ...settings].map(([name]) => name);
}

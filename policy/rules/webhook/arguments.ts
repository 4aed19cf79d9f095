// Which arguments are webhooks: their URLs, what each falls back to, and their methods, as the contract names them.

import { acceptedFields, argumentName, type Resource, resourceNames } from "../../../contract/index.ts";
import { forEveryKind, type Subject } from "../../subject.ts";
import { ignores } from "../handler/arguments.ts";

export interface Webhook {
  readonly url: string;
  readonly method?: string;
  readonly fallback?: string;
}

/** Every argument of a class that holds a URL, with the arguments that belong to it. */
export const webhooks = forEveryKind(webhooksOf);

/** The classes that take webhooks. */
export const callable = resourceNames.filter((kind) => webhooks[kind].length > 0);

/** The webhooks that the chosen handler reads, those in `extra` too: a URL that it ignores is called by nobody. */
export function webhooksInUse(subject: Subject): readonly Webhook[] {
  const extras = subject.extras.filter((name) => name === "extra" || name.endsWith("_url"));
  return [...webhooks[subject.kind].filter(({ url }) => !ignores(subject, url)), ...extras.map((url) => ({ url }))];
}

/** The webhooks in use that are given and known, each with its URL; what is no URL is the provider's to refuse. */
export function* urlsOf(subject: Subject): Generator<readonly [argument: string, url: URL]> {
  for (const { url: argument } of webhooksInUse(subject)) {
    const url = subject.url(argument);
    if (url) yield [argument, url];
  }
}

/** A URL's host without its port. The dot that may end a name in full does not make it another host. */
export function hostOf(url: URL): string {
  return url.hostname.replace(/\.$/, "");
}

function webhooksOf(resource: Resource): Webhook[] {
  const fields = acceptedFields(resource, resource.configuredBy);
  const nameOf = (field: string) => (fields.includes(field) ? argumentName(resource, field) : undefined);
  return fields
    .filter((field) => field.endsWith("_url"))
    .map((field) => {
      const method = nameOf(field.replace(/_url$/, "_method"));
      const fallback = field.endsWith("_request_url") ? nameOf(field.replace("_request_", "_fallback_")) : undefined;
      return { url: argumentName(resource, field), ...(method ? { method } : {}), ...(fallback ? { fallback } : {}) };
    });
}

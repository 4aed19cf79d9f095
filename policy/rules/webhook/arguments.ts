// The webhook arguments from the contract: URLs, their fallbacks, and their methods.

import {
  acceptedFields,
  argumentName,
  hostedResources,
  isLoopback,
  type Resource,
  resourceNames,
} from "../../../contract/index.ts";
import { forEveryKind, type Subject } from "../../subject.ts";
import { ignores } from "../handler/arguments.ts";

export interface Webhook {
  readonly url: string;
  readonly method?: string;
  readonly fallback?: string;
}

/** Every argument of a class that holds a URL, with its fallback and method. */
export const webhooks = forEveryKind(webhooksOf);

/** The classes that have webhooks. */
export const callable = resourceNames.filter((kind) => webhooks[kind].length > 0);

/** Returns the webhooks that the chosen handler reads, including those in `extra`. The service never calls an ignored URL. */
export function webhooksInUse(subject: Subject): readonly Webhook[] {
  const extras = subject.extras.filter((name) => name === "extra" || name.endsWith("_url"));
  return [...webhooks[subject.kind].filter(({ url }) => !ignores(subject, url)), ...extras.map((url) => ({ url }))];
}

/** Yields the given and known webhooks in use, each with its URL. The provider refuses invalid URLs. */
export function* urlsOf(subject: Subject): Generator<readonly [argument: string, url: URL]> {
  for (const { url: argument } of webhooksInUse(subject)) {
    const url = subject.url(argument);
    if (url && !isHosted(url)) yield [argument, url];
  }
}

/** True for a document that the service hosts in its own domain, or a reference server on this machine. */
function isHosted({ protocol, hostname, pathname, username, search }: URL): boolean {
  const isOfService = protocol === "https:" && hostname.endsWith(".signalwire.com");
  return (
    hostedResources.some(({ hosted }) => pathname.startsWith(hosted.path.replace("{id}", ""))) &&
    (isOfService || isLoopback(hostname)) &&
    username === "" &&
    search === ""
  );
}

/** Returns a URL's host without port and final dot: `host.` is the same host. */
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

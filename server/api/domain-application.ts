// Domain applications: the domain that the server makes of the identifier (gap `domain-identifier`).

import { type Body, domainApplication, hostOfDomain } from "../../contract/index.ts";
import { collectionHandlers, type Handlers } from "./collection.ts";
import type { Context } from "./context.ts";

export function domainApplicationHandlers(context: Context): Handlers {
  return collectionHandlers(context, domainApplication, {
    computed: (document) => ({ domain: domainOf(document.identifier) }),
    shown: (_, document) => ({ domain: applicationDomain(document) }),
  });
}

/** Returns the domain. An object that was put into the server may have a domain of its own. */
function applicationDomain({ domain, identifier }: Body): string {
  return String(domain ?? domainOf(identifier));
}

/** Returns the host to which the calls of an application are sent. */
export function applicationHost(application: Body): string {
  return hostOfDomain(applicationDomain(application));
}

/** True for a dialled host that is this application's. Without a dot, it is the domain, or the identifier of a planned object. */
export function isHostOf(host: string, application: Body): boolean {
  const labels = [applicationDomain(application), String(application.identifier)];
  return host === applicationHost(application) || labels.some((label) => label.toLowerCase() === host);
}

function domainOf(identifier: unknown): string {
  return `reference-${identifier}`.toLowerCase();
}

// Domain applications: the domain that the server makes of the identifier (gap `domain-identifier`).

import { type Body, domainApplication } from "../../contract/index.ts";
import { collectionHandlers, type Handlers } from "./collection.ts";
import type { Context } from "./context.ts";

export function domainApplicationHandlers(context: Context): Handlers {
  return collectionHandlers(context, domainApplication, {
    computed: (document) => ({ domain: domainOf(document.identifier) }),
    shown: (_, document) => ({ domain: applicationDomain(document) }),
  });
}

/** Returns the domain. An object that was put into the server may have a domain of its own. */
export function applicationDomain({ domain, identifier }: Body): string {
  return String(domain ?? domainOf(identifier));
}

function domainOf(identifier: unknown): string {
  return `reference-${identifier}.dapp.example.com`.toLowerCase();
}

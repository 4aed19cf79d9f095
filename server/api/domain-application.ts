// Domain applications: the domain that the server makes of the identifier (gap `domain-identifier`).

import { type Body, domainApplication } from "../../contract/index.ts";
import type { Project, Store } from "../store/store.ts";
import { collectionHandlers, type Handlers, type Keeping } from "./collection.ts";

export function domainApplicationHandlers(keeping: Keeping): Handlers {
  const { store } = keeping;
  return collectionHandlers(keeping, domainApplication, {
    validate: (project, { identifier }) =>
      isTakenElsewhere(store, project, identifier)
        ? [{ field: "identifier", detail: "is already taken by another project of the space" }]
        : [],
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

/** The collection's unique key covers only the objects of one project. */
function isTakenElsewhere(store: Store, project: Project, identifier: unknown): boolean {
  if (typeof identifier !== "string") return false;
  return store.projects().some((other) => {
    if (other.id === project.id) return false;
    const all = store.collection(domainApplication).all(other.id);
    return all.some(({ document }) => String(document.identifier).toLowerCase() === identifier.toLowerCase());
  });
}

// Domain applications: the domain that the server makes of the identifier (gap `domain-identifier`).

import { type Body, domainApplication } from "../../contract/index.ts";
import type { Invalid } from "../http/answers.ts";
import type { Project, Store } from "../store/store.ts";
import { collectionHandlers, type Handlers, type Keeping } from "./collection.ts";

export function domainApplicationHandlers(keeping: Keeping): Handlers {
  const { store } = keeping;
  return collectionHandlers(keeping, domainApplication, {
    validate: (project, { identifier }, id) => takenProblems(store, project, identifier, id),
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

/** Two identifiers that differ in case alone would have one domain. The collection itself finds an equal one of the project. */
function takenProblems(store: Store, project: Project, identifier: unknown, id: string | undefined): Invalid[] {
  if (typeof identifier !== "string") return [];
  const owner = store.projects().find((each) =>
    store
      .collection(domainApplication)
      .all(each.id)
      .some((other) => {
        const isItself = other.id === id || (each.id === project.id && other.document.identifier === identifier);
        return !isItself && domainOf(other.document.identifier) === domainOf(identifier);
      }),
  );
  if (!owner) return [];
  const who = owner.id === project.id ? "domain application of the project" : "project of the space";
  return [{ field: "identifier", detail: `is already taken by another ${who}` }];
}

import { type Body, domainApplication, phoneNumber, type Resource, sipEndpoint } from "../../contract/index.ts";
import { Documents } from "../api/documents.ts";
import { applicationDomain } from "../api/domain-application.ts";
import { profileInForce } from "../api/sip-profile.ts";
import type { Project, Store } from "../store/store.ts";
import type { Switchboard } from "./switchboard.ts";
import type { Party } from "./trace.ts";

/** The kind of a client among the parties of a call. */
export const CLIENT = "client";

export type Target = Handling | Client;

export interface Handling {
  readonly kind: "number" | "endpoint" | "application";
  /** Unique among all targets. */
  readonly id: string;
  readonly party: Party;
  readonly project: Project;
  readonly object: Body;
}

export interface Client extends Omit<Handling, "kind" | "object"> {
  readonly kind: "client";
}

export const classes: { readonly [kind in Handling["kind"]]: Resource } = {
  number: phoneNumber,
  endpoint: sipEndpoint,
  application: domainApplication,
};

/** Returns the details of an event that name a target: in a sentence, and shorter in a line. */
export function namesOf(target: Target): { readonly who: string; readonly label: string } {
  const { kind, party } = target;
  const who = kind === "client" ? `connected client ${party.name}` : `${party.what} ${party.name}`;
  return { who, label: kind === "number" ? party.name : who };
}

/**
 * Finds the object with an address for a call from outside, in the first project that has it or in the named one (gap
 * `sip-domain`).
 */
export function find(switchboard: Switchboard, to: string, only?: string): Target | undefined {
  const all = switchboard.store.projects();
  const projects = only === undefined ? all : all.filter(({ id }) => id === only.toLowerCase());
  for (const searched of [findApplication, findIn]) {
    for (const project of projects) {
      const target = searched(switchboard, project, to);
      if (target) return target;
    }
  }
  return undefined;
}

/** Finds the object that a project's member dials: a number in any project, any other address in the same project. */
export function findDialled(switchboard: Switchboard, project: Project, to: string): Target | "elsewhere" | undefined {
  if (to.startsWith("+")) return findIn(switchboard, project, to) ?? find(switchboard, to) ?? "elsewhere";
  const domain = domainIn(to);
  // The same user name in another domain is another endpoint.
  if (domain !== undefined && domain !== switchboard.sipDomain(project).toLowerCase()) return "elsewhere";
  return findIn(switchboard, project, to);
}

export function findEndpoint({ store }: Switchboard, project: Project, id: string): Handling | undefined {
  const document = store.collection(sipEndpoint).find(project.id, id.toLowerCase());
  return document && endpoint(store, project, id.toLowerCase(), document);
}

/**
 * Finds a domain application by its domain. A host without a dot is the identifier, because a planned object has no domain yet.
 */
function findApplication({ store }: Switchboard, project: Project, to: string): Handling | undefined {
  const host = domainIn(to);
  if (host === undefined) return undefined;
  const row = store
    .collection(domainApplication)
    .all(project.id)
    .find(({ document }) => {
      const name = host.includes(".") ? applicationDomain(document) : String(document.identifier);
      return name.toLowerCase() === host;
    });
  if (!row) return undefined;
  const object: Body = { ...applications.whole(row.id, row.document), domain: applicationDomain(row.document) };
  const party = { what: domainApplication.title, name: String(object.identifier) };
  return { kind: "application", id: row.id, party, project, object };
}

export function usernameIn(to: string): string {
  return to.replace(/^sips?:/i, "").split("@", 1)[0] ?? "";
}

function domainIn(to: string): string | undefined {
  return /@([^;:?>]+)/.exec(to)?.[1]?.toLowerCase();
}

const applications = new Documents(domainApplication);
const numbers = new Documents(phoneNumber);
const endpoints = new Documents(sipEndpoint);

function findIn({ store, sessions }: Switchboard, project: Project, to: string): Target | undefined {
  if (to.startsWith("+")) {
    const row = store.collection(phoneNumber).findByKey(project.id, to);
    if (!row) return undefined;
    const object = numbers.present(row.id, row.document);
    return { kind: "number", id: row.id, party: { what: phoneNumber.title, name: to }, project, object };
  }
  if (sessions.named(project.id, to) > 0) {
    return { kind: "client", id: to, party: { what: CLIENT, name: to }, project };
  }
  const row = store.collection(sipEndpoint).findByKey(project.id, usernameIn(to));
  return row && endpoint(store, project, row.id, row.document);
}

function endpoint(store: Store, project: Project, id: string, document: Body): Handling {
  const object = endpoints.present(id, document, profileInForce(store, project));
  return { kind: "endpoint", id, party: { what: sipEndpoint.title, name: String(object.username) }, project, object };
}

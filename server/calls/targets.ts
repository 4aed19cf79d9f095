import {
  type Body,
  domainApplication,
  phoneNumber,
  type Resource,
  sipAddress,
  sipEndpoint,
  withHandlersInForce,
} from "../../contract/index.ts";
import { Documents } from "../api/documents.ts";
import { applicationHost, isHostOf } from "../api/domain-application.ts";
import { profileInForce } from "../api/sip-profile.ts";
import type { Project } from "../store/store.ts";
import type { Switchboard } from "./switchboard.ts";
import type { Party } from "./trace.ts";

/** The kind of a client among the parties of a call. */
export const CLIENT = "client";

export type Target = Handling | Client;

/** An object whose handler decides. */
export interface Handling {
  /** The class of the object: phone number, SIP endpoint or domain application. */
  readonly resource: Resource;
  /** Unique among all targets. */
  readonly id: string;
  readonly party: Party;
  readonly project: Project;
  readonly object: Body;
}

export interface Client extends Omit<Handling, "resource" | "object"> {
  readonly resource?: undefined;
}

/** Returns the details of an event that name a target: in a sentence, and shorter in a line. */
export function namesOf({ resource, party: { what, name } }: Target): { readonly who: string; readonly label: string } {
  const who = `${resource ? "" : "connected "}${what} ${name}`;
  return { who, label: resource === phoneNumber ? name : who };
}

/**
 * Finds the object with an address for a call from outside, in the first project that has it or in the named one (gap
 * `sip-domain`).
 */
export function find(switchboard: Switchboard, to: string, only?: string): Target | undefined {
  const all = switchboard.store.projects();
  const projects = only === undefined ? all : all.filter(({ id }) => id === only.toLowerCase());
  for (const searched of [findApplication, findAddress, findIn]) {
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
  const called = findApplication(switchboard, project, to) ?? findAddress(switchboard, project, to);
  // The service's own address, from which such a call comes, is not known. So a list of addresses leaves open what happens.
  if (called) return called.object.ip_auth_enabled === true ? "elsewhere" : called;
  const domain = domainIn(to);
  // The same user name in another domain is another endpoint.
  if (domain !== undefined && domain !== switchboard.sipDomain(project, domain).toLowerCase()) return "elsewhere";
  const found = findIn(switchboard, project, to);
  const number = found ? undefined : numberIn(usernameIn(to));
  return number === undefined ? found : findDialled(switchboard, project, number);
}

export function findEndpoint(switchboard: Switchboard, project: Project, id: string): Handling | undefined {
  const document = switchboard.store.collection(sipEndpoint).find(project.id, id.toLowerCase());
  return document && endpoint(switchboard, project, { id: id.toLowerCase(), document });
}

/** Returns the user of a SIP address, in any form that RFC 3261 allows, or of a user name alone. */
export function usernameIn(to: string): string {
  const [user = ""] = withoutParameters(to).split("@", 1);
  return decoded(user.split(":", 1)[0] ?? "");
}

/** Returns the domain of a SIP address, in lower case. */
export function domainIn(to: string): string | undefined {
  return /@([^:]+)/.exec(withoutParameters(to))?.[1]?.trim().toLowerCase();
}

/** Returns `user:password@domain:port`, without a display name, brackets, parameters and headers. */
function withoutParameters(to: string): string {
  const [, bracketed = to] = /<([^>]*)>/.exec(to) ?? [];
  return (
    bracketed
      .trim()
      .replace(/^sips?:/i, "")
      .split(/[;?]/, 1)[0] ?? ""
  ).trim();
}

function decoded(user: string): string {
  try {
    return decodeURIComponent(user);
  } catch {
    return user;
  }
}

/** Returns a number that is written for people, or without its country code, in E.164; undefined for any other text (North America). */
export function numberIn(to: string): string | undefined {
  const digits = to.replace(/^tel:/i, "").replace(/[\s().-]/g, "");
  if (/^\+\d{7,15}$/.test(digits)) return digits;
  const [, national] = /^1?([2-9]\d{9})$/.exec(digits) ?? [];
  return national === undefined ? undefined : `+1${national}`;
}

const applications = new Documents(domainApplication);
const addresses = new Documents(sipAddress);
const numbers = new Documents(phoneNumber);
const endpoints = new Documents(sipEndpoint);

/**
 * Finds a domain application by its domain. A host without a dot is the identifier, because a planned object has no domain yet.
 */
function findApplication({ store }: Switchboard, project: Project, to: string): Handling | undefined {
  const host = domainIn(to);
  if (host === undefined) return undefined;
  const all = store.collection(domainApplication).all(project.id);
  const row = all.find(({ document }) => isHostOf(host, document));
  if (!row) return undefined;
  const object = { ...applications.whole(row.id, row.document), domain: applicationHost(row.document) };
  return handling(domainApplication, project, row.id, object);
}

/** Finds a SIP address by its URI (gap `sip-addresses`). */
function findAddress(switchboard: Switchboard, project: Project, to: string): Handling | undefined {
  const keyOf = (address: string) => `${usernameIn(address)}@${domainIn(address)}`.toLowerCase();
  return addressesIn(switchboard, project).find(({ object }) => keyOf(String(object.uri)) === keyOf(to));
}

/** Returns the SIP addresses of a project, each with the script that takes its calls as a handler. */
export function addressesIn(switchboard: Switchboard, project: Project): Handling[] {
  const rows = switchboard.store.collection(sipAddress).all(project.id);
  if (rows.length === 0) return [];
  const scripts = new Map(switchboard.scripts(project.id).map((each) => [each.id.toLowerCase(), each]));
  return rows.map(({ id, document }) => {
    const object = addresses.whole(id, document);
    const name = String(object.calling_handler_resource_id).toLowerCase();
    const { resource, address } = scripts.get(name) ?? {};
    const handler = {
      swml: { call_handler: "relay_script", call_relay_script_url: address },
      laml: { call_handler: "laml_webhooks", call_request_url: address },
      none: { call_handler: `the resource ${name}` },
    }[resource?.hosted.language ?? "none"];
    const party = { what: sipAddress.title, name: String(object.name) };
    return { resource: sipAddress, id, party, project, object: { ...object, ...handler } };
  });
}

function findIn(switchboard: Switchboard, project: Project, to: string): Target | undefined {
  const { store, sessions } = switchboard;
  if (to.startsWith("+")) {
    const row = store.collection(phoneNumber).findByKey(project.id, to);
    return row && handling(phoneNumber, project, row.id, numbers.present(row.id, row.document));
  }
  if (sessions.named(project.id, to) > 0) return { id: to, party: { what: CLIENT, name: to }, project };
  const row = store.collection(sipEndpoint).findByKey(project.id, usernameIn(to));
  return row && endpoint(switchboard, project, row);
}

function endpoint(
  { store }: Switchboard,
  project: Project,
  { id, document }: { readonly id: string; readonly document: Body },
): Handling {
  return handling(sipEndpoint, project, id, endpoints.present(id, document, profileInForce(store, project)));
}

function handling(resource: Resource, project: Project, id: string, shown: Body): Handling {
  const object = withHandlersInForce(resource, shown);
  return { resource, id, party: { what: resource.title, name: String(object[resource.label]) }, project, object };
}

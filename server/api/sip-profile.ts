// The SIP profile, from which a project's SIP endpoints inherit (gap `sip-profile`).

import { type Body, phoneNumber, type Resource, sipProfile } from "../../contract/index.ts";
import type { Invalid } from "../http/answers.ts";
import type { Project, Store } from "../store/store.ts";
import { collectionHandlers, type Handlers } from "./collection.ts";
import type { Context } from "./context.ts";
import { verifiedCallerId } from "./verified-caller-id.ts";

const { default_codecs, default_ciphers, default_encryption } = sipProfile.fields;
const { number: E164 } = phoneNumber.fields;

/** Every project has one profile from its start, stored under the project's own id. */
export function sipProfileHandlers(context: Context): Handlers {
  const { store } = context;
  return collectionHandlers(context, sipProfile, {
    validate: (project, body) => [
      ...sendAsProblems(store, project, "default_send_as", body),
      ...domainProblems(store, project, body),
    ],
    shown: (project, stored) => ({
      ...EVERYTHING,
      ...stored,
      default_send_as: stored.default_send_as === "random" ? null : (stored.default_send_as ?? null),
      domain_identifier: identifierOf(project, stored),
      domain: domainOf(project, stored),
    }),
  });
}

/** Returns the current profile: the project's settings, and every codec and cipher where it has none. */
export function profileInForce(store: Store, project: Project): Body {
  return { ...EVERYTHING, ...storedProfile(store, project) };
}

function domainProblems(store: Store, project: Project, profile: Body): Invalid[] {
  const wanted = identifierOf(project, profile);
  const others = store.projects().filter(({ id }) => id !== project.id);
  const taken = others.some((other) => identifierOf(other, storedProfile(store, other)) === wanted);
  return taken ? [{ field: "domain_identifier", detail: "is already taken by another project" }] : [];
}

/** Returns a problem when the project has neither bought nor verified the caller number (spec §2.1). */
export function sendAsProblems(
  store: Store,
  project: Project,
  field: "send_as" | "default_send_as",
  body: Body,
): Invalid[] {
  const number = body[field];
  // The schema already reports text that is not a number.
  const isNumber = typeof number === "string" && E164.type.schema.safeParse(number).success;
  const has = (resource: Resource) => store.collection(resource).findByKey(project.id, String(number)) !== undefined;
  if (!isNumber || has(phoneNumber) || has(verifiedCallerId)) return [];
  return [{ field, detail: "must be a number that the project has bought or verified" }];
}

export function sipDomain(store: Store, project: Project): string {
  return domainOf(project, storedProfile(store, project));
}

const EVERYTHING: Body = {
  default_codecs: default_codecs.type.values,
  default_ciphers: default_ciphers.type.values,
  default_encryption: default_encryption.default.value,
  default_send_as: null,
  default_outbound_policy: "passthrough",
};

function storedProfile(store: Store, { id }: Project): Body {
  return store.collection(sipProfile).find(id, id) ?? {};
}

function domainOf(project: Project, stored: Body): string {
  return `reference-${identifierOf(project, stored)}.sip.example.com`;
}

function identifierOf({ id }: Project, { domain_identifier }: Body): string {
  return String(domain_identifier ?? id.replaceAll("-", "").slice(0, 12));
}

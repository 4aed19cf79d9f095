// What a project's SIP endpoints inherit (gap `sip-profile`).

import { type Body, phoneNumber, sipProfile } from "../../contract/index.ts";
import type { Invalid } from "../http/answers.ts";
import type { Service } from "../service.ts";
import type { Project, Store } from "../store/store.ts";
import { collectionHandlers, type Handlers } from "./collection.ts";

const { default_codecs, default_ciphers, default_encryption } = sipProfile.fields;
const { number: E164 } = phoneNumber.fields;

/** There is one a project from its start, kept under the project's own id. */
export function sipProfileHandlers(service: Service): Handlers {
  const { store } = service;
  return collectionHandlers(service, sipProfile, {
    validate: (project, body) => sendAsProblems(store, project, "default_send_as", body),
    shown: (project, stored) => ({
      ...EVERYTHING,
      ...stored,
      domain_identifier: identifierOf(project, stored),
      domain: domainOf(project, stored),
    }),
  });
}

/** The defaults as they are now: what the project set, and everything allowed where it set nothing. */
export function profileInForce(store: Store, project: Project): Body {
  return { ...EVERYTHING, ...storedProfile(store, project) };
}

/** A number to call from must be one of the project's own (spec §2.1). */
export function sendAsProblems(
  store: Store,
  project: Project,
  field: "send_as" | "default_send_as",
  body: Body,
): Invalid[] {
  const number = body[field];
  // What is no number at all is named as such already.
  const isNumber = typeof number === "string" && E164.type.schema.safeParse(number).success;
  if (!isNumber || store.collection(phoneNumber).findByKey(project.id, number)) return [];
  return [{ field, detail: "must be a number that the project has bought or verified" }];
}

/** The domain at which the project's endpoints have their addresses. */
export function sipDomain(store: Store, project: Project): string {
  return domainOf(project, storedProfile(store, project));
}

const EVERYTHING: Body = {
  default_codecs: default_codecs.type.values,
  default_ciphers: default_ciphers.type.values,
  default_encryption: default_encryption.default.value,
};

function storedProfile(store: Store, { id }: Project): Body {
  return store.collection(sipProfile).find(id, id) ?? {};
}

function domainOf(project: Project, stored: Body): string {
  return `reference-${identifierOf(project, stored)}.sip.example.com`;
}

function identifierOf({ id }: Project, { domain_identifier }: Body): string {
  return String(domain_identifier ?? id.slice(0, 8));
}

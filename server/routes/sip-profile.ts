// Decides what a project's SIP endpoints inherit, and how that is read and changed (gap `sip-profile`).

import { type Body, type Problem, phoneNumber, sipProfile } from "../../contract/index.ts";
import { type Answer, invalid } from "../answers.ts";
import { Documents } from "../documents.ts";
import type { Project } from "../projects.ts";
import type { Route, Service } from "../service.ts";
import type { Store } from "../store/store.ts";

const { read, update } = sipProfile.operations;
const { default_codecs, default_ciphers, default_encryption } = sipProfile.fields;
const documents = new Documents(sipProfile);
const { number: E164 } = phoneNumber.fields;

export function sipProfileRoutes({ projects, store }: Service): Route[] {
  return [
    { ...read, handler: ({ project }) => shown(read.status, project) },
    {
      ...update,
      handler({ project, body }) {
        const problems = [
          ...documents.judge("update", body, project.profile),
          ...sendAsProblems(store, project, "default_send_as", body),
        ];
        if (problems.length > 0) return invalid(problems);
        projects.saveProfile(project, documents.merge(project.profile, body));
        return shown(update.status, project);
      },
    },
  ];
}

/** The defaults as they are now: what the project set, and everything allowed where it set nothing. */
export function profileInForce({ profile }: Project): Body {
  return { ...EVERYTHING, ...profile };
}

/** A number to call from must be one of the project's own (spec §2.1). */
export function sendAsProblems(
  store: Store,
  project: Project,
  field: "send_as" | "default_send_as",
  body: Body,
): Pick<Problem, "field" | "detail">[] {
  const number = body[field];
  // What is no number at all is named as such already.
  const isNumber = typeof number === "string" && E164.type.schema.safeParse(number).success;
  if (!isNumber || store.numbers.findByHandle(project.id, number)) return [];
  return [{ field, detail: "must be a number that the project has bought or verified" }];
}

const EVERYTHING: Body = {
  default_codecs: default_codecs.type.values,
  default_ciphers: default_ciphers.type.values,
  default_encryption: default_encryption.default.value,
};

/** The domain at which the project's endpoints have their addresses. */
export function sipDomain(project: Project): string {
  return `reference-${identifierOf(project)}.sip.example.com`;
}

function identifierOf({ id, profile }: Project): string {
  return String(profile.domain_identifier ?? id.slice(0, 8));
}

function shown(status: number, project: Project): Answer {
  const domain = { domain_identifier: identifierOf(project), domain: sipDomain(project) };
  return { status, body: documents.present(undefined, { ...profileInForce(project), ...domain }) };
}

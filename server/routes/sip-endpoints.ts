// Decides how SIP endpoints are created, read, listed, changed and deleted (spec §2.1, §4.1).

import { type Body, sipEndpoint } from "../../contract/index.ts";
import { type Answer, invalid, notFound } from "../answers.ts";
import { Documents } from "../documents.ts";
import { page } from "../paging.ts";
import type { Project } from "../projects.ts";
import type { Call, Route, Service } from "../service.ts";
import { profileInForce, sendAsProblems } from "./sip-profile.ts";

const { create, read, list, update, delete: remove } = sipEndpoint.operations;
const documents = new Documents(sipEndpoint);

export function sipEndpointRoutes({ store, random, protectHandlers }: Service): Route[] {
  const { endpoints } = store;

  return [
    {
      ...create,
      handler({ project, body }) {
        const problems = [...documents.judge("create", body), ...sendAsProblems(store, project, "send_as", body)];
        if (problems.length > 0) return invalid([...problems, ...taken(project, body.username)]);
        const id = random.uuid();
        const document = keep({}, body);
        const inserted = endpoints.insert({ id, project: project.id, document });
        if (!inserted) return invalid([TAKEN]);
        return shown(create.status, project, id, document);
      },
    },
    {
      ...read,
      handler({ project, id }) {
        const found = endpoints.find(project.id, id);
        return found ? shown(read.status, project, id, found) : notFound;
      },
    },
    {
      ...list,
      handler({ project, query }) {
        const filters = { handle: "filter_username", label: "filter_caller_id" };
        const { links, rows } = page(
          endpoints,
          { path: list.path, query, project: project.id, filters },
          store.secret("page tokens"),
        );
        const inherited = profileInForce(project);
        const data = rows.map(({ id, document }) => documents.present(id, document, inherited));
        return { status: list.status, body: { links, data } };
      },
    },
    {
      ...update,
      handler({ project, id, body }) {
        const found = endpoints.find(project.id, id);
        if (!found) return notFound;
        const problems = [
          ...documents.judge("update", body, found),
          ...taken(project, body.username, id),
          ...sendAsProblems(store, project, "send_as", body),
        ];
        if (problems.length > 0) return invalid(problems);
        const document = keep(found, body);
        endpoints.update({ id, project: project.id, document });
        return shown(update.status, project, id, document);
      },
    },
    {
      ...remove,
      handler({ project, id }: Call): Answer {
        const numbers = protectHandlers && endpoints.find(project.id, id) ? ringing(project, id) : [];
        if (numbers.length > 0) return assigned(numbers);
        return endpoints.delete(project.id, id) ? { status: remove.status } : notFound;
      },
    },
  ];

  /** The numbers that have this endpoint as their handler, in E.164. */
  function ringing(project: Project, id: string): string[] {
    return store.numbers
      .all()
      .filter((number) => number.project === project.id && number.document.call_handler === "relay_sip_endpoint")
      .filter(({ document }) => String(document.call_sip_endpoint_id).toLowerCase() === id)
      .map(({ document }) => String(document.number));
  }

  /** To the letter, capitals included (gap `username-case`). */
  function taken(project: Project, username: unknown, except?: string) {
    if (typeof username !== "string") return [];
    const other = endpoints.findByHandle(project.id, username);
    return other === undefined || other.id === except ? [] : [TAKEN];
  }
}

/** What is stored: all but the password. Nobody registers here, so nothing needs it, and what is not kept cannot leak. */
function keep(stored: Body, body: Body): Body {
  const { password: _, ...kept } = documents.merge(stored, body);
  return kept;
}

const TAKEN = { field: "username", detail: "is already taken by another SIP endpoint of the project" };

/** Gap `assigned-endpoint`. */
function assigned(numbers: readonly string[]): Answer {
  const detail = `is assigned as the handler of ${numbers.join(", ")} and cannot be deleted`;
  return invalid([{ field: "id", detail }], "resource_assigned_as_handler");
}

function shown(status: number, project: Project, id: string, document: Body): Answer {
  return { status, body: documents.present(id, document, profileInForce(project)) };
}

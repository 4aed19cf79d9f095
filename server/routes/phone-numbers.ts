// Decides how phone numbers are read, listed and changed (spec §2.2, §4.2).

import { type Body, phoneNumber } from "../../contract/index.ts";
import { invalid, notFound } from "../answers.ts";
import { timestamp } from "../clock.ts";
import { Documents } from "../documents.ts";
import { page } from "../paging.ts";
import type { Project } from "../projects.ts";
import type { Route, Service } from "../service.ts";
import type { Store } from "../store/store.ts";

const { read, list, update } = phoneNumber.operations;
const documents = new Documents(phoneNumber);

export function phoneNumberRoutes({ store, clock }: Service): Route[] {
  const { numbers } = store;
  return [
    {
      ...read,
      handler({ project, id }) {
        const found = numbers.find(project.id, id);
        return found ? { status: read.status, body: documents.present(id, found) } : notFound;
      },
    },
    {
      ...list,
      handler({ project, query }) {
        const filters = { handle: "filter_number", label: "filter_name" };
        const request = { path: list.path, query, project: project.id, filters };
        const { links, rows } = page(numbers, request, store.secret("page tokens"));
        const data = rows.map(({ id, document }) => documents.present(id, document));
        return { status: list.status, body: { links, data } };
      },
    },
    {
      ...update,
      handler({ project, id, body }) {
        const found = numbers.find(project.id, id);
        if (!found) return notFound;
        const problems = [...documents.judge("update", body, found), ...strangeEndpoint(store, project, body)];
        if (problems.length > 0) return invalid(problems);
        const document = { ...documents.merge(found, body), updated_at: timestamp(clock.now()) };
        numbers.update({ id, project: project.id, document });
        return { status: update.status, body: documents.present(id, document) };
      },
    },
  ];
}

/** An endpoint that rings must be one of the project's own (gap `number-rings-endpoint`). */
function strangeEndpoint({ endpoints }: Store, project: Project, { call_sip_endpoint_id: id }: Body) {
  if (typeof id !== "string" || id === "" || endpoints.find(project.id, id.toLowerCase())) return [];
  return [{ field: "call_sip_endpoint_id", detail: "must be the id of a SIP endpoint of the project" }];
}

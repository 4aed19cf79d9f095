// Decides how client tokens are issued and refreshed (spec §4.3, §4.4).

import { clientToken } from "../../contract/index.ts";
import { invalid } from "../answers.ts";
import { Documents } from "../documents.ts";
import type { Route, Service } from "../service.ts";

const { create, update } = clientToken.operations;
const documents = new Documents(clientToken);

export function clientTokenRoutes({ clientTokens, random, refreshTokens, store }: Service): Route[] {
  return [
    {
      ...create,
      async handler({ project, token, body }) {
        const problems = documents.judge("create", body);
        if (problems.length > 0) return invalid(problems);
        const pair = await clientTokens.issue({
          project: project.id,
          resource: String(body.resource ?? random.uuid()),
          minutes: Number(body.expires_in ?? clientToken.fields.expires_in.default.value),
          scopes: clientScopes(token.scopes),
        });
        return { status: create.status, body: pair };
      },
    },
    {
      ...update,
      async handler({ project, body }) {
        const problems = documents.judge("update", body);
        if (problems.length > 0) return invalid(problems);
        const refresh = await clientTokens.openRefresh(String(body.refresh_token), project);
        if (!refresh) return invalid([NOT_ONE]);
        const pair = await clientTokens.issue(refresh.grant);
        // Last, so that the answer waits until this is safe.
        if (refreshTokens === "single-use" && !store.spend(refresh.id)) return invalid([SPENT]);
        return { status: update.status, body: pair };
      },
    },
  ];
}

const NOT_ONE = { field: "refresh_token", detail: "is not a valid refresh token of this project" };
const SPENT = { field: "refresh_token", detail: "was used before; this server takes each one once" };

/** The scopes by the names the service writes into tokens: Voice is calling, the others are themselves. */
function clientScopes(scopes: ReadonlySet<string>): string[] {
  return [...scopes].map((scope) => (scope === "Voice" ? "calling" : scope.toLowerCase()));
}

import { clientToken } from "../../contract/index.ts";
import { invalid } from "../http/answers.ts";
import type { Service } from "../service.ts";
import type { Handlers } from "./collection.ts";
import { Documents } from "./documents.ts";

const { create, update } = clientToken.operations;
const documents = new Documents(clientToken);

/** Client tokens are issued and refreshed, and not kept (spec §4.3, §4.4). */
export function clientTokenHandlers({ clientTokens, random, refreshTokens, store }: Service): Handlers {
  return {
    async create({ project, token, body }) {
      const problems = documents.validate("create", body);
      if (problems.length > 0) return invalid(problems);
      const pair = await clientTokens.issue({
        project: project.id,
        resource: String(body.resource ?? random.uuid()),
        minutes: Number(body.expires_in ?? clientToken.fields.expires_in.default.value),
        scopes: token.scopes.map(clientScope),
      });
      return { status: create.status, body: pair };
    },

    async update({ project, body }) {
      const problems = documents.validate("update", body);
      if (problems.length > 0) return invalid(problems);
      const refresh = await clientTokens.openRefresh(String(body.refresh_token), project);
      if (!refresh) return invalid([NOT_ONE]);
      if (refreshTokens === "single-use" && !store.spend(refresh.id)) return invalid([SPENT]);
      return { status: update.status, body: await clientTokens.issue(refresh.grant) };
    },
  };
}

const NOT_ONE = { field: "refresh_token", detail: "is not a valid refresh token of this project" };
const SPENT = { field: "refresh_token", detail: "was used before; this server takes each one once" };

/** The scope by the name the service writes into tokens: Voice is calling, the others are themselves. */
function clientScope(scope: string): string {
  return scope === "Voice" ? "calling" : scope.toLowerCase();
}

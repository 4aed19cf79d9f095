import { clientToken, type Resource } from "../../contract/index.ts";
import { minutes } from "../../contract/values.ts";
import { invalid } from "../http/answers.ts";
import type { Handlers } from "./collection.ts";
import type { Context } from "./context.ts";
import { Documents } from "./documents.ts";

const { create, update } = clientToken.operations;
const { expires_in } = clientToken.fields;

/** Returns the client token's descriptor for a server that grants up to this many minutes (gap `expires-in-range`). */
export function clientTokenUpTo(longest: number): Resource {
  const type = minutes(Math.min(expires_in.type.example as number, longest), longest);
  return { ...clientToken, fields: { ...clientToken.fields, expires_in: { ...expires_in, type } } };
}

/** Client tokens are issued and refreshed, but not stored (spec §4.3, §4.4). */
export function clientTokenHandlers(context: Context): Handlers {
  const { store, random, clientTokens, refreshTokens, maximumTokenLifetime } = context;
  const documents = new Documents(clientTokenUpTo(maximumTokenLifetime));
  return {
    async create({ project, token, body }) {
      const problems = documents.validate("create", body);
      if (problems.length > 0) return invalid(problems);
      const pair = await clientTokens.issue({
        project: project.id,
        resource: String(body.resource ?? random.uuid()),
        minutes: Number(body.expires_in ?? Math.min(expires_in.default.value, maximumTokenLifetime)),
        scopes: token.scopes.map(clientScope),
      });
      return { status: create.status, body: pair };
    },

    async update({ project, body }) {
      const problems = documents.validate("update", body);
      if (problems.length > 0) return invalid(problems);
      const refresh = await clientTokens.openRefresh(String(body.refresh_token), project);
      if (!refresh) return invalid([NOT_ONE]);
      if (refreshTokens === "single-use" && !store.markUsed(refresh.id)) return invalid([SPENT]);
      return { status: update.status, body: await clientTokens.issue(refresh.grant) };
    },
  };
}

const NOT_ONE = { field: "refresh_token", detail: "is not a valid refresh token of this project" };
const SPENT = { field: "refresh_token", detail: "was used before; this server takes each one once" };

/** Returns the scope's name in a token: Voice becomes calling, the others keep their names (gap `token-permissions`). */
function clientScope(scope: string): string {
  return scope === "Voice" ? "calling" : scope.toLowerCase();
}

// Subscriber tokens: encrypted, issued and refreshed, but not stored (gap `subscriber-tokens`).

import { SUBSCRIBER_LIFETIME, subscriberToken } from "../../contract/index.ts";
import { invalid } from "../http/answers.ts";
import type { Handlers } from "./collection.ts";
import type { Context } from "./context.ts";
import { Documents } from "./documents.ts";
import type { SubscriberGrant } from "./subscriber-tokens.ts";

const { create, update } = subscriberToken.operations;

export function subscriberTokenHandlers({ clock, store, subscriberTokens, refreshTokens }: Context): Handlers {
  const documents = new Documents(subscriberToken);
  const now = () => Math.floor(clock.now() / 1_000);
  const inTwoHours = () => now() + SUBSCRIBER_LIFETIME * 60;
  return {
    async create({ project, body }) {
      const problems = documents.validate("create", body);
      const end = Number(body.expire_at ?? inTwoHours());
      if (problems.length === 0 && end <= now()) problems.push(PAST);
      if (problems.length > 0) return invalid(problems);
      const grant: SubscriberGrant = { project: project.id, reference: String(body.reference), end };
      const subscriber_id = subscriberTokens.subscriberOf(grant);
      return { status: create.status, body: { subscriber_id, ...(await subscriberTokens.issue(grant)) } };
    },

    async update({ project, body }) {
      const problems = documents.validate("update", body);
      if (problems.length > 0) return invalid(problems);
      const refresh = await subscriberTokens.openRefresh(String(body.refresh_token), project.id);
      if (!refresh) return invalid([NOT_ONE]);
      if (refreshTokens === "single-use" && !store.markUsed(refresh.id)) return invalid([SPENT]);
      return {
        status: update.status,
        body: await subscriberTokens.issue({ ...refresh.grant, end: inTwoHours() }),
      };
    },
  };
}

const PAST = { field: "expire_at", code: "invalid", detail: "must be later than now" } as const;
const NOT_ONE = { field: "refresh_token", detail: "is not a valid refresh token of this project" };
const SPENT = { field: "refresh_token", detail: "was used before; this server takes each one once" };

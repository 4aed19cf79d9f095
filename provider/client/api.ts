// Decides which requests the provider can send: one method an endpoint of the contract, none that buys or releases.

import {
  type Body,
  clientToken,
  type Operation,
  own,
  phoneNumber,
  type Resource,
  sipEndpoint,
} from "../../contract/index.ts";
import { RequestFailure } from "./errors.ts";
import type { Transport } from "./transport.ts";

/** An object as the service returned it: names in snake_case, unknown keys included. */
export type Live = { readonly [field: string]: unknown };

export interface Api {
  createSipEndpoint(body: Body): Promise<Live>;
  readSipEndpoint(id: string): Promise<Live>;
  updateSipEndpoint(id: string, body: Body): Promise<Live>;
  deleteSipEndpoint(id: string): Promise<void>;
  /** The project's number in exactly this E.164 form, if it owns it. */
  findPhoneNumber(number: string): Promise<Live | undefined>;
  readPhoneNumber(id: string): Promise<Live>;
  updatePhoneNumber(id: string, body: Body): Promise<Live>;
  issueToken(body: Body): Promise<Live>;
  refreshToken(refreshToken: string): Promise<Live>;
}

export function openApi(send: Transport): Api {
  async function call(resource: Resource, operation: Operation, id?: string, body?: Body): Promise<Live> {
    const answer = await send({
      method: operation.method,
      path: id === undefined ? operation.path : operation.path.replace("{id}", encodeURIComponent(id)),
      ...(body === undefined ? {} : { body, secrets: secretsOf(resource, body) }),
    });
    return objectOf(answer);
  }

  return {
    createSipEndpoint: (body) => call(sipEndpoint, sipEndpoint.operations.create, undefined, body),
    readSipEndpoint: (id) => call(sipEndpoint, sipEndpoint.operations.read, id),
    updateSipEndpoint: (id, body) => call(sipEndpoint, sipEndpoint.operations.update, id, body),
    deleteSipEndpoint: async (id) => {
      const { method, path } = sipEndpoint.operations.delete;
      await send({ method, path: path.replace("{id}", encodeURIComponent(id)) });
    },
    readPhoneNumber: (id) => call(phoneNumber, phoneNumber.operations.read, id),
    updatePhoneNumber: (id, body) => call(phoneNumber, phoneNumber.operations.update, id, body),
    issueToken: (body) => call(clientToken, clientToken.operations.create, undefined, body),
    refreshToken: (refresh_token) => call(clientToken, clientToken.operations.update, undefined, { refresh_token }),

    async findPhoneNumber(number) {
      const { method, path } = phoneNumber.operations.list;
      // The filter matches parts of numbers, so a page can hold more than the one meant; links lead to the rest.
      const visited = new Set<string>();
      let next: string | undefined = `${path}?${new URLSearchParams({ filter_number: number, page_size: "1000" })}`;
      while (next !== undefined && !visited.has(next)) {
        visited.add(next);
        const page = objectOf(await send({ method, path: next }));
        const found = (Array.isArray(page.data) ? page.data : []).find((each) => each?.number === number);
        if (found) return objectOf(found);
        next = nextPath(page.links);
      }
      return undefined;
    },
  };
}

function objectOf(answer: unknown): Live {
  if (typeof answer === "object" && answer !== null && !Array.isArray(answer)) return answer as Live;
  throw new RequestFailure("unexpected_answer", "the service answered with a success whose body is no JSON object");
}

/** Links come relative or absolute; only path and query are followed, so credentials stay with the configured host. */
function nextPath(links: unknown): string | undefined {
  const next = (links as { next?: unknown } | undefined)?.next;
  if (typeof next !== "string" || next === "") return undefined;
  const url = new URL(next, "http://service.invalid");
  return url.pathname + url.search;
}

function secretsOf(resource: Resource, body: Body): string[] {
  return Object.entries(body)
    .filter(([field]) => own(resource.fields, field)?.secret)
    .map(([, value]) => value)
    .filter((value) => typeof value === "string");
}

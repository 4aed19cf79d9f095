// What the trials of one probe share: requests, and the endpoint that the probe made.

import { type Body, own, type Resource, sipEndpoint } from "../../../contract/index.ts";
import { codeOf, type Exchange } from "../../../provider/client/exchange.ts";

export interface Reply {
  readonly status: number;
  /** The parsed JSON, `undefined` where the answer has none. */
  readonly body: unknown;
}

/** The service gave no answer, so the trial says nothing about the assumption. */
export class NoAnswer extends Error {}

export const ENDPOINTS = sipEndpoint.operations.create.path;

export class Session {
  readonly name: string;
  /** The id of the endpoint that the trials use. Empty until it is made. */
  id = "";
  readonly #exchange: Exchange;
  readonly #stop: AbortSignal;

  /** @param stop - Aborted when no further request may be sent. The request under way is waited for: it may make something. */
  constructor(name: string, exchange: Exchange, stop: AbortSignal) {
    this.name = name;
    this.#exchange = exchange;
    this.#stop = stop;
  }

  async send(
    method: string,
    path: string,
    body?: unknown,
    headers?: { readonly [name: string]: string },
  ): Promise<Reply> {
    if (this.#stop.aborted) throw new NoAnswer("the probe was stopped");
    try {
      const { status, text } = await this.#exchange({ method, path, body, ...(headers && { headers }) });
      return { status, body: parsed(text) };
    } catch (error) {
      throw new NoAnswer(`the service gave no answer (${codeOf(error)})`);
    }
  }

  get path(): string {
    return `${ENDPOINTS}/${this.id}`;
  }

  put(body: unknown): Promise<Reply> {
    return this.send("PUT", this.path, body);
  }

  /** The endpoint as it is now; empty where it cannot be read. */
  async read(): Promise<Body> {
    return objectOf(await this.send("GET", this.path));
  }

  /** Makes an endpoint with no handler, whose random password is kept nowhere. Nothing can ring it. */
  create(username: string, password: string): Promise<Reply> {
    return this.send("POST", ENDPOINTS, { username, password });
  }
}

export function objectOf({ body }: Reply): Body {
  return typeof body === "object" && body !== null && !Array.isArray(body) ? (body as Body) : {};
}

/** The objects of a list. */
export function listOf(reply: Reply): Body[] {
  const { data } = objectOf(reply);
  return Array.isArray(data) ? data : [];
}

/** The query parameter by which a list is filtered by this field. */
export function filterOf(resource: Resource, field: string): string {
  const { filters = {} } = resource.operations.list ?? {};
  return Object.keys(filters).find((parameter) => own(filters, parameter) === field) ?? "";
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

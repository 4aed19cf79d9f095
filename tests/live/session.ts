// The parts that all trials of one run share: requests, and the suite's endpoint.

import { type Body, own, parsedJson, type Resource, sipEndpoint } from "../../contract/index.ts";
import { codeOf, type Exchange } from "../../provider/client/exchange.ts";

export interface Reply {
  readonly status: number;
  /** The parsed JSON; `undefined` when the answer has none. */
  readonly body: unknown;
}

/** Thrown when the service gave no answer: the trial then proves nothing about the assumption. */
export class NoAnswer extends Error {}

export const ENDPOINTS = sipEndpoint.operations.create.path;

export class Session {
  readonly name: string;
  /** The id of the trials' endpoint. Empty before its creation. */
  id = "";
  readonly #exchange: Exchange;
  readonly #stop: AbortSignal;

  /** @param stop - Aborted to prevent further requests. The running request goes on, because it may create something. */
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
    if (this.#stop.aborted) throw new NoAnswer("the suite was stopped");
    try {
      const { status, text } = await this.#exchange({ method, path, body, ...(headers && { headers }) });
      return { status, body: parsedJson(text) };
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

  /** Returns the current endpoint; empty when it cannot be read. */
  async read(): Promise<Body> {
    return objectOf(await this.send("GET", this.path));
  }

  /** Creates an endpoint without a handler, so nothing can ring it. */
  create(username: string, password: string): Promise<Reply> {
    return this.send("POST", ENDPOINTS, { username, password });
  }
}

export function objectOf({ body }: Reply): Body {
  return typeof body === "object" && body !== null && !Array.isArray(body) ? (body as Body) : {};
}

export function listOf(reply: Reply): Body[] {
  const { data } = objectOf(reply);
  return Array.isArray(data) ? data : [];
}

/** Returns the query parameter that filters a list by this field. */
export function filterOf(resource: Resource, field: string): string {
  const { filters = {} } = resource.operations.list ?? {};
  return Object.keys(filters).find((parameter) => own(filters, parameter) === field) ?? "";
}

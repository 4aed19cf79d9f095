// Decides which target a method and path belong to. A path is literal but for its last segment, which may be `{id}`.

import type { IncomingMessage } from "node:http";
import type { Answerer } from "./exchange.ts";

/** Makes the answer of a request; `id` is what stands for `{id}`, or empty. */
export type Target = (incoming: IncomingMessage, id: string) => Answerer;

export type Found =
  | { readonly target: Target; readonly id: string }
  /** No target: the methods that the path has, if there is such a path at all. */
  | { readonly allowed: readonly string[] | undefined };

export class Router {
  readonly #paths = new Map<string, Map<string, Target>>();

  add(method: string, path: string, target: Target): void {
    const methods = this.#paths.get(path) ?? new Map<string, Target>();
    this.#paths.set(path, methods.set(method, target));
  }

  find(method: string, path: string): Found {
    let methods = this.#paths.get(path);
    let id = "";
    if (!methods) {
      const last = path.lastIndexOf("/") + 1;
      id = path.slice(last);
      methods = id === "" ? undefined : this.#paths.get(`${path.slice(0, last)}{id}`);
    }
    // To ask for the head of an answer is to ask for the answer; node leaves out the rest.
    const target = methods?.get(method === "HEAD" ? "GET" : method);
    return target ? { target, id } : { allowed: methods && [...methods.keys()] };
  }
}

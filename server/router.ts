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
  readonly #paths = new Map<string, Methods>();
  /** What stands before `{id}`, with what is there. Few: to go through them is faster than to put a key together. */
  readonly #items: { readonly before: string; readonly methods: Methods }[] = [];

  add(method: string, path: string, target: Target): void {
    this.#methodsOf(path).set(method, target);
  }

  find(method: string, path: string): Found {
    let methods = this.#paths.get(path);
    let id = "";
    for (const item of methods ? [] : this.#items) {
      if (!path.startsWith(item.before) || path.length === item.before.length) continue;
      if (path.includes("/", item.before.length)) continue;
      methods = item.methods;
      id = path.slice(item.before.length);
    }
    // To ask for the head of an answer is to ask for the answer; node leaves out the rest.
    const target = methods?.get(method === "HEAD" ? "GET" : method);
    return target ? { target, id } : { allowed: methods && [...methods.keys()] };
  }

  #methodsOf(path: string): Methods {
    const before = path.endsWith(ID) ? path.slice(0, -ID.length) : undefined;
    const known =
      before === undefined ? this.#paths.get(path) : this.#items.find((item) => item.before === before)?.methods;
    if (known) return known;
    const methods: Methods = new Map();
    if (before === undefined) this.#paths.set(path, methods);
    else this.#items.push({ before, methods });
    return methods;
  }
}

type Methods = Map<string, Target>;

const ID = "{id}";

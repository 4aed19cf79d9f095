import createRouter, { type HTTPMethod } from "find-my-way";

export const METHODS = ["POST", "GET", "PUT", "PATCH", "DELETE"] as const;
export type Method = (typeof METHODS)[number];

export type Found<Target> =
  /** The values of `{id}` and `{project}`. */
  | { readonly target: Target; readonly id: string | undefined; readonly project: string | undefined }
  /** Without a target: the path's methods; empty for an unknown path. */
  | { readonly allowed: readonly Method[] };

/** Finds the target for a method and a path. */
export class Router<Target> {
  readonly #router = createRouter({ querystringParser: () => undefined });

  /** @param path - With `{id}` in place of an identifier, and `{project}` in place of a project's. */
  add(method: Method, path: string, target: Target): void {
    this.#router.on(method, path.replace(/\{(id|project)\}/g, ":$1"), () => {}, target);
  }

  find(method: string, url: string): Found<Target> {
    // A HEAD request gets the headers of the GET answer; Node omits the body.
    const found = this.#router.find((method === "HEAD" ? "GET" : method) as HTTPMethod, url);
    if (found) return { target: found.store, id: found.params.id, project: found.params.project };
    return { allowed: METHODS.filter((each) => this.#router.find(each, url)) };
  }
}

import createRouter, { type HTTPMethod } from "find-my-way";

export const METHODS = ["POST", "GET", "PUT", "PATCH", "DELETE"] as const;
export type Method = (typeof METHODS)[number];

/** The values of `{id}` and `{project}` in a path, and of the one other name. */
export interface Named {
  readonly id?: string | undefined;
  readonly project?: string | undefined;
  readonly parent?: string | undefined;
}

export type Found<Target> =
  | { readonly target: Target; readonly named: Named }
  /** Without a target: the path's methods; empty for an unknown path. */
  | { readonly allowed: readonly Method[] };

export class Router<Target> {
  readonly #router = createRouter({ querystringParser: () => undefined });

  /** @param path - With names in braces in place of identifiers. */
  add(method: Method, path: string, target: Target): void {
    this.#router.on(method, path.replace(/\{(\w+)\}/g, ":$1"), () => {}, target);
  }

  find(method: string, url: string): Found<Target> {
    // A HEAD request gets the headers of the GET answer; Node omits the body.
    const found = this.#router.find((method === "HEAD" ? "GET" : method) as HTTPMethod, url);
    if (found) {
      const { id, project, ...others } = found.params;
      return { target: found.store, named: { id, project, parent: Object.values(others)[0] } };
    }
    return { allowed: METHODS.filter((each) => this.#router.find(each, url)) };
  }
}

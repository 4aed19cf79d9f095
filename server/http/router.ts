import createRouter, { type HTTPMethod } from "find-my-way";

export const METHODS = ["POST", "GET", "PUT", "PATCH", "DELETE"] as const;
export type Method = (typeof METHODS)[number];

export type Found<Target> =
  /** `id` is what stands for `{id}`. */
  | { readonly target: Target; readonly id: string | undefined }
  /** No target: the methods that the path has; none where there is no such path. */
  | { readonly allowed: readonly Method[] };

/** Which target a method and path belong to. */
export class Router<Target> {
  readonly #router = createRouter({ querystringParser: () => undefined });

  /** @param path - With `{id}` where an identifier stands, or `*` at its end for everything below. */
  add(method: Method, path: string, target: Target): void {
    this.#router.on(method, path.replace("{id}", ":id"), () => {}, target);
  }

  find(method: string, url: string): Found<Target> {
    // To ask for the head of an answer is to ask for the answer; Node leaves out the rest.
    const found = this.#router.find((method === "HEAD" ? "GET" : method) as HTTPMethod, url);
    if (found) return { target: found.store, id: found.params.id };
    return { allowed: METHODS.filter((each) => this.#router.find(each, url)) };
  }
}

import type { Body, Dialect, Operation } from "../../contract/index.ts";
import type { Project, StoredToken } from "../store/store.ts";
import type { Answer } from "./answers.ts";

/** An authenticated request with its body. */
export interface ApiRequest {
  readonly project: Project;
  readonly token: StoredToken;
  /** The path's `{id}`, in lower case. Without one, the project's id, under which singletons are stored. */
  readonly id: string;
  readonly query: URLSearchParams;
  readonly body: Body;
}

export type Handler = (request: ApiRequest) => Answer | Promise<Answer>;

/** One operation of the API and its handler. */
export interface ApiRoute {
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  /** Contains `{id}` for an identifier, and `{project}` for that of the caller's project. */
  readonly path: string;
  /** The form of bodies, where it differs from the usual one. */
  readonly dialect?: Dialect | undefined;
  readonly scope?: Operation["scope"] | undefined;
  readonly unlimited?: true;
  readonly handler: Handler;
}

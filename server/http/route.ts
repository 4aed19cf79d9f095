import type { Body, Scope } from "../../contract/index.ts";
import type { Project, StoredToken } from "../store/store.ts";
import type { Answer } from "./answers.ts";

/** A request that was authenticated, and whose body was read. */
export interface Call {
  readonly project: Project;
  readonly token: StoredToken;
  /** The path's `{id}`, in lower case. Without one, the project's id: objects of which a project has one are stored under it. */
  readonly id: string;
  readonly query: URLSearchParams;
  readonly body: Body;
}

export type Handler = (call: Call) => Answer | Promise<Answer>;

/** One operation of the API and its handler. */
export interface Route {
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  /** With `{id}`. */
  readonly path: string;
  readonly scope?: Scope | undefined;
  readonly handler: Handler;
}

// The requests that the API takes for a resource, and the form of their bodies. Types only, so that a start loads no module more.

export type Scope = "Voice" | "Numbers" | "Messaging" | "Fax" | "Video";
export type OperationName = "create" | "read" | "list" | "update" | "delete";

export interface Operation {
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  /** The path, with `{id}` in place of the object's identifier. */
  readonly path: string;
  /** The status of a successful answer. Clients accept any 2xx. */
  readonly status: 200 | 201 | 204;
  /**
   * The scope that the API token needs; of a list, any one. Absent for the token endpoint: any project token may call it (gap
   * `token-scope`).
   */
  readonly scope?: Scope | readonly Scope[];
  readonly doc: string;
  readonly source?: string;
  readonly gap?: string;
  /** The fields of the request body. Default: every field that is not response-only. */
  readonly accepts?: readonly string[];
  /** The fields that each update sends with the changed ones, because the service may reset them otherwise. */
  readonly repeats?: readonly string[];
  /** The required fields of the request. Default: the required fields on create, none on update. */
  readonly requires?: readonly string[];
  /** The rate limit does not count its requests. */
  readonly unlimited?: true;
  /** Query parameters of a list → the field that each one filters by a part of its value. */
  readonly filters?: { readonly [parameter: string]: string };
}

/** The form of bodies in an API that differs from `/api/relay/rest` (gap `fabric-forms`). Its errors have their own form too. */
export interface Dialect {
  /** The member of an answer that holds an object's fields. */
  readonly nested: string;
  /** The fields beside that member. */
  readonly outer: readonly string[];
  /** The name of the label beside that member. */
  readonly labelAs: string;
  /** Field → its name in the body of a create. */
  readonly createdAs?: { readonly [field: string]: string };
  /** The list may be an array of pages instead of one page. */
  readonly pagesInArray?: true;
}

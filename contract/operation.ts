// The requests that the API takes for a resource, and the form of their bodies. Types only, so that a start loads no module more.

export type Scope = "Voice" | "Numbers" | "Messaging" | "Fax" | "Video";
export type OperationName = "create" | "read" | "list" | "update" | "delete";

export interface Operation {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** The path, with `{id}` for the object's identifier, `{project}` for the project's, and the field of a parent for its id. */
  readonly path: string;
  /** The status of a successful answer. Clients accept any 2xx. */
  readonly status: 200 | 201 | 204;
  /**
   * The scope that the API token needs; of a list, any one. Absent for the token endpoint: any project token may call it (gap
   * `token-scope`).
   */
  readonly scope?: Scope | readonly Scope[];
  readonly doc: string;
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

/** The form of bodies in an API that differs from `/api/relay/rest`. The client and the server both follow it. */
export interface Dialect {
  /** The form of failures: a list of refusals with attributes, or one message with a code. */
  readonly failures?: "fabric" | "laml";
  /** The request body is a web form: names in PascalCase, values as text, and an empty text unsets a field. Default: JSON. */
  readonly isForm?: true;
  /** The name of an object's id in answers. Default: `id`. */
  readonly idAs?: string;
  readonly nested?: Nested;
  /** Fields that an answer shows as a member with the object that the field names, and these fields of it. */
  readonly embeds?: { readonly [field: string]: { readonly member: string; readonly shows: readonly string[] } };
  /** Field → its names in requests and answers. A client sends the first one, and the next one where the service refuses it. */
  readonly namedAs?: { readonly [field: string]: readonly [string, ...string[]] };
  readonly lists?: Lists;
  /** The list may be an array of pages instead of one page. */
  readonly pagesInArray?: true;
}

/** An answer that holds an object's fields in a member of its own. */
export interface Nested {
  readonly member: string;
  /** The fields beside that member. */
  readonly outer: readonly string[];
  /** The name of the label beside that member, and in it. */
  readonly labelAs: { readonly outside: string; readonly inside: string };
}

/** The names in requests for a list, and in its answers. */
export interface Lists {
  /** The query parameters. */
  readonly number: string;
  readonly size: string;
  readonly token: string;
  /** The member of an answer that holds the objects. */
  readonly entries: string;
  /** The members that link pages. Default: `self`, `first`, `next` and `prev` in the member `links`. */
  readonly links?: { readonly self: string; readonly first: string; readonly next: string; readonly prev: string };
}

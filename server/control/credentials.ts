import { phoneNumber } from "../../contract/index.ts";
import type { Store } from "../store/store.ts";

/** The credentials with which a client uses a project. */
export interface ProjectCredentials {
  readonly id: string;
  readonly apiToken: string;
  /** All tokens of the project, with their scopes. */
  readonly apiTokens: readonly { readonly token: string; readonly scopes: readonly string[] }[];
  /** Signs webhook requests. */
  readonly signingKey: string;
  /** The project's numbers in E.164, oldest first. */
  readonly numbers: readonly string[];
}

/** Returns the credentials of all projects, oldest first. */
export function credentials(store: Store): ProjectCredentials[] {
  return store.projects().map(({ id, tokens, signingKey }) => ({
    id,
    apiToken: tokens[0]?.token ?? "",
    apiTokens: tokens,
    signingKey,
    numbers: store
      .collection(phoneNumber)
      .all(id)
      .map(({ document }) => String(document.number)),
  }));
}

import type { Project, Store, StoredToken } from "../store/store.ts";
import { sameSecret } from "./secrets.ts";

/** Who sent a request, and with which of the project's tokens. */
export interface Caller {
  readonly project: Project;
  readonly token: StoredToken;
}

/** The project and token that a Basic authorization header names. */
export function authenticate(store: Store, header = ""): Caller | undefined {
  const credentials = /^basic /i.test(header) ? Buffer.from(header.slice(6), "base64").toString() : ":";
  const colon = credentials.indexOf(":");
  const given = credentials.slice(colon + 1);
  const project = store.project(credentials.slice(0, colon));
  if (!project) {
    // So that an unknown project takes as long as a wrong token.
    sameSecret(given, "");
    return undefined;
  }
  const token = project.tokens.find((each) => sameSecret(each.token, given));
  return token && { project, token };
}

import { hash, timingSafeEqual } from "node:crypto";
import type { Project, Store, StoredToken } from "../store/store.ts";

/** The sender of a request: the project, and which of its tokens was used. */
export interface Caller {
  readonly project: Project;
  readonly token: StoredToken;
}

/** Returns the project and token in a Basic authorization header. */
export function authenticate(store: Store, header = ""): Caller | undefined {
  const credentials = /^basic /i.test(header) ? Buffer.from(header.slice(6), "base64").toString() : ":";
  const colon = credentials.indexOf(":");
  const given = credentials.slice(colon + 1);
  const project = store.project(credentials.slice(0, colon));
  if (!project) {
    // Compared anyway, so that an unknown project takes as long as a wrong token.
    sameSecret(given, "");
    return undefined;
  }
  const token = project.tokens.find((each) => sameSecret(each.token, given));
  return token && { project, token };
}

/** Compares two secrets in constant time. */
export function sameSecret(a: string, b: string): boolean {
  return timingSafeEqual(hash("sha256", a, "buffer"), hash("sha256", b, "buffer"));
}

import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { isIP } from "node:net";
import { isLoopback } from "../../contract/index.ts";
import type { Answer } from "../http/answers.ts";
import { sameSecret } from "../http/authentication.ts";

/**
 * Returns the answer that refuses a request to the control API; undefined for an allowed one. A request needs the token and
 * must not come from another origin's page.
 */
export function turnAway({ headers, socket }: IncomingMessage, token = ""): Answer | undefined {
  if (isOfPage(headers) && !isOfOwnPage(headers)) return FORBIDDEN;
  if (isRebound({ headers, socket })) return FORBIDDEN;
  const given = /^bearer +(\S+) *$/i.exec(headers.authorization ?? "")?.[1] ?? "";
  if (token !== "" && sameSecret(given, token)) return undefined;
  const challenge = { "WWW-Authenticate": 'Bearer realm="control API"' };
  return { status: 401, body: { error: "Unauthorized" }, headers: challenge };
}

/** True when the request's host name may have been redirected here by DNS rebinding: this machine has no such name. */
export function isRebound({ headers, socket }: Pick<IncomingMessage, "headers" | "socket">): boolean {
  return isLoopback(socket.localAddress ?? "") && !isLoopback(hostname(headers.host));
}

/** Browsers set these headers themselves, so no page of another origin can control a server. */
function isOfPage({ origin, "sec-fetch-site": site }: IncomingHttpHeaders): boolean {
  return origin !== undefined || (site !== undefined && site !== "none");
}

/** True for an address or localhost. Any other name may have been redirected here. */
function isOfOwnPage({ origin, host = "", "sec-fetch-site": site = "same-origin" }: IncomingHttpHeaders): boolean {
  if (site !== "same-origin" || (origin !== undefined && origin !== `http://${host}`)) return false;
  const name = hostname(host);
  return isLoopback(name) || isIP(name.replace(/^\[|\]$/g, "")) !== 0;
}

export const FORBIDDEN: Answer = { status: 403, body: { error: "Forbidden" } };

/** Returns the name in a Host header, without the port. */
function hostname(host = ""): string {
  return host.replace(/:\d*$/, "");
}

import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { isIP } from "node:net";
import { isLoopback } from "../../contract/index.ts";
import type { Answer } from "../http/answers.ts";
import { sameSecret } from "../http/secrets.ts";

/** Lets only who has the token use the control API, and no web page but this server's own: the answer that turns a request away. */
export function turnAway({ headers, socket }: IncomingMessage, token = ""): Answer | undefined {
  if (isOfPage(headers) && !isOfOwnPage(headers)) return FORBIDDEN;
  if (isRebound({ headers, socket })) return FORBIDDEN;
  const given = /^bearer +(\S+) *$/i.exec(headers.authorization ?? "")?.[1] ?? "";
  if (token !== "" && sameSecret(given, token)) return undefined;
  const challenge = { "WWW-Authenticate": 'Bearer realm="control API"' };
  return { status: 401, body: { error: "Unauthorized" }, headers: challenge };
}

/** Whether the name it was called by was made to lead here, as DNS rebinding does: this machine is not called by such a name. */
export function isRebound({ headers, socket }: Pick<IncomingMessage, "headers" | "socket">): boolean {
  return isLoopback(socket.localAddress ?? "") && !isLoopback(hostname(headers.host));
}

/** Browsers set these headers themselves: no foreign page controls a server, whatever it knows. */
function isOfPage({ origin, "sec-fetch-site": site }: IncomingHttpHeaders): boolean {
  return origin !== undefined || (site !== undefined && site !== "none");
}

/** By an address or as localhost, in every case: any other name may have been made to lead here. */
function isOfOwnPage({ origin, host = "", "sec-fetch-site": site = "same-origin" }: IncomingHttpHeaders): boolean {
  if (site !== "same-origin" || (origin !== undefined && origin !== `http://${host}`)) return false;
  const name = hostname(host);
  return isLoopback(name) || isIP(name.replace(/^\[|\]$/g, "")) !== 0;
}

export const FORBIDDEN: Answer = { status: 403, body: { error: "Forbidden" } };

/** Of a Host header, without the port. */
function hostname(host = ""): string {
  return host.replace(/:\d*$/, "");
}

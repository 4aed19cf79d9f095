import type { IncomingMessage } from "node:http";
import type { Answer } from "../http/answers.ts";
import { isLoopback } from "../http/loopback.ts";
import { sameSecret } from "../http/secrets.ts";

/** Lets only who has the token use the control API, and never a web page: the answer that turns a request away. */
export function turnAway({ headers, socket }: IncomingMessage, token = ""): Answer | undefined {
  // Browsers set these themselves on everything a page sends elsewhere: no page controls a server, whatever it knows.
  const site = headers["sec-fetch-site"];
  if (headers.origin !== undefined || (site !== undefined && site !== "none")) return FORBIDDEN;
  // Nor one whose name was made to lead here, as DNS rebinding does: this machine is not called by such a name.
  if (isLoopback(socket.localAddress ?? "") && !isLoopback(hostname(headers.host))) return FORBIDDEN;
  const given = /^bearer +(\S+) *$/i.exec(headers.authorization ?? "")?.[1] ?? "";
  if (token !== "" && sameSecret(given, token)) return undefined;
  const challenge = { "WWW-Authenticate": 'Bearer realm="control API"' };
  return { status: 401, body: { error: "Unauthorized" }, headers: challenge };
}

const FORBIDDEN: Answer = { status: 403, body: { error: "Forbidden" } };

/** Of a Host header, without the port. */
function hostname(host = ""): string {
  return host.replace(/:\d*$/, "");
}

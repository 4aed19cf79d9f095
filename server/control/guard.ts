// Decides who may use the control API: whoever has its token, and never a web page.

import { hash, timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { Answer } from "../answers.ts";

/** The answer that turns a request away; undefined for one that may pass. */
export function turnAway({ headers, socket }: IncomingMessage, token: string): Answer | undefined {
  // Browsers set these themselves on everything a page sends elsewhere: no page controls a server, whatever it knows.
  const site = headers["sec-fetch-site"];
  if (headers.origin !== undefined || (site !== undefined && site !== "none")) return FORBIDDEN;
  // Nor one whose name was made to lead here, as DNS rebinding does: this machine is not called by such a name.
  if (LOOPBACK.test(socket.localAddress ?? "") && !LOOPBACK.test(hostname(headers.host))) return FORBIDDEN;
  const given = /^bearer +(\S+) *$/i.exec(headers.authorization ?? "")?.[1] ?? "";
  if (timingSafeEqual(digest(given), digest(token))) return undefined;
  const challenge = { "WWW-Authenticate": 'Bearer realm="control API"' };
  return { status: 401, body: { error: "Unauthorized" }, headers: challenge };
}

const FORBIDDEN: Answer = { status: 403, body: { error: "Forbidden" } };

const LOOPBACK = /^(?:localhost|(?:::ffff:)?127(?:\.\d+){3}|\[?::1\]?)$/i;

/** Of a Host header, without the port. */
function hostname(host = ""): string {
  return host.replace(/:\d*$/, "");
}

function digest(text: string): Uint8Array {
  return hash("sha256", text, "buffer");
}

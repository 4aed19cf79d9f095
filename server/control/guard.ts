// Decides who may use the control API: whoever has its token, and never a web page.

import { hash, timingSafeEqual } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import type { Answer } from "../answers.ts";

/** The answer that turns a request away; undefined for one that may pass. */
export function turnAway(headers: IncomingHttpHeaders, token: string): Answer | undefined {
  // Browsers set these themselves on everything a page sends elsewhere: no page controls a server, whatever it knows.
  const site = headers["sec-fetch-site"];
  if (headers.origin !== undefined || (site !== undefined && site !== "none")) {
    return { status: 403, body: { error: "Forbidden" } };
  }
  const given = /^bearer +(\S+) *$/i.exec(headers.authorization ?? "")?.[1] ?? "";
  if (timingSafeEqual(digest(given), digest(token))) return undefined;
  const challenge = { "WWW-Authenticate": 'Bearer realm="control API"' };
  return { status: 401, body: { error: "Unauthorized" }, headers: challenge };
}

function digest(text: string): Uint8Array {
  return hash("sha256", text, "buffer");
}

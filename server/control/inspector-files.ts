// Serves the page that shows this server in a browser. Its files contain no secret; the page sends the token from its address
// to the control API.

import { readFile } from "node:fs/promises";
import type { IncomingMessage } from "node:http";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { Answer } from "../http/answers.ts";
import { FORBIDDEN, isRebound } from "./guard.ts";

const FILES: { readonly [path: string]: readonly [file: string, type: string] } = {
  "/_reference/": ["index.html", "text/html"],
  "/_reference/inspector.js": ["inspector.js", "text/javascript"],
  "/_reference/inspector.css": ["inspector.css", "text/css"],
  "/_reference/icon.svg": ["icon.svg", "image/svg+xml"],
};

/**
 * The page may run only its own script and style and connect only to its own server. Other pages cannot frame it, hold a handle
 * to it, or learn its address.
 */
const HEADERS = {
  "Content-Security-Policy":
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Referrer-Policy": "no-referrer",
  "X-Content-Type-Options": "nosniff",
  "X-Frame-Options": "DENY",
  "Cache-Control": "no-cache",
};

/** Returns the requested file of the page, if it exists. */
export async function inspectorFile(incoming: IncomingMessage): Promise<Answer | undefined> {
  const { method, url = "" } = incoming;
  const path = url.split("?", 1)[0] ?? "";
  if (method !== "GET" && method !== "HEAD") return undefined;
  if (path === "/_reference") return { status: 308, headers: { Location: "/_reference/" } };
  const [file, type] = FILES[path] ?? [];
  if (file === undefined) return undefined;
  if (isRebound(incoming)) return FORBIDDEN;
  const body = await readFile(join(BUILT(), file), "utf8");
  return { status: 200, headers: { ...HEADERS, "Content-Type": `${type}; charset=utf-8` }, body };
}

/** The folder of the build, also for a server that runs from its sources. */
const BUILT = () =>
  join(dirname(createRequire(import.meta.url).resolve("pulumi-signalwire/package.json")), "dist/inspector");

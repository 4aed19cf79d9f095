// Places a call or a message at the address of a back end, without a stack, an account or a running server.

import { randomBytes } from "node:crypto";
import { startServer, type Trace } from "../server/index.ts";
import { reportOf } from "../server/traffic/report.ts";
import { TAKEN } from "../server/traffic/verdict.ts";

export interface BareOptions {
  readonly url: string;
  readonly from: string;
  /** Requests an SWML document with JSON instead of a LaML document with a form. */
  readonly swml?: boolean;
  /** The method of the request for a LaML document. */
  readonly method?: "GET" | "POST";
  /** The key with which the back end validates signatures. */
  readonly signingKey?: string;
  /** Hosts that may receive requests, besides this machine and the host of `url`. */
  readonly allow?: readonly string[];
  /** The keys that the caller presses. */
  readonly digits?: string;
  readonly json?: boolean;
}

/**
 * Sends the signed request of a call, or of a message when there is a body. Exit codes: 0 for a document, 1 without one, 2 for
 * an invalid URL.
 */
export async function callAddress(to: string, options: BareOptions, body?: string): Promise<void> {
  const { json, signingKey } = options;
  if (!/^https?:$/.test(URL.canParse(options.url) ? new URL(options.url).protocol : "")) {
    console.error(`${options.url} is no address to ask: it must be a URL, as http://127.0.0.1:3000/voice.`);
    process.exitCode = 2;
    return;
  }
  const key = signingKey || `PSK_${randomBytes(20).toString("hex")}`;
  if (!signingKey) {
    console.error(
      `The request is signed with ${key}, which was made up for it. If the back end validates signatures, give its key in SIGNALWIRE_SIGNING_KEY or --signing-key.`,
    );
  }
  const trace = await send(to, { ...options, signingKey: key }, body);
  console.log(json ? JSON.stringify(trace) : reportOf(trace));
  process.exitCode = TAKEN.has(trace.outcome) ? 0 : 1;
}

/** Uses a new server with one number, whose handler is the address. */
async function send(to: string, options: BareOptions & { signingKey: string }, body?: string): Promise<Trace> {
  const { from, url, swml, method = "POST", signingKey, allow = [], digits } = options;
  const kind = body === undefined ? "call" : "message";
  const handler = swml
    ? { [`${kind}_handler`]: "relay_script", [`${kind}_relay_script_url`]: url }
    : {
        [`${kind}_handler`]: "laml_webhooks",
        [`${kind}_request_url`]: url,
        [`${kind}_request_method`]: method,
      };
  const server = await startServer({
    seed: { projects: [{ signingKey, numbers: [{ number: to, ...handler }] }] },
    extraFields: true,
    allowWebhooksTo: [new URL(url).hostname, ...allow],
  });
  try {
    return body === undefined ? await server.call({ to, from, digits }) : await server.message({ to, from, body });
  } finally {
    await server.close();
  }
}

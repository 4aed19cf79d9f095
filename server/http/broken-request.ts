import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { nodeHttp } from "../conditions/node-http.ts";
import { type Answer, badRequest, expectationFailed, methodNotAllowed, plain } from "./answers.ts";
import type { HttpContext } from "./route.ts";
import { METHODS } from "./router.ts";
import { INERT, writeAnswer } from "./write-answer.ts";

/**
 * Answers malformed and late HTTP requests with the right status, as JSON. Node's own answers have no body (gap
 * `refused-requests`). Answers CONNECT too, which Node ends without an answer: this server is no proxy.
 */
export function answerBroken(server: Server, { journal, clock }: HttpContext): void {
  /** The last answer on each connection. */
  const answers = new WeakMap<Duplex, ServerResponse>();
  server.on("request", ({ socket }, outgoing) => answers.set(socket, outgoing));
  server.on("clientError", (error: NodeJS.ErrnoException, socket: Duplex) => {
    const last = answers.get(socket);
    // A second answer must not follow one that has begun. Node's own handler has the same condition.
    if (!socket.writable || (last?.headersSent && !last.writableFinished)) socket.destroy(error);
    else endWith(socket, plain(STATUSES[error.code ?? ""] ?? 400));
  });
  server.on("connect", ({ url = "" }: IncomingMessage, socket: Duplex) => {
    const entry = journal.open(clock.now(), "CONNECT", url);
    const answer = methodNotAllowed(METHODS);
    entry.status = answer.status;
    journal.keepResponse(entry, answer.body);
    socket.on("error", () => socket.destroy());
    // Node no longer manages this connection: an open one would delay the server's end.
    socket.resume();
    const lingering = setTimeout(() => socket.destroy(), LINGER_MS);
    socket.on("close", () => clearTimeout(lingering));
    endWith(socket, answer);
  });
  server.on("checkExpectation", (_: IncomingMessage, outgoing: ServerResponse) => {
    writeAnswer(outgoing, expectationFailed, JSON.stringify(expectationFailed.body));
  });
}

/** Answers 400 to a request that does not name exactly one host; false when it does (RFC 9112, section 3.2). */
export function refuseHost({ headersDistinct, httpVersion }: IncomingMessage, outgoing: ServerResponse): boolean {
  const hosts = headersDistinct.host?.length ?? 0;
  if (hosts === 1 || (hosts === 0 && httpVersion === "1.0")) return false;
  writeAnswer(outgoing, { ...badRequest, headers: { Connection: "close" } }, JSON.stringify(badRequest.body));
  return true;
}

/** Sends a whole answer on a connection that has no request of Node's, and closes it. */
function endWith(socket: Duplex, { status, body, headers }: Answer): void {
  const text = JSON.stringify(body);
  const all = {
    ...headers,
    ...INERT,
    "Content-Type": "application/json; charset=utf-8",
    "Content-Length": text.length,
    Connection: "close",
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${nodeHttp.STATUS_CODES[status]}\r\n${lines.join("")}\r\n${text}`);
}

/** Milliseconds in which a client can read the answer to CONNECT and close. */
const LINGER_MS = 1000;

/** By Node's codes of errors. */
const STATUSES: { readonly [code: string]: number } = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  HPE_HEADER_OVERFLOW: 431,
};

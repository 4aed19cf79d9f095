import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { badRequest, expectationFailed } from "./answers.ts";
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
    if (!socket.writable || (last?.headersSent && !last.writableFinished)) {
      socket.destroy(error);
      return;
    }
    const [status, text] = ANSWERS[error.code ?? ""] ?? BAD;
    endWith(socket, `${status} ${text}`, { error: text });
  });
  server.on("connect", ({ url = "" }: IncomingMessage, socket: Duplex) => {
    const entry = journal.open(clock.now(), "CONNECT", url);
    const { status, body } = NO_PROXY;
    entry.status = status;
    journal.keepResponse(entry, body);
    socket.on("error", () => socket.destroy());
    // Node no longer manages this connection: an open one would delay the server's end.
    socket.resume();
    const lingering = setTimeout(() => socket.destroy(), LINGER_MS);
    socket.on("close", () => clearTimeout(lingering));
    endWith(socket, `${status} ${body.error}`, body, [`Allow: ${METHODS.join(", ")}`]);
  });
  server.on("checkExpectation", (_: IncomingMessage, outgoing: ServerResponse) => {
    writeAnswer(outgoing, expectationFailed, JSON.stringify(expectationFailed.body));
  });
}

/** Answers 400 to a request that does not name exactly one host; false when it does (RFC 9112, section 3.2). */
export function refuseHost({ rawHeaders, httpVersion }: IncomingMessage, outgoing: ServerResponse): boolean {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) if (rawHeaders[at]?.toLowerCase() === "host") hosts += 1;
  if (hosts === 1 || (hosts === 0 && httpVersion === "1.0")) return false;
  const { status, headers, body } = badRequest;
  writeAnswer(outgoing, { status, headers: { ...headers, Connection: "close" } }, JSON.stringify(body));
  return true;
}

/** Sends a whole answer on a connection that has no request of Node's, and closes it. */
function endWith(socket: Duplex, status: string, body: object, headers: readonly string[] = []): void {
  const text = JSON.stringify(body);
  const head = [
    `HTTP/1.1 ${status}`,
    ...headers,
    ...Object.entries(INERT).map(([name, value]) => `${name}: ${value}`),
    "Content-Type: application/json; charset=utf-8",
    `Content-Length: ${text.length}`,
    "Connection: close",
  ];
  socket.end(`${head.join("\r\n")}\r\n\r\n${text}`);
}

/** Milliseconds in which a client can read the answer to CONNECT and close. */
const LINGER_MS = 1000;
const NO_PROXY = { status: 405, body: { error: "Method Not Allowed" } };
const BAD = [400, "Bad Request"] as const;

const ANSWERS: { readonly [code: string]: readonly [status: number, text: string] } = {
  ERR_HTTP_REQUEST_TIMEOUT: [408, "Request Timeout"],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, "Payload Too Large"],
  HPE_HEADER_OVERFLOW: [431, "Request Header Fields Too Large"],
};

import type { Server, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";

/**
 * What is no HTTP request, or does not become one in time, gets the status that HTTP has for it, as JSON; Node's own answers have
 * no body (gap `refused-requests`).
 */
export function answerBroken(server: Server): void {
  server.on(
    "clientError",
    (error: NodeJS.ErrnoException, socket: Duplex & { _httpMessage?: ServerResponse | null }) => {
      // Where an answer has begun, a second one would only make it worse. Node's own handler asks the same.
      if (!socket.writable || socket._httpMessage?.headersSent) {
        socket.destroy(error);
        return;
      }
      const [status, text] = ANSWERS[error.code ?? ""] ?? BAD;
      const body = JSON.stringify({ error: text });
      const head = [
        `HTTP/1.1 ${status} ${text}`,
        "Content-Type: application/json; charset=utf-8",
        `Content-Length: ${body.length}`,
        "Connection: close",
      ];
      socket.end(`${head.join("\r\n")}\r\n\r\n${body}`);
    },
  );
}

const BAD = [400, "Bad Request"] as const;

const ANSWERS: { readonly [code: string]: readonly [status: number, text: string] } = {
  ERR_HTTP_REQUEST_TIMEOUT: [408, "Request Timeout"],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, "Payload Too Large"],
  HPE_HEADER_OVERFLOW: [431, "Request Header Fields Too Large"],
};

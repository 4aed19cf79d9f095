// What the provider's processes report to the process that asks them: findings to a program, and values in clear to a command. Any
// other way leads through the engine, which would show the reports, or through a file.

import { randomUUID } from "node:crypto";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { makeTemporary, removeTemporary } from "./temporary.ts";

export interface Reports {
  /** The socket, which only this user can open. */
  readonly path: Promise<string>;
  /** Name → the newest report under this name. A provider's answer to the engine follows its report. */
  readonly received: ReadonlyMap<string, unknown>;
  /** Ends the reception. Reports stay. */
  readonly close: () => void;
}

/** Receives reports until it is closed, or until the process ends. */
export function receiveReports(): Reports {
  const received = new Map<string, unknown>();
  const folder = makeTemporary("signalwire-reports-", isShort(tmpdir()) ? tmpdir() : "/tmp");
  const address = process.platform === "win32" ? `\\\\.\\pipe\\signalwire-${randomUUID()}` : join(folder, "socket");
  const server = createServer({ allowHalfOpen: true }, async (socket) => {
    socket.once("error", () => socket.destroy());
    // A provider that was killed sends a part, or nothing.
    const sent = await text(socket)
      .then(JSON.parse)
      .catch(() => undefined);
    if (sent !== undefined) received.set(sent.name, sent.report);
    socket.end();
  });
  server.unref();
  const path = new Promise<string>((resolve, reject) => {
    server.once("error", reject).listen(address, () => resolve(address));
  });
  const close = () => {
    server.close();
    removeTemporary(folder);
  };
  return { path, received, close };
}

/** macOS accepts 103 bytes as the path of a socket. */
function isShort(parent: string): boolean {
  return Buffer.byteLength(parent) < 50;
}

// Arguments and outputs in clear, for a command of this package that runs the engine. The engine masks secrets in its events and
// encrypts them in its files. They pass from the provider's processes through a socket that only this user can open.

import { randomUUID } from "node:crypto";
import { connect, createServer } from "node:net";
import { text } from "node:stream/consumers";
import { finished } from "node:stream/promises";
import { z } from "zod";
import { parsedJson } from "../../contract/index.ts";
import { socketPath } from "./registry-socket.ts";

const reportSchema = z.object({
  kind: z.string(),
  /** The id of an object that was read, or the name of a checked resource: with a parent, its URN. */
  name: z.string(),
  values: z.record(z.string(), z.unknown()),
});

/** The values of one resource. */
export type ReportedValues = z.infer<typeof reportSchema>;

/** Returns when the command has the values. A command that was killed gets none. */
export async function reportValues(path: string, report: ReportedValues): Promise<void> {
  const socket = connect(path).resume();
  socket.end(JSON.stringify(report));
  // Without the values, the command's own report would name the paths that it could not try.
  await finished(socket).catch(() => undefined);
}

/**
 * Collects reports until it is closed, at a path that only this user can open.
 *
 * @throws ConfigurationError when there is no folder for it.
 */
export async function receiveValues() {
  const reported: ReportedValues[] = [];
  const path = socketPath(randomUUID());
  const server = createServer({ allowHalfOpen: true }, async (socket) => {
    socket.once("error", () => socket.destroy());
    const sent = await text(socket).catch(() => "");
    const report = reportSchema.safeParse(parsedJson(sent)).data;
    if (report) reported.push(report);
    socket.end();
  });
  await new Promise<void>((resolve, reject) => server.once("error", reject).listen(path, resolve));
  return { path, reported, close: () => void server.close() };
}

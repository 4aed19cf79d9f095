// Sends reports to the process that asks for them: a program, or a command that runs the engine (sdk/reports.ts).

import { connect } from "node:net";
import { finished } from "node:stream/promises";

/** Returns when the process at this socket has the report. A process that has ended gets none. */
export async function sendReport(path: string, name: string, report: unknown): Promise<void> {
  const socket = connect(path).resume();
  socket.end(JSON.stringify({ name, report }));
  // The engine of that process has ended too, or ends now.
  await finished(socket).catch(() => undefined);
}

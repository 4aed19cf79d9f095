// Sends reports to the process that asks for them: a program, or a command that runs the engine (sdk/reports.ts).

import { connect } from "node:net";
import { finished } from "node:stream/promises";

/** Returns true when the process at this socket has the report, and false when it cannot be reached. */
export async function sendReport(path: string, name: string, report: unknown): Promise<boolean> {
  const socket = connect(path).resume();
  socket.end(JSON.stringify({ name, report }));
  return finished(socket).then(
    () => true,
    () => false,
  );
}

import { followed, type Parts } from "./calls/switchboard.ts";
import type { InboundCall, InboundMessage } from "./calls/traffic.ts";
import { credentials, type ProjectCredentials } from "./control/credentials.ts";
import { parseCall, parseMessage } from "./control/requests.ts";
import { putObjects, restoreSnapshot, takeSnapshot } from "./control/snapshot.ts";
import type { ReferenceServer } from "./reference-server.ts";

/** Returns a listening server for its owner. */
export function runningServer(
  parts: Parts,
  start: Pick<ReferenceServer, "seeded" | "controlToken" | "close">,
): ReferenceServer {
  const { controlToken } = start;
  const url = parts.origin();
  const refuseClosed = () => {
    if (parts.closing.aborted) throw new Error("The server is closed.");
  };
  const follow = async (inbound: InboundCall | InboundMessage) => {
    refuseClosed();
    // Loaded for the first call, so that a server without calls starts faster.
    return followed(parts, () => import("./calls/traffic.ts").then(({ place }) => place(parts, inbound)));
  };
  // Kept after the end, so that a test can compare them with the next start.
  let lastProjects: ProjectCredentials[] | undefined;
  const projects = () => lastProjects ?? credentials(parts.store);
  return {
    ...start,
    url,
    get project() {
      return projects()[0] as ProjectCredentials;
    },
    get projects() {
      return projects();
    },
    inspector: controlToken && `${url}/_reference/#token=${encodeURIComponent(controlToken)}`,
    journal: parts.journal,
    faults: parts.faults,
    rateLimit: parts.rateLimit,
    clock: parts.clock,
    get sessions() {
      return parts.sessions.all();
    },
    call: async (call) => follow(parseCall(call)),
    message: async (message) => follow(parseMessage(message)),
    get failedTraces() {
      return parts.traces.all.map((tracer) => tracer.soFar).filter(({ isTaken }) => isTaken === false);
    },
    explore: async (options) => {
      refuseClosed();
      return import("./reach/explore.ts").then(({ explore }) => explore(parts, options));
    },
    put: (objects) => putObjects(parts, objects),
    snapshot: () => takeSnapshot(parts),
    restore: (snapshot) => restoreSnapshot(parts, snapshot),
    close: () => {
      lastProjects ??= projects();
      return start.close();
    },
  };
}

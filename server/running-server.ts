import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { credentials, type ProjectCredentials } from "./control/credentials.ts";
import { parseCall, parseMessage } from "./control/requests.ts";
import { putObjects, restoreSnapshot, takeSnapshot } from "./control/snapshot.ts";
import type { ReferenceServer } from "./reference-server.ts";
import { followed, type Parts } from "./traffic/switchboard.ts";
import type { InboundCall, InboundMessage } from "./traffic/traffic.ts";

/** Milliseconds that running requests and calls have after the stop began. */
const GRACE_MS = 3000;

export interface Start {
  readonly seeded: boolean;
  readonly controlToken: string | undefined;
  /** Ends the connections of clients that never sent a token. */
  readonly hangUp: () => void;
  /** Aborted when the server is stopping. */
  readonly closing: AbortController;
  /** Aborted after the grace period. */
  readonly cutOff: AbortController;
}

/** Returns a listening server for its owner. */
export function runningServer(parts: Parts, server: Server, start: Start): ReferenceServer {
  const { seeded, controlToken } = start;
  let closing: Promise<void> | undefined;
  const follow = async (inbound: InboundCall | InboundMessage) => {
    if (closing) throw new Error("The server is closed.");
    // Loaded for the first call, so that a server without calls starts faster.
    return followed(parts, () => import("./traffic/traffic.ts").then(({ place }) => place(parts, inbound)));
  };
  // Kept after the end, so that a test can compare them with the next start.
  let lastProjects: ProjectCredentials[] | undefined;
  const projects = () => lastProjects ?? credentials(parts.store);
  const url = parts.origin();
  return {
    url,
    get project() {
      return projects()[0] as ProjectCredentials;
    },
    get projects() {
      return projects();
    },
    controlToken,
    inspector: controlToken && `${url}/_reference/#token=${encodeURIComponent(controlToken)}`,
    journal: parts.journal,
    faults: parts.faults,
    rateLimit: parts.rateLimit,
    clock: parts.clock,
    seeded,
    get sessions() {
      return parts.sessions.all();
    },
    call: async (call) => follow(parseCall(call)),
    message: async (message) => follow(parseMessage(message)),
    get failedTraces() {
      return parts.traces.all.map((tracer) => tracer.soFar).filter(({ isTaken }) => isTaken === false);
    },
    explore: async (options) => {
      if (closing) throw new Error("The server is closed.");
      return import("./traffic/explore.ts").then(({ explore }) => explore(parts, options));
    },
    put: (objects) => putObjects(parts, objects),
    snapshot: () => takeSnapshot(parts),
    restore: (snapshot) => restoreSnapshot(parts, snapshot),
    close: () => {
      lastProjects ??= projects();
      closing ??= close(parts, server, start);
      return closing;
    },
  };
}

export function originOf(server: Server, host: string): string {
  return `http://${callable(host)}:${(server.address() as AddressInfo).port}`;
}

/** Returns the host for calling a server that listens here; "every address" is not a callable address. */
function callable(host: string): string {
  if (host === "0.0.0.0") return "127.0.0.1";
  if (host === "::") return "[::1]";
  return host.includes(":") ? `[${host}]` : host;
}

async function close(
  { store, sessions, underWay }: Parts,
  server: Server,
  { hangUp, closing, cutOff }: Start,
): Promise<void> {
  closing.abort();
  sessions.closeAll();
  const closed = new Promise((resolve) => server.close(resolve));
  // Node leaves a connection open when its request ended after this began.
  const idle = setInterval(() => server.closeIdleConnections(), 20);
  const over = closed.then(async () => {
    while (underWay.size > 0) await Promise.allSettled(underWay);
  });
  const end = new AbortController();
  await Promise.race([over, pause(GRACE_MS, undefined, end).catch(() => undefined)]);
  end.abort();
  cutOff.abort();
  hangUp();
  server.closeAllConnections();
  await over;
  clearInterval(idle);
  store.close();
}

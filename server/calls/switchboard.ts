import type { Context } from "../api/context.ts";
import type { DeletedScript, HostedScript } from "../api/script.ts";
import type { Admission } from "../sessions/connection.ts";
import type { Sessions } from "../sessions/sessions.ts";
import type { Project } from "../store/store.ts";
import type { DocumentRequest, Fetched } from "./fetch-document.ts";
import type { Trace } from "./trace.ts";
import type { Traces } from "./tracer.ts";

/** The parts of a running server, with those of calls and messages. */
export interface Switchboard extends Context {
  readonly sessions: Pick<Sessions, "named" | "ring">;
  readonly traces: Traces;
  /** Requests a document, or a status callback. */
  readonly fetchDocument: (wanted: DocumentRequest) => Promise<Fetched>;
  /** Returns the script at an address of this server, or one that was deleted; undefined for an address of another server. */
  readonly documentAt: (url: URL) => HostedScript | DeletedScript | undefined;
  /** Returns the scripts of a project. */
  readonly scripts: (project: string) => readonly HostedScript[];
  /** Returns the domain of the project's SIP addresses. `dialled` is one that is compared with it. */
  readonly sipDomain: (project: Project, dialled?: string) => string;
  /** Returns the project's domain in place of one that it had before a change; undefined for any other domain. */
  readonly movedTo: (domain: string) => string | undefined;
  /**
   * Returns why no SIP endpoint has this user name or id, as the end of a sentence. Undefined where an endpoint outside of the store
   * may have it.
   */
  readonly absence: (name: string) => string | undefined;
  readonly underWay: Set<Promise<unknown>>;
}

export type Parts = Switchboard & Admission;

/** Returns the URL that a document at `base` names; undefined for text that is no URL of HTTP. */
export function addressIn(named: string, base: string): string | undefined {
  if (!URL.canParse(named, base)) return undefined;
  const { protocol, href } = new URL(named, base);
  return protocol === "http:" || protocol === "https:" ? href : undefined;
}

/** Runs a call or message. The server waits for it before its end. */
export async function followed({ underWay }: Pick<Switchboard, "underWay">, run: () => Promise<Trace>): Promise<Trace> {
  const trace = run();
  underWay.add(trace);
  try {
    return await trace;
  } finally {
    underWay.delete(trace);
  }
}

// Sends a test's own requests to the reference server, with the project's credentials.

import type { Connection } from "../../provider/config/config.ts";
import type { ApiRoute } from "../../server/http/route.ts";
import type { ReferenceServer, ServerOptions } from "../../server/index.ts";
import { startWith } from "../../server/start-server.ts";
import { recordedRoutes, type ScriptKey } from "../live/recorded-forms.ts";

export type Server = ReferenceServer;

/** Starts a server with one project that owns these numbers. */
export function serve(...numbers: string[]): Promise<Server> {
  return serveWith({}, ...numbers);
}

export interface ServedOptions extends ServerOptions {
  /** Answers in the forms of the records, with scripts that are named under this key. */
  readonly recordedWith?: ScriptKey | undefined;
}

/** A seed replaces the numbers. */
export async function serveWith({ recordedWith, ...options }: ServedOptions, ...numbers: string[]): Promise<Server> {
  const changeRoute = recordedWith === undefined ? (route: ApiRoute) => route : recordedRoutes(recordedWith);
  return (await startWith({ seed: { projects: [{ numbers }] }, ...options }, { changeRoute })).server;
}

/** Returns the environment variables for this server. */
export function environmentOf({ url, project }: Server): { [name: string]: string } {
  return { SIGNALWIRE_BASE_URL: url, SIGNALWIRE_PROJECT_ID: project.id, SIGNALWIRE_API_TOKEN: project.apiToken };
}

/** Returns how a command reaches this server. */
export function connectionTo({ url, project }: Server, more: Partial<Connection> = {}): Connection {
  const limits = { concurrency: 4, requestsPerSecond: undefined };
  return { baseUrl: url, projectId: project.id, apiToken: project.apiToken, limits, ...more };
}

/**
 * Sends one request. A path without `/api` is one of the relay API. In the LaML API, `{project}` is the server's project, a body
 * becomes a web form, and a change is a POST. Returns the answer's JSON.
 */
export async function ask(
  server: Server,
  method: string,
  path: string,
  body?: unknown,
): Promise<Record<string, unknown>> {
  const { id, apiToken } = server.project;
  const isLaml = path.startsWith("/api/laml/");
  const whole = path.startsWith("/api/") ? path.replace("{project}", id) : `/api/relay/rest${path}`;
  const answer = await fetch(server.url + whole, {
    method: isLaml && method === "PUT" ? "POST" : method,
    headers: {
      authorization: `Basic ${btoa(`${id}:${apiToken}`)}`,
      ...(body === undefined || isLaml ? {} : { "content-type": "application/json" }),
    },
    ...(body === undefined ? {} : { body: isLaml ? formOf(body as object) : JSON.stringify(body) }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
  return text === "" ? {} : JSON.parse(text);
}

/** Returns a web form: `voice_url` is VoiceUrl, and null is an empty text. */
function formOf(body: object): URLSearchParams {
  const nameOf = (field: string) => field.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());
  return new URLSearchParams(Object.entries(body).map(([field, value]) => [nameOf(field), String(value ?? "")]));
}

/** Creates a SIP endpoint in the project. Returns its id. */
export async function addEndpoint(server: Server, username: string): Promise<string> {
  return String((await ask(server, "POST", "/endpoints/sip", { username, password: "canary-password" })).id);
}

/** Returns the objects of a list, up to 200. */
export async function list(server: Server, path: string): Promise<Record<string, unknown>[]> {
  const separator = path.includes("?") ? "&" : "?";
  const size = path.startsWith("/api/laml/") ? "PageSize" : "page_size";
  const { data, applications } = await ask(server, "GET", `${path}${separator}${size}=200`);
  return (data ?? applications) as Record<string, unknown>[];
}

/** Returns the requests since the journal was last cleared: "PUT /api/…" and so on, with `{project}` for the project's id. */
export function requests(server: Server): string[] {
  const { id } = server.project;
  return server.journal.entries.map((entry) => `${entry.method} ${entry.path.replace(id, "{project}")}`);
}

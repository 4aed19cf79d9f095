// A server and a client for one test: real HTTP, JSON written by hand.

import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { connect, isIPv4, isIPv6, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { Clock, type ReferenceServer, type ServerOptions, startServer } from "../../server/index.ts";
import type { Table } from "../contract/specified.ts";

export const ENDPOINTS = "/api/relay/rest/endpoints/sip";
export const NUMBERS = "/api/relay/rest/phone_numbers";
export const PROFILE = "/api/relay/rest/sip_profile";
export const JWT = "/api/relay/rest/jwt";

export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: a test reads what it expects and fails when it is not there.
  readonly body: any;
}

export interface Client {
  readonly server: ReferenceServer;
  get(path: string): Promise<Reply>;
  post(path: string, body?: unknown): Promise<Reply>;
  put(path: string, body?: unknown): Promise<Reply>;
  delete(path: string): Promise<Reply>;
  send(method: string, path: string, init?: RequestInit): Promise<Reply>;
}

/** Starts a server that stops with the test, and a client with its first project's credentials. */
export async function given(options: ServerOptions = {}): Promise<Client> {
  const server = await startServer(options);
  onTestFinished(() => server.close());
  return clientOf(server);
}

/** Returns the path of a data file in a new folder, which is removed after the test. */
export function dataFile(): string {
  const folder = mkdtempSync(join(tmpdir(), "signalwire-server-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, "data.db");
}

export function clientOf(
  server: ReferenceServer,
  user = server.project.id,
  password = server.project.apiToken,
): Client {
  const authorization = basic(user, password);
  const send = async (method: string, path: string, init: RequestInit = {}): Promise<Reply> => {
    const response = await fetch(server.url + path, {
      ...init,
      method,
      headers: { authorization, ...(init.headers as { [name: string]: string }) },
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, body: readable(text) };
  };
  const withJson = (method: string) => (path: string, body?: unknown) =>
    send(
      method,
      path,
      body === undefined ? {} : { headers: { "content-type": "application/json" }, body: JSON.stringify(body) },
    );
  return {
    server,
    send,
    get: (path) => send("GET", path),
    post: withJson("POST"),
    put: withJson("PUT"),
    delete: (path) => send("DELETE", path),
  };
}

/** Returns a client with the credentials of the server's second project. */
export function secondOf({ server }: Client): Client {
  const [, second] = server.projects;
  return clientOf(server, second?.id, second?.apiToken);
}

/** Asks the control API. */
export function askControl(
  { server, send }: Client,
  method: string,
  path: string,
  body?: unknown,
  headers: { readonly [name: string]: string } = {},
): Promise<Reply> {
  const authorization = `Bearer ${server.controlToken}`;
  const type = body !== undefined && { "content-type": "application/json" };
  return send(method, `/_reference/${path}`, {
    headers: { authorization, ...type, ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
}

/** Starts a server with the control API, which `ask` asks. */
export async function controlled(options: ServerOptions = {}) {
  const client = await given({ control: true, ...options });
  const ask = (method: string, path: string, body?: unknown, headers?: { readonly [name: string]: string }) =>
    askControl(client, method, path, body, headers);
  return { ...client, ask };
}

/** Returns a clock that stands at this time. */
export function frozen(time: string): Clock {
  const clock = new Clock();
  clock.freeze(time);
  return clock;
}

export function basic(user: string, password: string): string {
  return `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}`;
}

/** Returns what an answer shows of an object for which nothing is set: each field's default, or null. */
export function unset(table: Table): { readonly [field: string]: unknown } {
  const shown = Object.entries(table).filter(([, { returned }]) => returned !== false);
  return Object.fromEntries(
    shown.map(([name, { default: preset }]) => [name, (preset as { value?: unknown } | undefined)?.value ?? null]),
  );
}

/** Returns the 422 body with these problems. */
export function refused(...details: readonly string[]) {
  return {
    errors: details.map((detail) => ({ detail, status: "422", title: "Invalid Attribute", code: "422" })),
  };
}

/** Returns the lines of a request before its body. The host and the credentials are valid. */
export function headOf({ project }: ReferenceServer, method: string, path: string, ...more: string[]): string {
  const authorization = `Authorization: ${basic(project.id, project.apiToken)}`;
  return [`${method} ${path} HTTP/1.1`, "Host: localhost", authorization, ...more, "", ""].join("\r\n");
}

/** Connects to the server, until the end of the test. */
export async function connectedTo({ url }: ReferenceServer): Promise<Socket> {
  const socket = connect(Number(new URL(url).port), "127.0.0.1");
  onTestFinished(() => void socket.destroy());
  await once(socket, "connect");
  return socket;
}

/** Returns the details of a 422, sorted. */
export function details(reply: Reply): string[] {
  return reply.body.errors.map(({ detail }: { detail: string }) => detail).sort();
}

function readable(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The formats in the schemas of `/openapi.json`. */
export const FORMATS = {
  uuid: /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i,
  "date-time": /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/,
  password: true,
  ipv4: isIPv4,
  ipv6: isIPv6,
  cidrv4: true,
  cidrv6: true,
} as const;

// One connected client's messages and answers: JSON-RPC as in the published client SDK 1.x (service: client sessions).

import type { Context } from "../api/context.ts";
import type { Session } from "../api/tokens.ts";
import { hex } from "../conditions/randomness.ts";
import type { Ringing, Sessions } from "./sessions.ts";

export interface Admission extends Context {
  readonly sessions: Sessions;
}

export interface Socket {
  send(text: string): void;
  close(code: number, reason: string): void;
}

export class ClientConnection {
  readonly #admission: Admission;
  readonly #socket: Socket;
  readonly #id: string;
  readonly #node: string;
  #session: Session | undefined;
  /** The protocol name for the client's events, after it subscribed. */
  #protocol: string | undefined;
  #isOver = false;
  /** True after a connection with a subscriber token. */
  #isSubscriber = false;
  #callOff: () => void = () => undefined;

  constructor(admission: Admission, socket: Socket) {
    this.#admission = admission;
    this.#socket = socket;
    this.#id = admission.random.uuid();
    this.#node = admission.random.uuid();
  }

  /** True after the client sent a valid token. */
  get authenticated(): boolean {
    return this.#session !== undefined || this.#isSubscriber;
  }

  async receive(text: string): Promise<void> {
    const request = parse(text);
    if (!request) {
      this.#reply(null, { error: { code: -32_700, message: "Parse error" } });
      return;
    }
    // A message without a method is the client's answer to one of ours.
    if (request.method === undefined) return;
    this.#reply(request.id ?? null, await this.#answer(request.method, request.params));
  }

  ended(): void {
    this.#isOver = true;
    this.#callOff();
    this.#admission.sessions.forget(this.#id);
  }

  async #answer(method: string, params: Params): Promise<Outcome> {
    if (method === "blade.ping") return { result: {} };
    if (method === "signalwire.connect" || (method === "signalwire.reauthenticate" && this.#isSubscriber))
      return this.#connectSubscriber(params);
    if (method === "blade.connect") return this.#authorize(params, (authorization) => this.#connected(authorization));
    if (!this.#session) return { error: NOT_AUTHENTICATED };
    switch (method) {
      case "blade.reauthenticate":
        return this.#authorize(params, (authorization) => ({ authorization }));
      case "blade.execute":
        return this.#execute(this.#session, params);
      case "blade.subscription":
        return {
          result: {
            command: params.command ?? "add",
            failed_channels: [],
            protocol: params.protocol ?? "",
            subscribe_channels: params.channels ?? [],
          },
        };
      default:
        return { error: { code: -32_601, message: `Method not found: ${method}` } };
    }
  }

  #connected(authorization: object) {
    return {
      session_restored: false,
      sessionid: this.#id,
      nodeid: this.#node,
      master_nodeid: this.#admission.random.uuid(),
      authorization,
      routes: [],
      protocols: [],
      subscriptions: [],
      authorities: [],
      authorizations: [],
      accesses: [],
      protocols_uncertified: ["signalwire"],
    };
  }

  /** The SDK may send `sessionid: null` when it refreshes before it has recorded its session. */
  async #authorize(params: Params, result: (authorization: object) => object): Promise<Outcome> {
    const session = await this.#authenticate(params);
    if (!session) return { error: NOT_AUTHENTICATED };
    this.#admit(session);
    return { result: result(authorization(session)) };
  }

  /** Answers the client SDK from version 3 on, until the token's end. It plays no call (gap `subscriber-tokens`). */
  async #connectSubscriber({ authentication }: Params): Promise<Outcome> {
    const { clock, subscriberTokens } = this.#admission;
    const { jwt_token } = (authentication ?? {}) as { jwt_token?: unknown };
    const opened = await subscriberTokens.openSession(text(jwt_token));
    if (!opened) return { error: NOT_AUTHENTICATED };
    const { project: project_id, end: expires_at } = opened.grant;
    const subscriber_id = subscriberTokens.subscriberOf(opened.grant);
    this.#isSubscriber = true;
    this.#callOff();
    if (!this.#isOver) this.#callOff = clock.at(expires_at * 1_000, () => this.#socket.close(1000, "Closed"));
    const fabric_subscriber = {
      version: 1,
      expires_at,
      subscriber_id,
      application_id: null,
      project_id,
      space_id: null,
    };
    const authorization = { jti: opened.id, project_id, fabric_subscriber };
    return { result: { identity: this.#id, protocol: `signalwire_${this.#node}`, authorization, ice_servers: [] } };
  }

  #execute(session: Session, params: Params): Outcome {
    const method = text(params.method);
    if (method === "setup") {
      // A returning client keeps its protocol name when the name's signature is valid.
      const before = text((params.params as Params | undefined)?.protocol);
      const mine = before.split("_")[1] === signature(session);
      const protocol = mine ? before : `signalwire_${signature(session)}_${hex(this.#admission.random.bytes(8))}`;
      this.#protocol = protocol;
      return { result: { result: { protocol } } };
    }
    if (method === "message") return hear((params.params as Params | undefined)?.message as Params | undefined);
    const service = method.split(".")[0] ?? "";
    if (SCOPED.has(service) && !session.scopes.includes(service)) {
      const message = `The scopes for this authorization do not permit the use of ${service}`;
      return { error: { code: -32_003, message } };
    }
    return { error: { code: -32_601, message: `Method not found: ${method}` } };
  }

  /** Returns the session of the token. A connection keeps its project and name: another client's token is invalid for it. */
  async #authenticate(params: Params): Promise<Session | undefined> {
    const { project, jwt_token } = (params.authentication ?? {}) as { project?: unknown; jwt_token?: unknown };
    const session = await this.#admission.clientTokens.openSession(text(jwt_token), text(project).toLowerCase());
    const before = this.#session ?? session;
    return session?.project === before?.project && session?.resource === before?.resource ? session : undefined;
  }

  #admit(session: Session): void {
    // The client may have disconnected during the verification.
    if (this.#isOver) return;
    this.#session = session;
    const { project, resource, expiresAt } = session;
    // The server ends an expired session by closing the connection (gap `session-end`).
    const close = () => this.#socket.close(1000, "Closed");
    const ring = (call: Ringing) => this.#ring(call);
    this.#admission.sessions.admit({ id: this.#id, project, resource, close, ring }, expiresAt);
  }

  /** Offers a call, without media. Returns a function that withdraws the offer. */
  #ring({ id: callID, from, name = from, to }: Ringing): () => void {
    if (this.#protocol === undefined) return () => undefined;
    this.#notify("verto.invite", {
      callID,
      sdp: "",
      caller_id_name: name,
      caller_id_number: from,
      callee_id_name: to,
      callee_id_number: to,
    });
    return () => this.#notify("verto.bye", { callID, cause: "ORIGINATOR_CANCEL", causeCode: 487 });
  }

  #notify(method: "verto.invite" | "verto.bye", params: Params): void {
    if (this.#isOver) return;
    const message = { jsonrpc: "2.0", id: this.#admission.random.uuid(), method, params };
    const event = { event_type: "webrtc.message", node_id: this.#node, params: message };
    const sent = { protocol: this.#protocol, channel: "notifications", event: "queuing.relay.events", params: event };
    const id = this.#admission.random.uuid();
    this.#socket.send(JSON.stringify({ jsonrpc: "2.0", id, method: "blade.broadcast", params: sent }));
  }

  #reply(id: unknown, outcome: Outcome): void {
    this.#socket.send(JSON.stringify({ jsonrpc: "2.0", id, ...outcome }));
  }
}

/** Handles a client's message about a call: received, or hung up. Answering needs media, which this server does not support. */
function hear({ method }: Params = {}): Outcome {
  if (method === undefined || method === "verto.bye") return { result: { result: { code: "200", result: {} } } };
  return { error: { code: -32_601, message: `This server plays no media: ${text(method)}` } };
}

interface Params {
  readonly [name: string]: unknown;
}

type Outcome = { readonly result: object } | { readonly error: { readonly code: number; readonly message: string } };

/** For a forged, expired or foreign token; the message does not reveal which. */
const NOT_AUTHENTICATED = {
  code: -32_002,
  message: "Authentication service failed with status ProtocolError, 401 Unauthorized: {}",
};

const SCOPED = new Set(["calling", "messaging", "tasking"]);

function authorization(session: Session) {
  const { project, scopes, expiresAt } = session;
  return { project, expires_at: expiresAt / 1000, scopes, signature: signature(session) };
}

/** Represents the project in the protocol names of the service. */
function signature({ project }: Session): string {
  return project.replaceAll("-", "");
}

function text(value: unknown): string {
  return typeof value === "string" ? value : "";
}

function parse(text: string): { id?: unknown; method?: string; params: Params } | undefined {
  try {
    const { id, method, params } = JSON.parse(text) ?? {};
    const known = typeof params === "object" && params !== null ? params : {};
    return { id, params: known, ...(typeof method === "string" && { method }) };
  } catch {
    return undefined;
  }
}

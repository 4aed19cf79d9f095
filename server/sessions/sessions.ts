import type { Clock } from "../conditions/clock.ts";

/** A connected client. */
export interface ClientSession {
  readonly id: string;
  readonly project: string;
  /** The resource name of its token. */
  readonly resource: string;
  /** UTC, with milliseconds. */
  readonly expiresAt: string;
}

export interface Connection extends Omit<ClientSession, "expiresAt"> {
  readonly close: () => void;
  /** Offers a call to the client; returns a function that withdraws the offer. */
  readonly ring: (call: Ringing) => () => void;
}

export interface Ringing {
  readonly id: string;
  readonly from: string;
  /** The caller's name beside the number. Default: none. */
  readonly name?: string | undefined;
  readonly to: string;
}

/** Milliseconds that a call rings, by the server's clock. */
const RING_MS = 30_000;

export class Sessions {
  readonly #clock: Clock;
  readonly #sessions = new Map<string, { connection: Connection; expiresAt: number; callOff: () => void }>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Adds a connection, or changes its expiry. It is closed at that time, by the server's clock. */
  admit(connection: Connection, expiresAt: number): void {
    this.#sessions.get(connection.id)?.callOff();
    const callOff = this.#clock.at(expiresAt, () => {
      this.#sessions.delete(connection.id);
      connection.close();
    });
    this.#sessions.set(connection.id, { connection, expiresAt, callOff });
  }

  /** Removes a connection that ended by itself. */
  forget(id: string): void {
    this.#sessions.get(id)?.callOff();
    this.#sessions.delete(id);
  }

  /** Returns the number of clients that are connected under a name. */
  named(project: string, resource: string): number {
    return this.all().filter((session) => session.project === project && session.resource === resource).length;
  }

  ring(project: string, resource: string, call: Ringing): void {
    for (const { connection } of this.#sessions.values()) {
      if (connection.project !== project || connection.resource !== resource) continue;
      this.#clock.at(this.#clock.now() + RING_MS, connection.ring(call));
    }
  }

  all(): ClientSession[] {
    return [...this.#sessions.values()].map(({ connection: { id, project, resource }, expiresAt }) => ({
      id,
      project,
      resource,
      expiresAt: new Date(expiresAt).toISOString(),
    }));
  }

  closeAll(): void {
    for (const { connection, callOff } of this.#sessions.values()) {
      callOff();
      connection.close();
    }
    this.#sessions.clear();
  }
}

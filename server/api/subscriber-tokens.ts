// Encrypts subscriber tokens, and opens their refresh tokens (gap `subscriber-tokens`).

import { createHash } from "node:crypto";
import type { Clock } from "../conditions/clock.ts";
import type { Randomness } from "../conditions/randomness.ts";

export interface SubscriberGrant {
  readonly project: string;
  /** The text that identifies the subscriber in the project. */
  readonly reference: string;
  /** Seconds since 1970. */
  readonly end: number;
}

interface OpenedToken {
  readonly id: string;
  readonly grant: SubscriberGrant;
}

export class SubscriberTokens {
  readonly #secret: () => Uint8Array;
  readonly #clock: Clock;
  readonly #random: Randomness;

  constructor(secret: () => Uint8Array, clock: Clock, random: Randomness) {
    this.#secret = secret;
    this.#clock = clock;
    this.#random = random;
  }

  async issue(grant: SubscriberGrant): Promise<{ readonly token: string; readonly refresh_token: string }> {
    const { EncryptJWT } = await jose();
    const { project, reference, end } = grant;
    const encrypt = (typ: "SAT" | "Refresh", until: number) =>
      new EncryptJWT({ project, reference, subscriber_id: this.subscriberOf(grant) })
        .setProtectedHeader({ alg: "dir", enc: "A256GCM", typ })
        .setIssuedAt(Math.floor(this.#clock.now() / 1_000))
        .setExpirationTime(until)
        .setJti(this.#random.uuid())
        .encrypt(this.#key());
    const [token, refresh_token] = await Promise.all([encrypt("SAT", end), encrypt("Refresh", end + FIVE_MINUTES)]);
    return { token, refresh_token };
  }

  /** Returns the grant of this project's refresh token; undefined for any other text. */
  async openRefresh(token: string, project: string): Promise<OpenedToken | undefined> {
    const opened = await this.#open(token, "Refresh");
    if (opened?.grant.project !== project) return undefined;
    return { ...opened, grant: { ...opened.grant, end: opened.grant.end - FIVE_MINUTES } };
  }

  /** Returns the grant of a token with which a client connects; undefined for a forged or expired one. */
  openSession(token: string): Promise<OpenedToken | undefined> {
    return this.#open(token, "SAT");
  }

  async #open(token: string, typ: "SAT" | "Refresh"): Promise<OpenedToken | undefined> {
    const { jwtDecrypt, errors } = await jose();
    try {
      const currentDate = new Date(this.#clock.now());
      const { payload } = await jwtDecrypt(token, this.#key(), { typ, currentDate });
      const { jti, project, reference, exp } = payload;
      return { id: String(jti), grant: { project: String(project), reference: String(reference), end: Number(exp) } };
    } catch (error) {
      if (error instanceof errors.JOSEError) return undefined;
      throw error;
    }
  }

  /** Returns the subscriber's id, which is always the same for one reference of a project. */
  subscriberOf({ project, reference }: Pick<SubscriberGrant, "project" | "reference">): string {
    const digest = createHash("sha256").update(`${project}\n${reference}`).digest("hex");
    return [
      digest.slice(0, 8),
      digest.slice(8, 12),
      `4${digest.slice(13, 16)}`,
      `8${digest.slice(17, 20)}`,
      digest.slice(20, 32),
    ].join("-");
  }

  #key(): Uint8Array {
    return createHash("sha256").update("subscriber tokens").update(this.#secret()).digest();
  }
}

/** Seconds for which a refresh token outlives its token. */
const FIVE_MINUTES = 300;

/** Loaded for the first token, so that a server without tokens starts faster. */
const jose = () => import("jose");

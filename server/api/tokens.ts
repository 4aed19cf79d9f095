import type { Clock } from "../conditions/clock.ts";
import type { Randomness } from "../conditions/randomness.ts";
import type { Project } from "../store/store.ts";

export interface TokenPair {
  readonly jwt_token: string;
  readonly refresh_token: string;
}

export interface Grant {
  readonly project: string;
  /** The name at which the client can be reached. */
  readonly resource: string;
  /** Minutes from issue to expiry. A refresh grants the same again. */
  readonly minutes: number;
  /** The client's permissions by the service's names: calling, messaging, … */
  readonly scopes: readonly string[];
}

export interface Session extends Omit<Grant, "minutes"> {
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
}

/** Issues client tokens and validates refresh tokens (gap `token-claims`). */
export class ClientTokens {
  readonly #key: () => Uint8Array;
  readonly #clock: Clock;
  readonly #random: Randomness;

  constructor(key: () => Uint8Array, clock: Clock, random: Randomness) {
    this.#key = key;
    this.#clock = clock;
    this.#random = random;
  }

  async issue(grant: Grant): Promise<TokenPair> {
    const { SignJWT } = await jose();
    const issued = Math.floor(this.#clock.now() / 1000);
    const claims = { resource: grant.resource, project: grant.project, scopes: grant.scopes };
    const sign = (type: "JWT" | "Refresh", payload: { [claim: string]: unknown }) =>
      new SignJWT(payload)
        .setProtectedHeader({ alg: ALGORITHM, typ: type })
        .setIssuedAt(issued)
        .setIssuer(ISSUER)
        // A random id, because two pairs issued in one second would otherwise be equal.
        .setJti(this.#random.uuid());
    const [jwt_token, refresh_token] = await Promise.all([
      sign("JWT", claims)
        .setExpirationTime(issued + grant.minutes * 60)
        .sign(this.#key()),
      sign("Refresh", { ...claims, expires_in: grant.minutes }).sign(this.#key()),
    ]);
    return { jwt_token, refresh_token };
  }

  /** Returns the grant of this project's refresh token; undefined for any other text. */
  async openRefresh(token: string, project: Project): Promise<{ id: string; grant: Grant } | undefined> {
    const claims = await this.#verify(token, "Refresh", project.id);
    if (!claims) return undefined;
    return {
      id: String(claims.jti),
      grant: { ...common(claims), minutes: Number(claims.expires_in) },
    };
  }

  /** Returns the session that a JWT permits; undefined for a forged or expired JWT, or another project's. */
  async openSession(token: string, project: string): Promise<Session | undefined> {
    const claims = await this.#verify(token, "JWT", project);
    if (!claims) return undefined;
    return { ...common(claims), expiresAt: Number(claims.exp) * 1000 };
  }

  async #verify(token: string, typ: string, project: string): Promise<Claims | undefined> {
    const { jwtVerify, errors } = await jose();
    try {
      const { payload } = await jwtVerify(token, this.#key(), {
        algorithms: [ALGORITHM],
        issuer: ISSUER,
        typ,
        currentDate: new Date(this.#clock.now()),
      });
      return payload.project === project ? payload : undefined;
    } catch (error) {
      if (error instanceof errors.JOSEError) return undefined;
      throw error;
    }
  }
}

interface Claims {
  readonly [claim: string]: unknown;
}

const ALGORITHM = "HS512";
const ISSUER = "SignalWire JWT";

/** Loaded for the first token, so that a server without tokens starts faster. */
const jose = () => import("jose");

function common(claims: Claims): Omit<Grant, "minutes"> {
  const scopes = Array.isArray(claims.scopes) ? claims.scopes.map(String) : [];
  return { project: String(claims.project), resource: String(claims.resource), scopes };
}

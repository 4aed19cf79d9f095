// The client token: a short-lived JWT for a browser or mobile client, and the refresh token that renews it (spec §2.3, §4.3, §4.4).

import { assumed, documented, recorded } from "../evidence.ts";
import { DERIVED_TIMES, renewalSettings, tokenTimes } from "../issued.ts";
import type { Resource } from "../resource.ts";
import { minutes, text } from "../values.ts";

/** Minutes that a token lives by default (spec §4.3). */
export const DEFAULT_LIFETIME = 15;

/** The result of issuing a token. */
export interface IssuedClientToken {
  /** The token for the client. */
  readonly jwtToken: string;
  /** Renews the token. Keep it on the server. */
  readonly refreshToken: string;
  /** The name at which the client can be reached. */
  readonly resource: string;
  /** UTC. */
  readonly issuedAt: string;
  /** UTC. */
  readonly expiresAt: string;
}

const PATH = "/api/relay/rest/jwt";
const JWT = "eyJhbGciOiJIUzUxMiIsInR5cCI6IkpXVCJ9.e30.c2ln";

export const clientToken = {
  kind: "clientToken",
  title: "client token",
  label: "resource",
  doc: "A JWT with which a browser or mobile client connects under a resource name, without ever seeing the project's API token.",
  source: "spec §2.3",
  usage: {
    paragraphs: [
      "An `up` issues the token. Within `renewBefore` minutes of its end it is due: a preview shows an update (`~ rotateAt`), and the next `up` renews it under the same name. A refresh does not renew. If a token becomes due after its plan was saved (`--plan`), the engine refuses the renewal: save a new plan. Both tokens are encrypted in the state. No token can be revoked: removing the resource forgets it, and it ends by itself. No token can be imported.",
      "`issueClientToken({ resource, expiresIn })` issues a token on each `up`, and `refreshClientToken({ refreshToken })` renews one. The state does not keep these tokens.",
    ],
    ofTypeScript: [
      "A web server that hands out tokens imports both functions from `pulumi-signalwire/tokens`. There they return promises and do not load Pulumi, as in examples/browser-client.",
    ],
  },
  operations: {
    create: {
      method: "POST",
      path: PATH,
      status: 201,
      doc: "Issue a token pair",
      accepts: ["resource", "expires_in"],
      unlimited: true,
    },
    update: {
      method: "PUT",
      path: PATH,
      status: 200,
      doc: "Exchange a refresh token for a new pair with a new expiration",
      accepts: ["refresh_token"],
      unlimited: true,
      requires: ["refresh_token"],
      gap: "refresh-token-reuse",
    },
  },
  handlers: [],
  fields: {
    resource: {
      type: text("alice"),
      doc: "The name under which the client is reached and from which its calls come.",
      writeOnly: true,
      alwaysReturned: true,
      identity: true,
      default: { text: "a random UUID" },
    },
    expires_in: {
      type: minutes(15),
      doc: "The token's lifetime in minutes, not seconds. The client is cut off when it is over.",
      writeOnly: true,
      default: { value: DEFAULT_LIFETIME },
      gap: "expires-in-range",
    },
    jwt_token: {
      type: text(JWT),
      doc: "The token to hand to the client. It is signed, so the client can read but not change it.",
      responseOnly: true,
      secret: true,
      alwaysReturned: true,
    },
    refresh_token: {
      type: text(JWT),
      doc: "Renews the token. Keep it on the server's side.",
      secret: true,
      alwaysReturned: true,
    },
  },
  settings: renewalSettings(5),
  // gap `token-claims`
  addedOutputs: tokenTimes("2026-05-08T19:08:41Z", "2026-05-08T19:23:41Z"),
  derived: DERIVED_TIMES,
  gaps: {
    "token-claims": {
      question: "What the JWT carries and how it is signed (spec §2.3).",
      answer:
        "HS512. The JWT: typ JWT, iat, iss, resource, exp. The refresh token: typ Refresh, iat, iss, no exp. Other claims are the server's own.",
      evidence: documented("2026-08-21", "signalwire/docs, openapi.yaml"),
      because: "Decoded from the live service's documented samples, which do not show the project's claim.",
      probe: { otherwise: "`expiresAt` of a client token may be wrong, so that it is renewed too early or too late." },
    },
    "token-permissions": {
      question: "The permissions of a JWT (spec §2.3, §5).",
      answer:
        "Those of its API token, in the claim scopes: Voice is called calling, the others keep their names in lower case.",
      evidence: assumed("2026-11-26", "no public source found"),
      because: "Neither the specification nor the live service documents a parameter for them, or the claim.",
      probe: { otherwise: "A client may be allowed more or less than the reference server shows." },
    },
    "expires-in-range": {
      question: "The range of expires_in (spec §8).",
      answer:
        "Whole minutes, 1 or more. The server's maximum is 43,200 (30 days), or an option's. The provider sends any value.",
      evidence: assumed("2026-11-26", "no public source found"),
      because:
        "Zero makes no usable token, and no example has a fraction. A maximum is likely but unknown, so the provider must not enforce one.",
      probe: {
        otherwise:
          "A client token with a longer `expiresIn` fails, or has another end. Keep to what the service accepts.",
        option: "--maximum-token-lifetime <minutes>",
      },
    },
    "expires-in-fraction": {
      question: "An expires_in with a fraction (spec §4.3: a number of minutes).",
      answer: "422.",
      evidence: assumed("2026-11-26", "no public source found"),
      because: "No example has a fraction, and a token's claims count whole seconds.",
    },
    "refresh-token-reuse": {
      question: "A refresh token that was used (spec §4.4).",
      answer: "It still works.",
      evidence: assumed("2026-11-26", "no public source found"),
      because:
        "The specification requires a valid refresh token and names no end of its validity. Reuse lets a client repeat a request whose answer was lost.",
      probe: {
        otherwise: "A renewal whose answer was lost cannot be repeated: the next `up` issues the token anew.",
        option: "--single-use-refresh-tokens",
      },
    },
    "token-scope": {
      question: "The scope that the token endpoint needs (spec §5).",
      answer: "None.",
      evidence: assumed("2026-11-26", "no public source found"),
      because: "The specification names none.",
    },
    "session-end": {
      question: "How a client is disconnected at its token's end (spec §1, §5).",
      answer: "Its WebSocket closes with code 1000 and reason Closed, at the second of exp.",
      evidence: recorded("2020-12-15", "signalwire/signalwire-legacy-node, issue 274"),
      because: "A report about the live service shows that close, and the client SDK does not reconnect after it.",
    },
  },
  example: {
    name: "alice",
    args: { resource: "alice", expiresIn: 60 },
    exports: { jwt: "jwtToken", validUntil: "expiresAt" },
  },
} as const satisfies Resource;

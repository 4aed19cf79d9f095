// The client token: a short-lived JWT for a browser or mobile client, and the refresh token that renews it (spec §2.3, §4.3, §4.4).

import type { Resource } from "../resource.ts";
import { duration, minutes, oneOf, text, timestamp } from "../values.ts";

/** Minutes that a token lives by default (spec §4.3). */
export const DEFAULT_LIFETIME = 15;

/** The result of issuing a token. */
export interface IssuedClientToken {
  /** The token for the client. */
  readonly jwtToken: string;
  /** Renews the token. Keep it on the server. */
  readonly refreshToken: string;
  /** The name at which the client can be reached. */
  readonly resourceName: string;
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
      "An `up` issues the token when it creates the resource. Within `renewBefore` minutes of its end the token is due. A preview then shows an update and says since when (`~ rotateAt`). The next `up` renews the token under the same name. A refresh neither shows a renewal nor runs one. The state has the moment as the output `rotateAt`. An `up` under a saved plan (`--plan`) does what its preview showed. When a token becomes due in between, the engine refuses the renewal: save a new plan. Both tokens are encrypted in state. A token cannot be revoked: removing the resource forgets it, and it ends by itself.",
      "`issueClientToken({ resourceName, expiresIn })` issues a token on each `up`, and `refreshClientToken({ refreshToken })` renews one. The state does not keep these tokens.",
    ],
    ofTypeScript: [
      "A web server that hands out tokens imports both functions from `pulumi-signalwire/tokens`. There they return promises and do not load Pulumi. examples/browser-client has such a server.",
    ],
    commands: {
      up: "Issues the token, and renews it once it is due.",
      destroy: "Forgets the token. The service cannot withdraw one: it ends by itself.",
      import: "Not possible: the service shows a token once.",
    },
  },
  configuredBy: "create",
  operations: {
    create: {
      method: "POST",
      path: PATH,
      status: 201,
      doc: "Issue a token pair",
      source: "spec §4.3, §8",
      accepts: ["resource", "expires_in"],
      unlimited: true,
    },
    update: {
      method: "PUT",
      path: PATH,
      status: 200,
      doc: "Exchange a refresh token for a new pair with a new expiration",
      source: "spec §4.4, §8",
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
      argument: "resourceName",
      doc: "The name under which the client is reached and from which its calls come.",
      source: "spec §4.3, §5",
      writeOnly: true,
      always: true,
      identity: true,
      default: { text: "a random UUID" },
    },
    expires_in: {
      type: minutes(15),
      doc: "The token's lifetime in minutes, not seconds. The client is cut off when it is over.",
      source: "spec §4.3, §8",
      writeOnly: true,
      default: { value: DEFAULT_LIFETIME },
      gap: "expires-in-range",
    },
    jwt_token: {
      type: text(JWT),
      doc: "The token to hand to the client. It is signed, so the client can read but not change it.",
      responseOnly: true,
      secret: true,
      always: true,
    },
    refresh_token: {
      type: text(JWT),
      doc: "Renews the token. Keep it on the server's side.",
      secret: true,
      always: true,
    },
  },
  settings: {
    renewBefore: {
      type: duration(5),
      doc: "How many minutes before it expires the token counts as due and the next `up` renews it. Less than `expiresIn`.",
      source: "spec §4.4",
      default: { text: "a third of `expiresIn`" },
    },
    rotation: {
      type: oneOf(["whenDue", "always", "never"]),
      doc: "When an `up` renews the token: once it is due, every time, or not at all.",
      source: "spec §4.4",
      default: { value: "whenDue" },
    },
  },
  computed: {
    issuedAt: {
      type: timestamp("2026-05-08T19:08:41Z"),
      doc: "When the token was issued. UTC, ISO 8601.",
      source: "gap token-claims",
    },
    expiresAt: {
      type: timestamp("2026-05-08T19:23:41Z"),
      doc: "When the token expires and its client is cut off. UTC, ISO 8601.",
      source: "gap token-claims",
    },
  },
} as const satisfies Resource;

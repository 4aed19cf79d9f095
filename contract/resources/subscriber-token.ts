// The subscriber token: what a browser or mobile client of the Call Fabric SDK connects with, and the refresh token that renews it
// (gap `subscriber-tokens`).

import { assumed, documented } from "../evidence.ts";
import { DERIVED_TIMES, renewalSettings, tokenTimes } from "../issued.ts";
import type { Resource } from "../resource.ts";
import { minutes, text, uuid, wholeNumber } from "../values.ts";

/** Minutes that a token lives by default, and after each refresh. */
export const SUBSCRIBER_LIFETIME = 120;

const PATH = "/api/fabric/subscribers/tokens";
const TOKEN = "eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2R0NNIiwidHlwIjoiU0FUIn0..aXY.Y3Q.dGFn";
const SHARED = { scope: ["Voice", "Messaging", "Fax", "Video"], gap: "subscriber-tokens" } as const;

export const subscriberToken = {
  kind: "subscriberToken",
  title: "subscriber token",
  label: "reference",
  doc: "A token with which a browser or mobile client connects as a subscriber, without ever seeing the project's API token. The Browser SDK takes it from version 3 on.",
  source: "gap `subscriber-tokens`",
  usage: {
    paragraphs: [
      "An `up` issues the token, and the service makes the subscriber if it has none of this reference. Within `renewBefore` minutes of its end it is due: a preview shows an update (`~ rotateAt`), and the next `up` renews it for the same subscriber. A refresh does not renew. Both tokens are encrypted in the state. No token can be revoked: removing the resource forgets it, and it ends by itself; the subscriber stays. No token can be imported.",
      "The service encrypts the token, so its end follows from `expiresIn` and the clock of the machine that runs the `up`. A renewal exchanges the refresh token if `expiresIn` is 120, which each exchange grants. Otherwise it issues another token.",
    ],
  },
  dialect: { failures: "fabric" },
  operations: {
    create: {
      method: "POST",
      path: PATH,
      status: 200,
      doc: "Issue a token pair for a subscriber",
      accepts: ["reference", "expire_at"],
      ...SHARED,
    },
    update: {
      method: "POST",
      path: `${PATH}/refresh`,
      status: 201,
      doc: "Exchange a refresh token for a new pair that lives two hours",
      accepts: ["refresh_token"],
      requires: ["refresh_token"],
      ...SHARED,
    },
  },
  handlers: [],
  fields: {
    reference: {
      type: text("alice@example.com"),
      doc: "The text that identifies the subscriber in the project, such as a mail address.",
      required: true,
      writeOnly: true,
      alwaysReturned: true,
      identity: true,
    },
    expire_at: {
      type: wholeNumber(1_778_267_321),
      doc: "When the token ends, in seconds since 1970.",
      writeOnly: true,
      suppliedOnly: true,
      default: { text: "two hours from now" },
      gap: "subscriber-token-end",
    },
    token: {
      type: text(TOKEN),
      doc: "The token to hand to the client.",
      responseOnly: true,
      secret: true,
      alwaysReturned: true,
    },
    refresh_token: {
      type: text(TOKEN),
      doc: "Renews the token. Keep it on the server's side.",
      secret: true,
      alwaysReturned: true,
    },
    subscriber_id: {
      type: uuid("3fa85f64-5717-4562-b3fc-2c963f66afa6"),
      doc: "The subscriber's identifier at the service.",
      responseOnly: true,
    },
  },
  settings: {
    expiresIn: {
      type: minutes(60),
      doc: "The token's lifetime in minutes, not seconds. It is sent as `expire_at`.",
      default: { value: SUBSCRIBER_LIFETIME },
    },
    ...renewalSettings(20),
  },
  addedOutputs: tokenTimes("2026-05-08T19:08:41Z", "2026-05-08T21:08:41Z"),
  derived: DERIVED_TIMES,
  gaps: {
    "subscriber-tokens": {
      question: "How tokens of subscribers are issued and refreshed (the specification has none).",
      answer:
        "POST /api/fabric/subscribers/tokens answers 200 with token, refresh_token and subscriber_id; its refresh answers 201 with the first two. Both are encrypted (dir, A256GCM), with the typ SAT and Refresh. A reference without a subscriber makes one. A refresh grants two hours, a refresh token lives five minutes longer, and an invalid one is 422. A used one still works, unless an option forbids it. The server holds no subscriber. Its WebSocket takes a connection with such a token until the end of it, and no call.",
      evidence: documented("2026-08-21", "signalwire/docs, openapi.yaml"),
      because:
        "The live service describes these requests, answers and lifetimes, and the published client SDK the connection. None was seen live. It does not say that a reference makes a subscriber, or what becomes of a used refresh token.",
    },
    "subscriber-token-end": {
      question: "The range of expire_at.",
      answer: "The server takes any whole second after now. The provider sends any.",
      evidence: assumed("2026-11-26", "no public source found"),
      because: "The live service names no limit, and a token that has ended is of no use.",
    },
  },
  example: {
    name: "visitor",
    args: { reference: "alice@example.com", expiresIn: 60 },
    exports: { visitorToken: "token" },
  },
} as const satisfies Resource;

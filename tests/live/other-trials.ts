// The trials of a run that only read the account, or issue client tokens and drop them.

import { clientToken, isGiven, phoneNumber, sipProfile } from "../../contract/index.ts";
import { compared, exceptFor, held, notTried, type Outcome, type Trial } from "./outcome.ts";
import { listOf, objectOf, type Reply, type Session } from "./session.ts";

const NUMBERS = phoneNumber.operations.list.path;
const PROFILE = sipProfile.operations.read.path;
const TOKENS = clientToken.operations.create.path;
const VERIFIED = "/api/relay/rest/verified_caller_ids";

/** Trials without an endpoint. They only read, except those that issue tokens. */
export const otherTrials: readonly Trial[] = (
  [
    {
      gap: "phone-number-paths",
      async run(session) {
        const list = await session.send("GET", `${NUMBERS}?page_size=1`);
        if (isRefused(list)) return lacksScope("Numbers", list);
        const [first] = listOf(list);
        if (list.status === 200 && !first) return notTried("the project has no phone number");
        const one = first && (await session.send("GET", `${NUMBERS}/${first.id}`));
        return exceptFor("PUT", compared({ list: [200, list.status], item: [200, one?.status] }));
      },
    },
    {
      gap: "method-default",
      run: (session) =>
        ofNumbers(session, "none without a request URL and with a method by default", (all) => {
          const unset = all.filter((each) => !isGiven(each.call_request_url) && each.call_request_method !== "GET");
          const methods = new Set(unset.map(({ call_request_method }) => call_request_method ?? null));
          return methods.size === 0 ? undefined : compared({ shown: [["POST"], [...methods]] });
        }),
    },
    {
      gap: "fresh-number-handler",
      run: (session) =>
        ofNumbers(session, "each of them was changed already", (all) => {
          const fresh = all.filter((each) => isGiven(each.created_at) && each.created_at === each.updated_at);
          const handlers = new Set(fresh.map(({ call_handler }) => call_handler ?? null));
          return handlers.size === 0 ? undefined : compared({ call_handler: [["laml_webhooks"], [...handlers]] });
        }),
    },
    {
      gap: "number-handlers-unenforced",
      run: (session) =>
        ofNumbers(session, "none has a handler without its fields", (all) => {
          const isBare = (each: { readonly [field: string]: unknown }) =>
            each.call_handler === "laml_webhooks" && !isGiven(each.call_request_url);
          return all.some(isBare) ? held : undefined;
        }),
    },
    {
      gap: "verified-numbers",
      async run(session) {
        const reply = await session.send("GET", VERIFIED);
        if (isRefused(reply)) return lacksScope("Voice", reply);
        const [first] = listOf(reply);
        const missing = first ? ["id", "number", "verified"].filter((name) => !(name in first)) : [];
        const isList = Array.isArray(objectOf(reply).data);
        return compared({ GET: [200, reply.status], list: [true, isList], missing: [[], missing] });
      },
    },
    {
      gap: "token-claims",
      async run(session) {
        const reply = await issue(session, 1);
        if (isRefused(reply)) return noToken(reply);
        if (reply.status !== 201) return compared({ POST: [201, reply.status] });
        const [jwt, refresh] = tokensIn(reply).map(decoded);
        const isWhole = isGiven(jwt?.iss) && isGiven(jwt?.resource);
        return compared({
          JWT: [
            ["JWT", "HS512", true, 60],
            [jwt?.typ, jwt?.alg, isWhole, Number(jwt?.exp) - Number(jwt?.iat)],
          ],
          "refresh token": [
            ["Refresh", false],
            [refresh?.typ, isGiven(refresh?.exp)],
          ],
        });
      },
    },
    {
      gap: "token-permissions",
      async run(session) {
        const reply = await issue(session, 1);
        const [jwt] = tokensIn(reply).map(decoded);
        if (!jwt) return noToken(reply);
        const isList = Array.isArray(jwt.scopes) && jwt.scopes.every((each) => /^[a-z]+$/.test(String(each)));
        return compared({ "claim scopes": ["names in lower case", isList ? "names in lower case" : "none"] });
      },
    },
    {
      gap: "token-scope",
      async run(session) {
        const [numbers, profile] = [await session.send("GET", NUMBERS), await session.send("GET", PROFILE)];
        if (![numbers, profile].some(isRefused)) return notTried("the API token has all scopes");
        return compared({ POST: [201, (await issue(session, 1)).status] });
      },
    },
  ] satisfies Trial[]
).map((trial) => ({ ...trial, needsNoEndpoint: true }));

/** Issues a token for a client that never connects. */
function issue(session: Session, minutes: number): Promise<Reply> {
  return session.send("POST", TOKENS, { resource: session.name, expires_in: minutes });
}

function tokensIn(reply: Reply): string[] {
  const { jwt_token, refresh_token } = objectOf(reply);
  return typeof jwt_token === "string" && typeof refresh_token === "string" ? [jwt_token, refresh_token] : [];
}

/** Returns the header and claims in one object; empty when the text is not a JWT. */
function decoded(token: string): { readonly [name: string]: unknown } {
  const [header = "", claims = ""] = token.split(".");
  try {
    const read = (part: string) => JSON.parse(Buffer.from(part, "base64url").toString());
    return { ...read(header), ...read(claims) };
  } catch {
    return {};
  }
}

/**
 * Tries an assumption about numbers. `outcomeOf` returns undefined when no number shows the fact. `why` then completes "of the
 * project's phone numbers, …".
 */
async function ofNumbers(
  session: Session,
  why: string,
  outcomeOf: (numbers: readonly { readonly [field: string]: unknown }[]) => Outcome | undefined,
): Promise<Outcome> {
  const list = await session.send("GET", `${NUMBERS}?page_size=1000`);
  if (isRefused(list)) return lacksScope("Numbers", list);
  return outcomeOf(listOf(list)) ?? notTried(`of the project's phone numbers, ${why}`);
}

function isRefused({ status }: Reply): boolean {
  return status === 401 || status === 403;
}

function noToken({ status }: Reply): Outcome {
  return notTried(`a client token is answered with ${status}`);
}

function lacksScope(scope: string, { status }: Reply): Outcome {
  return notTried(`the API token lacks the scope ${scope} (${status})`);
}

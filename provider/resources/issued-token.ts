// The lifecycle of tokens: issued once, renewed when due, never read or revoked.

import { randomUUID } from "node:crypto";
import { type Body, isGiven, type Problem, type Props, type Resource } from "../../contract/index.ts";
import { type Live, unusable } from "../client/answers.ts";
import { Conflict, type FailureCode, RequestFailure } from "../client/errors.ts";
import type { Client } from "../client/operations.ts";
import { argumentsOf } from "../fields/inward.ts";
import type { Lifecycle } from "../lifecycle/lifecycle.ts";
import { clockWarning, isDue, rotateAt } from "../lifecycle/renewal.ts";
import type { Run } from "../run/run.ts";

/** The outputs of an issued token, without its arguments. */
export interface IssuedToken {
  readonly issuedAt: string;
  readonly expiresAt: string;
}

/** The differences between the kinds of tokens. */
export interface TokenKind {
  readonly resource: Resource;
  /** The outputs that stay until the next renewal: first the client's name, which is the id unless it is a secret, then the token. */
  readonly outputs: readonly [name: string, token: string, ...others: string[]];
  /** Minutes. */
  readonly defaultLifetime: number;
  /** Returns the body of a request for a new token at this time. */
  body(inputs: Props, now: Date): Body;
  /**
   * Reads an answer with a token. `asked` has the arguments, and the outputs of the token that this one replaces; `now` is the
   * time before the request.
   *
   * @throws RequestFailure `unexpected_answer` when it is not a token, or not the one that was asked for.
   */
  read(live: Live, asked: Props, now: Date): Promise<IssuedToken>;
  /** True when the exchange of a refresh token grants what these arguments ask for. */
  isRefreshable(news: Props): boolean;
}

export function tokenLifecycle(kind: TokenKind): Lifecycle {
  const { resource } = kind;
  const [nameOutput, tokenOutput] = kind.outputs;

  /** Reads the answer with a token that replaces another. A cache may answer with the replaced one, or with an earlier one. */
  async function readNext(live: Live, olds: Props, { expiresIn }: Props, now: Date): Promise<IssuedToken & Props> {
    const issued: IssuedToken & Props = { ...(await kind.read(live, { ...kept(olds), expiresIn }, now)) };
    if (issued[tokenOutput] === olds[tokenOutput] || Date.parse(issued.issuedAt) < Date.parse(String(olds.issuedAt)))
      throw unusable(`the ${resource.title} from before`);
    return issued;
  }

  async function reissued(client: Client, olds: Props, news: Props, now: Date): Promise<IssuedToken & Props> {
    const body = kind.body({ ...news, [nameOutput]: olds[nameOutput] }, now);
    return readNext(await client.collection(resource).create(body), olds, news, now);
  }

  /**
   * Refreshes a token; its name and lifetime stay. When the refresh token is refused, or the answer with the next one was lost, a
   * new token is issued under the same name. The service does not limit their number (spec §8).
   */
  async function refreshed(client: Client, olds: Props, news: Props, now: Date): Promise<IssuedToken & Props> {
    try {
      const live = await client.collection(resource).update("", { refresh_token: olds.refreshToken });
      return await readNext(live, olds, news, now);
    } catch (error) {
      if (error instanceof RequestFailure && (REFUSALS.has(error.code) || error.reach === "unknown"))
        return reissued(client, olds, news, now);
      throw error;
    }
  }

  function kept(olds: Props): Props {
    return Object.fromEntries([...kind.outputs, "issuedAt", "expiresAt"].map((name) => [name, olds[name]]));
  }

  return {
    resource,
    verbs: { create: "issue", update: "renew" },
    label: (props) => props[nameOutput],
    identity: (_, olds) => ({ [nameOutput]: olds[nameOutput] }),
    problems: (args) => renewalProblems(args, kind.defaultLifetime),
    warnings: lifetimeWarnings,
    isDue,

    async create(client, inputs, run) {
      const now = await run.now();
      const live = await client.collection(resource).create(kind.body(inputs, now));
      const issued: IssuedToken & Props = { ...(await kind.read(live, inputs, now)) };
      reportClock(run, issued, now);
      const outputs = { ...argumentsOf(resource, inputs), ...issued, rotateAt: rotateAt(inputs, issued) };
      // The engine encrypts no id.
      const isSecret = run.declared(resource).checkOf(inputs)?.secrets.includes(nameOutput);
      return { id: isSecret ? randomUUID() : String(issued[nameOutput]), outputs };
    },

    // The service cannot return a token, so the stored one is the result.
    async read(_, __, olds) {
      return { outputs: olds };
    },

    import: () =>
      Promise.reject(
        new Conflict(
          `the service never shows one again. Leave \`import\` out: an \`up\` issues one under the same \`${nameOutput}\`.`,
        ),
      ),

    async update(client, _, olds, news, run) {
      const now = await run.now();
      const isRenewed = news.rotation !== "never";
      // With `rotation: "never"`, the state has no time.
      const isNewTime = isRenewed && (!isGiven(olds.rotateAt) || !isSame(olds, news, "renewBefore"));
      if (!isNewTime && !isDue(olds, news, now) && isSame(olds, news, "expiresIn"))
        return { ...argumentsOf(resource, news), ...kept(olds), ...(isRenewed ? { rotateAt: olds.rotateAt } : {}) };
      const renew = isSame(olds, news, "expiresIn") && kind.isRefreshable(news) ? refreshed : reissued;
      const issued = await renew(client, olds, news, now);
      reportClock(run, issued, now);
      return { ...argumentsOf(resource, news), ...issued, rotateAt: rotateAt(news, issued) };
    },

    // A token cannot be revoked; it expires.
    delete: async () => ({}),
  };
}

function reportClock(run: Run, issued: IssuedToken, now: Date): void {
  const warning = clockWarning(issued, now);
  if (warning !== undefined && run.isFirst("clock")) run.print(warning);
}

/** A refused refresh token and refused credentials can look the same. The request for a new token distinguishes them. */
const REFUSALS: ReadonlySet<FailureCode> = new Set(["invalid", "not_found", "unauthorized"]);

function renewalProblems({ expiresIn, renewBefore }: Props, defaultLifetime: number): Problem[] {
  const lifetime = expiresIn ?? defaultLifetime;
  if (typeof lifetime !== "number" || typeof renewBefore !== "number" || renewBefore < lifetime) return [];
  const detail = `must be less than expiresIn (${lifetime} minutes), or the token would be due at once`;
  return [{ field: "renewBefore", code: "invalid", detail }];
}

/** Questions a lifetime that is common in seconds and not in minutes. The service decides the maximum. */
function lifetimeWarnings({ expiresIn }: Props): string[] {
  if (typeof expiresIn !== "number" || expiresIn <= 0 || expiresIn % 900 !== 0) return [];
  const isWholeDays = expiresIn % 1_440 === 0 && expiresIn > 7_200 && expiresIn <= 43_200;
  if (isWholeDays) return [];
  const days = Number((expiresIn / 1_440).toFixed(1));
  return [
    `expiresIn is ${expiresIn} minutes, which is ${days} days. If you mean ${expiresIn} seconds, write ${expiresIn / 60}.`,
  ];
}

function isSame(olds: Props, news: Props, name: string): boolean {
  return (olds[name] ?? null) === (news[name] ?? null);
}

/** Returns a time for outputs. */
export function timestamp(seconds: number): string {
  return new Date(seconds * 1_000).toISOString().replace(/\.\d{3}Z$/, "Z");
}

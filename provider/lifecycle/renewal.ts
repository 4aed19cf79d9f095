// Decides when a client token is due. A preview and an `up` renew it, and a refresh reports no change however late it is
// (docs/decisions/0016).

import { type IssuedClientToken, isGiven, type Props } from "../../contract/index.ts";
import type { Run } from "../run/run.ts";
import { isSameProgram } from "./diff.ts";
import type { Lifecycle } from "./lifecycle.ts";

const MINUTE = 60_000;

/**
 * Returns the time at which a token becomes due, in UTC by the service's clock: this machine's may be hours off. Undefined for a
 * token that is never renewed. `renewBefore` defaults to a third of the lifetime.
 */
export function rotateAt(
  { renewBefore, rotation }: Props,
  { issuedAt, expiresAt }: Pick<IssuedClientToken, "issuedAt" | "expiresAt">,
): string | undefined {
  if (rotation === "never") return undefined;
  const [start, end] = [Date.parse(issuedAt), Date.parse(expiresAt)];
  const margin = isGiven(renewBefore) ? Number(renewBefore) * MINUTE : (end - start) / 3;
  return new Date(end - margin).toISOString();
}

/** Returns a warning when this machine's clock cannot tell when the token is due; undefined without a difference. */
export function clockWarning({ issuedAt }: Pick<IssuedClientToken, "issuedAt">, now: Date): string | undefined {
  const minutes = Math.round((now.getTime() - Date.parse(issuedAt)) / MINUTE);
  if (Math.abs(minutes) < LEAST_DIFFERENCE) return undefined;
  const effect =
    minutes < 0
      ? "a token may expire before an `up` on this machine renews it"
      : "an `up` on this machine renews it too early";
  const side = minutes < 0 ? "behind" : "ahead of";
  return `Warning: the clock of this machine is ${Math.abs(minutes)} minutes ${side} the service's, so ${effect}. Correct the clock.`;
}

/** Minutes. A slow answer makes a smaller difference. */
const LEAST_DIFFERENCE = 3;

/** True when an `up` renews a token with these outputs. A stored value that is no time has passed. */
export function isDue({ rotateAt }: Props, { rotation }: Props, now: Date): boolean {
  if (rotation === "always") return true;
  return rotation !== "never" && isGiven(rotateAt) && !(now.getTime() < Date.parse(String(rotateAt)));
}

/**
 * Decides in the diff whether a renewal is due. A refresh shows none. Its diff gets the same values as the diff of an `up`, but
 * follows a read of the object.
 */
export class Renewals {
  readonly #lifecycle: Lifecycle;
  readonly #run: Run;
  /** Object → reads that no diff followed yet. Two tokens may have one name, which is their id. */
  readonly #reads = new Map<string, number>();

  constructor(lifecycle: Lifecycle, run: Run) {
    this.#lifecycle = lifecycle;
    this.#run = run;
  }

  read(id: string): void {
    if (this.#lifecycle.isDue) this.#reads.set(id, (this.#reads.get(id) ?? 0) + 1);
  }

  /** Called once for each diff. Returns nothing where the engine decides. */
  async changes(id: string, olds: Props, news: Props): Promise<{ readonly changes?: boolean }> {
    const { resource, isDue } = this.#lifecycle;
    if (!isDue) return {};
    const reads = this.#reads.get(id) ?? 0;
    this.#reads.set(id, Math.max(reads - 1, 0));
    // The engine shows a changed argument itself, and the update renews what is due.
    if (reads > 0 || !isSameProgram(resource, olds, news)) return {};
    return isDue(olds, news, await this.#run.now()) ? { changes: true } : {};
  }

  /** Returns the line for a renewal. A saved plan may still forbid it. */
  text(olds: Props, news: Props): string {
    const { resource, label } = this.#lifecycle;
    const when = news.rotation === "always" ? "with every `up`" : `since ${String(olds.rotateAt)}`;
    return `the ${resource.title} ${JSON.stringify(label(olds))} is due for renewal ${when}: ~ rotateAt`;
  }
}

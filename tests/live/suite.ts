// Runs one run: removes remains of earlier runs, creates an endpoint, tries each assumption, and removes its own objects.

import type { GapId } from "../../contract/index.ts";
import { openExchange } from "../../provider/client/exchange.ts";
import type { Connection } from "../../provider/config.ts";
import { endpointTrials, secret } from "./endpoint-trials.ts";
import { findMade, type Left, reasonOf, remove } from "./keeper.ts";
import { stampedName } from "./names.ts";
import { otherTrials } from "./other-trials.ts";
import { compared, isSuccess, notTried, type Outcome, type Trial } from "./outcome.ts";
import { type Recorded, recording } from "./record.ts";
import { ENDPOINTS, NoAnswer, objectOf, Session } from "./session.ts";

export interface Assumption {
  readonly gap: GapId;
  readonly outcome: Outcome;
}

export interface SuiteResult {
  readonly assumptions: readonly Assumption[];
  /** The number of removed endpoints of earlier runs. */
  readonly removed: number;
  readonly left: readonly Left[];
  /** Endpoints whose names begin like a run's and that this run did not touch, each with the reason. */
  readonly leftAlone: readonly { readonly username: string; readonly why: string }[];
  readonly isStopped: boolean;
}

/** Stopping a run does not cut off its running request, because that request may create something. */
const BOUNDS = { connect: 5_000, silence: 10_000, whole: 20_000, size: 8 * 1024 ** 2 };
/** After this many unanswered trials in a row, the suite skips the rest. */
const MOST_UNANSWERED = 2;

/**
 * @param stop - Aborted to end the suite early. The suite still removes its objects.
 * @param records - Gets each exchange of the trials.
 */
export async function runSuite(
  connection: Connection,
  stop: AbortSignal,
  records: Recorded[] = [],
): Promise<SuiteResult> {
  const exchange = recording(openExchange(connection, BOUNDS), records);
  const session = new Session(stampedName(connection.projectId, Date.now()), exchange, stop);
  const earlier = await findMade(connection).catch(reasonOf);
  if (typeof earlier === "string") {
    // Without a list, the suite could not find its endpoint again to remove it.
    const why = `SIP endpoints cannot be listed, so none was made: ${earlier}`;
    const assumptions = await tryAll(session, why);
    return { assumptions, removed: 0, left: [], leftAlone: [], isStopped: stop.aborted };
  }
  const ended = earlier.filter(({ origin }) => origin === "ended");
  const kept = await remove(connection, ended);
  const assumptions = await tryAll(session, undefined);
  const left = await removeOwn(connection, session.name);
  const leftAlone = earlier.flatMap(({ username, origin }) =>
    origin === "ended" ? [] : [{ username, why: WHY[origin] }],
  );
  return {
    assumptions,
    removed: ended.length - kept.length,
    left: [...kept, ...left],
    leftAlone,
    isStopped: stop.aborted,
  };
}

const WHY = {
  foreign: "its checksum is not a run's",
  running: "it belongs to a run that may still run on this or another machine",
} as const;

/** Searches by name, because the answer to a create may have been lost. */
async function removeOwn(connection: Connection, name: string): Promise<Left[]> {
  const isOwn = ({ username }: { readonly username: string }) => username.toLowerCase() === name;
  const found = await findMade(connection).catch(reasonOf);
  if (typeof found !== "string") return remove(connection, found.filter(isOwn));
  return [{ id: "", username: name, origin: "running", why: `unknown whether it is there: ${found}` }];
}

async function tryAll(session: Session, why: string | undefined): Promise<Assumption[]> {
  const made = why === undefined ? await makeEndpoint(session) : { outcome: notTried(why), why };
  const assumptions: Assumption[] = [{ gap: "sip-endpoint-paths", outcome: made.outcome }];
  let unanswered = 0;
  for (const trial of [...endpointTrials, ...otherTrials]) {
    const { gap, needsNoEndpoint = false } = trial;
    if (made.why !== undefined && !needsNoEndpoint) assumptions.push({ gap, outcome: notTried(made.why) });
    else if (unanswered >= MOST_UNANSWERED)
      assumptions.push({ gap, outcome: notTried("the service no longer answers") });
    else {
      const { outcome, isUnanswered } = await attempt(trial, session);
      unanswered = isUnanswered ? unanswered + 1 : 0;
      assumptions.push({ gap, outcome });
    }
  }
  return assumptions;
}

async function attempt(
  trial: Trial,
  session: Session,
): Promise<{ readonly outcome: Outcome; readonly isUnanswered: boolean }> {
  try {
    return { outcome: await trial.run(session), isUnanswered: false };
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error;
    return { outcome: notTried(error.message), isUnanswered: true };
  }
}

async function makeEndpoint(session: Session): Promise<{ readonly outcome: Outcome; readonly why?: string }> {
  try {
    const created = await session.create(session.name, secret());
    const { id } = objectOf(created);
    if (typeof id !== "string" || id === "") {
      const why = `no SIP endpoint could be made (${created.status})`;
      const isRefused = [401, 403, 422, 429].includes(created.status);
      return { outcome: isRefused ? notTried(why) : compared({ POST: 201 }, { POST: created.status }), why };
    }
    session.id = id;
    const [item, list] = [await session.send("GET", session.path), await session.send("GET", ENDPOINTS)];
    return {
      outcome: compared(
        { POST: 201, GET: 200, list: 200 },
        { POST: created.status, GET: item.status, list: list.status },
      ),
      ...(!isSuccess(item.status) && { why: `the SIP endpoint of the suite cannot be read (${item.status})` }),
    };
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error;
    return { outcome: notTried(error.message), why: error.message };
  }
}

// Runs one run: removes remains of earlier runs, creates an endpoint, tries each assumption, and removes its own objects.

import { type GapId, plural, type Resource, sipEndpoint } from "../../contract/index.ts";
import { openExchange } from "../../provider/client/exchange.ts";
import type { Connection } from "../../provider/config/config.ts";
import { endpointTrials } from "./endpoint-trials.ts";
import { findMade, type Left, MADE, reasonOf, remove } from "./keeper.ts";
import { stampedName } from "./names.ts";
import { otherTrials } from "./other-trials.ts";
import { compared, isSuccess, notTried, type Outcome, type Trial } from "./outcome.ts";
import { Records } from "./record.ts";
import { rowTrials, secret } from "./rows.ts";
import { ENDPOINTS, NoAnswer, objectOf, Session } from "./session.ts";

export interface Assumption {
  readonly gap: GapId;
  readonly outcome: Outcome;
}

export interface SuiteResult {
  readonly assumptions: readonly Assumption[];
  /** The number of removed objects of earlier runs. */
  readonly removed: number;
  readonly left: readonly Left[];
  readonly leftAlone: readonly LeftAlone[];
  readonly isStopped: boolean;
}

/** An object whose name begins like a run's and that this run did not touch, with the reason. */
interface LeftAlone {
  readonly resource: Resource;
  readonly name: string;
  readonly why: string;
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
  records = new Records(),
): Promise<SuiteResult> {
  const exchange = records.of(openExchange(connection, BOUNDS));
  const session = new Session(stampedName(connection.projectId, Date.now()), exchange, stop);
  const [kept, leftAlone, blocked]: [Left[], LeftAlone[], Map<Resource, string>] = [[], [], new Map()];
  let removed = 0;
  for (const resource of MADE) {
    const earlier = await findMade(connection, resource).catch(reasonOf);
    if (typeof earlier === "string") {
      // Without a list, the suite could not find its object again to remove it.
      blocked.set(resource, `${plural(resource.title)} cannot be listed, so none was made: ${earlier}`);
      continue;
    }
    const ended = earlier.filter(({ origin }) => origin === "ended");
    const stays = await remove(connection, ended);
    kept.push(...stays);
    removed += ended.length - stays.length;
    for (const { name, origin } of earlier)
      if (origin !== "ended") leftAlone.push({ resource, name, why: WHY[origin] });
  }
  const assumptions = await tryAll(session, blocked, records);
  const left = await Promise.all(
    MADE.filter((each) => !blocked.has(each)).map((each) => removeOwn(connection, each, session.name)),
  );
  return { assumptions, removed, left: [...kept, ...left.flat()], leftAlone, isStopped: stop.aborted };
}

const WHY = {
  foreign: "its checksum is not a run's",
  running: "it belongs to a run of the last 15 minutes, which may still run: run the suite again later",
} as const;

/** Searches by name, because the answer to a create may have been lost. */
async function removeOwn(connection: Connection, resource: Resource, name: string): Promise<Left[]> {
  const found = await findMade(connection, resource).catch(reasonOf);
  if (typeof found !== "string")
    return remove(
      connection,
      found.filter((each) => each.name.toLowerCase() === name),
    );
  return [{ resource, id: "", name, origin: "running", why: `unknown whether it is there: ${found}` }];
}

/** What records leave open and what costs users most, if the answer is another. */
const FIRST: readonly GapId[] = ["null-clears", "error-bodies", "taken-username", "username-case", "list-pages"];

const isFirst = ({ gap }: Trial) => FIRST.includes(gap);

const ALL: readonly Trial[] = [...endpointTrials, ...rowTrials, ...otherTrials];

const TRIALS: readonly Trial[] = [
  ...ALL.filter(isFirst).toSorted((a, b) => FIRST.indexOf(a.gap) - FIRST.indexOf(b.gap)),
  ...ALL.filter((each) => !isFirst(each)),
];

async function tryAll(
  session: Session,
  blocked: ReadonlyMap<Resource, string>,
  records: Records,
): Promise<Assumption[]> {
  const why = blocked.get(sipEndpoint);
  records.begin("sip-endpoint-paths");
  const made = why === undefined ? await makeEndpoint(session) : { outcome: notTried(why), why };
  const assumptions: Assumption[] = [{ gap: "sip-endpoint-paths", outcome: made.outcome }];
  let unanswered = 0;
  for (const trial of TRIALS) {
    const { gap, needsNoEndpoint = false, makes } = trial;
    const hindrance = (needsNoEndpoint ? undefined : made.why) ?? (makes && blocked.get(makes));
    if (hindrance !== undefined) assumptions.push({ gap, outcome: notTried(hindrance) });
    else if (unanswered >= MOST_UNANSWERED)
      assumptions.push({ gap, outcome: notTried("the service no longer answers") });
    else {
      records.begin(gap);
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
      return { outcome: isRefused ? notTried(why) : compared({ POST: [201, created.status] }), why };
    }
    session.id = id;
    const [item, list] = [await session.send("GET", session.path), await session.send("GET", ENDPOINTS)];
    return {
      outcome: compared({ POST: [201, created.status], GET: [200, item.status], list: [200, list.status] }),
      ...(!isSuccess(item.status) && { why: `the SIP endpoint of the suite cannot be read (${item.status})` }),
    };
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error;
    return { outcome: notTried(error.message), why: error.message };
  }
}

// One run: creates an endpoint, tries the rows, and removes its own objects, which it finds by its name.

import { randomBytes, randomUUID } from "node:crypto";
import {
  type Body,
  cxmlScript,
  domainApplication,
  type GapId,
  isObject,
  parsedJson,
  plural,
  type Resource,
  sipEndpoint,
  swmlScript,
} from "../../contract/index.ts";
import { idOf } from "../../provider/client/answers.ts";
import { openClient } from "../../provider/client/collection.ts";
import { RequestFailure } from "../../provider/client/errors.ts";
import { codeOf, openExchange } from "../../provider/client/exchange.ts";
import { openTransport } from "../../provider/client/transport.ts";
import type { Connection } from "../../provider/config/config.ts";
import type { Shape } from "../records/form.ts";
import { isStatus } from "../records/replay.ts";
import { differences } from "../records/shape.ts";
import { Records } from "./record.ts";
import { ROWS, type Row } from "./rows.ts";

export type Outcome =
  | { readonly verdict: "held"; readonly except?: string }
  /** Neither text contains ids, names or secrets. */
  | { readonly verdict: "differs"; readonly expected: string; readonly seen: string }
  | { readonly verdict: "not-tried"; readonly why: string };

export interface Left {
  readonly resource: Resource;
  readonly id: string;
  readonly name: string;
  readonly why: string;
}

export interface Result {
  /** The user name of the run's endpoint. */
  readonly name: string;
  readonly outcomes: ReadonlyMap<GapId, Outcome>;
  /** Objects of this run that may still exist, and of runs that were killed. */
  readonly left: readonly Left[];
  readonly isStopped: boolean;
}

/** The kinds of objects that a run makes. */
const MADE: readonly Resource[] = [sipEndpoint, cxmlScript, swmlScript, domainApplication];
const PREFIX = "live-test-";
const WRONG = { authorization: "Basic cHJvYmU6cHJvYmU=" };

/** Stopping a run does not cut off its running request, because that request may create something. */
const BOUNDS = { connect: 5_000, silence: 10_000, whole: 20_000, size: 8 * 1024 ** 2 };

/** @param stop - Aborted to end the run early. It still removes its objects. */
export async function run(connection: Connection, stop: AbortSignal, records = new Records()): Promise<Result> {
  const exchange = openExchange(connection, BOUNDS);
  const name = `${PREFIX}${randomBytes(6).toString("hex")}`;
  // Without a list, the run could not find its object again to remove it.
  const blocked = new Map<Resource, string>();
  for (const resource of MADE) {
    const found = await named(connection, resource, PREFIX).catch(reasonOf);
    if (typeof found === "string") blocked.set(resource, `${plural(resource.title)} cannot be listed: ${found}`);
  }
  const outcomes = new Map<GapId, Outcome>();
  const made = await endpoint();
  let silence: string | undefined;
  for (const row of ROWS) outcomes.set(row.gap, await outcomeOf(row));
  const left = await Promise.all(MADE.map((resource) => removed(connection, resource, name)));
  return { name, outcomes, left: left.flat(), isStopped: stop.aborted };

  /** Creates an endpoint without a handler, so nothing can ring it. */
  async function endpoint(): Promise<{ readonly id?: string; readonly why?: string }> {
    const why = blocked.get(sipEndpoint);
    if (why !== undefined) return { why };
    const body = { username: name, password: secret() };
    const { status, text } = await exchange({ method: "POST", path: sipEndpoint.operations.create.path, body });
    const { id } = Object(parsedJson(text));
    return typeof id === "string" ? { id } : { why: `no SIP endpoint could be made (${status})` };
  }

  async function outcomeOf(row: Row): Promise<Outcome> {
    const kind = MADE.find((each) => row.steps.some(({ ask }) => ask === `POST ${each.operations.create?.path}`));
    const needsEndpoint = kind === sipEndpoint || row.steps.some(({ ask }) => /\[(?:endpoint|ID)\]/.test(ask));
    const hindrance = (needsEndpoint ? made.why : undefined) ?? (kind && blocked.get(kind));
    const why = stop.aborted ? "the suite was stopped" : (silence ?? hindrance);
    return why === undefined ? tried(row) : { verdict: "not-tried", why };
  }

  async function tried({ gap, steps, except }: Row): Promise<Outcome> {
    const [expected, seen, refusals]: [string[], string[], string[]] = [[], [], []];
    const part = name.slice(2);
    let known: { readonly [word: string]: unknown } = {
      ...{ endpoint: `${sipEndpoint.operations.create.path}/${made.id}`, ID: made.id?.toUpperCase(), id: randomUUID() },
      ...{ name, NAME: name.toUpperCase(), part, PART: part.toUpperCase(), password: secret() },
    };
    for (const { ask, sent, type, credentials, status, answer } of steps) {
      const [method = "", to = ""] = String(filled(ask, known)).split(" ");
      const headers = { ...(credentials && WRONG), ...(type !== undefined && { "content-type": type }) };
      const request = { method, path: to.slice(to.indexOf("/api/")), body: sent && filled(sent, known), headers };
      const reply = await exchange(request).catch((error) => `the service gave no answer (${codeOf(error)})`);
      if (typeof reply === "string") {
        silence = reply;
        return { verdict: "not-tried", why: reply };
      }
      records.add(gap, request, reply);
      if ([401, 403].includes(reply.status) && !credentials && !ask.includes("[endpoint]")) {
        // The token may not do this. The other kinds of a list of kinds are tried.
        refusals.push(`${ask} is answered with ${reply.status}`);
        if (method === "GET" && status !== undefined) continue;
        return { verdict: "not-tried", why: `${ask} is answered with ${reply.status}` };
      }
      const shown = Object(parsedJson(reply.text));
      const id = isStatus("2xx", reply.status) ? (shown.id ?? known.id) : known.id;
      known = { ...shown.links, ...shown, ...known, id };
      const found = answer === undefined ? [] : differences(filled(answer, known) as Shape, decoded(shown), ask);
      if (status === undefined || (isStatus(status, reply.status) && found.length === 0)) continue;
      expected.push(`${ask} ${JSON.stringify(sent) ?? ""}: ${status}`);
      seen.push([reply.status, ...found].join(", "));
    }
    const [refusal] = refusals;
    if (refusal !== undefined && refusals.length === steps.length) return { verdict: "not-tried", why: refusal };
    if (seen.length === 0) return { verdict: "held", ...(except !== undefined && { except }) };
    const hidden = (texts: readonly string[]) =>
      ["endpoint", "name", "NAME", "id"].reduce(
        (text, word) => text.replaceAll(String(known[word]), `[${word}]`),
        texts.join("; "),
      );
    return { verdict: "differs", expected: hidden(expected), seen: hidden(seen) };
  }
}

/** Returns a random password. Nothing stores it. */
function secret(): string {
  return `Aa1-${randomBytes(24).toString("base64url")}`;
}

/** Returns the objects of this kind whose names begin so. Reads the whole list, because filters are one of the tried assumptions. */
async function named(connection: Connection, resource: Resource, start: string): Promise<Omit<Left, "why">[]> {
  const found: Omit<Left, "why">[] = [];
  for await (const live of openClient(openTransport(connection)).collection(resource).list()) {
    const name = String(live[resource.label]);
    if (name.toLowerCase().startsWith(start)) found.push({ resource, id: idOf(live), name });
  }
  return found;
}

/** Removes the run's objects of this kind. Returns those that still exist, and those of other runs. */
async function removed(connection: Connection, resource: Resource, own: string): Promise<Left[]> {
  const collection = openClient(openTransport(connection)).collection(resource);
  const reasons = new Map<string, string>();
  try {
    for (const { id } of await named(connection, resource, own))
      await collection.delete(id).catch((error) => reasons.set(id, reasonOf(error)));
    // A success alone does not prove a deletion.
    const found = await named(connection, resource, PREFIX);
    return found.map((each) => ({
      ...each,
      why: each.name.toLowerCase().startsWith(own)
        ? (reasons.get(each.id) ?? "the service still lists it")
        : "another run made it, or somebody else",
    }));
  } catch (error) {
    return [{ resource, id: "", name: own, why: `unknown whether it is there: ${reasonOf(error)}` }];
  }
}

/** Returns the message of a failed request. Throws every other error again. */
function reasonOf(error: unknown): string {
  if (error instanceof RequestFailure) return error.message;
  throw error;
}

/** Returns the body with the header and the claims of each JWT in the place of its text. */
function decoded(body: Body): Body {
  const read = (part: string) => parsedJson(Buffer.from(part, "base64url").toString());
  const shown = (value: unknown) => {
    const [header = "", claims = ""] = /^eyJ/.test(String(value)) ? String(value).split(".") : [];
    return header === "" ? value : { ...Object(read(header)), ...Object(read(claims)) };
  };
  return Object.fromEntries(Object.entries(body).map(([name, value]) => [name, shown(value)]));
}

/** Returns the shape with the known values in the place of words. */
function filled(shape: Shape, known: { readonly [word: string]: unknown }): unknown {
  if (typeof shape === "string") {
    const [, whole] = /^\[(\w+)\]$/.exec(shape) ?? [];
    if (whole !== undefined && whole in known) return known[whole];
    return shape.replace(/\[(\w+)\]/g, (word, each: string) => (each in known ? String(known[each]) : word));
  }
  if (Array.isArray(shape)) return shape.map((each) => filled(each, known));
  if (!isObject(shape)) return shape;
  return Object.fromEntries(Object.entries(shape).map(([key, each]) => [key, filled(each as Shape, known)]));
}

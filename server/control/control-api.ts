import type { IncomingMessage } from "node:http";
import { apiResources } from "../api/routes.ts";
import { followed, type Parts } from "../calls/switchboard.ts";
import { place } from "../calls/traffic.ts";
import type { FaultOptions } from "../conditions/faults.ts";
import { InputError } from "../conditions/input.ts";
import { type Answer, failed, methodNotAllowed, notFound, type PageAnswer, Refusal } from "../http/answers.ts";
import { readBody } from "../http/body.ts";
import { type Method, Router } from "../http/router.ts";
import { explore } from "../reach/explore.ts";
import { routesOf } from "../reach/ways.ts";
import { credentials } from "./credentials.ts";
import { turnAway } from "./guard.ts";
import { inspectorFile } from "./inspector-files.ts";
import { streamChanges } from "./live.ts";
import { moveClock, parseCall, parseMessage, parseRateLimit } from "./requests.ts";
import { putObjects, restoreSnapshot, takeSnapshot } from "./snapshot.ts";

/** Answers a request under `/_reference`: the features of the test API, for programs in any language and for a browser. */
export async function answerControl(server: Parts, token: string, incoming: IncomingMessage): Promise<PageAnswer> {
  const page = await inspectorFile(incoming);
  if (page) return page;
  const away = turnAway(incoming, token);
  if (away) return away;
  const found = routerOf(server).find(incoming.method ?? "", incoming.url ?? "");
  if ("allowed" in found) return found.allowed.length > 0 ? methodNotAllowed(found.allowed) : notFound;
  try {
    const asked = { body: await readBody(incoming, { limit: LARGEST_BODY_BYTES }), id: found.named.id ?? "" };
    return await found.target(asked);
  } catch (error) {
    if (error instanceof Refusal) return error.answer;
    if (error instanceof InputError) return { status: 422, body: { problems: error.problems } };
    // The clock throws a RangeError for an invalid date.
    if (error instanceof RangeError) return { status: 422, body: { problems: [error.message] } };
    return { ...failed, body: { error: "Internal Server Error", failure: String(error) } };
  }
}

/** Enough for a snapshot of a hundred thousand endpoints. */
const LARGEST_BODY_BYTES = 256 * 1024 * 1024;

interface Asked {
  readonly body: unknown;
  readonly id: string;
}

type Command = (asked: Asked) => PageAnswer | Promise<PageAnswer>;

function routerOf(server: Parts): Router<Command> {
  const { journal, faults, clock, rateLimit, sessions, store } = server;
  const router = new Router<Command>();
  const on = (method: Method, thing: string, command: Command) => router.add(method, `/_reference/${thing}`, command);
  const time = () => shown({ now: new Date(clock.now()).toISOString(), frozen: clock.frozen });

  on("GET", "journal", () => shown({ entries: journal.entries }));
  on("DELETE", "journal", () => done(() => journal.clear()));
  on("GET", "faults", () => shown({ faults: faults.all }));
  on("POST", "faults", ({ body }) => ({ status: 201, body: { id: faults.add(body as FaultOptions).id } }));
  on("DELETE", "faults", () => done(() => faults.clear()));
  on("DELETE", "faults/{id}", ({ id }) => (faults.remove(id) ? DONE : notFound));
  on("GET", "clock", time);
  on("POST", "clock", ({ body }) => {
    moveClock(clock, body);
    return time();
  });
  on("PUT", "rate-limit", ({ body }) => done(() => rateLimit.set(parseRateLimit(body))));
  on("GET", "sessions", () => shown({ sessions: sessions.all() }));
  on("GET", "projects", () => shown({ projects: credentials(store) }));
  on("GET", "paths", () => shown({ paths }));
  on("GET", "callers", () => explore(server).then(shown));
  on("GET", "callers/{id}", ({ id }) => explore(server, { called: id }).then(shown));
  on("GET", "routes", async () => shown({ routes: await routesOf(server) }));
  on("GET", "live", () => ({ status: 200, headers: LINES, lines: streamChanges(server) }));
  on("PUT", "objects", ({ body }) => done(() => putObjects(server, (body as { objects?: unknown }).objects)));
  on("GET", "snapshot", () => shown(takeSnapshot(server)));
  on("PUT", "snapshot", ({ body }) => done(() => restoreSnapshot(server, body)));
  for (const [thing, parse] of [["calls", parseCall] as const, ["messages", parseMessage] as const])
    on("POST", thing, async ({ body }) => shown(await followed(server, () => place(server, parse(body)))));
  return router;
}

const paths = [
  ...new Set(apiResources.flatMap(({ operations }) => Object.values(operations).map((operation) => operation.path))),
];

const LINES = { "Content-Type": "application/x-ndjson; charset=utf-8", "Cache-Control": "no-store" };

const DONE: Answer = { status: 204 };

function done(action: () => void): Answer {
  action();
  return DONE;
}

function shown(body: unknown): Answer {
  return { status: 200, body };
}

// Decides what the control API offers: everything a test can do from code, for programs in any language.

import type { IncomingMessage } from "node:http";
import { type Answer, failed, methodNotAllowed, notFound, Refusal } from "../answers.ts";
import type { FaultOptions } from "../faults.ts";
import { InputError } from "../input.ts";
import { readJson } from "../json.ts";
import type { Service } from "../service.ts";
import { restoreSnapshot, takeSnapshot } from "../snapshot.ts";
import { placeCall, placeMessage } from "../traffic/traffic.ts";
import { turnAway } from "./guard.ts";
import { moveClock, parseCall, parseMessage, parseRateLimit } from "./inputs.ts";

/** The answer to a request under `/_reference`. It is neither journaled nor struck by faults. */
export async function control(
  service: Service,
  token: string,
  incoming: IncomingMessage,
  path: string,
): Promise<Answer> {
  const away = turnAway(incoming, token);
  if (away) return away;
  const [, , thing = "", id, ...rest] = path.split("/");
  const commands = rest.length > 0 ? undefined : commandsOf(service, thing, id);
  if (!commands) return notFound;
  const method = incoming.method === "HEAD" ? "GET" : (incoming.method ?? "");
  const command = Object.hasOwn(commands, method) && commands[method as Method];
  if (!command) return methodNotAllowed(Object.keys(commands));
  try {
    return await command(await readJson(incoming, LARGEST));
  } catch (error) {
    if (error instanceof Refusal) return error.answer;
    if (error instanceof InputError) return { status: 422, body: { problems: error.problems } };
    // The clock's: a moment there is not.
    if (error instanceof RangeError) return { status: 422, body: { problems: [error.message] } };
    return { ...failed, body: { error: "Internal Server Error", failure: String(error) } };
  }
}

/** A snapshot of a hundred thousand endpoints fits. */
const LARGEST = 256 * 1024 * 1024;

type Method = "GET" | "POST" | "PUT" | "DELETE";
type Commands = { readonly [method in Method]?: (body: unknown) => Answer | Promise<Answer> };

function commandsOf(service: Service, thing: string, id: string | undefined): Commands | undefined {
  const { journal, faults, clock, rateLimit, sessions, projects } = service;
  if (id !== undefined) {
    return thing === "faults" ? { DELETE: () => (faults.remove(id) ? DONE : notFound) } : undefined;
  }
  const time = () => ({ now: new Date(clock.now()).toISOString(), frozen: clock.frozen });
  const all: { readonly [thing: string]: Commands } = {
    journal: {
      GET: () => shown({ entries: journal.entries }),
      DELETE: () => done(() => journal.clear()),
    },
    faults: {
      GET: () => shown({ faults: faults.all.map(({ id, options, struck }) => ({ id, options, struck })) }),
      POST: (body) => ({ status: 201, body: { id: faults.add(body as FaultOptions).id } }),
      DELETE: () => done(() => faults.clear()),
    },
    clock: {
      GET: () => shown(time()),
      POST: (body) => {
        moveClock(clock, body);
        return shown(time());
      },
    },
    "rate-limit": { PUT: (body) => done(() => rateLimit.set(parseRateLimit(body))) },
    sessions: { GET: () => shown({ sessions: sessions.all() }) },
    projects: { GET: () => shown({ projects: projects.credentials }) },
    snapshot: {
      GET: () => shown(takeSnapshot(service)),
      PUT: (body) => done(() => restoreSnapshot(service, body)),
    },
    calls: { POST: async (body) => shown(await placeCall(service, parseCall(body))) },
    messages: { POST: async (body) => shown(await placeMessage(service, parseMessage(body))) },
  };
  return Object.hasOwn(all, thing) ? all[thing] : undefined;
}

const DONE: Answer = { status: 204 };

function done(action: () => void): Answer {
  action();
  return DONE;
}

function shown(body: unknown): Answer {
  return { status: 200, body };
}

// The ways in which a command of a random world fails: a process is killed, an answer is lost, or an answer is wrong.

import { type Answer, type Gateway, json } from "../../provider/gateway.ts";
import { kill } from "../lives/helpers.ts";
import type { Outcome, Running, Stack } from "../stack.ts";

const STRANGE_ID = "9e8b6c1a-52d7-4b0f-8a35-6f0c7d1e2b34";

/** How an answer is wrong. Each function gets the server's own answer. */
const wrongAnswers = {
  "a page of HTML": () => ({ status: 200, type: "text/html", text: "<html><body>Welcome</body></html>" }),
  "an empty 200": () => ({ status: 200, type: "application/json", text: "" }),
  "half of the JSON": (right) => ({ ...right, text: right.text.slice(0, right.text.length / 2) }),
  "another object": (right) => changed(right, (object) => ({ ...object, id: STRANGE_ID, username: "other" })),
  "an object without an id": (right) => changed(right, ({ id: _, ...rest }) => rest),
  "a list": (right) => changed(right, (object) => ("data" in object ? object : { data: [object], links: {} })),
  "an error in the place of an object": () => json(200, { errors: [{ detail: "try again" }] }),
  "502 of a proxy": () => ({ status: 502, type: "text/html", text: "<html>Bad gateway</html>" }),
  "200 of a framework": () => json(200, { ok: true }),
  "404 of a framework": () => json(404, { status: 404, error: "Not Found" }),
  "404 of a proxy": () => ({ status: 404, type: "text/plain", text: "404 page not found" }),
  "401": () => json(401, { errors: [{ detail: "Unauthorized" }] }),
  "403": () => json(403, { errors: [{ detail: "Forbidden" }] }),
  "429": () => ({ ...json(429, { errors: [{ detail: "Too many requests" }] }), headers: { "retry-after": "0" } }),
} satisfies { [name: string]: (right: Answer) => Answer };

export const WRONG_ANSWERS = Object.keys(wrongAnswers) as (keyof typeof wrongAnswers)[];
export const VICTIMS = ["engine", "provider"] as const;

/** The APIs of which requests count. */
export const APIS = ["/api/", "/api/relay/", "/api/fabric/"] as const;

interface When {
  readonly api: (typeof APIS)[number];
  /** The requests that count: those with this method, or all that write. */
  readonly method: "GET" | "POST" | "PUT" | "DELETE" | "write";
  /** The first request that fails. */
  readonly nth: number;
  readonly times: number;
  /** Whether the server carries the request out. */
  readonly isDone: boolean;
}

export type Failure = When &
  (
    | { readonly kind: "kill"; readonly victim: (typeof VICTIMS)[number] }
    | { readonly kind: "lost" }
    | { readonly kind: "wrong"; readonly answer: (typeof WRONG_ANSWERS)[number] }
  );

export function describeFailure(failure: Failure): string {
  const { kind, api, method, nth, times, isDone } = failure;
  const requests = `${times > 1 ? `${times} requests from ` : ""}${method} ${nth} of ${api}${isDone ? ", carried out" : ""}`;
  if (kind === "kill") return `the ${failure.victim} is killed at ${requests}`;
  return kind === "lost" ? `no answer to ${requests}` : `${failure.answer} as answer to ${requests}`;
}

/** Runs a command of the engine during which this failure happens. `code` is -1 if the engine was killed. */
export async function runFailing(
  stack: Stack,
  gateway: Gateway,
  failure: Failure,
  command: readonly string[],
): Promise<Outcome & { readonly struck: boolean }> {
  let seen = 0;
  let killed: Promise<void> | undefined;
  let running: Running | undefined;
  gateway.answerWith(async ({ method, path }, forward) => {
    const isMethod = failure.method === "write" ? method !== "GET" : method === failure.method;
    const counts = isMethod && path.startsWith(failure.api);
    if (!counts) return forward();
    seen += 1;
    if (seen < failure.nth || seen >= failure.nth + failure.times) return forward();
    const right = failure.isDone ? await forward() : json(200, {});
    if (failure.kind === "wrong") return wrongAnswers[failure.answer](right);
    if (failure.kind === "kill" && running) killed ??= killVictim(stack, running, failure.victim);
    await killed;
    throw new Error("no answer");
  });
  running = await stack.start(...command);
  const outcome = await running.ended;
  await killed;
  gateway.answerWith();
  return { ...outcome, struck: seen >= failure.nth };
}

async function killVictim(stack: Stack, running: Running, victim: (typeof VICTIMS)[number]): Promise<void> {
  if (victim === "engine") {
    await kill(stack, running);
    // The provider outlives the engine until its requests have ended. This request has no answer yet.
    return;
  }
  for (const pid of await stack.providers()) process.kill(pid, "SIGKILL");
}

function changed(right: Answer, change: (object: Record<string, unknown>) => unknown): Answer {
  if (right.text === "") return right;
  return { ...right, text: JSON.stringify(change(JSON.parse(right.text))) };
}

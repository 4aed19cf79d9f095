// Random programs with random changes: the planned route of a call equals its real route after the provider's own objects
// applied the change at a service.

import fc from "fast-check";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { liveObject } from "../../../../cli/calls/objects.ts";
import { plannedStack } from "../../../../cli/calls/stack.ts";
import type { ReferenceServer } from "../../../../server/index.ts";
import { ask, list } from "../../../engine/service.ts";
import { receiver, status } from "../../../server/receiver.ts";
import { type Change, DOCUMENTS, FOREIGN, NUMBERS, type Program, randomChanges } from "../planned-programs.ts";
import { newProjects, type Project, preview, rung, up, wire } from "../planned-runs.ts";

const CHANGES = 60;
/** Changes applied in parallel: each one mostly waits for further events of the engine. */
const AT_ONCE = 25;
// A fixed seed: a failure can be repeated. Raise the number to search more widely.
const SEED = 20_261_122;

beforeAll(() => vi.stubEnv("ANY_PASSWORD", "canary-password"));
afterAll(() => vi.unstubAllEnvs());

it(`is planned as it is applied, for ${CHANGES} random changes`, { timeout: 240_000 }, async () => {
  const documents = await receiver({
    ...Object.fromEntries(Object.entries(DOCUMENTS).map(([path, body]) => [path, (response) => response.end(body)])),
    "/status": (response) => response.end(),
    "/gone": status(404),
  });
  const seen = new Map<string, number>();
  const count = (what: string) => seen.set(what, (seen.get(what) ?? 0) + 1);
  const cases = fc.sample(randomChanges(documents.url), { seed: SEED, numRuns: CHANGES });
  for (let from = 0; from < CHANGES; from += AT_ONCE) {
    const some = cases.slice(from, from + AT_ONCE);
    const projects = await newProjects(some.length);
    await Promise.all(
      some.map((change, at) =>
        compare(`change ${from + at}: ${JSON.stringify(change)}`, change, projects[at] as Project, count),
      ),
    );
  }
  // The search is useless when these cases never occur.
  for (const what of [
    "answered",
    "ringing",
    "handed-over",
    "unanswered",
    "failed",
    "create",
    "update",
    "delete",
    "create-replacement",
    "same",
    "differs",
  ])
    expect(seen.get(what) ?? 0, what).toBeGreaterThan(5);
});

async function compare(
  title: string,
  { before, after, found }: Change,
  project: Project,
  count: (what: string) => void,
) {
  const { server } = project;
  project.foreign = String((await ask(server, "POST", "/endpoints/sip", { username: FOREIGN, password: "canary" })).id);
  for (const [at, live] of (await list(server, "/phone_numbers")).entries())
    await ask(
      server,
      "PUT",
      `/phone_numbers/${live.id}`,
      wire(
        "PhoneNumber",
        rung({ type: "PhoneNumber", args: found[at] ?? {}, endpoint: FOREIGN }, () => project.foreign),
      ),
    );

  const state = await up(project, project.runs[0], new Map(), before);
  const { events, plan } = await preview(project, project.runs[1], state, after);
  const planned = await plannedStack(events, plan, async (type, { number }) => {
    const live = (await list(server, "/phone_numbers")).find((each) => each.number === number);
    return live && liveObject(type, live);
  });
  for (const { resourcePreEvent } of events) count(resourcePreEvent?.metadata.op ?? "");

  // A stack has no information on undeclared numbers and the foreign endpoint.
  const declared = new Set([...planned.before, ...planned.after].map(({ fields }) => fields.number));
  const others = (await list(server, "/phone_numbers")).filter(({ number }) => !declared.has(number));
  const foreign = [
    { type: "SipEndpoint" as const, id: project.foreign, fields: { username: FOREIGN } },
    ...others.map((live) => liveObject("PhoneNumber", live)),
  ];
  const called = [...NUMBERS.filter((number) => declared.has(number)), "a", "b"];
  const trial = await project.openTrial({ project: server.project.id, allow: ["127.0.0.1"] });
  try {
    const told: string[][] = [];
    for (const objects of [planned.before, planned.after]) {
      await trial.hold([...objects, ...foreign], { isWhole: true });
      const calls = [];
      for (const to of called) calls.push(await trial.call(to, "+12025550177"));
      for (const { outcome } of calls) count(outcome);
      told.push(
        calls.map(({ to, outcome, steps }) => [to, outcome, ...steps.map(({ text }) => common(text))].join("\n")),
      );
    }
    if (told[0]?.join() !== told[1]?.join()) count("differs");
    expect(told[0], `${title}\nbefore`).toEqual(await callsAt(server, called, before));
    await up(project, project.runs[1], state, after);
    expect(told[1], `${title}\nafter`).toEqual(await callsAt(server, called, after));
  } finally {
    await trial.close();
    await server.close();
  }
}

/** Returns the routes at a server where the clients of these tokens are connected. */
async function callsAt(server: ReferenceServer, called: readonly string[], program: Program): Promise<string[]> {
  const names = Object.values(program).flatMap(({ type, args }) =>
    type === "ClientToken" ? [String(args.resource)] : [],
  );
  const sockets = await Promise.all(names.map((name) => connected(server, name)));
  const calls = [];
  for (const to of called) calls.push(await server.call({ to, from: "+12025550177" }));
  for (const socket of sockets) socket.close();
  await vi.waitFor(() => expect(server.sessions).toEqual([]), { timeout: 20_000 });
  return calls.map(({ to, outcome, steps }) => [to, outcome, ...steps.map(({ text }) => common(text))].join("\n"));
}

async function connected(server: ReferenceServer, resource: string): Promise<WebSocket> {
  const { jwt_token } = await ask(server, "POST", "/jwt", { resource });
  const socket = new WebSocket(server.url.replace("http", "ws"));
  const params = { authentication: { project: server.project.id, jwt_token } };
  await new Promise<void>((resolve) => {
    socket.onopen = () => socket.send(JSON.stringify({ jsonrpc: "2.0", id: "1", method: "blade.connect", params }));
    socket.onmessage = () => resolve();
  });
  return socket;
}

/** Returns a step's text without its duration and without the result of a real callback. */
function common(text: string): string {
  return text
    .replace(/ belongs to the project \S+$/, " is called.")
    .replace(/^((?:GET|POST) [^\s?]+)\?\S+/, "$1")
    .replace(/, after \d+ ms\.$/, ".")
    .replace(/(\/status) .*$/, "$1 is told.")
    .replace("answered 200.", "answered with a document.")
    .replace(/00000000-0000-4000-\S{4}-\w{12}|[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}/g, "<id>");
}

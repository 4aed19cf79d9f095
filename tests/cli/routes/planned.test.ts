// Random programs with random changes: the planned route of a call equals its real route after the provider's own objects
// applied the change at a service.

import type { EngineEvent } from "@pulumi/pulumi/automation/index.js";
import fc from "fast-check";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { liveObject } from "../../../cli/routes/objects.ts";
import { plannedStack, type SavedPlan, type StoredResource } from "../../../cli/routes/stack.ts";
import { argumentFields, argumentName, dynamicType, type ResourceName, resources } from "../../../contract/index.ts";
import type { ReferenceServer } from "../../../server/index.ts";
import { ask, list } from "../../engine/service.ts";
import { type Kind, type Props, UNKNOWN } from "../../provider/host.ts";
import { Run } from "../../provider/run.ts";
import { type Receiver, receiver, status } from "../../server/receiver.ts";

const CHANGES = 60;
/** Changes applied in parallel: each one mostly waits for further events of the engine. */
const AT_ONCE = 25;
// A fixed seed: a failure can be repeated. Raise the number to search more widely.
const SEED = 20_261_122;

const NUMBERS = ["+12025550101", "+12025550102", "+12025550103"];
const FOREIGN = "foreign";

/** A declaration in a program. `endpoint` is the name of the endpoint that a number rings. */
interface Declared {
  readonly type: ResourceName;
  readonly args: Props;
  readonly endpoint?: string;
}
type Program = { readonly [name: string]: Declared };

let documents: Receiver;
let url: fc.Arbitrary<string>;
let changes: fc.Arbitrary<{ readonly before: Program; readonly after: Program; readonly found: readonly Props[] }>;

const DOCUMENTS: { readonly [path: string]: string } = {
  "/keep": "<Response/>",
  "/dial-a": "<Response><Dial><Sip>sip:a@there</Sip></Dial></Response>".replace("@there", ""),
  "/dial-number": `<Response><Dial><Number>${NUMBERS[1]}</Number></Dial></Response>`,
  "/dial-client": "<Response><Dial><Client>alice</Client></Dial></Response>",
  "/swml": '{"sections":{"main":[{"connect":{"to":"sip:b"}}]}}',
  "/nonsense": "nonsense",
};

beforeAll(() => vi.stubEnv("ANY_PASSWORD", "canary-password"));
afterAll(() => vi.unstubAllEnvs());

function arbitraries() {
  url = fc.constantFrom(...Object.keys(DOCUMENTS), "/gone").map((path) => documents.url + path);
  const id = fc.constantFrom("6f2c1b9e-8f0a-4c11-9f3f-0a4d1c2b3e4f", "7a2c1b9e-8f0a-4c11-9f3f-0a4d1c2b3e4f");
  const method = fc.constantFrom("GET", "POST");
  const callStatusCallbackUrl = fc.constant(`${documents.url}/status`);
  // An endpoint needs all these fields.
  const laml = fc.record({
    callRequestUrl: url,
    callRequestMethod: method,
    callFallbackUrl: url,
    callFallbackMethod: method,
    callStatusCallbackUrl,
    callStatusCallbackMethod: method,
  });
  const endpointHandler = fc.oneof(
    fc.constant({}),
    fc.record({ callHandler: fc.constant("relay_script"), callRelayScriptUrl: url }),
    laml.map((fields) => ({ callHandler: "laml_webhooks", ...fields })),
    fc.record({ callHandler: fc.constant("relay_context"), callRelayContext: fc.constantFrom("sales", "support") }),
    fc.record({ callHandler: fc.constant("ai_agent"), callAiAgentId: id }),
  );
  const numberArgs = fc.record(
    {
      callHandler: fc.constantFrom(
        "laml_webhooks",
        "relay_sip_endpoint",
        "relay_sip_endpoint",
        "relay_context",
        "relay_application",
        "relay_verto_endpoint",
        "video_room",
      ),
      callRequestUrl: url,
      callRequestMethod: method,
      callFallbackUrl: url,
      callStatusCallbackUrl,
      callRelayContext: fc.constantFrom("sales", "support"),
      callRelayApplication: fc.constantFrom("sales", "support"),
      callVertoResource: fc.constantFrom("alice", "bob"),
      callVideoRoomId: id,
      callReceiveMode: fc.constantFrom("voice", "fax"),
      onDestroy: fc.constantFrom("leave", "restore", "clear"),
      exclusive: fc.boolean(),
      extra: fc.record({ call_relay_script_url: url }),
    },
    { requiredKeys: [] },
  );
  const endpoint = (name: string) =>
    fc
      .record({ username: fc.constantFrom(name, name, `${name}2`), args: endpointHandler })
      .map(({ username, args }): Declared => {
        return { type: "SipEndpoint", args: { username, passwordFrom: { env: "ANY_PASSWORD" }, ...args } };
      });
  const number = (at: number) =>
    fc
      .record({
        args: numberArgs,
        endpoint: fc.constantFrom("a", "b", "c", FOREIGN),
        isOther: fc.integer({ max: 5, min: 0 }),
      })
      .map(({ args, endpoint, isOther }): Declared => {
        // Sometimes another number than before, which replaces the resource.
        return { type: "PhoneNumber", args: { number: isOther === 0 ? NUMBERS[2] : NUMBERS[at], ...args }, endpoint };
      });
  const token = fc
    .constantFrom("alice", "bob")
    .map((resourceName): Declared => ({ type: "ClientToken", args: { resourceName } }));
  const program = fc
    .record(
      { a: endpoint("a"), b: endpoint("b"), c: endpoint("c"), line: number(0), second: number(1), token },
      { requiredKeys: [] },
    )
    .map((each) => withoutRepetition(each as Program));
  // The state encrypts an address that the program does not name, so no command can try it.
  const found = fc.array(
    numberArgs.map(({ extra: _, onDestroy: __, exclusive: ___, ...args }: Props) =>
      Object.fromEntries(Object.entries(args).filter(([name]) => !name.endsWith("Url"))),
    ),
    { minLength: 3, maxLength: 3 },
  );
  changes = fc.record({ before: program, after: program, found });
}

/** Removes a second declaration of the same number. */
function withoutRepetition(program: Program): Program {
  const seen = new Set<unknown>();
  const kept = Object.entries(program).filter(([, { args }]) => {
    const key = args.number ?? args.username;
    if (key === undefined) return true;
    const isNew = !seen.has(key);
    seen.add(key);
    return isNew;
  });
  return Object.fromEntries(kept);
}

it(`is planned as it is applied, for ${CHANGES} random changes`, { timeout: 240_000 }, async () => {
  documents = await receiver({
    ...Object.fromEntries(Object.entries(DOCUMENTS).map(([path, body]) => [path, (response) => response.end(body)])),
    "/status": (response) => response.end(),
    "/gone": status(404),
  });
  arbitraries();
  const seen = new Map<string, number>();
  const count = (what: string) => seen.set(what, (seen.get(what) ?? 0) + 1);
  const cases = fc.sample(changes, { seed: SEED, numRuns: CHANGES });
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

type Change = { readonly before: Program; readonly after: Program; readonly found: readonly Props[] };

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
      await trial.hold([...objects, ...foreign]);
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
    type === "ClientToken" ? [String(args.resourceName)] : [],
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
    .replace("; this server has none.", ".")
    .replace(", which this server does not play.", ".")
    .replace(/^((?:GET|POST) [^\s?]+)\?\S+/, "$1")
    .replace(/, after \d+ ms\.$/, ".")
    .replace(/(\/status) .*$/, "$1 is told.")
    .replace("answered 200.", "answered with a document.")
    .replace(/00000000-0000-4000-\S{4}-\w{12}|[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}/g, "<id>");
}

/** A service, a run of the engine for each program, and a function that tries a call. */
interface Project {
  readonly server: ReferenceServer;
  readonly runs: readonly [Run, Run];
  readonly openTrial: typeof import("../../../cli/routes/tried-call.ts").openTrial;
  /** The id of an endpoint that no program declares. */
  foreign: string;
}

async function newProjects(count: number): Promise<Project[]> {
  const configs = Array.from({ length: count }, (): { [key: string]: string } => ({}));
  const started: (readonly [Run, Run])[] = [];
  for (const config of configs) started.push([Run.start(config), Run.start(config)]);
  // Each run has its own modules; modules loaded later are shared.
  const { startServer } = await import("../../../server/index.ts");
  const { openTrial } = await import("../../../cli/routes/tried-call.ts");
  return Promise.all(
    started.map(async (runs, at) => {
      const server = await startServer({ seed: { projects: [{ numbers: NUMBERS }] }, extraFields: true });
      const { id, apiToken } = server.project;
      Object.assign(configs[at] ?? {}, {
        "signalwire:baseUrl": server.url,
        "signalwire:projectId": id,
        "signalwire:apiToken": apiToken,
      });
      return { server, runs, openTrial, foreign: "" };
    }),
  );
}

type State = Map<string, StoredResource>;

const kindOf = (type: ResourceName) => `${type.charAt(0).toLowerCase()}${type.slice(1)}` as Kind;
const urnOf = (name: string, type: ResourceName) => `urn:pulumi:prod::phones::${dynamicType(type)}::${name}`;

/** Returns the arguments with the id of the rung endpoint. */
function rung({ args, endpoint }: Declared, idOf: (name: string) => string | undefined): Props {
  if (args.callHandler !== "relay_sip_endpoint") return args;
  const id = endpoint === undefined ? undefined : idOf(endpoint);
  return id === undefined ? args : { ...args, callSipEndpointId: id };
}

function wire(type: ResourceName, args: Props): Props {
  return Object.fromEntries(
    [...argumentFields(resources[type])].flatMap(([name, field]) => (name in args ? [[field, args[name]]] : [])),
  );
}

/** Puts endpoints before the numbers that ring them, like the engine. */
function ordered(program: Program): [string, Declared][] {
  return Object.entries(program).sort(
    ([, a], [, b]) => Number(a.type === "PhoneNumber") - Number(b.type === "PhoneNumber"),
  );
}

/** Applies an `up` in the engine's order, and updates the state. */
async function up({ foreign }: Project, run: Run, state: State, program: Program): Promise<State> {
  const ids = new Map([[FOREIGN, foreign]]);
  const removed = [...state.values()].filter(
    ({ urn }) => !Object.keys(program).some((name) => urn.endsWith(`::${name}`)),
  );
  for (const [name, declared] of ordered(program)) {
    const urn = urnOf(name, declared.type);
    const old = state.get(urn);
    const args = rung(declared, (endpoint) => ids.get(endpoint));
    const { inputs, failures } = await run.check(
      kindOf(declared.type),
      { ...args, __declaredAs: name },
      old?.inputs ?? {},
    );
    expect(failures, urn).toEqual([]);
    const isReplaced = old && (await run.replaces(kindOf(declared.type), old, inputs));
    const made =
      old && !isReplaced
        ? await run.update(kindOf(declared.type), old, inputs)
        : await run.make(kindOf(declared.type), inputs);
    state.set(urn, { type: dynamicType(declared.type), urn, inputs, ...made });
    ids.set(name, made.id);
    if (isReplaced) removed.push(old);
  }
  for (const { urn, type, id, outputs = {} } of removed) {
    const name = type.split(":").at(-1) as ResourceName;
    await run.remove(kindOf(name), id, outputs);
    if (state.get(urn)?.id === id) state.delete(urn);
  }
  return state;
}

/** Returns the engine's events of a preview. References to new objects are unknown there. */
async function preview(
  { foreign }: Project,
  run: Run,
  state: State,
  program: Program,
): Promise<{ events: EngineEvent[]; plan: SavedPlan }> {
  const ids = new Map([[FOREIGN, foreign]]);
  const events: EngineEvent[] = [];
  const dependencies: { [urn: string]: { goal: { propertyDependencies: { [name: string]: string[] } } } } = {};
  const tell = (metadata: object) => events.push({ resourcePreEvent: { metadata } } as unknown as EngineEvent);
  for (const [name, declared] of ordered(program)) {
    const { type, endpoint } = declared;
    const urn = urnOf(name, type);
    const old = state.get(urn);
    const args = rung(declared, (each) => ids.get(each));
    const { inputs } = await run.check(kindOf(type), { ...args, __declaredAs: name }, old?.inputs ?? {});
    const isReplaced = old && (await run.replaces(kindOf(type), old, inputs));
    const next = { type: dynamicType(type), urn, inputs, outputs: {} };
    const isSame = old && JSON.stringify(old.inputs) === JSON.stringify(inputs);
    if (isReplaced) {
      tell({ op: "create-replacement", urn, type: next.type, old, new: { ...next, id: "" } });
      tell({ op: "replace", urn, type: next.type, old, new: { ...next, id: "" } });
      tell({ op: "delete-replaced", urn, type: next.type, old });
    } else if (old) tell({ op: isSame ? "same" : "update", urn, type: next.type, old, new: { ...next, id: old.id } });
    else tell({ op: "create", urn, type: next.type, new: { ...next, id: "" } });
    ids.set(name, old && !isReplaced ? old.id : UNKNOWN);
    const on = endpoint === undefined || endpoint === FOREIGN ? [] : [urnOf(endpoint, "SipEndpoint")];
    const reference = argumentName(resources.PhoneNumber, "call_sip_endpoint_id");
    dependencies[urn] = { goal: { propertyDependencies: { [reference]: on } } };
  }
  for (const old of state.values())
    if (!Object.keys(program).some((name) => old.urn.endsWith(`::${name}`)))
      tell({ op: "delete", urn: old.urn, type: old.type, old });
  return { events, plan: { resourcePlans: dependencies } };
}

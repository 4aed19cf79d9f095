// For random programs and random foreign objects, the `up` does exactly what the preview announces, by the service's journal.

import fc from "fast-check";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { toCamel } from "../../../contract/index.ts";
import { type ReferenceServer, startServer } from "../../../server/index.ts";
import { ask, list } from "../../engine/service.ts";
import { configurationOf, DirectHost } from "../direct-host.ts";
import type { Finding, Kind, Props } from "../host.ts";
import { inSnakeCase } from "../managed.ts";

const PROGRAMS = 100;
/** Programs whose ups run in parallel: each mostly waits for further calls of the engine. */
const AT_ONCE = 25;
// A fixed seed: a failure can be repeated. Raise the number to search more widely.
const SEED = 20_261_122;

type Body = { readonly [field: string]: unknown };

interface Case {
  readonly foreign: { readonly endpoints: readonly Body[]; readonly numbers: readonly Body[]; readonly profile: Body };
  readonly endpoints: readonly Props[];
  readonly numbers: readonly (Props & { readonly byId: boolean })[];
  readonly profile: Props | null;
  readonly adoptMatching: boolean;
  readonly token: "whole" | "voice" | "numbers" | "wrong";
}

const USERNAMES = ["a", "b", "c", "d", "e"];
const DIGITS = ["+12025550101", "+12025550102", "+12025550103", "+12025550104"];
const VERIFIED = "+12025550109";
const CODECS = ["OPUS", "PCMU", "VP8"];

const text = fc.constantFrom("Sales", "Support", "Front desk");
const url = fc.constantFrom("https://example.com/a", "https://example.com/b?token=canary");
const script = { call_handler: "relay_script", call_relay_script_url: "https://example.com/a" };

// Few values, so that existing and requested ones are often equal.
const foreignEndpoint = fc.oneof(
  fc.constant({}),
  fc
    .record(
      {
        caller_id: text,
        send_as: fc.constantFrom("random", VERIFIED),
        encryption: fc.constantFrom("default", "required", "optional"),
        codecs: fc.subarray(CODECS, { minLength: 1 }),
        script: fc.boolean(),
      },
      { requiredKeys: [] },
    )
    .map(({ script: isScript, ...fields }) => ({ ...fields, ...(isScript ? script : {}) })),
);
const endpointArgs = fc.oneof(
  fc.record({ adopt: fc.boolean() }),
  fc
    .record(
      {
        adopt: fc.boolean(),
        callerId: text,
        sendAs: fc.constantFrom("random", VERIFIED),
        encryption: fc.constantFrom("default", "required", "optional"),
        codecs: fc.subarray(CODECS, { minLength: 1 }),
        callRelayContext: text,
      },
      { requiredKeys: [] },
    )
    // An endpoint's field needs its handler.
    .map((args) => (args.callRelayContext === undefined ? args : { ...args, callHandler: "relay_context" })),
);
const numberFields = {
  name: text,
  callHandler: fc.constantFrom("relay_context", "laml_webhooks", "dialogflow"),
  callReceiveMode: fc.constantFrom("voice", "fax"),
  callRequestUrl: url,
  callRequestMethod: fc.constantFrom("GET", "POST"),
  callRelayContext: text,
  callRelayApplication: text,
  messageRequestUrl: url,
};
const byId = fc.record({ byId: fc.boolean() });
const profileFields = {
  defaultEncryption: fc.constantFrom("required", "optional"),
  defaultCodecs: fc.subarray(CODECS, { minLength: 1 }),
  defaultSendAs: fc.constantFrom("random", VERIFIED),
};
const domain = { domainIdentifier: fc.constantFrom("mine", "other"), allowDomainChange: fc.boolean() };

const some = <T>(value: fc.Arbitrary<T>, names: readonly string[], key: string) =>
  fc
    .subarray([...names])
    .chain((chosen) => fc.tuple(...chosen.map((name) => value.map((fields) => ({ [key]: name, ...fields })))));

const any = fc.record({
  foreign: fc.record({
    endpoints: some(foreignEndpoint, USERNAMES, "username"),
    numbers: some(fc.record(numberFields, { requiredKeys: [] }).map(inSnakeCase), DIGITS.slice(0, 3), "number"),
    profile: fc.record(profileFields, { requiredKeys: [] }).map(inSnakeCase),
  }),
  endpoints: some(endpointArgs, USERNAMES, "username"),
  numbers: some(
    fc.oneof(byId, fc.record({ byId: fc.boolean(), ...numberFields }, { requiredKeys: ["byId"] })),
    DIGITS,
    "number",
  ),
  profile: fc.option(fc.record({ ...profileFields, ...domain }, { requiredKeys: [] }), { freq: 1 }),
  adoptMatching: fc.boolean(),
  token: fc.constantFrom("whole", "whole", "whole", "whole", "whole", "voice", "numbers", "wrong"),
}) as fc.Arbitrary<Case>;
// An `up` may compare an endpoint before or after the same program changes the profile.
const program = any.map((each) => (each.profile ? { ...each, endpoints: [] } : each));

/** The result of one resource's `up`: an error, the changed fields, or a new object. */
type Outcome = "fails" | "creates" | { readonly [argument: string]: string };

let cases: Case[];

beforeAll(() => {
  cases = fc.sample(program, { seed: SEED, numRuns: PROGRAMS });
  vi.stubEnv("RANDOM_PASSWORD", "canary-password-2");
});

afterAll(() => vi.unstubAllEnvs());

it("announces what the up then does", { timeout: 180_000 }, async () => {
  const seen = { fails: 0, creates: 0, changes: 0, nothing: 0, refused: 0 };
  for (let from = 0; from < PROGRAMS; from += AT_ONCE) {
    const prepared: Prepared[] = [];
    for (const [at, each] of cases.slice(from, from + AT_ONCE).entries()) prepared.push(await prepare(each, from + at));
    await Promise.all(prepared.map((each) => compare(each, seen)));
  }
  // The search is useless when one of these cases never occurs.
  for (const [what, count] of Object.entries(seen)) expect(count, what).toBeGreaterThan(5);
});

interface Prepared {
  readonly title: string;
  readonly server: ReferenceServer;
  readonly resources: readonly (readonly [Kind, Props])[];
  readonly preview: DirectHost;
  readonly up: DirectHost;
}

async function prepare(each: Case, at: number): Promise<Prepared> {
  const tokens = [
    { token: "whole", scopes: ["Voice" as const, "Numbers" as const] },
    { token: "voice", scopes: ["Voice" as const] },
    { token: "numbers", scopes: ["Numbers" as const] },
  ];
  const numbers = each.foreign.numbers.map((fields) => fields as { number: string });
  const server = await startServer({
    seed: { projects: [{ tokens, numbers, verifiedNumbers: [VERIFIED] }] },
  });
  await ask(server, "PUT", "/sip_profile", { domain_identifier: "mine", ...each.foreign.profile });
  for (const fields of each.foreign.endpoints)
    await ask(server, "POST", "/endpoints/sip", { password: "canary-password-1", ...fields });
  const owned = await list(server, "/phone_numbers");
  const resources = [
    ...each.endpoints.map((args, index) => {
      const password = index % 2 ? { password: "canary-password-2" } : { passwordFrom: { env: "RANDOM_PASSWORD" } };
      return ["sipEndpoint", { ...args, ...password }] as const;
    }),
    ...each.numbers.map(({ byId, number, ...args }, index) => {
      const id = owned.find((live) => live.number === number)?.id ?? `5b3f1c52-8f8e-4c0e-9b0a-2f6d0c9f7a1${index}`;
      return ["phoneNumber", byId ? { phoneNumberId: id, ...args } : { number, ...args }] as const;
    }),
    ...(each.profile ? [["sipProfile", each.profile] as const] : []),
  ];
  const config = {
    ...configurationOf(server),
    "signalwire:apiToken": each.token,
    "signalwire:adoptMatching": String(each.adoptMatching),
  };
  const title = `program ${at}: ${JSON.stringify(each)}`;
  return { title, server, resources, preview: new DirectHost(config), up: new DirectHost(config) };
}

async function compare({ title, server, resources, preview, up }: Prepared, seen: Record<string, number>) {
  server.journal.clear();
  const findings: Finding[][] = [];
  for (const [at, [kind, args]] of resources.entries())
    findings.push((await preview.preview(kind, { ...args, __declaredAs: `r${at}` })).findings);
  expect(
    server.journal.entries.filter(({ method }) => method !== "GET"),
    title,
  ).toEqual([]);
  expect(server.journal.entries.length, title).toBeLessThanOrEqual(3);

  const objects = [...(await list(server, "/endpoints/sip")), ...(await list(server, "/phone_numbers"))];
  const profile = await ask(server, "GET", "/sip_profile");
  server.journal.clear();
  const checked: Props[] = [];
  for (const [at, [kind, args]] of resources.entries()) {
    const { inputs, failures } = await up.check(kind, {}, { ...args, __declaredAs: `r${at}` });
    expect(failures, title).toEqual([]);
    checked.push(inputs);
  }
  const errors = await Promise.all(
    resources.map(([kind], at) =>
      up.create(kind, checked[at] ?? {}).then(
        () => undefined,
        (error: Error) => error.message,
      ),
    ),
  );
  const written = server.journal.entries.filter(({ method, status }) => method === "PUT" && Number(status) < 300);
  const made = server.journal.entries.filter(({ method, status }) => method === "POST" && Number(status) < 300);

  const isRefused = findings.flat().some(({ message }) => message.includes("401 Unauthorized"));
  expect(isRefused, title).toBe(errors.some((error) => error?.includes("401 Unauthorized")));
  if (isRefused) seen.refused = (seen.refused ?? 0) + 1;
  for (const [at, [kind, args]] of resources.entries()) {
    const error = errors[at];
    // Refused credentials are reported once, by the first resource.
    if (error?.includes("401 Unauthorized")) continue;
    const told = (findings[at] ?? []).filter(({ message }) => !message.includes("401 Unauthorized"));
    const path = (id: unknown) => `/${String(id)}`;
    const update = written.find(({ path: at }) =>
      kind === "sipProfile"
        ? at.endsWith("/sip_profile")
        : objects.some((live) => at.endsWith(path(live.id)) && isOf(kind, args, live)),
    );
    const live = kind === "sipProfile" ? profile : (objects.find((each) => isOf(kind, args, each)) ?? {});
    const isMade = made.some(
      ({ requestBody }) => kind === "sipEndpoint" && (requestBody as Body).username === args.username,
    );
    const did: Outcome = error
      ? "fails"
      : isMade
        ? "creates"
        : changes(kind, live, update?.requestBody as Body | undefined);
    expect(announced(told), `${title}\n${kind} ${JSON.stringify(args)}\n${error ?? ""}`).toEqual(did);
    const what = typeof did === "string" ? did : Object.keys(did).length > 0 ? "changes" : "nothing";
    seen[what] = (seen[what] ?? 0) + 1;
  }
  expect(JSON.stringify(findings), title).not.toContain("canary");
  await server.close();
}

function isOf(kind: Kind, args: Props, live: Body): boolean {
  return kind === "sipEndpoint"
    ? live.username === args.username
    : live.number !== undefined && (live.number === args.number || live.id === args.phoneNumberId);
}

/** Returns the fields of a request that change the object, with their new values. */
function changes(kind: Kind, live: Body, body: Body = {}): Outcome {
  const isSame = (field: string, value: unknown) => kind === "sipProfile" && shown(live[field]) === shown(value);
  const entries = Object.entries(body).filter(([field, value]) => !isSame(field, value));
  return Object.fromEntries(
    entries.map(([field, value]) => {
      // A SIP endpoint's handler is taken away by this word.
      const said = field === "call_handler" && value === "default" ? null : value;
      return [toCamel(field), field === "password" ? "sent" : shown(said)];
    }),
  );
}

/** Parses the findings of one resource like a user. */
function announced(findings: readonly Finding[]): Outcome {
  if (findings.some(({ severity }) => severity === "error")) return "fails";
  const note = findings.find(({ message }) => message.startsWith("adopts "))?.message;
  if (note === undefined) return "creates";
  const [, parts = ""] = /^adopts the [^:]*:(.*)$/s.exec(note) ?? [];
  const changed = parts
    .split(/; |\n/)
    .map((part) => part.trim())
    .filter((part) => part !== "" && part !== "nothing changes" && part !== "nothing else changes")
    .map((part) => {
      if (part === "sends the program's password") return ["password", "sent"];
      const [, name = "", , after = ""] = /^(\w+) (.*) → (.*)$/.exec(part) ?? [];
      return [name, after.replace(/ \(changed\)$/, "")];
    });
  return Object.fromEntries(changed);
}

/** Returns a value as in a note; null, an empty text and an empty list mean no value. */
function shown(value: unknown): string {
  if (value === null || value === undefined || value === "") return "(not set)";
  if (Array.isArray(value)) return value.length === 0 ? "(not set)" : `[${value.toSorted().map(shown).join(", ")}]`;
  return JSON.stringify(value).replace(/token=canary/, "token=[secret]");
}

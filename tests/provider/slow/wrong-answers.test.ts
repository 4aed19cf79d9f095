// A gateway with wrong answers, for each operation of each resource: no false success, and no object is forgotten.

import { afterAll, beforeAll, expect, it } from "vitest";
import {
  answerForm,
  flatForm,
  isSingle,
  type Resource,
  requiredFields,
  resources,
  returnedFields,
  sipEndpoint,
  toCamel,
} from "../../../contract/index.ts";
import { idInPath } from "../../../provider/client/nested.ts";
import type { Providers } from "../../../provider/providers.ts";
import { ask, list, type Server, serve } from "../../engine/service.ts";
import { providersOf } from "../direct-host.ts";
import { type Answer, openGateway, type Question } from "../gateway.ts";
import type { Props } from "../host.ts";

const STATUSES = [200, 201, 204, 302, 400, 401, 404, 429, 503];
const OTHER = "0f6d9c2a-3f0e-4d57-9a8b-6b1c2d3e4f50";
const JWT = `x.${btoa('{"resource":"somebody-else","iat":1778267321,"exp":4102444800}')}.x`;
const ALL: readonly Resource[] = Object.values(resources);
/** Of the resources that a program makes and deletes, one for each form of requests and answers. */
const MADE: readonly Resource[] = [
  sipEndpoint,
  resources.SwmlScript,
  resources.NumberGroupMembership,
  resources.CxmlApplication,
];

const AS_IT_WAS = "the object as it was";
const JSON_TYPE = "application/json";

type Kind = keyof Providers;

function resourceOf(kind: Kind): Resource {
  const found = ALL.find((each) => each.kind === kind);
  if (!found) throw new Error(`No resource ${kind}`);
  return found;
}

const SENT =
  '{"password":"canary-password","call_request_url":"https://hook:canary-hook@a.example/?token=canary-token"}';
/** An error in the form of either API. */
const ECHO = {
  ...{ detail: `cannot use ${SENT}`, status: "422", title: "Invalid Attribute", code: "422" },
  ...{ type: "validation_error", message: `cannot use ${SENT}`, attribute: "password", url: "https://a.example" },
};

/** Returns bodies that are no answer about the object, among them a success with another object. */
function bodies(kind: Kind): { readonly [name: string]: Omit<Answer, "status"> } {
  const own = resourceOf(kind);
  // There is one profile, so only an object of another kind is another object.
  const resource: Resource = isSingle(own) ? sipEndpoint : own;
  const fields = returnedFields(resource).map((name) => [name, resource.fields[name]?.type.example]);
  const changed = {
    id: OTHER,
    [resource.uniqueKey ?? resource.label]: "other",
    jwt_token: JWT,
    number: "+12025550199",
  };
  const known = Object.entries(changed).filter(([name]) => name === "id" || name in resource.fields);
  const other = JSON.stringify(answerForm(resource, Object.fromEntries([...fields, ...known]), OTHER));
  return {
    "the error of a web framework": { type: JSON_TYPE, text: '{"status":404,"error":"Not Found","path":"/"}' },
    "the API's own error": { type: JSON_TYPE, text: '{"error":"Not Found"}' },
    "an HTML page": { type: "text/html", text: "<h1>We will be back soon</h1>" },
    "another object": { type: JSON_TYPE, text: other },
    "a list with another object": { type: JSON_TYPE, text: `{"links":{},"data":[${other}],"applications":[${other}]}` },
    "an error that repeats secrets": { type: JSON_TYPE, text: JSON.stringify({ errors: [ECHO] }) },
    "half a body": { type: JSON_TYPE, text: other.slice(0, other.length / 2) },
    nothing: { type: "", text: "" },
  };
}

let server: Server;
/** The answer that shows the stored object of each kind, whatever was to be changed. */
const unchanged: { [kind in Kind]?: { readonly [name: string]: Omit<Answer, "status"> } } = {};
const numberIds: string[] = [];
/** The recorded state of each resource. */
const stored: { [kind in Kind]?: { id: string; outputs: Props } } = {};

beforeAll(async () => {
  server = await serve("+12025550101", "+12025550102");
  for (const { id } of await list(server, "/phone_numbers")) numberIds.unshift(String(id));
  const made = objects(server.url);
  for (const resource of ALL) {
    const kind = resource.kind as Kind;
    const { id, outs = {} } = await made[kind].create(inputsOf(resource));
    stored[kind] = { id, outputs: outs };
    const path = readPath(resource, id);
    if (path === undefined) continue;
    const whole = await ask(server, "GET", path);
    const isPart = ([wire]: [string, unknown]) =>
      ["id", resource.uniqueKey].includes(wire) || resource.fields[wire]?.alwaysReturned;
    const part = Object.fromEntries(Object.entries(flatForm(resource, whole)).filter(isPart));
    unchanged[kind] = {
      [AS_IT_WAS]: { type: JSON_TYPE, text: JSON.stringify(whole) },
      [`a part of ${AS_IT_WAS}`]: { type: JSON_TYPE, text: JSON.stringify(answerForm(resource, part, id)) },
    };
  }
});

afterAll(() => server.close());

const DESK = { username: "desk", password: "canary-password", callerId: "A" };
const LINE = { number: "+12025550101", name: "Main", onDestroy: "clear" };
const PROFILE = { defaultCodecs: ["OPUS"], onDestroy: "restore" };
const CARRIER = { name: "Carrier", identifier: "carrier", callHandler: "relay_topic", callRelayTopic: "office" };
const TOKEN = { resource: "alice" };

const FLOW = { displayName: "Flow", contents: { sections: { main: ["answer"] } } };
/** What the stored object of each kind is made with; for every other kind the arguments that it requires. */
const INPUTS: { readonly [kind in Kind]?: Props } = {
  sipEndpoint: DESK,
  phoneNumber: LINE,
  sipProfile: PROFILE,
  domainApplication: CARRIER,
  clientToken: TOKEN,
  swmlScript: FLOW,
};

function inputsOf(resource: Resource): Props {
  if (resource.kind === "numberGroupMembership") return membership(0);
  return INPUTS[resource.kind as Kind] ?? required(resource);
}

/** The numbers that exist are the only ones that a group takes. */
function membership(at: number): Props {
  return { numberGroupId: old("numberGroup").id, phoneNumberId: numberIds[at] };
}

function readPath(resource: Resource, id: string): string | undefined {
  return resource.operations.read?.path.replace("{id}", idInPath(resource, id));
}

function required(resource: Resource): Props {
  return Object.fromEntries(
    requiredFields(resource, "create").map((name) => [toCamel(name), resource.fields[name]?.type.example]),
  );
}

interface Case {
  readonly kind: Kind;
  /** True for the requests that the gateway answers; it forwards the others. */
  readonly wrong: (question: Question) => boolean;
  readonly ask: (objects: Providers) => Promise<unknown>;
  /** True for an answer that a correct service may also give. */
  readonly honest?: (answer: Answer & { readonly name: string }) => boolean;
}

const is =
  (method: string, part = "") =>
  (question: Question) =>
    question.method === method && question.path.includes(part);
const old = (kind: Kind) => stored[kind] ?? { id: "", outputs: {} };
const read = (kind: Kind) => (to: Providers) => to[kind].read(old(kind).id, old(kind).outputs);
const update = (kind: Kind, news: Props) => (to: Providers) => to[kind].update(old(kind).id, old(kind).outputs, news);
const remove = (kind: Kind) => (to: Providers) => to[kind].delete(old(kind).id, old(kind).outputs);

const CASES: { readonly [title: string]: Case } = {
  "the list before the create of an endpoint": {
    kind: "sipEndpoint",
    wrong: is("GET", "?"),
    ask: (to) => to.sipEndpoint.create({ username: "new", password: "canary-password" }),
    honest: ({ status, name }) => status < 300 && name.endsWith(" with a list with another object"),
  },
  "the read of an endpoint by its id alone": {
    kind: "sipEndpoint",
    wrong: is("GET", "/sip/"),
    ask: read("sipEndpoint"),
  },
  "the read of many endpoints": {
    kind: "sipEndpoint",
    wrong: is("GET"),
    ask: (to) => Promise.any([read("sipEndpoint")(to), read("sipEndpoint")(to), read("sipEndpoint")(to)]),
  },
  "the change of an endpoint": {
    kind: "sipEndpoint",
    wrong: is("PUT"),
    ask: update("sipEndpoint", { ...DESK, callerId: "B" }),
  },
  "the change of an SWML script": {
    kind: "swmlScript",
    wrong: is("PUT"),
    ask: update("swmlScript", { ...FLOW, contents: { sections: { main: ["hangup"] } } }),
  },
  "the look-up of a number": {
    kind: "phoneNumber",
    wrong: is("GET"),
    ask: (to) => to.phoneNumber.create({ number: "+12025550102", name: "Second" }),
  },
  "the look-up of a number by its id": {
    kind: "phoneNumber",
    wrong: is("GET"),
    ask: (to) => to.phoneNumber.create({ phoneNumberId: old("phoneNumber").id, name: "Second" }),
  },
  "the first change of a number": {
    kind: "phoneNumber",
    wrong: is("PUT"),
    ask: (to) => to.phoneNumber.create({ number: "+12025550102", name: "Second" }),
  },
  "the read of a number": { kind: "phoneNumber", wrong: is("GET"), ask: read("phoneNumber") },
  "the change of a number": {
    kind: "phoneNumber",
    wrong: is("PUT"),
    ask: update("phoneNumber", { ...LINE, name: "Renamed" }),
  },
  "the clearing of a number": { kind: "phoneNumber", wrong: is("PUT"), ask: remove("phoneNumber") },
  "the look-up of the profile": {
    kind: "sipProfile",
    wrong: is("GET"),
    ask: (to) => to.sipProfile.create({ defaultCodecs: ["PCMU"] }),
  },
  "the read of the profile": { kind: "sipProfile", wrong: is("GET"), ask: read("sipProfile") },
  "the change of the profile": {
    kind: "sipProfile",
    wrong: is("PUT"),
    ask: update("sipProfile", { ...PROFILE, defaultCodecs: ["PCMU"] }),
  },
  "the restoring of the profile": { kind: "sipProfile", wrong: is("PUT"), ask: remove("sipProfile") },
  "the change of a domain application": {
    kind: "domainApplication",
    wrong: is("PUT"),
    ask: update("domainApplication", { ...CARRIER, callRelayTopic: "night" }),
  },
  "the issue of a token": {
    kind: "clientToken",
    wrong: is("POST"),
    ask: (to) => to.clientToken.create({ resource: "bob" }),
  },
  "the renewal of a token": {
    kind: "clientToken",
    wrong: () => true,
    ask: update("clientToken", { ...TOKEN, rotation: "always" }),
  },
};

/** The cases that hold for each resource that a program makes and deletes. */
const MADE_CASES = MADE.flatMap((resource): [string, Case][] => {
  const kind = resource.kind as Kind;
  const method = resource.operations.update?.method ?? "PUT";
  const key = toCamel(resource.uniqueKey ?? resource.label);
  const fresh = () =>
    resource.kind === "numberGroupMembership" ? membership(1) : { ...required(resource), [key]: "new" };
  const adopting = () => ({ ...inputsOf(resource), adopt: true });
  const adoption: Case = { kind, wrong: is("GET"), ask: (to) => to[kind].create(adopting()) };
  // Where a key may repeat, a list without the object is no refusal: a second one is made.
  const makes: Case["honest"] = ({ status, name }) => status < 300 && name.endsWith(" with a list with another object");
  const cases: readonly [string, Case][] = [
    ["create", { kind, wrong: is("POST"), ask: (to) => to[kind].create(fresh()) }],
    ["look-up to adopt", { ...adoption, ...(resource.keyMayRepeat ? { honest: makes } : {}) }],
    ["read", { kind, wrong: is("GET"), ask: read(kind) }],
    ["renaming", { kind, wrong: is(method), ask: update(kind, { ...inputsOf(resource), [key]: "renamed" }) }],
    // A 204 has no body, whatever a gateway sends.
    ["deletion", { kind, wrong: is("DELETE"), ask: remove(kind), honest: ({ status }) => status === 204 }],
  ];
  const has = (title: string) => title !== "renaming" || resource.operations.update !== undefined;
  return cases.filter(([title]) => has(title)).map(([title, each]) => [`${resource.title}: the ${title}`, each]);
});

it.each([...Object.entries(CASES), ...MADE_CASES])(
  "%s takes no wrong answer for a success",
  async (_, each) => {
    const before = await everything();
    const answers = STATUSES.flatMap((status) =>
      Object.entries({ ...bodies(each.kind), ...unchanged[each.kind] }).map(([name, body]) => ({
        name: `${status} with ${name}`,
        status,
        ...body,
      })),
    );
    const wrong = answers.filter((answer) => isWrong(each, answer) && !each.honest?.(answer));
    const outcomes = await Promise.all(wrong.map(async (answer) => [answer, await succeeds(each, answer)] as const));
    const succeeded = outcomes.filter(([, isSuccess]) => isSuccess).map(([{ name }]) => name);
    expect(succeeded).toEqual([]);
    expect(await everything()).toEqual(before);
  },
  120_000,
);

/** The object as it was is a right answer to a read. */
function isWrong({ kind, wrong }: Case, { name }: { readonly name: string }): boolean {
  const { id } = old(kind);
  const [group = ""] = id.split("/");
  const listPath = resourceOf(kind).operations.list?.path.replace("{number_group_id}", group);
  const reads = [`${listPath}?page_size=1000`, readPath(resourceOf(kind), id) ?? ""];
  return !name.endsWith(AS_IT_WAS) || !reads.some((path) => wrong({ method: "GET", path, body: "" }));
}

/** Returns whether the operation succeeds when the gateway answers like this. */
async function succeeds({ wrong, ask }: Case, answer: Answer): Promise<boolean> {
  const gateway = await openGateway(server);
  // Longer than an operation waits, so that it gives up at once.
  gateway.answerWith((question, forward) =>
    wrong(question) ? { ...answer, headers: { "retry-after": "86400" } } : forward(),
  );
  try {
    await ask(objects(gateway.url));
    return true;
  } catch (error) {
    const cause = error instanceof AggregateError ? error.errors[0] : error;
    expect(cause).toMatchObject({
      code: expect.stringMatching(/^[a-z_]+$/),
      message: expect.stringMatching(/^Could not/),
    });
    expect((cause as Error).message).not.toContain("canary");
    return false;
  } finally {
    await gateway.close();
  }
}

function objects(url: string): Providers {
  return providersOf({ ...server, url }, async () => new Date("2026-11-22T00:00:00Z"));
}

async function everything(): Promise<unknown> {
  const { id, apiToken } = server.project;
  const headers = { authorization: `Basic ${btoa(`${id}:${apiToken}`)}` };
  const paths = ALL.flatMap(({ operations: { list, read } }) => (list ?? read)?.path ?? []);
  return Promise.all(
    paths.map(async (path) =>
      (await fetch(`${server.url}${path.replace("{project}", id)}?page_size=1000`, { headers })).json(),
    ),
  );
}

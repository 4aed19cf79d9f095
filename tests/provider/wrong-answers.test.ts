// A gateway with wrong answers, for each operation of each resource: no false success, and no object is forgotten.

import { afterAll, beforeAll, expect, it } from "vitest";
import { openProviders, type Providers } from "../../provider/providers.ts";
import { Run } from "../../provider/run.ts";
import { ask, environmentOf, list, type Server, serve } from "../engine/service.ts";
import { domainApplication, endpoint, phoneNumber } from "./bodies.ts";
import { type Answer, openGateway, type Question } from "./gateway.ts";
import type { Props } from "./host.ts";

const STATUSES = [
  200, 201, 202, 203, 204, 206, 301, 302, 400, 401, 403, 404, 405, 408, 409, 410, 418, 422, 429, 500, 502, 503, 504,
];
const OTHER = "0f6d9c2a-3f0e-4d57-9a8b-6b1c2d3e4f50";
const JWT = `x.${btoa('{"resource":"somebody-else","iat":1778267321,"exp":4102444800}')}.x`;
/** The body of a success with another object. */
const OTHERS = {
  sipEndpoint: endpoint({ id: OTHER, username: "other" }),
  phoneNumber: phoneNumber({ id: OTHER, number: "+12025550199" }),
  sipProfile: endpoint({ id: OTHER }),
  domainApplication: domainApplication({ id: OTHER, identifier: "other" }),
  clientToken: { jwt_token: JWT, refresh_token: "canary" },
  cxmlScript: script("cxml_script", "<Response/>"),
  swmlScript: script("swml_script", { sections: { main: ["hangup"] } }),
};
const JSON_TYPE = "application/json";

function script(type: string, contents: unknown) {
  const url = `https://example.signalwire.com/bins/${OTHER}`;
  return { id: OTHER, type, name: "Other", [type]: { id: OTHER, display_name: "Other", contents, request_url: url } };
}

type Kind = keyof Providers;

function bodies(kind: Kind): { readonly [name: string]: Omit<Answer, "status"> } {
  const other = JSON.stringify(OTHERS[kind]);
  return {
    maintenance: { type: JSON_TYPE, text: '{"status":"maintenance"}' },
    "the error of a web framework": { type: JSON_TYPE, text: '{"status":404,"error":"Not Found","path":"/"}' },
    "the API's own error": { type: JSON_TYPE, text: '{"error":"Not Found"}' },
    "an HTML page": { type: "text/html", text: "<h1>We will be back soon</h1>" },
    "another object": { type: JSON_TYPE, text: other },
    "a list with another object": { type: JSON_TYPE, text: `{"links":{},"data":[${other}]}` },
    "half a body": { type: JSON_TYPE, text: other.slice(0, other.length / 2) },
    nothing: { type: "", text: "" },
  };
}

let server: Server;
/** The recorded state of each resource. */
const stored: { [kind in Kind]?: { id: string; outputs: Props } } = {};

beforeAll(async () => {
  server = await serve("+12025550101", "+12025550102");
  const made = objects(server.url);
  for (const [kind, inputs] of [
    ["sipEndpoint", DESK],
    ["phoneNumber", LINE],
    ["sipProfile", PROFILE],
    ["domainApplication", CARRIER],
    ["clientToken", TOKEN],
    ["cxmlScript", MENU],
    ["swmlScript", FLOW],
  ] as const) {
    const { id, outs = {} } = await made[kind].create(inputs);
    stored[kind] = { id, outputs: outs };
  }
});

afterAll(() => server.close());

const DESK = { username: "desk", password: "canary-password", callerId: "A" };
const LINE = { number: "+12025550101", name: "Main", onDestroy: "clear" };
const PROFILE = { defaultCodecs: ["OPUS"], onDestroy: "restore" };
const CARRIER = { name: "Carrier", identifier: "carrier", callHandler: "relay_topic", callRelayTopic: "office" };
const TOKEN = { resourceName: "alice", rotateAt: "2026-01-01T00:00:00Z" };

const MENU = { displayName: "Menu", contents: "<Response><Say>Hello</Say></Response>" };
const FLOW = { displayName: "Flow", contents: { sections: { main: ["answer"] } } };

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
  "the create of an endpoint": {
    kind: "sipEndpoint",
    wrong: is("POST"),
    ask: (to) => to.sipEndpoint.create({ username: "new", password: "canary-password" }),
  },
  "the list before the create of an endpoint": {
    kind: "sipEndpoint",
    wrong: is("GET", "?"),
    ask: (to) => to.sipEndpoint.create({ username: "new", password: "canary-password" }),
    honest: ({ status, name }) => status < 300 && name.endsWith(" with a list with another object"),
  },
  "the look-up of an endpoint to adopt": {
    kind: "sipEndpoint",
    wrong: is("GET"),
    ask: (to) => to.sipEndpoint.create({ username: "desk", adopt: true }),
  },
  "the read of an endpoint": { kind: "sipEndpoint", wrong: is("GET"), ask: read("sipEndpoint") },
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
  "the renaming of an endpoint": {
    kind: "sipEndpoint",
    wrong: is("PUT"),
    ask: update("sipEndpoint", { ...DESK, username: "renamed" }),
  },
  "the deletion of an endpoint": {
    kind: "sipEndpoint",
    wrong: is("DELETE"),
    ask: remove("sipEndpoint"),
    // A 204 has no body, whatever a gateway sends.
    honest: ({ status, text }) => status < 300 && (text === "" || status === 204),
  },
  "the create of a cXML script": {
    kind: "cxmlScript",
    wrong: is("POST"),
    ask: (to) => to.cxmlScript.create({ displayName: "New", contents: "<Response/>" }),
  },
  "the look-up of a script to adopt": {
    kind: "swmlScript",
    wrong: is("GET"),
    ask: (to) => to.swmlScript.create({ ...FLOW, adopt: true }),
    honest: ({ status, name }) => status < 300 && name.endsWith(" with a list with another object"),
  },
  "the read of a cXML script": { kind: "cxmlScript", wrong: is("GET"), ask: read("cxmlScript") },
  "the change of an SWML script": {
    kind: "swmlScript",
    wrong: is("PUT"),
    ask: update("swmlScript", { ...FLOW, contents: { sections: { main: ["hangup"] } } }),
  },
  "the deletion of a cXML script": {
    kind: "cxmlScript",
    wrong: is("DELETE"),
    ask: remove("cxmlScript"),
    honest: ({ status, text }) => status < 300 && (text === "" || status === 204),
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
  "the create of a domain application": {
    kind: "domainApplication",
    wrong: is("POST"),
    ask: (to) => to.domainApplication.create({ name: "New", identifier: "new" }),
  },
  "the look-up of a domain application to adopt": {
    kind: "domainApplication",
    wrong: is("GET"),
    ask: (to) => to.domainApplication.create({ ...CARRIER, adopt: true }),
  },
  "the read of a domain application": {
    kind: "domainApplication",
    wrong: is("GET"),
    ask: read("domainApplication"),
  },
  "the change of a domain application": {
    kind: "domainApplication",
    wrong: is("PUT"),
    ask: update("domainApplication", { ...CARRIER, callRelayTopic: "night" }),
  },
  "the renaming of a domain application": {
    kind: "domainApplication",
    wrong: is("PUT"),
    ask: update("domainApplication", { ...CARRIER, identifier: "renamed" }),
  },
  "the deletion of a domain application": {
    kind: "domainApplication",
    wrong: is("DELETE"),
    ask: remove("domainApplication"),
    honest: ({ status, text }) => status < 300 && (text === "" || status === 204),
  },
  "the issue of a token": {
    kind: "clientToken",
    wrong: is("POST"),
    ask: (to) => to.clientToken.create({ resourceName: "bob" }),
  },
  "the renewal of a token": {
    kind: "clientToken",
    wrong: () => true,
    ask: update("clientToken", { ...TOKEN, rotateAt: "2999-01-01T00:00:00Z" }),
  },
};

it.each(Object.entries(CASES))(
  "%s takes no wrong answer for a success",
  async (_, each) => {
    const before = await everything();
    const answers = STATUSES.flatMap((status) =>
      Object.entries(bodies(each.kind)).map(([name, body]) => ({ name: `${status} with ${name}`, status, ...body })),
    );
    const wrong = answers.filter((answer) => !each.honest?.(answer));
    const outcomes = await Promise.all(wrong.map(async (answer) => [answer, await succeeds(each, answer)] as const));
    const succeeded = outcomes.filter(([, isSuccess]) => isSuccess).map(([{ name }]) => name);
    expect(succeeded).toEqual([]);
    expect(await everything()).toEqual(before);
  },
  120_000,
);

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
    return false;
  } finally {
    await gateway.close();
  }
}

/** Returns the provider objects of a new run. */
function objects(url: string): Providers {
  const run = new Run({ print: () => undefined, now: async () => new Date("2026-11-22T00:00:00Z") });
  const config = environmentOf({ ...server, url });
  const keys: { readonly [key: string]: string | undefined } = {
    "signalwire:baseUrl": config.SIGNALWIRE_BASE_URL,
    "signalwire:projectId": config.SIGNALWIRE_PROJECT_ID,
    "signalwire:apiToken": config.SIGNALWIRE_API_TOKEN,
  };
  run.config = { get: (key) => keys[key] };
  return openProviders(run);
}

async function everything(): Promise<unknown> {
  return [
    await list(server, "/endpoints/sip"),
    await list(server, "/phone_numbers"),
    await list(server, "/domain_applications"),
    await ask(server, "GET", "/sip_profile"),
  ];
}

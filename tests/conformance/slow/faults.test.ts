// The table of faults: wrong answers × operations × kinds, through both doors. No wrong answer is a success, repeats a secret, or changes or forgets an object.

import { afterAll, beforeAll, expect, it } from "vitest";
import {
  answerForm,
  flatForm,
  isSingle,
  type Resource,
  type ResourceName,
  resourceNames,
  resources,
  returnedFields,
  sipEndpoint,
  toCamel,
} from "../../../contract/index.ts";
import { idInPath } from "../../../provider/client/nested.ts";
import { ask, list, type Server, serve } from "../../engine/service.ts";
import { DOORS, type Door, type Known, namedAt, openDoor, type Provider } from "../../provider/doors.ts";
import { type Answer, openGateway } from "../../provider/gateway.ts";
import type { Props } from "../../provider/host.ts";
import { argumentsOf, CHANGES, LINE, SMALLEST } from "../tables.ts";

interface Kind {
  /** The arguments of the stored object. */
  readonly args: () => Props;
  /** What an update changes; undefined for a kind without updates. */
  readonly change: Props | undefined;
  /** What another object has besides, or what an adoption of the object changes. */
  readonly other: () => Props;
}

const LINES = [LINE, "+12025550102"] as const;
const member = (at: number) => ({ numberGroupId: stored.NumberGroup?.id, phoneNumberId: numberIds[at] });

/** What differs from the smallest object, its change, and an object of another key. */
const OTHERWISE: { readonly [Name in ResourceName]?: Partial<Kind> } = {
  SipEndpoint: { args: () => ({ ...argumentsOf("SipEndpoint", SMALLEST.SipEndpoint), callerId: "A" }) },
  PhoneNumber: {
    args: () => ({ number: LINE, name: "Main", onDestroy: "clear" }),
    other: () => ({ number: LINES[1] }),
  },
  SipProfile: {
    args: () => ({ defaultCodecs: ["G722"], onDestroy: "restore" }),
    other: () => ({ defaultCodecs: ["PCMU"] }),
  },
  ClientToken: {
    args: () => ({ resource: "alice" }),
    change: { rotation: "always" },
    other: () => ({ resource: "bob" }),
  },
  SubscriberToken: { change: { rotation: "always" }, other: () => ({ reference: "bob" }) },
  NumberGroupMembership: { args: () => member(0), other: () => member(1) },
};

function kindOf(kind: ResourceName): Kind {
  const { uniqueKey = "" }: Resource = resources[kind];
  const changes: { readonly [name: string]: Props } = CHANGES;
  return {
    args: () => argumentsOf(kind, SMALLEST[kind]),
    change: changes[kind],
    other: () => ({ [toCamel(uniqueKey)]: "new" }),
    ...OTHERWISE[kind],
  };
}

let server: Server;
const numberIds: string[] = [];
/** The recorded state of each resource, and the service's answer that shows it. */
const stored: { [Name in ResourceName]?: Pick<Known, "id" | "inputs" | "outputs"> & { shown: object } } = {};

/** Pulumi's host of the classes needs the reference to the code. */
const storedArguments = (kind: ResourceName): Props => ({ ...kindOf(kind).args(), __provider: "code" });

beforeAll(async () => {
  server = await serve(...LINES);
  for (const { id } of await list(server, "/phone_numbers")) numberIds.unshift(String(id));
  for (const kind of resourceNames) {
    const provider = await openDoor("classes", server);
    const inputs = storedArguments(kind);
    const made = await provider.create(namedAt("classes", kind), inputs, false);
    const path = itemPath(kind, made.id);
    stored[kind] = { ...made, inputs, shown: path === undefined ? {} : await ask(server, "GET", path) };
  }
});

afterAll(() => server.close());

function itemPath(kind: ResourceName, id: string): string | undefined {
  const resource: Resource = resources[kind];
  return resource.operations.read?.path.replace("{id}", idInPath(resource, id));
}

interface Operation {
  /** The method of the requests that get the wrong answer; undefined for all of them. */
  readonly method: string | undefined;
  readonly work: (provider: Provider, kind: Kind, known: Known) => Promise<unknown>;
}

function operationsOf(kind: ResourceName): { readonly [title: string]: Operation } {
  const { operations, uniqueKey }: Resource = resources[kind];
  const isMade = operations.delete !== undefined;
  const fresh: Operation["work"] = (provider, { args, other }, known) =>
    provider.create(known, { ...args(), ...other() }, false);
  return {
    ...(operations.create && { creation: { method: "POST", work: fresh } }),
    ...(!operations.create && { "first change": { method: "PUT", work: fresh } }),
    ...((!operations.create || uniqueKey) && {
      "look-up": {
        method: "GET",
        work: (provider, { args, other }, known) =>
          provider.create(known, { ...args(), ...(isMade ? { adopt: true } : other()) }, false),
      },
    }),
    ...(operations.read && { read: { method: "GET", work: (to, _, known) => to.read(known) } }),
    ...(operations.update && {
      change: {
        method: operations.read ? operations.update.method : undefined,
        work: (to, { args, change }, known) => to.update(known, { ...args(), ...change }, false),
      },
    }),
    ...(operations.read && {
      removal: { method: isMade ? "DELETE" : "PUT", work: (to, _, known) => to.delete(known) },
    }),
  };
}

const JSON_TYPE = "application/json";
const JWT = `x.${btoa('{"resource":"somebody-else","iat":1778267321,"exp":4102444800}')}.x`;
const SENT = `{"password":"${SMALLEST.SipEndpoint.password}","call_request_url":"https://hook:canary-hook@a.example/?token=canary-token"}`;
/** An error in the form of either API. */
const ECHO = {
  ...{ detail: `cannot use ${SENT}`, status: "422", title: "Invalid Attribute", code: "422" },
  ...{ type: "validation_error", message: `cannot use ${SENT}`, attribute: "password", url: "https://a.example" },
};

/** Returns answers that are none about the object, by a name. */
function answersFor(kind: ResourceName): { readonly [name: string]: Answer } {
  const own: Resource = resources[kind];
  // There is one profile, so only an object of another kind is another object.
  const resource: Resource = isSingle(own) ? sipEndpoint : own;
  const id = "0f6d9c2a-3f0e-4d57-9a8b-6b1c2d3e4f50";
  const fields = returnedFields(resource).map((name) => [name, resource.fields[name]?.type.example]);
  const changed = { id, [resource.uniqueKey ?? resource.label]: "other", jwt_token: JWT, number: "+12025550199" };
  const known = Object.entries(changed).filter(([name]) => name === "id" || name in resource.fields);
  const another = JSON.stringify(answerForm(resource, Object.fromEntries([...fields, ...known]), id));
  const whole = stored[kind]?.shown ?? {};
  const isPart = ([wire]: [string, unknown]) =>
    ["id", own.uniqueKey].includes(wire) || own.fields[wire]?.alwaysReturned === true;
  const part = Object.fromEntries(Object.entries(flatForm(own, whole as Props)).filter(isPart));
  const json = (status: number, text: string): Answer => ({ status, type: JSON_TYPE, text });
  const page = (status: number) => ({ status, type: "text/html", text: "<h1>We will be back soon</h1>" });
  const silence = (status: number) => ({ status, type: "", text: "" });
  const framework = '{"status":404,"error":"Not Found","path":"/"}';
  return {
    "a web framework's error with 200": json(200, framework),
    "a web framework's error with 404": json(404, framework),
    "the API's own 404": json(404, '{"error":"Not Found"}'),
    "a page with 200": page(200),
    "a page with 503": page(503),
    "another object with 200": json(200, another),
    "another object with 201": json(201, another),
    "a list with another object": json(200, `{"links":{},"data":[${another}],"applications":[${another}]}`),
    "half a body": json(200, another.slice(0, another.length / 2)),
    "nothing with 200": silence(200),
    "nothing with 204": silence(204),
    "nothing with 302": silence(302),
    "secrets with 422": json(422, JSON.stringify({ errors: [ECHO] })),
    "secrets with 401": json(401, JSON.stringify({ errors: [ECHO] })),
    "secrets with 200": json(200, JSON.stringify({ errors: [ECHO] })),
    "too many requests": json(429, "{}"),
    [AS_IT_WAS]: json(200, JSON.stringify(whole)),
    [`a part of ${AS_IT_WAS}`]: json(200, JSON.stringify(answerForm(own, part, stored[kind]?.id ?? ""))),
  };
}

const AS_IT_WAS = "the object as it was";

/** True for an answer that a correct service may give. */
function isHonest(kind: ResourceName, operation: string, answer: string): boolean {
  const { keyMayRepeat, operations }: Resource = resources[kind];
  // Nothing in an encrypted token says whose it is.
  if (kind === "SubscriberToken" && operation === "creation") return answer.startsWith("another object");
  if (operation === "removal") return answer === "nothing with 204" && operations.delete !== undefined;
  if (operation === "read" || (operation === "look-up" && kind === "SipProfile")) return answer.endsWith(AS_IT_WAS);
  // Where a key may repeat, a list without the object is no refusal: another one is made.
  return operation === "look-up" && answer === "a list with another object" && keyMayRepeat === true;
}

const rows = resourceNames.flatMap((kind) =>
  Object.keys(operationsOf(kind)).map((operation) => [kind, operation] as const),
);

// Most of the time, an operation waits for a copy of the service that may lag.
it.concurrent.each(rows)(
  "%s: the %s takes no wrong answer for a success",
  { timeout: 120_000 },
  async (kind, title) => {
    const operation = operationsOf(kind)[title] as Operation;
    const before = await everything();
    const wrong = Object.entries(answersFor(kind)).filter(([name]) => !isHonest(kind, title, name));
    const outcomes = await Promise.all(
      wrong.flatMap(([name, answer]) =>
        DOORS.map(async (door) => ({ name, door, isSuccess: await succeeds(kind, door, operation, answer) })),
      ),
    );
    expect(outcomes.filter(({ isSuccess }) => isSuccess)).toEqual([]);
    expect(await everything()).toEqual(before);
  },
);

/** Returns whether the operation succeeds when the service answers like this. */
async function succeeds(kind: ResourceName, door: Door, { method, work }: Operation, answer: Answer): Promise<boolean> {
  const known = { ...namedAt(door, kind), id: "", inputs: {}, outputs: {}, ...stored[kind] };
  const gateway = await openGateway(server);
  // Longer than an operation waits, so that it gives up at once.
  const wrong = { ...answer, headers: { "retry-after": "86400" } };
  gateway.answerWith((question, forward) => (method === undefined || question.method === method ? wrong : forward()));
  try {
    const tried = { ...kindOf(kind), args: () => storedArguments(kind) };
    await work(await openDoor(door, { ...server, url: gateway.url }), tried, known);
    return true;
  } catch (error) {
    expect(error).toMatchObject({
      // The plugin's protocol has no code.
      ...(door === "classes" && { code: expect.stringMatching(/^[a-z_]+$/) }),
      message: expect.stringMatching(/^Could not/),
    });
    expect((error as Error).message).not.toContain("canary");
    return false;
  } finally {
    await gateway.close();
  }
}

async function everything(): Promise<unknown> {
  const paths = Object.values<Resource>(resources).flatMap(({ operations, parent }) =>
    parent === undefined ? ((operations.list ?? operations.read)?.path ?? []) : [],
  );
  return Promise.all(paths.map((path) => ask(server, "GET", path)));
}

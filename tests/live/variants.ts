// The answers of a service that contradicts an assumption of this package. Each variant changes the requests to some routes, or
// their answers, and nothing else.

import {
  acceptedFields,
  type Body,
  clientToken,
  type GapId,
  phoneNumber,
  type Resource,
  requiredFields,
  sipEndpoint,
  sipProfile,
  unsetForm,
} from "../../contract/index.ts";
import { verifiedCallerId } from "../../server/api/verified-caller-id.ts";
import { type Answer, invalid, unauthorized } from "../../server/http/answers.ts";
import type { ApiRequest, ApiRoute, Handler } from "../../server/http/route.ts";

interface Change {
  readonly resources: readonly Resource[];
  readonly methods?: readonly ApiRoute["method"][];
  /** Changes the request, or answers it. */
  readonly asked?: (call: ApiRequest) => ApiRequest | Answer;
  readonly answered?: (answer: Answer, call: ApiRequest) => Answer;
}

const OBJECTS = [sipEndpoint, phoneNumber];

const changes = {
  "update-status": {
    resources: OBJECTS,
    methods: ["PUT"],
    answered: (answer) => (answer.status === 200 ? { ...answer, status: 201 } : answer),
  },
  "live-response-keys": { resources: OBJECTS, answered: eachObject((object) => ({ ...object, new_key: 1 })) },
  "null-clears": {
    resources: [sipEndpoint],
    methods: ["PUT"],
    asked: withBody((body) => Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null))),
  },
  "partial-update": {
    resources: [sipEndpoint],
    methods: ["PUT"],
    asked: withBody((body) => ({ ...unset(), ...body })),
  },
  "send-as-unset": { resources: [sipEndpoint], answered: eachObject(shownAsNull("send_as", "random")) },
  "method-default": {
    resources: [phoneNumber],
    answered: eachObject((object) =>
      Object.keys(object)
        .filter((name) => name.endsWith("_method"))
        .reduce((changed, name) => shownAsNull(name, "POST")(changed), object),
    ),
  },
  "repeated-members": {
    resources: [sipEndpoint],
    asked: withBody(eachValue((value) => (Array.isArray(value) ? [...new Set(value)] : value))),
  },
  "text-length": {
    resources: [sipEndpoint],
    asked: withBody(eachValue((value) => (typeof value === "string" ? value.slice(0, 255) : value))),
  },
  "endpoint-dialogflow": {
    resources: [sipEndpoint],
    asked: refusing("call_handler", (value) => value === "dialogflow", "needs an agent"),
  },
  "webhook-credentials": {
    resources: OBJECTS,
    asked: (call) => {
      const wrong = Object.entries(call.body).filter(([, value]) => /^https?:\/\/[^/]*@/.test(String(value)));
      return wrong.length > 0
        ? invalid(wrong.map(([field]) => ({ field, detail: "must not have a user name" })))
        : call;
    },
  },
  "verified-numbers": { resources: [verifiedCallerId], asked: () => ({ status: 404, body: { error: "Not Found" } }) },
  "error-bodies": {
    resources: OBJECTS,
    answered: (answer) => (answer.status === 404 ? { ...answer, body: { gone: true } } : answer),
  },
  "sip-call-handler-values": {
    resources: [sipEndpoint],
    asked: refusing("call_handler", (value) => value === "call_flow" || value === "ai_agent", "is unknown"),
  },
  "sip-call-relay-application": {
    resources: [sipEndpoint],
    answered: eachObject((object) => ({ ...object, call_relay_application: null })),
  },
  "alias-null": {
    resources: [sipEndpoint],
    asked: withBody((body) => {
      const names = ["call_relay_application", "call_relay_context"].filter((name) => Object.hasOwn(body, name));
      const isCleared = names.some((name) => body[name] === null);
      return isCleared ? { ...body, ...Object.fromEntries(names.map((name) => [name, null])) } : body;
    }),
  },
  "empty-string": { resources: [sipEndpoint], asked: withBody(eachValue((value) => (value === "" ? null : value))) },
  "sip-profile": { resources: [sipProfile], answered: eachObject(({ domain: _, ...object }) => object) },
  "profile-defaults-shown": {
    resources: [sipEndpoint],
    answered: eachObject((object) =>
      object.encryption === "default" ? { ...object, encryption: "optional" } : object,
    ),
  },
  "fresh-number-handler": {
    resources: [phoneNumber],
    answered: eachObject((object) =>
      object.created_at === object.updated_at && object.call_handler === "laml_webhooks"
        ? { ...object, call_handler: null }
        : object,
    ),
  },
  "token-scope": {
    resources: [clientToken],
    asked: (call) => (call.token.scopes.includes("Voice") ? call : unauthorized),
  },
  "malformed-id": {
    resources: OBJECTS,
    asked: (call) => (/^[\da-f-]{36}$/.test(call.id) ? call : invalid([{ field: "id", detail: "must be a UUID" }])),
  },
  "taken-username": {
    resources: [sipEndpoint],
    answered: (answer) =>
      JSON.stringify(answer.body ?? "").includes("username is already taken") ? { ...answer, status: 409 } : answer,
  },
  "username-case": {
    resources: [sipEndpoint],
    asked: withBody((body) =>
      typeof body.username === "string" ? { ...body, username: body.username.toLowerCase() } : body,
    ),
  },
  "delete-twice": {
    resources: [sipEndpoint],
    methods: ["DELETE"],
    answered: (answer) => (answer.status === 404 ? { status: 204 } : answer),
  },
  "list-order": { resources: OBJECTS, answered: eachList((objects) => [...objects].reverse()) },
  "list-pages": {
    resources: OBJECTS,
    answered: (answer, { query }) =>
      eachList((objects) =>
        objects.filter((object) => filtersOf(query).every(([name, text]) => object[name] === text)),
      )(answer),
  },
} as const satisfies { readonly [id in GapId]?: Change };

/** An assumption that this service can contradict. */
export type Variant = keyof typeof changes;

export const VARIANTS = Object.keys(changes) as readonly Variant[];

/** Returns the route of a service that contradicts these assumptions. */
export function changedBy(chosen: readonly Variant[], route: ApiRoute): ApiRoute {
  return chosen.reduce((changed, id) => changedRoute(changes[id], changed), route);
}

function changedRoute({ resources, methods, asked, answered }: Change, route: ApiRoute): ApiRoute {
  const paths = resources.flatMap(({ operations }) => Object.values(operations).map(({ path }) => path));
  if (!paths.includes(route.path) || (methods && !methods.includes(route.method))) return route;
  const handler: Handler = async (call) => {
    const question = asked ? asked(call) : call;
    const answer = "status" in question ? question : await route.handler(question);
    return answered ? answered(answer, call) : answer;
  };
  return { ...route, handler };
}

type Json = { readonly [name: string]: unknown };

function withBody(change: (body: Body) => Body): NonNullable<Change["asked"]> {
  return (call) => ({ ...call, body: change(call.body) });
}

function eachValue(change: (value: unknown) => unknown): (body: Body) => Body {
  return (body) => Object.fromEntries(Object.entries(body).map(([name, value]) => [name, change(value)]));
}

/** Refuses a request with such a value. */
function refusing(field: string, isRefused: (value: unknown) => boolean, detail: string): NonNullable<Change["asked"]> {
  return (call) => (isRefused(call.body[field]) ? invalid([{ field, detail }]) : call);
}

function eachObject(change: (object: Json) => Json): NonNullable<Change["answered"]> {
  return (answer) => {
    const { body } = answer;
    if (answer.status >= 300 || typeof body !== "object" || body === null) return answer;
    return "data" in body
      ? eachList((objects) => objects.map(change))(answer)
      : { ...answer, body: change(body as Json) };
  };
}

function eachList(change: (objects: readonly Json[]) => readonly Json[]): (answer: Answer) => Answer {
  return (answer) => {
    const { body } = answer;
    if (typeof body !== "object" || body === null || !("data" in body)) return answer;
    return { ...answer, body: { ...body, data: change(body.data as Json[]) } };
  };
}

function shownAsNull(name: string, shown: string): (object: Json) => Json {
  return (object) => (object[name] === shown ? { ...object, [name]: null } : object);
}

function unset(): Body {
  const { fields }: Resource = sipEndpoint;
  const required = requiredFields(sipEndpoint, "create");
  const optional = acceptedFields(sipEndpoint, "update").filter((name) => !required.includes(name));
  return Object.fromEntries(optional.flatMap((name) => (fields[name] ? [[name, unsetForm(fields[name])]] : [])));
}

function filtersOf(query: URLSearchParams): [string, string][] {
  return [...query].filter(([name]) => name.startsWith("filter_")).map(([name, text]) => [name.slice(7), text]);
}

// The reference server behind a gateway that answers in the forms of the records (tests/records), where the server's own differ.

import {
  acceptedFields,
  type Body,
  domainApplication,
  hostedResources,
  isObject,
  knownExtraFields,
  listsOf,
  nameInBody,
  phoneNumber,
  type Resource,
  resources,
  sipEndpoint,
  sipProfile,
} from "../../contract/index.ts";
import type { Answer } from "../../server/http/answers.ts";
import type { ApiRequest, ApiRoute } from "../../server/http/route.ts";

/** The key under which scripts are named: as recorded, or as an official description has it. */
export type ScriptKey = "name" | "display_name";

/** Codecs that the specification does not list. */
const FURTHER_CODECS = ["G729", "OPUS@48000H@20I"];
const MOST_A_PAGE = 200;

/** Returns a change of the routes to those of a service with the recorded forms, whose scripts are named under this key. */
export function recordedRoutes(scriptKey: ScriptKey): (route: ApiRoute) => ApiRoute {
  const profile = { policy: "passthrough", hasFurther: true };
  return (route) => recordedRoute(route, scriptKey, profile);
}

interface Profile {
  policy: string;
  /** True while the profile allows every codec, also those that the specification does not list. */
  hasFurther: boolean;
}

function recordedRoute(route: ApiRoute, scriptKey: ScriptKey, profile: Profile): ApiRoute {
  const resource = Object.values<Resource>(resources).find(({ operations }) =>
    Object.values(operations).some(({ path }) => path === route.path),
  );
  return {
    ...route,
    async handler(call) {
      if (!resource) return inForm(await route.handler(call));
      const refused = refusal(resource, route, call, scriptKey);
      if (refused) return refused;
      const isWrite = route.method === "POST" || route.method === "PUT";
      const answer = await route.handler(isWrite ? { ...call, body: withoutUnknown(resource, call.body) } : call);
      if (resource === sipProfile && isWrite && answer.status < 300) {
        // An update without the policy resets it.
        profile.policy = String(call.body.default_outbound_policy ?? "block-pstn");
        profile.hasFurther = hasFurther(call.body.default_codecs);
      }
      return inForm({ ...answer, body: shownBody(resource, answer, (object) => shown(resource, object)) });
    },
  };

  function shown(of: Resource, object: Body): Body {
    const withFurther = (codecs: unknown) =>
      profile.hasFurther && hasAll(codecs) ? [...(codecs as string[]), ...FURTHER_CODECS] : codecs;
    if (of === sipEndpoint) return { ...endpointShown(object), codecs: withFurther(object.codecs) };
    if (of === sipProfile)
      return {
        ...object,
        default_codecs: withFurther(object.default_codecs),
        default_outbound_policy: profile.policy,
      };
    if (of === phoneNumber) return { ...object, number_type: "longcode", country_code: "US" };
    if (of === domainApplication) return { ...object, domain: String(object.domain).replace(/\..*$/, "") };
    return of.dialect?.nested && scriptKey === "display_name" ? describedScript(of, object) : object;
  }
}

function refusal(resource: Resource, { method }: ApiRoute, call: ApiRequest, key: ScriptKey): Answer | undefined {
  const size = call.query.get(listsOf(resource).size);
  if (Number(size) > MOST_A_PAGE)
    return { status: 422, body: { errors: [{ message: "page_size must be at most 200", code: "invalid_parameter" }] } };
  if (!hostedResources.some((each) => each === resource)) return undefined;
  const wrong = (attribute: string, message: string) => ({
    status: 422,
    body: { errors: [{ type: "validation_error", code: "invalid_parameter", message, attribute }] },
  });
  if (key === "display_name" && call.body.name !== undefined) return wrong("name", "name is not a known parameter");
  const isNamed = method === "POST" || (method === "PUT" && key === "name");
  return isNamed && call.body[key] === undefined ? wrong(key, "can't be blank") : undefined;
}

function withoutUnknown(resource: Resource, body: Body): Body {
  const known = new Set(
    (["create", "update"] as const)
      .flatMap((operation) => acceptedFields(resource, operation))
      .flatMap((field) => [field, nameInBody(resource, field)]),
  );
  const isKept = ([name, value]: [string, unknown]) =>
    known.has(name) && !(knownExtraFields(resource).includes(name) && value === null);
  const withoutFurther = (value: unknown) =>
    Array.isArray(value) && resource !== domainApplication
      ? value.filter((codec) => !FURTHER_CODECS.includes(codec))
      : value;
  const kept = Object.entries(body).filter(isKept);
  return Object.fromEntries(kept.map(([name, value]) => [name, withoutFurther(value)]));
}

function shownBody({ dialect }: Resource, { status, body }: Answer, change: (object: Body) => Body): unknown {
  if (status >= 300 || !isObject(body)) return body;
  const { entries } = listsOf({ dialect } as Resource);
  const list = body[entries];
  return Array.isArray(list) ? { ...body, [entries]: list.map(change) } : change(body);
}

/** 404 is a text. */
function inForm(answer: Answer): Answer {
  return answer.status === 404
    ? { status: 404, body: "Not Found", headers: { "Content-Type": "text/plain; charset=utf-8" } }
    : answer;
}

function endpointShown(object: Body): Body {
  const { call_handler, encryption } = object;
  return {
    ...object,
    call_handler: call_handler === "laml_webhooks" ? "laml_webhook" : call_handler,
    encryption: encryption === "default" ? "optional" : encryption,
  };
}

function hasAll(codecs: unknown): boolean {
  return Array.isArray(codecs) && codecs.length === sipProfile.fields.default_codecs.type.values?.length;
}

function hasFurther(codecs: unknown): boolean {
  return Array.isArray(codecs) && codecs.some((codec) => FURTHER_CODECS.includes(codec));
}

function describedScript({ dialect }: Resource, { display_name, ...outer }: Body): Body {
  const member = dialect?.nested?.member ?? "";
  const { name: _, ...inner } = outer[member] as Body;
  return { ...outer, name: display_name, [member]: { ...inner, display_name } };
}

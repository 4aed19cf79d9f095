import {
  assignersOf,
  clientToken,
  type GapId,
  gaps,
  listsOf,
  type Operation,
  type OperationName,
  PAGE_SIZE,
  type Resource,
  requiredFields,
  rung,
  scopeWords,
} from "../../contract/index.ts";
import { clientTokenUpTo } from "./client-token.ts";
import type { Context } from "./context.ts";
import { served } from "./open.ts";
import { listSchema, pascal, reference, requestSchema, responseSchema, type Schema } from "./openapi-schemas.ts";
import { apiResources } from "./routes.ts";

export interface OpenApi {
  readonly openapi: string;
  readonly info: Schema;
  readonly servers: readonly Schema[];
  readonly security: readonly Schema[];
  readonly paths: { readonly [path: string]: Schema };
  readonly components: { readonly [section: string]: Schema };
}

export function openApi({ maximumTokenLifetime, extraFields }: Context): OpenApi {
  const paths: { [path: string]: { [method: string]: Schema } } = {};
  const schemas: { [name: string]: Schema } = {};
  const described = apiResources
    .map((each) => (each === clientToken ? clientTokenUpTo(maximumTokenLifetime) : each))
    .map((each) => served(each, extraFields));
  for (const resource of described) {
    const name = pascal(resource.kind);
    schemas[name] = responseSchema(resource);
    for (const [key, operation] of Object.entries(resource.operations) as [OperationName, Operation][]) {
      if (key === "create" || key === "update") schemas[`${name}${pascal(key)}`] = requestSchema(resource, key);
      if (key === "list") schemas[`${name}List`] = listSchema(resource);
      const methods = { [operation.method.toLowerCase()]: describe(resource, key, operation) };
      paths[operation.path] = { ...paths[operation.path], ...methods };
    }
  }
  return {
    openapi: "3.1.1",
    info: {
      title: "Voice and numbers configuration",
      version: "1.0.0",
      description:
        "SIP endpoints, phone numbers and client tokens, as the reference server of pulumi-signalwire answers them.",
    },
    servers: [{ url: "/" }],
    security: [{ projectToken: [] }],
    paths,
    components: {
      securitySchemes: {
        projectToken: {
          type: "http",
          scheme: "basic",
          description: "The project ID as user name, an API token of the project as password.",
        },
      },
      schemas: { ...schemas, ...FAILURES },
    },
  };
}

const FAILURES: { [name: string]: Schema } = {
  Failure: objectOf({ error: { type: "string" } }),
  ValidationFailure: listOfErrors({
    detail: { type: ["string", "null"] },
    status: { type: "string" },
    title: { type: "string" },
    code: { type: "string" },
  }),
  FabricValidationFailure: listOfErrors({
    type: { type: "string" },
    code: { type: "string" },
    message: { type: "string" },
    attribute: { type: ["string", "null"] },
    url: { type: "string" },
  }),
  LamlFailure: objectOf({
    code: { type: "integer" },
    message: { type: "string" },
    more_info: { type: "string" },
    status: { type: "integer" },
  }),
};

function listOfErrors(properties: { [name: string]: Schema }): Schema {
  return objectOf({ errors: { type: "array", items: objectOf(properties) } });
}

function objectOf(properties: { [name: string]: Schema }): Schema {
  return { type: "object", required: Object.keys(properties), properties };
}

function describe(resource: Resource, key: OperationName, operation: Operation): Schema {
  const name = pascal(resource.kind);
  const isBelow = operation.path.includes(`{${resource.parent}}`);
  const isOfObject = isBelow || operation.path.includes("{id}");
  const isOfProject = operation.path.includes("{project}");
  const writes = key === "create" || key === "update";
  const { isForm, failures } = resource.dialect ?? {};
  const language = isForm ? "a web form" : "JSON";
  const failure = (description: string): Schema => ({
    description,
    content: json(reference(failures === "laml" ? "LamlFailure" : "Failure")),
  });
  const scope = operation.scope ? ` The token needs ${scopeWords(operation)}.` : "";
  const assumption = operation.gap ? ` Assumed: ${gaps[operation.gap as GapId].answer}` : "";
  return {
    operationId: `${key}${name}`,
    tags: [resource.title],
    summary: operation.doc,
    description: `${operation.doc}.${scope}${assumption}`,
    parameters: [
      ...(isOfProject ? [PROJECT] : []),
      ...(operation.path.includes("{id}") ? [ID] : []),
      ...(isBelow ? [{ ...ID, name: resource.parent, description: resource.fields[resource.parent ?? ""]?.doc }] : []),
      ...(key === "list" ? listParameters(resource, operation) : []),
    ],
    ...(writes && {
      requestBody: {
        required: requiredFields(resource, key).length > 0,
        content: { [isForm ? FORM : JSON_TYPE]: { schema: reference(`${name}${pascal(key)}`) } },
      },
    }),
    responses: {
      [operation.status]: {
        description: "Done.",
        ...(operation.status !== 204 && { content: json(reference(key === "list" ? `${name}List` : name)) }),
      },
      ...(writes && { 400: failure(isForm ? "The body is not text." : "The body is not a JSON object.") }),
      401: failure("The credential is bad, or lacks the scope."),
      ...(isOfObject && { 404: failure("The project has no such object.") }),
      ...(isOfProject && !isOfObject && { 404: failure("The credential is of another project.") }),
      ...(writes && {
        413: failure("The body is too large."),
        415: failure(`The body is not declared as ${language}.`),
      }),
      ...(key !== "read" && refusal(resource, key)),
      ...(writes &&
        !operation.unlimited && {
          429: {
            ...failure("The project has written too much."),
            headers: {
              "Retry-After": { description: "Seconds to wait, or a date.", required: true, schema: { type: "string" } },
            },
          },
        }),
    },
  };
}

/** Returns the answers that refuse an operation. A deletion is refused only while another object rings or has this one. */
function refusal(resource: Resource, key: OperationName): Schema {
  const form = { fabric: "FabricValidationFailure", laml: "LamlFailure", usual: "ValidationFailure" };
  const content = json(reference(form[resource.dialect?.failures ?? "usual"]));
  const refused = { description: "Refused; every problem is named.", content };
  if (key === "delete" && assignersOf(resource).length > 0)
    return { 400: { description: "It is in use.", content: json(reference("Failure")) } };
  if (key === "delete") return rung.has(resource) ? { 400: refused } : {};
  return { 422: refused };
}

const PROJECT = {
  ...{ name: "project", in: "path", required: true, schema: { type: "string", format: "uuid" } },
  description: "The project of the credentials.",
};
const ID = { name: "id", in: "path", required: true, schema: { type: "string", format: "uuid" } };

function listParameters(resource: Resource, { filters = {} }: Operation): Schema[] {
  const names = listsOf(resource);
  const query = (name: string, schema: Schema, description: string) => ({ name, in: "query", schema, description });
  return [
    query(names.number, { type: "integer", minimum: 0, default: 0 }, "Which page, from 0."),
    query(
      names.size,
      { type: "integer", minimum: 1, maximum: PAGE_SIZE.largest, default: PAGE_SIZE.usual },
      "Objects a page.",
    ),
    query(names.token, { type: "string" }, "Needed for every page but the first; the links carry it."),
    ...Object.entries(filters).map(([parameter, field]) =>
      query(parameter, { type: "string" }, `Only objects whose ${field} contains this text.`),
    ),
  ];
}

function json(schema: Schema): Schema {
  return { [JSON_TYPE]: { schema } };
}

const JSON_TYPE = "application/json";
const FORM = "application/x-www-form-urlencoded";

import type { Problem } from "./errors.ts";
import { validateHandlers } from "./handlers.ts";
import type { Lists } from "./operation.ts";
import { acceptedFields, type Body, isObject, own, type Resource, requiredFields } from "./resource.ts";
import { toPascal, withArticle } from "./text/names.ts";
import { validateValue } from "./values.ts";

export interface BodyOptions {
  /** The stored object of an update, for the fields that the body omits. */
  readonly stored?: Body;
  /** True for a value that is not known yet: it counts as given and valid. */
  readonly isUnknown?: (value: unknown) => boolean;
  /** Turns a field into the name for messages. Default: the API's name. */
  readonly nameOf?: (field: string) => string;
}

/** Returns all problems of a request body; empty for a valid one. The provider's check and the server's routes both use it. */
export function validateBody(
  resource: Resource,
  operation: "create" | "update",
  body: Body,
  { stored = {}, isUnknown = () => false, nameOf = (field) => field }: BodyOptions = {},
): Problem[] {
  const accepted = acceptedFields(resource, operation);
  const required = requiredFields(resource, operation);
  const problems: Problem[] = [];

  // Unknown keys are refused by name, never ignored (gap `unknown-keys`).
  for (const field of Object.keys(body)) {
    if (accepted.includes(field)) continue;
    const known = own(resource.fields, field);
    if (known?.responseOnly)
      problems.push({ field, code: "read_only", detail: "is set by the service and cannot be sent" });
    else if (known) problems.push({ field, code: "read_only", detail: "cannot be sent with this request" });
    else if (!resource.isOpen)
      problems.push({ field, code: "unknown_field", detail: `is not a field of ${withArticle(resource.title)}` });
  }

  for (const field of accepted) {
    const descriptor = own(resource.fields, field);
    const value = own(body, field);
    const isRequired = required.includes(field);
    if (!descriptor) continue;
    if (value === undefined) {
      if (isRequired) problems.push({ field, code: "required", detail: "is required" });
    } else if (value === null) {
      // Null unsets an optional field (gap `null-clears`). A required field has no default.
      if (isRequired || descriptor.required)
        problems.push({ field, code: "required", detail: "is required and cannot be null" });
    } else if (!isUnknown(value)) {
      for (const detail of validateValue(descriptor.type, value)) problems.push({ field, code: "invalid", detail });
    }
  }

  const whole = { ...stored, ...body };
  problems.push(...validateHandlers(resource.handlers, whole, { isUnknown, nameOf }));
  return problems;
}

/** Returns an object of an answer with all its fields side by side. The id of the nested member is dropped (gap `fabric-forms`). */
export function flatForm(resource: Resource, answer: Body): Body {
  const { dialect, label, parent } = resource;
  if (!dialect) return withAssigned(resource, answer);
  const { idAs = "id", nested, embeds = {} } = dialect;
  // An object in this form stays as it is.
  const { [nested?.member ?? ""]: inner, [idAs]: id = answer.id, ...outer } = answer;
  const isOwn = parent !== undefined && typeof id === "string" && id !== "" && !id.includes("/");
  const named = Object.entries(embeds).flatMap(([field, { member }]) => {
    const { [member]: shown } = answer;
    return isObject(shown) ? [[field, shown.id] as const] : [];
  });
  const object = { ...outer, ...Object.fromEntries(named), id: isOwn ? `${answer[parent]}/${id}` : id };
  return nested && isObject(inner) ? { ...inner, ...object, [label]: inner[label] ?? outer[nested.labelAs] } : object;
}

/** Adds the fields that requests of their own set, with the value that is in force or on its way. */
function withAssigned({ fields }: Resource, answer: Body): Body {
  const shown = Object.entries(fields).flatMap(([field, { assigned }]) => {
    if (!assigned || !Object.hasOwn(answer, assigned.as)) return [];
    const isEnded = [assigned.failed, ...assigned.ended].includes(String(answer[assigned.status]));
    return [[field, isEnded ? null : answer[assigned.as]] as const];
  });
  return shown.length > 0 ? { ...answer, ...Object.fromEntries(shown) } : answer;
}

/** Returns the object as an answer shows it. `nestedId` is the id of the nested member. */
export function answerForm({ dialect, label }: Resource, object: Body, nestedId: string): Body {
  const { idAs, nested } = dialect ?? {};
  if (idAs !== undefined) {
    const { id, ...fields } = object;
    return { [idAs]: id, ...fields };
  }
  if (!nested) return object;
  const isOuter = ([name]: [string, unknown]) => nested.outer.includes(name);
  const fields = Object.entries(object);
  return {
    ...Object.fromEntries(fields.filter(isOuter)),
    [nested.labelAs]: object[label],
    [nested.member]: { ...Object.fromEntries(fields.filter((each) => !isOuter(each))), id: nestedId },
  };
}

export function listsOf({ dialect }: Resource): Lists {
  return dialect?.lists ?? { number: "page_number", size: "page_size", token: "page_token", entries: "data" };
}

export function nameInBody({ dialect }: Resource, operation: "create" | "update", field: string): string {
  if (dialect?.isForm) return toPascal(field);
  return (operation === "create" && own(dialect?.createdAs ?? {}, field)) || field;
}

/** Returns a body as it is sent: values in the form that the service takes, under the names of this operation. */
export function sentForm(resource: Resource, operation: "create" | "update", body: Body): Body {
  const inForm = (value: unknown) => (resource.dialect?.isForm ? String(value ?? "") : value);
  // The path holds the parent's id.
  const inBody = Object.entries(body).filter(([field]) => field !== resource.parent);
  const sent = inBody.map(([field, value]) => {
    const { sent = (each: unknown) => each } = own(resource.fields, field)?.type ?? {};
    return [nameInBody(resource, operation, field), inForm(sent(value))] as const;
  });
  return Object.fromEntries(sent);
}

/**
 * Returns a received body under the resource's own names. Drops the usual name of a field that has another one in this
 * operation.
 */
export function receivedForm(resource: Resource, operation: "create" | "update", body: Body): Body {
  const fields = new Map(
    Object.keys(resource.fields).map((field) => [nameInBody(resource, operation, field), field] as const),
  );
  const isKnown = ([name]: [string, unknown]) => fields.has(name) || own(resource.fields, name) === undefined;
  const known = Object.entries(body).filter(isKnown);
  const unset = (value: unknown) => (resource.dialect?.isForm && value === "" ? null : value);
  return Object.fromEntries(known.map(([name, value]) => [fields.get(name) ?? name, unset(value)]));
}

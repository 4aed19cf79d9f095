import type { Problem } from "./errors.ts";
import { validateHandlers } from "./handlers.ts";
import { own, toPascal, withArticle } from "./names.ts";
import type { Dialect, Lists } from "./operation.ts";
import { acceptedFields, type Body, isGiven, isObject, isUnset, type Resource, requiredFields } from "./resource.ts";
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
  { stored, isUnknown = () => false, nameOf = (field) => field }: BodyOptions = {},
): Problem[] {
  const accepted = acceptedFields(resource, operation);
  const required = requiredFields(resource, operation);
  const problems: Problem[] = [];

  // Unknown keys are refused by name, never ignored (gap `unknown-keys`).
  for (const field of Object.keys(body)) {
    if (accepted.includes(field)) continue;
    const known = own(resource.fields, field);
    if (known?.takenInExtra) {
      const details = body[field] === null ? [] : validateValue(known.type, body[field]);
      problems.push(...details.map((detail): Problem => ({ field, code: "invalid", detail })));
    } else if (known?.responseOnly)
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
    } else if (!isUnknown(value) && value !== descriptor.unset) {
      for (const detail of validateValue(descriptor.type, value)) problems.push({ field, code: "invalid", detail });
    }
  }

  const whole = stored ? { ...stored, ...body } : body;
  for (const [field, { needs = "" }] of Object.entries(resource.fields)) {
    const needed = own(resource.fields, needs);
    if (needed && whole[field] === true && isUnset(needed, whole[needs]))
      problems.push({ field: needs, code: "required", detail: `is required when ${nameOf(field)} is true` });
  }
  problems.push(...validateHandlers(resource.handlers, whole, nameOf));
  return problems;
}

/**
 * Returns an object of an answer with all its fields side by side, its handlers by one name each. The id of the nested member is
 * dropped (gap `fabric-forms`).
 */
export function flatForm(resource: Resource, answer: Body): Body {
  return withHandlersInForce(resource, withoutMembers(resource, answer));
}

function withoutMembers(resource: Resource, answer: Body): Body {
  const { dialect, parent } = resource;
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
  return nested ? withLabel(resource, isObject(inner) ? inner : {}, object) : object;
}

/** Joins an object with its nested member. Either may have the label, under any of its names. */
function withLabel({ dialect, label }: Resource, inner: Body, outer: Body): Body {
  const names = [...namesOfField({ dialect }, label)].reverse();
  const valueIn = (part: Body) => names.map((name) => part[name]).find(isGiven);
  const others = Object.entries({ ...inner, ...outer }).filter(([name]) => !names.includes(name));
  const value = valueIn(inner) ?? valueIn(outer);
  return { ...Object.fromEntries(others), ...(value !== undefined && { [label]: value }) };
}

/** Adds the fields that requests of their own set, with the value that is in force or on its way. */
function withAssigned({ fields }: Resource, answer: Body): Body {
  const shown = Object.entries(fields).flatMap(([field, { assigned }]) => {
    if (!assigned || !Object.hasOwn(answer, assigned.as)) return [];
    const isEnded = [assigned.failed, ...assigned.ended].includes(String(answer[assigned.status]));
    return [[field, isEnded ? null : answer[assigned.as]] as const];
  });
  return { ...answer, ...Object.fromEntries(shown) };
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
    [nested.labelAs.outside]: object[label],
    [nested.member]: {
      ...Object.fromEntries(fields.filter((each) => !isOuter(each) && each[0] !== label)),
      [nested.labelAs.inside]: object[label],
      id: nestedId,
    },
  };
}

export function listsOf({ dialect }: Resource): Lists {
  return dialect?.lists ?? { number: "page_number", size: "page_size", token: "page_token", entries: "data" };
}

/** Values of answers that mean the same as a value of requests (gap `sip-call-handler-values`). */
const OTHER_NAMES: { readonly [shown: string]: string } = { laml_webhook: "laml_webhooks" };

/** The service's word for "no handler". No API has a handler of this name. */
export const NO_HANDLER = "default";

/**
 * Returns an object with one name for each handler, and null where no handler is in force. The unset form of a phone number is
 * `laml_webhooks`, which takes nothing without an address (gap `fresh-number-handler`).
 */
export function withHandlersInForce({ fields, handlers }: Pick<Resource, "fields" | "handlers">, object: Body): Body {
  const inForce = handlers
    .filter(({ field }) => Object.hasOwn(object, field))
    .map(({ field, cases }) => {
      const unset = own(fields, field)?.unset;
      const shown = object[field] ?? unset;
      const handler = typeof shown === "string" ? (own(OTHER_NAMES, shown) ?? shown) : shown;
      const addresses = (own(cases, String(unset))?.uses ?? []).filter((name) => name.endsWith("_url"));
      const isIdle = handler === unset && !addresses.some((name) => isGiven(object[name]) && object[name] !== "");
      return [field, isIdle || handler === NO_HANDLER ? null : handler] as const;
    });
  return { ...object, ...Object.fromEntries(inForce) };
}

/** True for the field that chooses a handler. */
export function choosesHandler({ handlers }: Pick<Resource, "handlers">, name: string): boolean {
  return handlers.some(({ field }) => field === name);
}

type Dialected = { readonly dialect?: Dialect | undefined };

/** Returns the names of a field in a request, the usual one first. */
export function namesOfField({ dialect }: Dialected, field: string): readonly [string, ...string[]] {
  return own(dialect?.namedAs ?? {}, field) ?? [field];
}

/** Returns the name of a field in a request. */
export function nameInBody({ dialect }: Dialected, field: string): string {
  return dialect?.isForm ? toPascal(field) : namesOfField({ dialect }, field)[0];
}

/** Returns a body as it is sent: values in the form that the service takes, under the names of requests. */
export function sentForm(
  resource: Resource,
  body: Body,
  nameOf = (field: string) => nameInBody(resource, field),
): Body {
  const inForm = (value: unknown) => (resource.dialect?.isForm ? String(value ?? "") : value);
  // The path holds the parent's id.
  const inBody = Object.entries(body).filter(([field]) => field !== resource.parent);
  const sent = inBody.map(([field, value]) => {
    const { sent = (each: unknown) => each } = own(resource.fields, field)?.type ?? {};
    return [nameOf(field), inForm(sent(value))] as const;
  });
  return Object.fromEntries(sent);
}

/** Returns a received body under the resource's own names. Of several names of one field, the usual one counts. */
export function receivedForm(resource: Resource, body: Body): Body {
  const { dialect } = resource;
  const fields = new Map(
    Object.keys(resource.fields).flatMap((field) => {
      const names = dialect?.isForm ? [nameInBody(resource, field)] : namesOfField(resource, field);
      return names.map((name) => [name, field] as const);
    }),
  );
  const isKnown = ([name]: [string, unknown]) => fields.has(name) || own(resource.fields, name) === undefined;
  const isUsual = (name: string) => name === nameInBody(resource, fields.get(name) ?? name);
  // The last of several entries with one key counts.
  const known = Object.entries(body)
    .filter(isKnown)
    .sort(([a], [b]) => Number(isUsual(a)) - Number(isUsual(b)));
  const unset = (value: unknown) => (dialect?.isForm && value === "" ? null : value);
  return Object.fromEntries(known.map(([name, value]) => [fields.get(name) ?? name, unset(value)]));
}

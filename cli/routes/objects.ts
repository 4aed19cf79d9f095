// The objects between which calls and messages go, as far as a source knows them: a state, a preview, a check, an account.

import {
  acceptedFields,
  argumentFields,
  argumentName,
  type Body,
  isGiven,
  LEFT,
  own,
  type Props,
  type Resource,
  type ResourceName,
  resources,
  withoutSecrets,
} from "../../contract/index.ts";

/** What is to be said of an object besides its settings. */
export type Mark = "missing" | "dangling" | "drifted" | "unread" | "added" | "changed" | "removed";

export interface KnownObject {
  readonly type: ResourceName;
  /** The service's; of an object that is yet to be made, one that stands for it. */
  readonly id: string;
  /** The name in the program; absent where no program is known to declare it. */
  readonly name?: string;
  /** What is set, under the API's names; of two names of one value the winner alone. A secret reads `[secret]`. */
  readonly fields: Body;
  readonly mark?: Mark;
}

export function labelOf({ type, fields, id }: Pick<KnownObject, "type" | "fields" | "id">): string {
  const label = fields[resources[type].label];
  return typeof label === "string" ? label : id;
}

/** What outputs tell of an object: its arguments, what is set beside them, and what the service says of it. */
export function knownFields(resource: Resource, props: Props): Body {
  const fields: { [wire: string]: unknown } = { ...(withoutSecrets(props[LEFT]) as Body | undefined) };
  for (const [wire, field] of Object.entries(resource.fields)) {
    const value = withoutSecrets(props[argumentName(resource, wire)]);
    if (isGiven(value) && !field.secret) fields[wire] = value;
  }
  return canonical(resource, { ...fields, ...extraOf(props) });
}

/** What a program sets: its arguments, and the members of `extra`. */
export function setFields(resource: Resource, inputs: Props): Body {
  const given = [...argumentFields(resource)].flatMap(([name, wire]) => {
    const value = withoutSecrets(inputs[name]);
    return isGiven(value) && !own(resource.fields, wire)?.secret ? [[wire, value] as const] : [];
  });
  return canonical(resource, { ...Object.fromEntries(given), ...extraOf(inputs) });
}

/** What the service's own answer tells. */
export function liveObject(type: ResourceName, live: Body): KnownObject {
  const resource: Resource = resources[type];
  const isKept = (wire: string, value: unknown) => isGiven(value) && !own(resource.fields, wire)?.secret;
  const fields = Object.fromEntries(Object.entries(live).filter(([wire, value]) => isKept(wire, value)));
  return { type, id: String(live.id ?? ""), fields: canonical(resource, fields) };
}

/** The classes whose objects another one's handler names by their label: clients, by the name of a token. */
export const namedTypes: ReadonlySet<string> = new Set(
  Object.values<Resource>(resources).flatMap(({ fields }) =>
    Object.values(fields).flatMap(({ namesOne }) => namesOne ?? []),
  ),
);

/** The fields that a program may set, without what is never shown. */
export function settableFields(resource: Resource): string[] {
  return acceptedFields(resource, resource.configuredBy).filter((wire) => !own(resource.fields, wire)?.writeOnly);
}

/** A value under the one name that wins, whichever of its names it was given by. */
function canonical(resource: Resource, fields: Body): Body {
  const kept: { [wire: string]: unknown } = { ...fields };
  for (const [wire, { aliasOf }] of Object.entries(resource.fields)) {
    if (aliasOf === undefined || !isGiven(kept[wire])) continue;
    kept[aliasOf] ??= kept[wire];
    delete kept[wire];
  }
  return kept;
}

function extraOf({ extra }: Props): Body {
  const members = withoutSecrets(extra);
  return typeof members === "object" && members !== null ? (members as Body) : {};
}

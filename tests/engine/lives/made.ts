// The objects that a program creates and that a unique key finds again, of every such kind in the registry.

import {
  argumentFields,
  type Body,
  flatForm,
  nameInBody,
  type Resource,
  type ResourceName,
  resourceNames,
  resources,
  toCamel,
} from "../../../contract/index.ts";
import { PLAIN_KINDS, type PlainKind } from "../../contract/plain.ts";
import {
  ADDRESS,
  ADDRESS_CHANGES,
  APPLICATION_CHANGES,
  CXML_CHANGES,
  DOMAIN_CHANGES,
  type FieldChange,
  SWML_CHANGES,
} from "../every-field.ts";
import { ask, list, type Server } from "../service.ts";

/** The kinds that a program makes and changes, each on its own, with any text as the unique key. */
export type MadeKind = Exclude<ResourceName, "PhoneNumber" | "ClientToken" | "SipProfile" | "NumberGroupMembership">;

type Arguments = { readonly [argument: string]: unknown };

interface Description {
  /** The first part of names and unique keys. */
  readonly word: string;
  /** The arguments that every resource of this kind has, besides the unique key. */
  readonly required: Arguments;
  /** Not returned by the service. */
  readonly hidden?: Arguments;
  /** The arguments of a resource whose contents are secret. */
  readonly secret?: Arguments;
  readonly changes: readonly FieldChange[];
}

const HELLO = "<Response><Say>Hello</Say></Response>";
const FLOW = { version: "1.0.0", sections: { main: ["hangup"] } };
const SECRET = "<Response><Say>canary</Say></Response>";
const SECRET_FLOW = { version: "1.0.0", sections: { main: [{ play: { url: "say:canary" } }] } };
/** All names of one value, which an answer shows under another name. */
const ALIASED = /Relay(Topic|Context|Application)/;

/** The kinds of tests/contract/plain.ts. */
const plain = Object.fromEntries(
  PLAIN_KINDS.map(([name, { smallest, changes }]): [PlainKind, Description] => {
    const { uniqueKey = "" }: Resource = resources[name];
    const others = Object.entries(smallest).filter(([field]) => field !== uniqueKey);
    const required = Object.fromEntries(others.map(([field, value]) => [toCamel(field), value]));
    return [name, { word: name.toLowerCase(), required, changes }];
  }),
) as { readonly [kind in PlainKind]: Description };

const descriptions: { readonly [kind in MadeKind]: Description } = {
  SipEndpoint: {
    word: "desk",
    required: { callerId: "Desk" },
    hidden: { password: "canary-password" },
    changes: [{ field: "callerId", before: "Old desk", after: "New desk" }],
  },
  DomainApplication: { word: "carrier", required: { name: "Carrier" }, changes: DOMAIN_CHANGES },
  CxmlScript: { word: "menu", required: { contents: HELLO }, secret: { contents: SECRET }, changes: CXML_CHANGES },
  SwmlScript: { word: "flow", required: { contents: FLOW }, secret: { contents: SECRET_FLOW }, changes: SWML_CHANGES },
  CxmlApplication: { word: "application", required: {}, changes: APPLICATION_CHANGES },
  EmergencyAddress: { word: "address", required: ADDRESS, changes: ADDRESS_CHANGES },
  ...plain,
};

export const MADE_KINDS = resourceNames.filter((name) => Object.hasOwn(descriptions, name)) as MadeKind[];

const WEBHOOKS = {
  callRequestMethod: "POST",
  callFallbackUrl: "https://example.com/fallback",
  callFallbackMethod: "POST",
  callStatusCallbackUrl: "https://example.com/status",
  callStatusCallbackMethod: "POST",
};

/** Target → handler, the argument that names the target, the target's output with its value, and further arguments. */
export const HANDLERS = {
  SipEndpoint: { handler: "relay_sip_endpoint", argument: "callSipEndpointId", output: "id", more: {} },
  CxmlScript: { handler: "laml_webhooks", argument: "callRequestUrl", output: "requestUrl", more: WEBHOOKS },
  SwmlScript: { handler: "relay_script", argument: "callRelayScriptUrl", output: "requestUrl", more: {} },
} as const satisfies { readonly [kind in MadeKind]?: object };

/** The kinds whose objects can answer the calls of another object. */
export type TargetKind = keyof typeof HANDLERS;

/** An object as the service shows it. */
export interface Shown {
  readonly id: string;
  readonly key: string;
  /** The address of a script. */
  readonly url: string | undefined;
  /** The values of the fields that programs of these tests set. */
  readonly fields: Arguments;
}

export function resourceOf(kind: MadeKind): Resource {
  return resources[kind];
}

export function wordOf(kind: MadeKind): string {
  return descriptions[kind].word;
}

/** Returns the unique key of a resource with this name. */
export function firstKeyOf(name: string): string {
  return `key-of-${name}`;
}

export function keyNameOf(kind: MadeKind): string {
  const resource = resourceOf(kind);
  return toCamel(resource.uniqueKey ?? "");
}

/** Returns the arguments of an object whose program sets nothing optional. */
export function requiredOf(kind: MadeKind): Arguments {
  return descriptions[kind].required;
}

/** Returns the arguments of a resource whose contents are secret; undefined for a kind without contents. */
export function secretOf(kind: MadeKind): Arguments | undefined {
  return descriptions[kind].secret;
}

export function isScript(kind: MadeKind): boolean {
  return resourceOf(kind).hosted !== undefined;
}

export function hiddenOf(kind: MadeKind): Arguments {
  return descriptions[kind].hidden ?? {};
}

export function allChangesOf(kind: MadeKind): readonly FieldChange[] {
  return descriptions[kind].changes;
}

/** Returns the changes of single fields, without those of the unique key. */
export function changesOf(kind: MadeKind): readonly FieldChange[] {
  const isOwn = ({ field, others = {} }: FieldChange) =>
    field !== keyNameOf(kind) && ![field, ...Object.keys(others)].some((name) => ALIASED.test(name));
  return descriptions[kind].changes.filter(isOwn);
}

/** Returns the body that sets this argument to the value. */
export function bodyOf(kind: MadeKind, argument: string, value: unknown): Body {
  return { [argumentFields(resourceOf(kind)).get(argument) ?? argument]: value };
}

/** True for an argument that an answer shows. */
export function isShown(kind: MadeKind, argument: string): boolean {
  const resource = resourceOf(kind);
  return resource.fields[argumentFields(resource).get(argument) ?? ""]?.writeOnly !== true;
}

export function pathOf(kind: MadeKind): string {
  return resourceOf(kind).operations.list?.path ?? "";
}

/** Returns every object of this kind in the project. */
export async function shown(server: Server, kind: MadeKind): Promise<Shown[]> {
  const resource = resourceOf(kind);
  const names = new Set([
    ...Object.keys(requiredOf(kind)),
    ...changesOf(kind).flatMap(({ field, others = {} }) => [field, ...Object.keys(others)]),
    ...(resource.handlers.length > 0 ? ["callHandler", "callRequestUrl", "callFallbackUrl", "callRelayScriptUrl"] : []),
  ]);
  return (await list(server, pathOf(kind))).map((answer) => {
    const live = flatForm(resource, answer);
    const value = (name: string) => live[argumentFields(resource).get(name) ?? ""];
    const fields = [...names].filter((name) => isShown(kind, name)).map((name) => [name, comparable(value(name))]);
    return {
      id: String(live.id),
      key: String(live[resource.uniqueKey ?? ""]),
      url: typeof live.request_url === "string" ? live.request_url : undefined,
      fields: Object.fromEntries(fields),
    };
  });
}

/** Returns a value in one form: lists that are sets are sorted, and documents are parsed. */
export function comparable(value: unknown): unknown {
  if (Array.isArray(value)) return value.toSorted();
  return typeof value === "string" && value.startsWith("{") ? JSON.parse(value) : value;
}

/** Objects of another owner, and the fields of an object of each kind that sets nothing optional. */
export interface Others {
  readonly ids: ReadonlySet<string>;
  readonly plain: { readonly [kind in MadeKind]: Arguments };
}

/** Creates objects of another owner: two of each kind whose keys may repeat, and of each other kind one. */
export async function addOthers(server: Server, keyOf: (kind: MadeKind) => string): Promise<Others> {
  for (const kind of MADE_KINDS) {
    const resource = resourceOf(kind);
    const wire = nameInBody(resource, resource.uniqueKey ?? "");
    const args = Object.entries({ ...requiredOf(kind), ...hiddenOf(kind) });
    const body = Object.assign({ [wire]: keyOf(kind) }, ...args.map(([name, value]) => bodyOf(kind, name, value)));
    // With settings of its own, because the profile's others apply to every endpoint that has none.
    const own = kind === "SipEndpoint" ? { encryption: "required" } : {};
    for (let at = 0; at < (resource.keyMayRepeat ? 2 : 1); at += 1)
      await ask(server, "POST", pathOf(kind), { ...body, ...own });
  }
  const found = await Promise.all(MADE_KINDS.map(async (kind) => [kind, await shown(server, kind)] as const));
  const plain = found.map(([kind, [first]]) => [kind, first?.fields ?? {}]);
  return {
    ids: new Set(found.flatMap(([, objects]) => objects.map(({ id }) => id))),
    plain: Object.fromEntries(plain) as Others["plain"],
  };
}

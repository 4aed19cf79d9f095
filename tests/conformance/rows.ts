// One table of requests and their answers for every kind, derived from the tables that are typed by hand. The runners send them to the
// reference server, and through both doors of the provider.

import { type Body, type ResourceName, resourceNames } from "../../contract/index.ts";
import { PLAIN_KINDS } from "../contract/plain.ts";
import type { Specified } from "../contract/specified.ts";
import { NEEDS, neededFor, SMALLEST, TABLES } from "./tables.ts";

export interface Row {
  readonly kind: ResourceName;
  readonly operation: "create" | "update";
  /** The field that the row is about. */
  readonly field: string;
  /** The fields of the object before; undefined before a creation. */
  readonly given?: Body;
  readonly sent: Body;
  /** Fields of the answer. */
  readonly answer: Body;
  /** The fields that the refusal names; undefined for a success. */
  readonly expect?: readonly string[];
}

/** Objects that exist before a program: a creation is an update. */
export function isFound(kind: ResourceName): boolean {
  return kind === "PhoneNumber" || kind === "SipProfile";
}

/** True for a field whose values the table has. */
export function isInTable(kind: string, field: string): boolean {
  return ROWS.some((row) => row.kind === kind && row.field === field && row.sent[field] !== "x");
}

export function titleOf({ kind, operation, sent, field }: Row): string {
  return `${kind}: ${operation} with the ${field} ${JSON.stringify(sent[field])?.slice(0, 50) ?? "left out"}`;
}

/** Another request sets an emergency address, and an endpoint's id is one that exists. */
const ELSEWHERE = new Set(["emergency_address", "call_sip_endpoint_id"]);

/** Unset forms that are no null: the live service shows these (gaps `sip-call-handler-values`, `fresh-number-handler`). */
const UNSET: { readonly [Name in ResourceName]?: Body } = {
  SipEndpoint: { call_handler: "default" },
  PhoneNumber: { call_handler: "laml_webhooks", message_handler: "laml_webhooks" },
  SipProfile: { domain_identifier: "[hex]", default_send_as: null },
};

/** Kinds whose updates need the required fields too. */
const REPEATING: readonly ResourceName[] = [
  ...(["CxmlApplication", "EmergencyAddress"] as const),
  ...PLAIN_KINDS.flatMap(([name, { repeated }]) => (repeated ? [name] : [])),
];

// A membership has nothing but the ids of objects that exist.
export const ROWS: readonly Row[] = resourceNames
  .filter((kind) => kind !== "NumberGroupMembership")
  .flatMap((kind) =>
    Object.entries(TABLES[kind])
      .filter(([field]) => !ELSEWHERE.has(field))
      .flatMap(([field, specified]) => rowsOf(kind, field, specified)),
  );

function rowsOf(kind: ResourceName, field: string, specified: Specified): Row[] {
  const { sent } = specified;
  const operation = isFound(kind) ? "update" : "create";
  const given = isFound(kind) ? { given: {} } : {};
  const others = { ...neededFor(kind, field), ...specified.needs };
  const row = { kind, operation, field, ...given } as const;
  const whole = { ...(isFound(kind) ? {} : SMALLEST[kind]), ...others };
  if (sent === "never") return [{ ...row, sent: { ...whole, [field]: "x" }, answer: {}, expect: [field] }];
  const isShown = specified.returned !== false;
  const accepted = goodOf(specified).map((value): Row => {
    const needs = field === "call_handler" ? (NEEDS[kind]?.[String(value)] ?? {}) : {};
    return {
      ...row,
      sent: { ...whole, ...needs, [field]: value },
      answer: { [field]: isShown ? shownFor(kind, field, value) : "[absent]" },
    };
  });
  const refused = badOf(specified).map((value): Row => {
    return { ...row, sent: { ...whole, [field]: value }, answer: {}, expect: [field] };
  });
  const absent = sent === "required" ? [{ ...row, sent: without(whole, field), answer: {}, expect: [field] }] : [];
  const alone = Object.keys(specified.needs ?? {}).map((need): Row => {
    return { ...row, sent: { ...without(whole, need), [field]: true }, answer: {}, expect: [need] };
  });
  const needing = field === "call_handler" ? Object.entries(NEEDS[kind] ?? {}) : [];
  const lacking = needing.flatMap(([handler, needs]) => {
    const all = { ...whole, call_handler: handler, ...needs };
    const each = Object.keys(needs).map((need) => ({ ...row, sent: without(all, need), answer: {}, expect: [need] }));
    const names = Object.keys(needs);
    return names.length > 1
      ? [...each, { ...row, sent: { ...whole, call_handler: handler }, answer: {}, expect: names }]
      : each;
  });
  return [...accepted, ...refused, ...absent, ...alone, ...lacking, ...clearedOf(kind, field, specified)];
}

/** The rows that unset a field. A required one cannot be unset. */
function clearedOf(kind: ResourceName, field: string, specified: Specified): Row[] {
  const [value] = goodOf(specified);
  if (kind === "ClientToken" || kind === "SubscriberToken") return [];
  const preset = specified.default as { readonly value?: unknown } | undefined;
  const special: Body = UNSET[kind] ?? {};
  const shown = preset && !("value" in preset) ? "[any]" : (preset?.value ?? null);
  const unset = field in special ? special[field] : shown;
  const given = { ...(isFound(kind) ? {} : SMALLEST[kind]), [field]: value, ...specified.needs };
  if (field === "call_handler") Object.assign(given, NEEDS[kind]?.[String(value)]);
  const answer = { [field]: specified.returned === false ? "[absent]" : unset };
  const repeated = REPEATING.includes(kind) ? SMALLEST[kind] : {};
  const row = { kind, operation: "update", field, given, sent: { ...repeated, [field]: null } } as const;
  return [specified.sent === "required" ? { ...row, answer: {}, expect: [field] } : { ...row, answer }];
}

function goodOf({ isList, allowed = [], good = [] }: Specified): readonly unknown[] {
  if (isList && allowed.length > 0) return [[allowed[0]], allowed, allowed.toReversed(), ...good];
  return [...allowed, ...good];
}

function badOf({ isList, allowed = [], bad = [] }: Specified): readonly unknown[] {
  const [first] = allowed;
  const ofList = [first, [first, first], [first, "no such value"], [[first]], [5], { 0: first }, ""];
  const inOtherCase = allowed.map((each) => (each === each.toUpperCase() ? each.toLowerCase() : each.toUpperCase()));
  const all = isList && first ? ofList : [...bad, ...(first ? ["no such value", ...inOtherCase] : [])];
  return all.filter((value) => Number.isFinite(value) || typeof value !== "number");
}

/** Returns the shape of a value in an answer. A script may read back in another form. */
function shownFor(kind: ResourceName, field: string, value: unknown): unknown {
  const special: Body = UNSET[kind] ?? {};
  if (kind === "SipProfile" && (value === "" || value === "random")) return special[field];
  return field === "contents" ? "[any]" : value;
}

function without(body: Body, field: string): Body {
  return Object.fromEntries(Object.entries(body).filter(([name]) => name !== field));
}

// Properties of every body, with random values from the handwritten tables.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  phoneNumber,
  type Resource,
  sipEndpoint,
  toCamel,
  validateArguments,
  validateBody,
} from "../../contract/index.ts";
import { PHONE_NUMBER, SIP_ENDPOINT, type Specified, type Table } from "./specified.ts";

type Body = { readonly [field: string]: unknown };

const CASES: readonly { resource: Resource; operation: "create" | "update"; table: Table }[] = [
  { resource: sipEndpoint, operation: "create", table: SIP_ENDPOINT },
  { resource: sipEndpoint, operation: "update", table: SIP_ENDPOINT },
  { resource: phoneNumber, operation: "update", table: PHONE_NUMBER },
];

/** The fields a SIP endpoint's handler needs: spec §2.1. */
const NEEDS: { [handler: string]: string[] } = {
  relay_context: ["call_relay_application"],
  relay_script: ["call_relay_script_url"],
  laml_webhooks: Object.keys(SIP_ENDPOINT).filter((name) => /^call_(request|fallback|status_callback)_/.test(name)),
  laml_application: ["call_laml_application_id"],
  video_room: ["call_video_room_id"],
  call_flow: ["call_flow_id"],
  ai_agent: ["call_ai_agent_id"],
};

function good({ type, allowed = [], good = [] }: Specified): fc.Arbitrary<unknown> {
  if (type === "string[]") return fc.subarray([...allowed]);
  return fc.constantFrom(...allowed, ...good);
}

function bad({ type, allowed, bad = [] }: Specified): fc.Arbitrary<unknown> {
  if (type === "string[]") return fc.constantFrom<unknown>("", 5, {}, ["no such value"], [allowed?.[0], allowed?.[0]]);
  return fc.constantFrom(...bad, { nested: true }, ...(allowed ? ["no such value"] : []));
}

/** Any subset of a request's fields, with valid values and the fields that the handler needs. */
function acceptable(table: Table, operation: "create" | "update", resource: Resource): fc.Arbitrary<Body> {
  const sendable = Object.entries(table).filter(([, row]) => row.sent !== "never");
  const requiredKeys = operation === "create" ? sendable.filter(([, row]) => row.sent === "required") : [];
  const all = fc.record(Object.fromEntries(sendable.map(([name, row]) => [name, good(row)])));
  const chosen = fc.subarray(sendable.map(([name]) => name));
  return fc.tuple(all, chosen).map(([values, names]) => {
    const keys = new Set([...requiredKeys.map(([name]) => name), ...names]);
    if (resource.kind === "sipEndpoint" && keys.has("call_handler"))
      for (const need of NEEDS[String(values.call_handler)] ?? []) keys.add(need);
    return Object.fromEntries([...keys].map((name) => [name, values[name]]));
  });
}

describe.each(CASES)("to $operation a $resource.title", ({ resource, operation, table }) => {
  const sendable = Object.keys(table).filter((name) => table[name]?.sent !== "never");

  it("any choice of fields with allowed values is accepted", () => {
    fc.assert(
      fc.property(acceptable(table, operation, resource), (body) => {
        expect(validateBody(resource, operation, body)).toEqual([]);
      }),
    );
  });

  it("one wrong value among allowed ones is the only field named, whatever else is sent", () => {
    const broken = fc
      .constantFrom(...sendable)
      .chain((name) => fc.tuple(fc.constant(name), bad(table[name] as Specified)));
    fc.assert(
      fc.property(acceptable(table, operation, resource), broken, (body, [name, value]) => {
        const problems = validateBody(resource, operation, { ...body, [name]: value });
        expect(problems.map(({ field, code }) => `${code} ${field}`)).toEqual([`invalid ${name}`]);
      }),
      { numRuns: 300 },
    );
  });

  it("no body makes it throw, and no reason repeats a value", () => {
    const key = fc.oneof(fc.constantFrom(...Object.keys(resource.fields)), fc.constantFrom("__proto__", "constructor"));
    const value = fc.oneof(
      fc.jsonValue(),
      fc.string().map((text) => `canary${text}`),
    );
    fc.assert(
      fc.property(fc.dictionary(key, value, { noNullPrototype: false }), (body) => {
        const problems = validateBody(resource, operation, body);
        for (const { field, detail } of problems) {
          expect(Object.hasOwn(resource.fields, field) || Object.hasOwn(body, field)).toBe(true);
          expect(detail).not.toContain("canary");
        }
      }),
    );
  });
});

describe.each(CASES.filter(({ resource, operation }) => resource.configuredBy === operation))(
  "arguments of a $resource.title",
  ({ resource, operation, table }) => {
    it("are validated like the same body under the API's names", () => {
      const which = resource.kind === "phoneNumber" ? { number: "+12025550101" } : {};
      fc.assert(
        fc.property(acceptable(table, operation, resource), (any) => {
          const body = withHandlers(resource, any);
          const args = Object.fromEntries(Object.entries(body).map(([name, value]) => [toCamel(name), value]));
          const verdict = validateArguments(resource, { ...args, ...which });
          expect(verdict.body).toEqual(body);
          const expected = validateBody(resource, resource.configuredBy, body).map(({ field, code }) => [
            toCamel(field),
            code,
          ]);
          expect(verdict.problems.map(({ field, code }) => [field, code])).toEqual(expected);
        }),
      );
    });
  },
);

/** Without the fields of handlers that are not set: the service takes them, a program of an endpoint may not. */
function withHandlers(resource: Resource, body: { [field: string]: unknown }): { [field: string]: unknown } {
  if (!resource.operations.create) return body;
  const idle = resource.handlers
    .filter(({ field }) => body[field] === undefined || body[field] === null)
    .flatMap(({ cases }) => Object.values(cases).flatMap(({ uses }) => uses));
  return Object.fromEntries(Object.entries(body).filter(([field]) => !idle.includes(field)));
}

// Random bodies: the server and the contract must agree on each, and a refused body must not change anything.

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  acceptedFields,
  type Body,
  phoneNumber,
  type Resource,
  sipEndpoint,
  validateBody,
} from "../../contract/index.ts";
import { tries } from "../tries.ts";
import { details, ENDPOINTS, given, NUMBERS } from "./support.ts";

const RUNS = tries(500);
const TIME = { timeout: 300_000 };

/** A valid value of the field, a nearly valid one, or any other. */
function someValue(resource: Resource, name: string): fc.Arbitrary<unknown> {
  const type = resource.fields[name]?.type;
  const good = type?.unordered
    ? fc.subarray([...(type.values ?? [])])
    : type?.values
      ? fc.constantFrom(...type.values)
      : fc.constant(name === "username" ? "alice" : type?.example);
  return fc.oneof(
    { weight: 12, arbitrary: good },
    { weight: 2, arbitrary: fc.constant(null) },
    { weight: 1, arbitrary: fc.oneof(fc.jsonValue(), fc.string(), fc.string({ unit: "binary" }), fc.constant("")) },
  );
}

/** A body with random fields, always with those in `always`, sometimes with an unknown one. */
function bodyOf(resource: Resource, operation: "create" | "update", always: readonly string[]): fc.Arbitrary<Body> {
  const fields = Object.fromEntries(
    acceptedFields(resource, operation)
      .filter((name) => !resource.fields[name]?.assigned)
      .map((name) => [name, someValue(resource, name)]),
  );
  const others = fc.dictionary(
    fc.constantFrom("id", "type", "__proto__", "toString", "Username", "x"),
    fc.jsonValue(),
    {
      maxKeys: 1,
    },
  );
  const some = fc.record(fields, { requiredKeys: [] }).chain((whole) =>
    fc.subarray(Object.keys(whole)).map((chosen) => {
      const kept = new Set([...chosen, ...always.filter(() => chosen.length % 5 > 0)]);
      return Object.fromEntries(Object.entries(whole).filter(([name]) => kept.has(name)));
    }),
  );
  const required = Object.fromEntries(always.map((name) => [name, someValue(resource, name)]));
  return fc
    .tuple(some, fc.record(required), fc.oneof({ weight: 8, arbitrary: fc.constant({}) }, others))
    .map(([body, first, more]) => ({ ...first, ...body, ...more }));
}

/** Returns the body as the specification returns it: of two aliases only one, null and the empty list as unset. */
function expected(body: Body, unset: (name: string) => unknown): { [name: string]: unknown } {
  const shown: { [name: string]: unknown } = {};
  for (const [name, value] of Object.entries(body)) {
    const empty = value === null || (Array.isArray(value) && value.length === 0);
    shown[name] = empty ? unset(name) : value;
  }
  for (const kind of ["call", "message"]) {
    const [alias, name] = [`${kind}_relay_context`, `${kind}_relay_application`];
    if (!(alias in body) && !(name in body)) continue;
    const winner = body[name] ?? body[alias] ?? null;
    Object.assign(shown, { [alias]: winner, [name]: winner });
  }
  delete shown.password;
  return shown;
}

function problems(resource: Resource, operation: "create" | "update", body: Body): string[] {
  return validateBody(resource, operation, body)
    .map(({ field, detail }) => `${field} ${detail}`)
    .sort();
}

describe(`the server's verdict is the contract's, for ${RUNS} random`, () => {
  test("bodies that create a SIP endpoint", TIME, async () => {
    const { server, post, get, delete: remove } = await given({ rateLimit: false });
    const plain = (await post(ENDPOINTS, { username: "plain", password: "x" })).body;
    const before = JSON.stringify(server.snapshot());
    let accepted = 0;
    await fc.assert(
      fc.asyncProperty(bodyOf(sipEndpoint, "create", ["username", "password"]), async (body) => {
        const reply = await post(ENDPOINTS, body);
        const verdict = problems(sipEndpoint, "create", body);
        const stranger = foreignNumber(body.send_as);
        if (verdict.length + stranger.length > 0) {
          expect(reply.status).toBe(422);
          expect(details(reply)).toStrictEqual([...verdict, ...stranger].sort());
        } else {
          accepted += 1;
          expect(reply.status).toBe(201);
          expect(reply.body).toMatchObject(expected(body, (name) => plain[name]));
          // A snapshot accepts every accepted object.
          if (accepted % 20 === 0) server.restore(server.snapshot());
          expect((await get(`${ENDPOINTS}/${reply.body.id}`)).body).toStrictEqual(reply.body);
          await remove(`${ENDPOINTS}/${reply.body.id}`);
        }
        expect(JSON.stringify(server.snapshot())).toBe(before);
      }),
      { numRuns: RUNS },
    );
    expect(accepted).toBeGreaterThan(RUNS / 20);
  });

  test("bodies that change a phone number", TIME, async () => {
    const { server, get, post, put } = await given({ rateLimit: false });
    // The endpoint with the id in the contract's example of call_sip_endpoint_id.
    const { id } = (await post(ENDPOINTS, { username: "plain", password: "x" })).body;
    server.restore(JSON.parse(JSON.stringify(server.snapshot()).replaceAll(id, RUNG)));
    const fresh = (await get(NUMBERS)).body.data[0];
    const path = `${NUMBERS}/${fresh.id}`;
    let last = fresh;
    let accepted = 0;
    await fc.assert(
      fc.asyncProperty(bodyOf(phoneNumber, "update", []), async (body) => {
        const reply = await put(path, body);
        const verdict = [
          ...problems(phoneNumber, "update", body),
          ...strangeEndpoint(body.call_sip_endpoint_id),
        ].sort();
        if (verdict.length > 0) {
          expect(reply.status).toBe(422);
          expect(details(reply)).toStrictEqual(verdict);
          expect((await get(path)).body).toStrictEqual(last);
        } else {
          accepted += 1;
          expect(reply.status).toBe(200);
          const { updated_at } = reply.body;
          expect(reply.body).toStrictEqual({ ...last, ...expected(body, (name) => fresh[name]), updated_at });
          last = reply.body;
          if (accepted % 20 === 0) server.restore(server.snapshot());
        }
      }),
      { numRuns: RUNS },
    );
    expect(accepted).toBeGreaterThan(RUNS / 20);
  });
});

const RUNG = String(phoneNumber.fields.call_sip_endpoint_id.type.example);

/** A rule beyond the body: a number may ring only an endpoint of its project. */
function strangeEndpoint(id: unknown): string[] {
  const isId = typeof id === "string" && id !== "";
  return isId && id !== RUNG ? ["call_sip_endpoint_id must be the id of a SIP endpoint of the project"] : [];
}

/** A rule beyond the body: a caller number must belong to the project. */
function foreignNumber(sendAs: unknown): string[] {
  const own = ["+12025550101", "+12025550102", "+18005550103"];
  const isNumber = typeof sendAs === "string" && /^\+[1-9]\d{1,14}$/.test(sendAs);
  return isNumber && !own.includes(sendAs) ? ["send_as must be a number that the project has bought or verified"] : [];
}

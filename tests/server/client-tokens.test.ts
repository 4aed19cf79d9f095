import { createHmac } from "node:crypto";
import { describe, expect, test } from "vitest";
import type { Seed } from "../../server/index.ts";
import { basic, type Client, frozen, given, JWT, refused, secondOf } from "./support.ts";

const TIME = "2025-06-01T12:00:00.750Z";
const NOW = Date.parse("2025-06-01T12:00:00Z") / 1000;

function part(token: string, index: 0 | 1) {
  return JSON.parse(Buffer.from(token.split(".")[index] ?? "", "base64url").toString());
}

/** Returns a well-formed token that is signed with another key. */
function forged(header: object, payload: object, key = "guess"): string {
  const body = [header, payload].map((each) => Buffer.from(JSON.stringify(each)).toString("base64url")).join(".");
  return `${body}.${createHmac("sha512", key).update(body).digest("base64url")}`;
}

const ANY_ID = expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);

describe("issuing", () => {
  test("needs no body and answers 201 with a pair, signed HS512, good for fifteen minutes", async () => {
    const seed: Seed = { projects: [{ tokens: [{ scopes: ["Voice", "Messaging"] }] }] };
    const { post, server } = await given({ clock: frozen(TIME), seed });
    const { status, body } = await post(JWT);
    const scopes = ["calling", "messaging"];
    const { resource, ...shared } = part(body.jwt_token, 1);
    const common = { iat: NOW, iss: "SignalWire JWT", jti: ANY_ID, project: server.project.id, scopes };
    expect([status, Object.keys(body), resource, shared]).toStrictEqual([
      ...[201, ["jwt_token", "refresh_token"], ANY_ID, { ...common, exp: NOW + 900 }],
    ]);
    expect(part(body.refresh_token, 1)).toStrictEqual({ ...common, resource, expires_in: 15 });
    expect([part(body.jwt_token, 0), part(body.refresh_token, 0)]).toStrictEqual([
      { alg: "HS512", typ: "JWT" },
      { alg: "HS512", typ: "Refresh" },
    ]);
  });

  test("needs no scope, and issues different pairs, each for a new resource where none is given", async () => {
    const { post } = await given({ seed: { projects: [{ tokens: [{ scopes: [] }] }] } });
    const replies = await Promise.all(Array.from({ length: 300 }, () => post(JWT, {})));
    expect(replies.filter(({ status }) => status !== 201)).toStrictEqual([]);
    expect(new Set(replies.flatMap(({ body }) => [body.jwt_token, body.refresh_token])).size).toBe(600);
    expect(new Set(replies.map(({ body }) => part(body.jwt_token, 1).resource)).size).toBe(300);
  });
});

describe("refreshing", () => {
  test("answers 200 with a new pair for as many minutes from now, again with the same refresh token", async () => {
    const clock = frozen(TIME);
    const { post, put } = await given({ clock });
    const old = (await post(JWT, { resource: "alice", expires_in: 5 })).body;
    const [whole, refresh] = [part(old.jwt_token, 1), part(old.refresh_token, 1)];
    for (const minutes of [4, 2 * 24 * 60]) {
      clock.advance({ minutes });
      const iat = Math.floor(clock.now() / 1000);
      const { status, body } = await put(JWT, { refresh_token: old.refresh_token });
      expect([status, part(body.jwt_token, 1), part(body.refresh_token, 1)]).toStrictEqual([
        200,
        { ...whole, jti: ANY_ID, iat, exp: iat + 5 * 60 },
        { ...refresh, jti: ANY_ID, iat },
      ]);
    }
  });

  test("works once when the server is told so", async () => {
    const { post, put } = await given({ refreshTokens: "single-use" });
    const { refresh_token } = (await post(JWT)).body;
    const first = await put(JWT, { refresh_token });
    expect(first.status).toBe(200);
    expect((await put(JWT, { refresh_token })).body).toStrictEqual(
      refused("refresh_token was used before; this server takes each one once"),
    );
    expect((await put(JWT, { refresh_token: first.body.refresh_token })).status).toBe(200);
  });

  test("asks for the refresh token, and takes nothing else", async () => {
    const { post, put } = await given();
    expect((await put(JWT, {})).body).toStrictEqual(refused("refresh_token is required"));
    const { refresh_token } = (await post(JWT)).body;
    expect((await put(JWT, { refresh_token, resource: "bob" })).body).toStrictEqual(
      refused("resource cannot be sent with this request"),
    );
  });

  test("refuses anything that is not a refresh token of this server", async () => {
    const { post, put, server } = await given({ clock: frozen(TIME) });
    const { jwt_token, refresh_token } = (await post(JWT)).body;
    const claims = part(refresh_token, 1);
    const attempts = [
      jwt_token,
      `${refresh_token}x`,
      "nonsense",
      forged({ alg: "HS512", typ: "Refresh" }, claims),
      forged({ alg: "none", typ: "Refresh" }, claims).replace(/[^.]*$/, ""),
      forged({ alg: "HS256", typ: "Refresh" }, claims, server.project.apiToken),
    ];
    for (const attempt of attempts) {
      expect((await put(JWT, { refresh_token: attempt })).body).toStrictEqual(
        refused("refresh_token is not a valid refresh token of this project"),
      );
    }
  });

  test("refuses a refresh token of another project, also of a subscriber", async () => {
    const client = await given({ seed: { projects: [{}, {}] } });
    const { refresh_token } = (await client.post(JWT)).body;
    expect((await secondOf(client).put(JWT, { refresh_token })).status).toBe(422);
    const subscribers = "/api/fabric/subscribers/tokens";
    const { body } = await client.post(subscribers, { reference: "alice" });
    const refresh = (by: Client) => by.post(`${subscribers}/refresh`, { refresh_token: body.refresh_token });
    expect([(await refresh(secondOf(client))).status, (await refresh(client)).status]).toEqual([422, 201]);
  });
});

test("a JWT does not open the REST API", async () => {
  const { post, send, server } = await given();
  const { jwt_token } = (await post(JWT)).body;
  for (const authorization of [basic(server.project.id, jwt_token), `Bearer ${jwt_token}`]) {
    expect((await send("POST", JWT, { headers: { authorization } })).status).toBe(401);
  }
});

test("a server can grant longer or shorter lives, and says so in its document", async () => {
  const { post, get } = await given({ maximumTokenLifetime: 100_000, clock: frozen(TIME) });
  const { jwt_token } = (await post(JWT, { expires_in: 100_000 })).body;
  expect(part(jwt_token, 1).exp).toBe(NOW + 6_000_000);
  expect((await post(JWT, { expires_in: 100_001 })).status).toBe(422);
  const { ClientTokenCreate } = (await get("/openapi.json")).body.components.schemas;
  expect(JSON.stringify(ClientTokenCreate)).toContain('"maximum":100000');
  const brief = await given({ maximumTokenLifetime: 5, clock: frozen(TIME) });
  expect(part((await brief.post(JWT)).body.jwt_token, 1).exp).toBe(NOW + 300);
});

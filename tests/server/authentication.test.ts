import { describe, expect, test } from "vitest";
import { basic, clientOf, ENDPOINTS, given, JWT, NUMBERS, PROFILE, secondOf } from "./support.ts";

const ID = "4f1c8b1e-6f0a-4c62-9d0e-0c6a5b1f2e3d";
/** A token may be any text. */
const TOKEN = "PT:secret";
const alice = { username: "alice", password: "x" };

function seedWith(...scopes: ("Voice" | "Numbers" | "Messaging")[]) {
  return { projects: [{ id: ID, tokens: [{ token: TOKEN, scopes }] }] };
}

describe("a credential", () => {
  test.each([
    ["nothing", undefined],
    ["a wrong token", basic(ID, "PTwrong")],
    ["an empty token", basic(ID, "")],
    ["part of the token", basic(ID, "PT:secre")],
    ["another project", basic("4f1c8b1e-6f0a-4c62-9d0e-0c6a5b1f2e3e", TOKEN)],
    ["a project called like an inherited member", basic("__proto__", TOKEN)],
    ["no colon", `Basic ${Buffer.from("PTsecret").toString("base64")}`],
    ["not base64", "Basic \u00e9\u00e9"],
    ["another scheme", `Bearer ${TOKEN}`],
  ])("that is %s gets a 401 and nothing else", async (_, authorization) => {
    const { server } = await given({ seed: seedWith("Voice", "Numbers") });
    const response = await fetch(`${server.url}${NUMBERS}`, { headers: { ...(authorization && { authorization }) } });
    expect(response.status).toBe(401);
    expect(await response.json()).toStrictEqual({ error: "Unauthorized" });
    expect(response.headers.get("www-authenticate")).toMatch(/^Basic /);
  });

  test("is good with the project ID in capitals and the scheme in small letters", async () => {
    const { server } = await given({ seed: seedWith("Numbers") });
    const authorization = basic(ID.toUpperCase(), TOKEN).replace("Basic", "basic");
    expect((await fetch(`${server.url}${NUMBERS}`, { headers: { authorization } })).status).toBe(200);
  });
});

describe("a scope", () => {
  test.each([
    ["Voice", "SIP endpoints and the profile, not the numbers", [201, 200, 401]],
    ["Numbers", "the numbers, not SIP endpoints and the profile", [401, 401, 200]],
  ] as const)("of %s opens %s", async (scope, _, statuses) => {
    const { get, post } = await given({ seed: seedWith(scope) });
    const replies = [await post(ENDPOINTS, alice), await get(PROFILE), await get(NUMBERS)];
    expect(replies.map(({ status }) => status)).toStrictEqual(statuses);
  });

  test.each([
    ["/api/relay/rest/domain_applications", ["Voice", "Messaging", "Fax"]],
    ["/api/fabric/resources/cxml_scripts", ["Fax"]],
  ] as const)("of several is enough for %s: %j, not Numbers", async (path, scopes) => {
    const tokens = [...scopes, "Numbers" as const].map((scope) => ({ token: scope, scopes: [scope] }));
    const { server } = await given({ seed: { projects: [{ id: ID, tokens }] } });
    for (const scope of scopes) expect((await clientOf(server, ID, scope).get(path)).status).toBe(200);
    expect((await clientOf(server, ID, "Numbers").get(path)).status).toBe(401);
  });

  test("that is missing is reported before problems of the body", async () => {
    const { send } = await given({ seed: seedWith("Messaging") });
    const init = { headers: { "content-type": "application/json" }, body: "{broken" };
    expect((await send("POST", ENDPOINTS, init)).status).toBe(401);
  });
});

test("two projects see nothing of each other", async () => {
  const client = await given({ seed: { projects: [{ numbers: ["+12025550101"] }, { numbers: [] }] } });
  const other = secondOf(client);
  const { body } = await client.post(ENDPOINTS, alice);
  const number = (await client.get(NUMBERS)).body.data[0].id;

  expect((await other.get(ENDPOINTS)).body.data).toStrictEqual([]);
  const replies = [
    await other.get(`${ENDPOINTS}/${body.id}`),
    await other.put(`${ENDPOINTS}/${body.id}`, { caller_id: "x" }),
    await other.delete(`${ENDPOINTS}/${body.id}`),
    await other.get(`${NUMBERS}/${number}`),
    await other.post(ENDPOINTS, alice),
    await other.post(ENDPOINTS, { ...alice, username: "b", send_as: "+12025550101" }),
  ];
  expect(replies.map(({ status }) => status)).toEqual([404, 404, 404, 404, 201, 422]);
  await other.put(PROFILE, { default_codecs: ["OPUS"] });
  expect((await client.get(`${ENDPOINTS}/${body.id}`)).body).toStrictEqual(body);
});

test("every server in memory is the same project with a token and a signing key of its own", async () => {
  const [one, two] = await Promise.all([given(), given()]);
  expect(one.server.project.apiToken).toMatch(/^PT[0-9a-f]{48}$/);
  expect(one.server.project.signingKey).toMatch(/^PSK_/);
  expect(two.server.project.id).toBe(one.server.project.id);
  expect(two.server.project.signingKey).not.toBe(one.server.project.signingKey);
  expect((await clientOf(two.server, one.server.project.id, one.server.project.apiToken).post(JWT)).status).toBe(401);
});

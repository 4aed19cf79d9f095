import { expect, test } from "vitest";
import { type Seed, SeedError, startServer } from "../../server/index.ts";
import { ENDPOINTS, given, NUMBERS, PROFILE } from "./support.ts";

test("a seed says which projects, tokens and numbers there are", async () => {
  const id = "4f1c8b1e-6f0a-4c62-9d0e-0c6a5b1f2e3d";
  const { server, get } = await given({
    seed: {
      projects: [
        {
          id,
          tokens: [{ token: "PTmine", scopes: ["Voice", "Numbers"] }],
          signingKey: "PSK_mine",
          numbers: ["+12025550111", { number: "+12025550112", name: "Desk", capabilities: ["voice"] }],
          sipProfile: { default_codecs: ["OPUS"] },
        },
        { numbers: [] },
      ],
    },
  });
  expect(server.project).toStrictEqual({
    id,
    apiToken: "PTmine",
    apiTokens: [{ token: "PTmine", scopes: expect.any(Array) }],
    signingKey: "PSK_mine",
    numbers: ["+12025550111", "+12025550112"],
  });
  expect(server.projects).toHaveLength(2);
  expect((await get(`${NUMBERS}?filter_name=Desk`)).body.data).toMatchObject([
    { number: "+12025550112", name: "Desk", capabilities: ["voice"] },
  ]);
  expect((await get(PROFILE)).body.default_codecs).toStrictEqual(["OPUS"]);
});

test("a default server has one project with three numbers and no endpoint", async () => {
  const { server, get } = await given();
  expect(server.projects).toStrictEqual([server.project]);
  expect(server.project.numbers).toStrictEqual(["+12025550101", "+12025550102", "+18005550103"]);
  expect((await get(ENDPOINTS)).body.data).toStrictEqual([]);
});

test("a default server that is started again is the same project with other secrets", async () => {
  const [first, second] = [await given(), await given()];
  expect(second.server.project.id).toBe(first.server.project.id);
  expect(second.server.project.apiToken).not.toBe(first.server.project.apiToken);
  expect(second.server.project.signingKey).not.toBe(first.server.project.signingKey);
});

test("a seed with problems is refused with all of them", async () => {
  const seed = {
    projects: [{ id: "nonsense", numbers: ["123"], tokens: [{ scopes: ["voice"] }], sipprofile: {} }],
  };
  const error = await startServer({ seed: seed as unknown as Seed }).catch((caught) => caught);
  expect(error).toBeInstanceOf(SeedError);
  expect(error.problems.map((problem: string) => problem.split(":")[0])).toStrictEqual([
    "projects[0].id",
    "projects[0].tokens[0].scopes[0]",
    "projects[0].numbers[0]",
    "projects[0]",
  ]);
});

test("a seed is validated by the rules of the API and may not contain duplicates", async () => {
  const number = { number: "+12025550101", call_handler: "nobody" };
  const seed: Seed = {
    projects: [{ numbers: [number, "+12025550101"], sipProfile: { default_encryption: "default" } }],
  };
  const error = await startServer({ seed }).catch((caught) => caught);
  expect(error.problems).toStrictEqual([
    "projects[0].sipProfile.default_encryption: must be required or optional",
    expect.stringMatching(/^projects\[0\]\.numbers\[0\]\.call_handler: must be one of relay_context,/),
    "projects[0].numbers[1]: repeats projects[0].numbers[0]",
  ]);
});

test("a seeded number reads like one that was changed to that", async () => {
  const number = { number: "+12025550101", call_relay_context: "support", name: null };
  const { get } = await given({ seed: { projects: [{ numbers: [number] }] } });
  expect((await get(NUMBERS)).body.data[0]).toMatchObject({
    call_relay_context: "support",
    call_relay_application: "support",
    name: null,
  });
});

test("a seeded profile can only send as a number of its project", async () => {
  const project = { numbers: ["+12025550101"], sipProfile: { default_send_as: "+12025550101" } };
  expect((await (await given({ seed: { projects: [project] } })).get(PROFILE)).body.default_send_as).toBe(
    "+12025550101",
  );
  const error = await startServer({ seed: { projects: [{ ...project, numbers: [] }] } }).catch((caught) => caught);
  expect(error.problems).toStrictEqual([
    "projects[0].sipProfile.default_send_as: must be one of the project's numbers, bought or verified",
  ]);
});

test("a seeded profile can send as a random number, and two projects cannot have one domain, made up or not", async () => {
  const random = { projects: [{ sipProfile: { default_send_as: "random" } }] };
  expect((await (await given({ seed: random })).get(PROFILE)).body.default_send_as).toBeNull();
  const projects = [{ sipProfile: { domain_identifier: "4f1c8b1e" } }, { id: "4f1c8b1e-6f0a-4c62-9d0e-0c6a5b1f2e3d" }];
  const error = await startServer({ seed: { projects } }).catch((caught) => caught);
  expect(error.problems).toStrictEqual([
    "projects[1].sipProfile.domain_identifier: repeats projects[0].sipProfile.domain_identifier",
  ]);
});

test.each([null, [], "seed", { projects: [] }])("%j is no seed", async (seed) => {
  await expect(startServer({ seed: seed as unknown as Seed })).rejects.toBeInstanceOf(SeedError);
});

test("a seeded number can have an emergency address and an age", async () => {
  const number = { number: "+12025550101", e911_address_id: "address-1", created_at: "2020-02-29T12:00:00Z" };
  const { get } = await given({ seed: { projects: [{ numbers: [number] }] } });
  expect((await get(NUMBERS)).body.data[0]).toMatchObject({ ...number, updated_at: number.created_at });
  const error = await startServer({
    seed: { projects: [{ numbers: [{ ...number, created_at: "yesterday" }] }] },
  }).catch((caught) => caught);
  expect(error.problems).toHaveLength(1);
});

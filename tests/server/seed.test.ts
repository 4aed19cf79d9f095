import { expect, test } from "vitest";
import { type Seed, startServer } from "../../server/index.ts";
import { dataFile, ENDPOINTS, given, NUMBERS, PROFILE, startProblems } from "./support.ts";

const APPLICATIONS = "/api/relay/rest/domain_applications";
const CXML = "/api/fabric/resources/cxml_scripts";
const SWML = "/api/fabric/resources/swml_scripts";
const DESK = { username: "front-desk", password: "vivid-otter-lunar-canyon" };
const to = (dest: string) => ({ version: "1.0.0", sections: { main: [{ transfer: { dest } }] } });

test("a seed says which projects, tokens and numbers there are", async () => {
  const NUMBER = "3fa85f64-5717-4562-b3fc-2c963f66afa6";
  const id = "4f1c8b1e-6f0a-4c62-9d0e-0c6a5b1f2e3d";
  const { server, get } = await given({
    seed: {
      projects: [
        {
          id: id.toUpperCase(),
          tokens: [{ token: "PTmine", scopes: ["Voice", "Numbers"] }],
          signingKey: "PSK_mine",
          numbers: [
            "+12025550111",
            { id: NUMBER.toUpperCase(), number: "+12025550112", name: "Desk", capabilities: ["voice"] },
          ],
          // A number of the project, which is stored before the profile.
          sipProfile: { default_codecs: ["OPUS"], default_send_as: "+12025550111" },
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
    { id: NUMBER, number: "+12025550112", name: "Desk", capabilities: ["voice"] },
  ]);
  expect((await get(PROFILE)).body).toMatchObject({ default_codecs: ["OPUS"], default_send_as: "+12025550111" });
});

test("a default server has one project with three numbers and no endpoint", async () => {
  const { server, get } = await given();
  expect(server.projects).toStrictEqual([server.project]);
  expect(server.project.numbers).toStrictEqual(["+12025550101", "+12025550102", "+18005550103"]);
  expect((await get(ENDPOINTS)).body.data).toStrictEqual([]);
});

test("a seed with problems is refused with all of them", async () => {
  const seed = {
    projects: [{ id: "nonsense", numbers: ["123"], tokens: [{ scopes: ["voice"] }], sipprofile: {} }],
  };
  const problems = await startProblems({ seed: seed as unknown as Seed });
  expect(problems.map((problem) => problem.split(":")[0])).toStrictEqual([
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
  const problems = await startProblems({ seed });
  expect(problems).toStrictEqual([
    "projects[0].numbers[1].number: is already taken by another phone number of the project",
    expect.stringMatching(/^projects\[0\]\.numbers\[0\]\.call_handler: must be one of relay_context,/),
    "projects[0].sipProfile.default_encryption: must be required or optional",
  ]);
});

const OFFICE: Seed = {
  projects: [
    {
      numbers: [
        { number: "+12025550101", call_handler: "relay_script", call_relay_script_url: "{{swmlScript:Menu}}" },
        {
          number: "+12025550102",
          call_handler: "relay_sip_endpoint",
          call_sip_endpoint_id: "{{sipEndpoint:front-desk}}",
        },
      ],
      sipEndpoints: [{ ...DESK, send_as: "+12025550101" }],
      domainApplications: [
        {
          ...{ name: "Carrier", identifier: "carrier", call_handler: "laml_webhooks" },
          call_request_url: "{{cxmlScript:Voicemail}}",
        },
      ],
      cxmlScripts: [
        { display_name: "Voicemail", contents: "<Response><Redirect>{{swmlScript:Menu}}</Redirect></Response>" },
      ],
      swmlScripts: [
        { id: "3FA85F64-5717-4562-B3FC-2C963F66AFA6", name: "Menu", contents: to("{{swmlScript:Office hours}}") },
        { name: "Office hours", contents: to("{{swmlScript:Menu}}") },
      ],
    },
  ],
};

test("a seed holds endpoints, domain applications and scripts, which refer to each other", async () => {
  const { get } = await given({ seed: OFFICE });
  const [carrier] = (await get(APPLICATIONS)).body.data;
  const [desk] = (await get(ENDPOINTS)).body.data;
  const [voicemail] = (await get(CXML)).body.data;
  const [hours, menu] = (await get(SWML)).body.data;
  const [second, first] = (await get(NUMBERS)).body.data;
  expect(desk).toMatchObject({ username: "front-desk", send_as: "+12025550101" });
  expect(menu).toMatchObject({
    ...{ id: "3fa85f64-5717-4562-b3fc-2c963f66afa6", display_name: "Menu" },
    swml_script: { id: "c057a09b-5717-4562-b3fc-2c963f66afa6", contents: to(hours.swml_script.request_url) },
  });
  expect(hours.swml_script.contents).toEqual(to(menu.swml_script.request_url));
  expect(first.call_relay_script_url).toBe(menu.swml_script.request_url);
  expect(second.call_sip_endpoint_id).toBe(desk.id);
  expect(carrier.call_request_url).toBe(voicemail.cxml_script.request_url);
  expect(voicemail.cxml_script.contents).toContain(menu.swml_script.request_url);
  expect((await fetch(first.call_relay_script_url)).status).toBe(200);
});

test("an object of a seed is refused as the API refuses it, by its place and field", async () => {
  const seed: Seed = {
    projects: [
      {
        sipEndpoints: [
          DESK,
          { ...DESK, colour: "red" },
          { username: "back desk", password: "x", send_as: "+12025550199" },
        ],
        domainApplications: [{ name: "Carrier", identifier: "carrier", call_handler: "relay_script" }],
        cxmlScripts: [{ display_name: "Menu", contents: "<Say/>" }],
        swmlScripts: [{ contents: { sections: { main: [] } } }],
      },
      { domainApplications: [{ name: "Carrier", identifier: "carrier" }] },
    ],
  };
  const problems = await startProblems({ seed });
  expect(problems).toEqual([
    "projects[0].sipEndpoints[1].colour: is not a field of a SIP endpoint",
    "projects[0].sipEndpoints[1].username: is already taken by another SIP endpoint of the project",
    "projects[0].sipEndpoints[2].username: must not contain white space or the character @",
    "projects[0].sipEndpoints[2].send_as: must be a number that the project has bought or verified",
    "projects[0].domainApplications[0].call_relay_script_url: is required when call_handler is relay_script",
    "projects[0].cxmlScripts[0].contents: must have the root element Response",
    "projects[0].swmlScripts[0].name: is required",
    "projects[0].swmlScripts[0].contents: must have at least one step in sections.main",
  ]);
});

test("a reference to what the seed does not hold, a repeated id and an unknown list are problems", async () => {
  const id = "3fa85f64-5717-4562-b3fc-2c963f66afa6";
  const numbers = [
    { number: "+12025550101", call_handler: "relay_script", call_relay_script_url: "{{swmlScript:Menu}}" },
  ];
  const missing: Seed = {
    projects: [{ numbers }, { swmlScripts: [{ id, name: "Menu", contents: to("{{pages:1}}") }] }],
  };
  expect(await startProblems({ seed: missing })).toEqual([
    expect.stringContaining("projects[0].numbers[0].call_relay_script_url: must be an absolute"),
    "projects[0].numbers[0].call_relay_script_url: {{swmlScript:Menu}} names no object of this project's seed",
    "projects[1].swmlScripts[0].contents.sections.main[0].transfer.dest: {{pages:1}} names no object of this project's seed",
  ]);
  const sipEndpoints = [{ ...DESK, id }];
  const repeated: Seed = { projects: [{ sipEndpoints }, { sipEndpoints }] };
  expect(await startProblems({ seed: repeated })).toEqual([
    "projects[1].sipEndpoints[0].id: repeats projects[0].sipEndpoints[0].id",
  ]);
  const unknown = { projects: [{ clientTokens: [], phoneNumbers: [] }] } as unknown as Seed;
  expect(await startProblems({ seed: unknown })).toEqual([
    'projects[0]: Unrecognized keys: "clientTokens", "phoneNumbers"',
  ]);
});

test("a seed refused at its objects leaves an empty data file and a free port", async () => {
  const data = dataFile();
  const { port } = await given().then(async ({ server }) => {
    await server.close();
    return new URL(server.url);
  });
  const wrong: Seed = { projects: [{ sipEndpoints: [{ username: "desk" }] }] };
  await expect(startServer({ seed: wrong, data, port: Number(port) })).rejects.toThrow(
    /^The seed .*\n.*password: is required/,
  );
  const { server } = await given({ seed: { projects: [{ sipEndpoints: [DESK] }] }, data, port: Number(port) });
  expect(server.seeded).toBe(true);
});

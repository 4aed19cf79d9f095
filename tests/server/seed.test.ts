import { expect, test } from "vitest";
import { type Seed, startServer } from "../../server/index.ts";
import { dataFile, ENDPOINTS, given, NUMBERS, PROFILE } from "./support.ts";

const APPLICATIONS = "/api/relay/rest/domain_applications";
const CXML = "/api/fabric/resources/cxml_scripts";
const SWML = "/api/fabric/resources/swml_scripts";
const ID = "3fa85f64-5717-4562-b3fc-2c963f66afa6";
const DESK = { username: "front-desk", password: "vivid-otter-lunar-canyon" };
const to = (dest: string) => ({ version: "1.0.0", sections: { main: [{ transfer: { dest } }] } });

test("a seed says which projects, tokens and numbers there are", async () => {
  const id = "4f1c8b1e-6f0a-4c62-9d0e-0c6a5b1f2e3d";
  const tokens = [{ token: "PTmine", scopes: ["Voice" as const, "Numbers" as const] }];
  const created_at = "2025-01-01T00:00:00Z";
  const desk = { number: "+12025550112", name: "Desk", capabilities: ["voice"], number_type: "toll-free", created_at };
  const { server, get } = await given({
    seed: {
      projects: [
        {
          ...{ id: id.toUpperCase(), tokens, signingKey: "PSK_mine" },
          numbers: ["+12025550111", { id: ID.toUpperCase(), ...desk }],
          // A number of the project, which is stored before the profile.
          sipProfile: { default_codecs: ["OPUS"], default_send_as: "+12025550111" },
        },
        { numbers: [] },
      ],
    },
  });
  const [first, second] = server.projects;
  expect([server.project, first]).toStrictEqual([
    first,
    { id, apiToken: "PTmine", apiTokens: tokens, signingKey: "PSK_mine", numbers: ["+12025550111", "+12025550112"] },
  ]);
  const scopes = ["Voice", "Numbers"];
  expect(second).toMatchObject({
    apiTokens: [{ token: expect.stringMatching(/^PT[0-9a-f]{48}$/), scopes }],
    signingKey: expect.stringMatching(/^PSK_[0-9a-f]{40}$/),
    numbers: [],
  });
  expect((await get(`${NUMBERS}?filter_name=Desk`)).body.data).toMatchObject([
    { ...desk, id: ID, updated_at: created_at },
  ]);
  expect((await get(PROFILE)).body).toMatchObject({ default_codecs: ["OPUS"], default_send_as: "+12025550111" });
});

test("a default server has one project with three numbers and no endpoint", async () => {
  const { server, get } = await given();
  expect(server.projects).toMatchObject([
    {
      id: "5ea1c0de-3b1f-4c57-9a20-8d6e4f7b1c93",
      apiTokens: [{ scopes: ["Voice", "Numbers"] }],
      numbers: ["+12025550101", "+12025550102", "+18005550103"],
    },
  ]);
  const types = (await get(NUMBERS)).body.data.map(({ number_type }: { number_type: string }) => number_type);
  expect([types, (await get(ENDPOINTS)).body.data]).toEqual([["toll-free", "longcode", "longcode"], []]);
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
        { id: ID.toUpperCase(), name: "Menu", contents: to("{{swmlScript:Office hours}}") },
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
    ...{ id: ID, display_name: "Menu" },
    swml_script: { id: "c057a09b-5717-4562-b3fc-2c963f66afa6", contents: to(hours.swml_script.request_url) },
  });
  expect(hours.swml_script.contents).toEqual(to(menu.swml_script.request_url));
  expect(first.call_relay_script_url).toBe(menu.swml_script.request_url);
  expect(second.call_sip_endpoint_id).toBe(desk.id);
  expect(carrier.call_request_url).toBe(voicemail.cxml_script.request_url);
  expect(voicemail.cxml_script.contents).toContain(menu.swml_script.request_url);
  expect((await fetch(first.call_relay_script_url)).status).toBe(200);
});

const REFUSED: { readonly [what: string]: readonly object[] } = {
  "no project": [],
  "projects, tokens and numbers of another form": [
    {
      id: "nonsense",
      signingKey: "",
      tokens: [{ token: "", scopes: ["voice"] }, { token: "x".repeat(81) }],
      numbers: ["123", { number: "+12025550101", id: "x", capabilities: ["fly"], created_at: "today" }],
      verifiedNumbers: ["12"],
      sipEndpoints: [{ id: "x" }],
      sipprofile: {},
      clientTokens: [],
    },
    { tokens: [] },
  ],
  "what the API would refuse": [
    {
      numbers: [{ number: "+12025550101", call_handler: "nobody" }, "+12025550101"],
      sipProfile: { default_encryption: "default" },
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
  "references to what the project's seed does not hold": [
    {
      numbers: [{ number: "+12025550101", call_handler: "relay_script", call_relay_script_url: "{{swmlScript:Menu}}" }],
    },
    { swmlScripts: [{ id: ID, name: "Menu", contents: to("{{pages:1}}") }] },
  ],
  "repeated ids": [
    { id: ID, sipEndpoints: [{ ...DESK, id: ID }] },
    {
      sipEndpoints: [{ ...DESK, id: ID }],
      numbers: [
        { id: ID, number: "+12025550101" },
        { id: ID, number: "+12025550102" },
      ],
    },
    { id: ID.toUpperCase() },
  ],
};

test("a seed is refused with each of its problems", async () => {
  const shown: string[] = [];
  for (const [what, projects] of Object.entries(REFUSED)) {
    const error = await startServer({ seed: { projects } as Seed }).catch((caught) => caught);
    shown.push(`# ${what}`, ...error.problems, "");
  }
  await expect(shown.join("\n")).toMatchFileSnapshot("golden/seeds.txt");
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

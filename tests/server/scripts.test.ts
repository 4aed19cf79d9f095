// Scripts at the reference server: their form in the API, and the documents that it serves.

import { expect, test } from "vitest";
import { startServer } from "../../server/index.ts";
import { clientOf, dataFile, frozen, given, NUMBERS } from "./support.ts";

const CXML = "/api/fabric/resources/cxml_scripts";
const SWML = "/api/fabric/resources/swml_scripts";
const FLOW = { version: "1.0.0", sections: { main: [{ connect: { to: "desk" } }] } };

test("a script shows its fields in a member of its own, beside another id", async () => {
  const { post, get, server } = await given({ clock: frozen("2026-05-05T19:08:41Z") });
  const { status, body } = await post(SWML, { name: "Flow", contents: FLOW });
  expect(status).toBe(200);
  const [id, nestedId] = [body.id, body.swml_script.id];
  const times = { created_at: "2026-05-05T19:08:41Z", updated_at: "2026-05-05T19:08:41Z" };
  expect(body).toStrictEqual({
    ...{ id, project_id: server.project.id, type: "swml_script", ...times, display_name: "Flow" },
    swml_script: {
      ...{ id: nestedId, display_name: "Flow", contents: FLOW, script_type: "calling" },
      ...{ request_url: `${server.url}/relay-bins/${nestedId}`, request_count: 0, last_accessed_at: null },
      ...{ status_callback_url: null, status_callback_method: "POST" },
    },
  });
  expect((await get(`${SWML}/${body.id}`)).body).toEqual(body);
  expect((await get(SWML)).body.data).toEqual([body]);
  expect((await get(`${SWML}/${body.swml_script.id}`)).status).toBe(404);
});

test("requests state a script's name, which two may have, under either key, and answers of cXML under both", async () => {
  const { get, post, put } = await given();
  for (const key of ["name", "display_name"]) {
    const { body } = await post(CXML, { [key]: "Menu", contents: "<Response/>" });
    expect(body).toMatchObject({ display_name: "Menu", cxml_script: { name: "Menu" } });
    expect(body).not.toHaveProperty("name");
    expect(body.cxml_script).not.toHaveProperty("display_name");
    const renamed = await put(`${CXML}/${body.id}`, { [key]: "Closed" });
    expect(renamed.body).toMatchObject({ display_name: "Closed", cxml_script: { name: "Closed" } });
  }
  expect((await get(CXML)).body.data).toMatchObject([{ display_name: "Closed" }, { display_name: "Closed" }]);
  const both = await post(SWML, { display_name: "Other", name: "Flow", contents: FLOW });
  expect(both.body).toMatchObject({ display_name: "Flow", swml_script: { display_name: "Flow" } });
});

test("a refusal has Fabric's form and the names of the request", async () => {
  const { post } = await given();
  const { status, body } = await post(SWML, { contents: {} });
  expect(status).toBe(422);
  const common = { type: "validation_error", url: "https://signalwire.com/docs/apis/error-codes" };
  const [required, wrong] = ["missing_required_parameter", "invalid_parameter_value"];
  expect(body.errors).toEqual([
    { ...common, code: required, message: "name is required", attribute: "name" },
    { ...common, code: wrong, message: "contents must have an object sections", attribute: "contents" },
  ]);
});

test("its address serves the document to anyone, by GET and POST, and counts", async () => {
  const { post, get, put, delete: remove } = await given();
  const { body } = await post(CXML, { display_name: "Menu", contents: "<Response/>" });
  const url = body.cxml_script.request_url;
  const [path, nestedId] = [new URL("./", url).href, body.cxml_script.id.toUpperCase()];
  for (const [method, at] of Object.entries({ GET: url, POST: `${path}${nestedId}` })) {
    const answer = await fetch(at, { method });
    expect([answer.status, await answer.text()]).toEqual([200, "<Response/>"]);
    expect(answer.headers.get("content-type")).toBe("application/xml; charset=utf-8");
  }
  const counted = (await get(`${CXML}/${body.id}`)).body;
  expect(counted.cxml_script).toMatchObject({ request_count: 2, last_accessed_at: expect.any(String) });
  expect(counted.updated_at).toBe(body.updated_at);
  await put(`${CXML}/${body.id}`, { contents: "<Response><Hangup/></Response>" });
  expect(await (await fetch(url)).text()).toBe("<Response><Hangup/></Response>");
  await remove(`${CXML}/${body.id}`);
  expect((await fetch(url)).status).toBe(404);
});

test("a call plays it, also by the address that it had under an earlier port", async () => {
  const data = dataFile();
  const seed = { projects: [{ numbers: ["+12025550101"] }] };
  const first = await startServer({ data, seed });
  const { post, put, get } = clientOf(first);
  const made = (await post(CXML, { display_name: "Menu", contents: "<Response><Say>Hi</Say></Response>" })).body;
  const [line] = (await get(NUMBERS)).body.data;
  const stale = made.cxml_script.request_url.replace(/:\d+\//, ":1/");
  await put(`${NUMBERS}/${line.id}`, { call_handler: "laml_webhooks", call_request_url: stale });
  await first.close();
  const { server } = await given({ data });
  expect((await server.call({ to: "+12025550101", from: "+12025550199" })).outcome).toBe("answered");
  const shown = (await clientOf(server).get(`${CXML}/${made.id}`)).body;
  expect(shown.cxml_script.request_url).toContain(server.url);
  expect(shown.cxml_script.request_count).toBe(1);
});

// Hosted documents: names that may repeat, lost answers, and contents compared by meaning.

import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { openProviders } from "../../provider/providers.ts";
import { Run } from "../../provider/run.ts";
import { startServer } from "../../server/index.ts";
import type { Server } from "../engine/service.ts";
import type { Props } from "./host.ts";
import { messageOf } from "./managed.ts";

const CXML = "/api/fabric/resources/cxml_scripts";
const SWML = "/api/fabric/resources/swml_scripts";
const MENU = { displayName: "Menu", contents: "<Response><Say>Hello</Say></Response>" };
const FLOW = { displayName: "Flow", contents: { version: "1.0.0", sections: { main: [{ answer: {} }, "hangup"] } } };

let server: Server;

beforeEach(async () => {
  server = await startServer();
  onTestFinished(() => server.close());
});

/** The provider objects of a new run of the engine. */
function objects() {
  const run = new Run({ print: () => undefined });
  const { url, project } = server;
  const values: { [key: string]: string } = {
    "signalwire:baseUrl": url,
    "signalwire:projectId": project.id,
    "signalwire:apiToken": project.apiToken,
  };
  run.config = { get: (key) => values[key] };
  return openProviders(run);
}

async function send(method: string, path: string, body?: object): Promise<Props> {
  const { id, apiToken } = server.project;
  const answer = await fetch(server.url + path, {
    method,
    headers: { authorization: `Basic ${btoa(`${id}:${apiToken}`)}`, "content-type": "application/json" },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  return text === "" ? {} : JSON.parse(text);
}

const listed = async (path: string) => (await send("GET", path)).data as Props[];
const writes = () =>
  server.journal.entries.filter(({ method }) => method !== "GET").map(({ method, path }) => `${method} ${path}`);

describe("a script", () => {
  it("is created, changed by its differences and deleted", async () => {
    const { cxmlScript } = objects();
    const { id, outs = {} } = await cxmlScript.create(MENU);
    expect(outs.requestUrl).toContain("/laml-bins/");
    const news = { ...MENU, contents: "<Response/>", statusCallbackUrl: "https://example.com/status" };
    const { outs: updated } = await cxmlScript.update(id, outs, news);
    expect(updated?.requestUrl).toBe(outs.requestUrl);
    expect(await listed(CXML)).toMatchObject([
      { id, name: "Menu", cxml_script: { contents: "<Response/>", status_callback_url: "https://example.com/status" } },
    ]);
    const { outs: without = {} } = await cxmlScript.update(id, updated ?? {}, MENU);
    expect((await listed(CXML))[0]).toMatchObject({ cxml_script: { status_callback_url: null } });
    await objects().cxmlScript.delete(id, without);
    expect(await listed(CXML)).toEqual([]);
  });

  it("in SWML is created as name, renamed as display_name, and keeps its type in each update", async () => {
    const { swmlScript } = objects();
    const { id, outs = {} } = await swmlScript.create({ ...FLOW, scriptType: "messaging" });
    await swmlScript.update(id, outs, { ...FLOW, scriptType: "messaging", displayName: "Other" });
    expect(await listed(SWML)).toMatchObject([{ display_name: "Other", swml_script: { contents: FLOW.contents } }]);
    const sent = server.journal.entries.filter(({ method }) => method !== "GET").map(({ requestBody }) => requestBody);
    expect(sent).toEqual([
      { name: "Flow", script_type: "messaging", contents: expect.anything() },
      { display_name: "Other", script_type: "messaging" },
    ]);
  });

  it("is not drifting because it was requested, or because its text is written otherwise", async () => {
    const { swmlScript, cxmlScript } = objects();
    const text = "# a flow\nversion: 1.0.0\nsections:\n  main:\n    - answer: {}\n    - hangup\n";
    const flow = await swmlScript.create({ ...FLOW, contents: text });
    const menu = await cxmlScript.create({ ...MENU, contents: `\r\n${MENU.contents}\r\n` });
    for (const { outs } of [flow, menu]) expect((await fetch(String(outs?.requestUrl))).status).toBe(200);
    expect((await swmlScript.read(flow.id, flow.outs)).inputs).toMatchObject({ contents: text });
    await send("PUT", `${CXML}/${menu.id}`, { contents: MENU.contents });
    expect((await cxmlScript.read(menu.id, menu.outs)).inputs).toMatchObject({ contents: `\r\n${MENU.contents}\r\n` });
    const { inputs } = await swmlScript.check({ ...FLOW, contents: text }, FLOW);
    expect(inputs.contents).toBe(text);
  });

  it("changed by hand is found in its contents", async () => {
    const { swmlScript } = objects();
    const { id, outs } = await swmlScript.create(FLOW);
    const contents = { sections: { main: ["hangup"] } };
    await send("PUT", `${SWML}/${id}`, { contents });
    expect((await swmlScript.read(id, outs)).inputs).toMatchObject({ contents });
  });

  it("with wrong contents is refused before anything is sent", async () => {
    const { cxmlScript, swmlScript } = objects();
    const reasons = async (checked: ReturnType<typeof cxmlScript.check>) =>
      (await checked).failures.map(({ reason }) => reason);
    expect(await reasons(cxmlScript.check({}, { ...MENU, contents: "<Say/>" }))).toEqual([
      "contents must have the root element Response",
    ]);
    expect(await reasons(swmlScript.check({}, { ...FLOW, contents: "sections: {main: []}" }))).toEqual([
      "contents must have at least one step in sections.main",
    ]);
  });
});

describe("a name that is taken", () => {
  it("is refused, although the service would accept it, with the remedies", async () => {
    await send("POST", CXML, { display_name: "Menu", contents: "<Response/>" });
    const message = await messageOf(objects().cxmlScript.create(MENU));
    expect(message).toContain('displayName "Menu" is taken');
    expect(message).toContain("it differs in contents");
    expect(message).toContain("adopt: true");
    expect(await listed(CXML)).toHaveLength(1);
  });

  it("is taken over with adopt, without a write where nothing differs", async () => {
    const { id } = await send("POST", SWML, { name: "Flow", contents: FLOW.contents });
    server.journal.clear();
    expect((await objects().swmlScript.create({ ...FLOW, adopt: true })).id).toBe(id);
    expect(writes()).toEqual([]);
  });

  it("by several scripts names them all, with adopt too", async () => {
    for (const contents of ["<Response/>", MENU.contents]) await send("POST", CXML, { display_name: "Menu", contents });
    const ids = (await listed(CXML)).map(({ id }) => String(id));
    for (const inputs of [MENU, { ...MENU, adopt: true }]) {
      const message = await messageOf(objects().cxmlScript.create(inputs));
      expect(message).toContain('the project has 2 cXML scripts with the displayName "Menu"');
      for (const id of ids) expect(message).toContain(id);
    }
    expect(await listed(CXML)).toHaveLength(2);
  });

  it("is refused for a rename", async () => {
    const { cxmlScript } = objects();
    const { id, outs = {} } = await cxmlScript.create({ ...MENU, displayName: "Mine" });
    await send("POST", CXML, { display_name: "Menu", contents: "<Response/>" });
    expect(await messageOf(cxmlScript.update(id, outs, MENU))).toContain('displayName "Menu" is taken');
    expect((await listed(CXML)).map(({ name }) => name).sort()).toEqual(["Menu", "Mine"]);
  });
});

describe("an answer to a create that is lost", () => {
  it("leads to the script that was made", async () => {
    server.faults.add({ method: "POST", path: CXML, effect: "lose-answer" });
    const { id } = await objects().cxmlScript.create(MENU);
    expect(await listed(CXML)).toMatchObject([{ id }]);
    expect(writes()).toEqual([`POST ${CXML}`]);
  });

  it("is not asked for twice where no script was made", { timeout: 20_000 }, async () => {
    server.faults.add({ method: "POST", path: SWML, effect: "drop" });
    const message = await messageOf(objects().swmlScript.create(FLOW));
    expect(message).toContain("The request may have been carried out all the same");
    expect(writes()).toEqual([`POST ${SWML}`]);
    await objects().swmlScript.create(FLOW);
    expect(await listed(SWML)).toHaveLength(1);
  });

  it("does not lead to another owner's script of the same name and contents", async () => {
    await send("POST", CXML, { display_name: "Menu", contents: MENU.contents });
    const message = await messageOf(objects().cxmlScript.create(MENU));
    expect(message).toContain("everything it shows is as the program says");
    expect(await listed(CXML)).toHaveLength(1);
  });
});

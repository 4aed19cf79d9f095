// Hosted documents: names that may repeat, lost answers, and contents compared by meaning.

import { describe, expect, it, onTestFinished } from "vitest";
import { cxmlScript, swmlScript } from "../../../contract/index.ts";
import { openClient } from "../../../provider/client/collection.ts";
import { RequestFailure } from "../../../provider/client/errors.ts";
import { ask, list, requests, serveWith } from "../../engine/service.ts";
import { providersOf } from "../direct-host.ts";
import { messageOf, writes } from "../managed.ts";
import { served } from "../served.ts";

const CXML = "/api/fabric/resources/cxml_scripts";
const SWML = "/api/fabric/resources/swml_scripts";
const MENU = { displayName: "Menu", contents: "<Response><Say>Hello</Say></Response>" };
const FLOW = { displayName: "Flow", contents: { version: "1.0.0", sections: { main: [{ answer: {} }, "hangup"] } } };

const on = served();

const objects = () => providersOf(on.server);

describe("a script", () => {
  it("that the service refuses is reported at once, after one look for a script of that name", async () => {
    on.server.faults.add({ method: "POST", path: CXML, effect: "status", status: 422, times: 1 });
    expect(await messageOf(objects().cxmlScript.create(MENU))).toContain("the service answered 422");
    const asked = requests(on.server).map((line) => line.split("?")[0]);
    expect(asked).toEqual([`GET ${CXML}`, `POST ${CXML}`, `GET ${CXML}`]);
  });

  it.each([
    [undefined, ["name", "name"]],
    ["display_name", ["name", "display_name", "display_name"]],
  ] as const)(
    "in SWML keeps its type, and is named as a service of the key %s takes it: %j",
    async (recordedWith, keys) => {
      const server = await serveWith({ recordedWith });
      onTestFinished(() => server.close());
      const { swmlScript } = providersOf(server);
      const type = { script_type: "messaging" };
      const { id, outs = {} } = await swmlScript.create({ ...FLOW, scriptType: "messaging" });
      await swmlScript.update(id, outs, { ...FLOW, scriptType: "messaging", displayName: "Other" });
      const sent = server.journal.entries
        .filter(({ method }) => method !== "GET")
        .map(({ requestBody }) => requestBody);
      const created = keys.slice(0, -1).map((key) => ({ [key]: "Flow", ...type, contents: expect.anything() }));
      expect(sent).toEqual([...created, { [keys.at(-1) ?? ""]: "Other", ...type }]);
    },
  );

  it("is not drifting because it was requested, or because its text is written otherwise", async () => {
    const { swmlScript, cxmlScript } = objects();
    const text = "# a flow\nversion: 1.0.0\nsections:\n  main:\n    - answer: {}\n    - hangup\n";
    const flow = await swmlScript.create({ ...FLOW, contents: text });
    const menu = await cxmlScript.create({ ...MENU, contents: `\r\n${MENU.contents}\r\n` });
    for (const { outs } of [flow, menu]) expect((await fetch(String(outs?.requestUrl))).status).toBe(200);
    expect((await swmlScript.read(flow.id, flow.outs)).inputs).toMatchObject({ contents: text });
    await ask(on.server, "PUT", `${CXML}/${menu.id}`, { contents: MENU.contents });
    expect((await cxmlScript.read(menu.id, menu.outs)).inputs).toMatchObject({ contents: `\r\n${MENU.contents}\r\n` });
    const { inputs } = await swmlScript.check({ ...FLOW, contents: text }, FLOW);
    expect(inputs.contents).toBe(text);
  });
});

describe("a name that is taken", () => {
  it("by several scripts names them all, with adopt too", async () => {
    for (const contents of ["<Response/>", MENU.contents])
      await ask(on.server, "POST", CXML, { display_name: "Menu", contents });
    const ids = (await list(on.server, CXML)).map(({ id }) => String(id));
    const several =
      `Could not create the cXML script "Menu": the project has 2 cXML scripts with the displayName "Menu": ${ids.join(", ")}. ` +
      "Rename all but one of them at the service, or choose another displayName. " +
      'If the resource was renamed or moved in the program, set `aliases: [{ name: "<old name>" }]` among its options.';
    for (const inputs of [MENU, { ...MENU, adopt: true }])
      expect(await messageOf(objects().cxmlScript.create(inputs))).toBe(several);
    expect(await list(on.server, CXML)).toHaveLength(2);
  });

  it("is refused for a rename, and not for an update that keeps it", async () => {
    const { cxmlScript } = objects();
    const { id, outs = {} } = await cxmlScript.create({ ...MENU, displayName: "Mine" });
    await ask(on.server, "POST", CXML, { display_name: "Menu", contents: "<Response/>" });
    expect(await messageOf(cxmlScript.update(id, outs, MENU))).toContain('displayName "Menu" is taken');
    expect((await list(on.server, CXML)).map(({ display_name }) => display_name).sort()).toEqual(["Menu", "Mine"]);
    on.server.faults.add({ method: "PUT", effect: "status", status: 422, times: 1 });
    const refused = cxmlScript.update(id.toUpperCase(), outs, { displayName: "Mine", contents: "<Response/>" });
    expect(await messageOf(refused)).toContain("the service answered 422 Unprocessable Entity. Correct the program");
    await ask(on.server, "POST", CXML, { display_name: "Mine", contents: "<Response/>" });
    await cxmlScript.update(id, outs, { displayName: "Mine", contents: "<Response><Hangup/></Response>" });
  });
});

it("a create without an answer is not sent again where no script was made", async () => {
  on.server.faults.add({ method: "POST", path: SWML, effect: "drop" });
  const message = await messageOf(objects().swmlScript.create(FLOW));
  expect(message).toContain("The request may have been carried out all the same");
  await objects().swmlScript.create(FLOW);
  expect([writes(on.server), (await list(on.server, SWML)).length]).toEqual([[`POST ${SWML}`, `POST ${SWML}`], 1]);
});

describe("the list of SWML scripts as an array of pages", () => {
  const shown = { contents: FLOW.contents, request_url: "https://example.com/relay-bins/x" };
  const script = (id: string) => ({ id, display_name: id.toUpperCase(), swml_script: { id: `inner-${id}`, ...shown } });
  const page = (from: number, ...ids: string[]) => ({
    links: from < 2 ? { next: `${SWML}?page_number=${from + 1}` } : {},
    data: ids.map(script),
  });

  /** Answers requests for the list, by the number of the page. */
  function answering(answers: readonly unknown[]) {
    const client = openClient(async ({ path }) => {
      const number = Number(new URLSearchParams(path.split("?")[1]).get("page_number") ?? 0);
      if (number in answers) return answers[number];
      throw new RequestFailure("not_found", "the service answered 404 Not Found", { status: 404 });
    });
    return client.collection(swmlScript);
  }

  it.each<[string, string[], unknown[]]>([
    [
      "pages in one answer, and behind links",
      ["a", "b", "c"],
      [[page(0, "a"), page(1, "b"), page(2, "c")], [page(1, "b")], [page(2, "c")]],
    ],
    ["pages behind links", ["a", "b", "c"], [[page(0, "a")], page(1, "b"), [page(2, "c")]]],
    ["a page without objects", [], [[page(2)]]],
  ])("is read whole: %s", async (_, expected, answers) => {
    const ids: unknown[] = [];
    for await (const { id } of answering(answers).list()) ids.push(id);
    expect([ids, (await answering(answers).find("C"))?.id]).toEqual([expected, expected[2]]);
  });

  it.each<[string, unknown]>([
    ["an empty array", []],
    ["an array of scripts", [script("a")]],
    ["an array with a page that has no data", [page(0, "a"), { links: {} }]],
    ["an array with null", [page(2, "a"), null]],
    ["an array of arrays", [[page(2)]]],
    ["an array with a script without a name", [{ links: {}, data: [{ id: "a", swml_script: shown }] }]],
    ["null", null],
    ["an object without data", { links: {} }],
    ["an array whose second answer fails", [page(0, "a")]],
  ])("%s is an unusable answer, and no proof that a script is gone", async (_, answer) => {
    const scripts = answering([answer]);
    for (const asked of [scripts.before("A"), scripts.delete("b")])
      await expect(asked).rejects.toMatchObject({ code: "unexpected_answer" });
  });

  it("is no form of the list of cXML scripts", async () => {
    const client = openClient(async () => [page(2)]);
    await expect(client.collection(cxmlScript).before("A")).rejects.toMatchObject({ code: "unexpected_answer" });
  });
});

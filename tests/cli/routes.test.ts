// `routes --account` of a server: its exit code and all that it prints. recorded-stack.test.ts has those of a stack.

import { afterAll, beforeAll, expect, test } from "vitest";
import { type ReferenceServer, startServer } from "../../server/index.ts";
import { addEndpoint, ask, environmentOf, list, requests } from "../engine/service.ts";
import { told } from "./stand-in.ts";

const [RINGS, DANGLES] = ["+12025550101", "+12025550102"] as const;

let server: ReferenceServer;
let ids: readonly string[];

beforeAll(async () => {
  server = await startServer({ seed: { projects: [{ numbers: [RINGS, DANGLES] }] } });
  const gone = await addEndpoint(server, "closed-lobby");
  const id = await addEndpoint(server, "front-desk");
  ids = [server.url, server.project.id, id, gone];
  for (const { id: number, number: e164 } of await list(server, "/phone_numbers")) {
    const endpoint = e164 === RINGS ? id : gone;
    const settings = { call_handler: "relay_sip_endpoint", call_sip_endpoint_id: endpoint };
    await ask(server, "PUT", `/phone_numbers/${number}`, settings);
  }
  await ask(server, "DELETE", `/endpoints/sip/${gone}`);
});

afterAll(() => server?.close());

const printed = async (args: readonly string[], env: NodeJS.ProcessEnv = {}) => {
  const text = await told(["routes", "--account", ...args], {}, { ...environmentOf(server), ...env });
  return ids.reduce((all, id, at) => all.replaceAll(id, `ID-${at}`), text);
};

test.each<[what: string, args: readonly string[], env?: NodeJS.ProcessEnv]>([
  ["the routes", []],
  ["the routes as JSON", ["--report", "json"]],
  ["the routes as a picture", ["--report", "mermaid"]],
  ["no such object", ["sales"]],
  ["the paths", ["--paths"]],
  ["the paths of one caller", [RINGS, "--paths"]],
  ["the paths of one caller as JSON, without its plus", [RINGS.slice(1), "--paths", "--report", "json"]],
  ["no such caller", ["+12025559999", "--paths"]],
  ["refused credentials", [], { SIGNALWIRE_API_TOKEN: "wrong" }],
  ["two reports to print", ["--report", "mermaid", "--report", "json"]],
  ["a picture of paths", ["--paths", "--report", "mermaid"]],
  ["failures without paths", ["--failures", "2"]],
])("%s", async (what, args, env) => {
  server.journal.clear();
  await expect(await printed(args, env)).toMatchFileSnapshot(`golden/account/${what.replaceAll(/\W+/g, "-")}.txt`);
  expect(requests(server).filter((each) => !each.startsWith("GET "))).toEqual([]);
});

test("unreadable lists are reported and fail, and their objects do not count as missing", async () => {
  const tokens = [{ token: "numbers-alone", scopes: ["Numbers" as const] }];
  const desk = { id: "6f2c1b9e-8f0a-4c11-9f3f-0a4d1c2b3e4f", username: "desk", password: "vivid-otter-lunar-canyon" };
  const settings = { call_handler: "relay_sip_endpoint", call_sip_endpoint_id: desk.id };
  const project = { tokens, numbers: [{ number: RINGS, ...settings }], sipEndpoints: [desk] };
  const blind = await startServer({ seed: { projects: [project] } });
  const text = await printed(["--paths"], environmentOf(blind)).finally(() => blind.close());
  await expect(text).toMatchFileSnapshot("golden/account/unreadable-lists.txt");
});

test("one unreadable list fails, and its scope is no remedy for another failure than a refusal", async () => {
  const fault = { path: "/api/relay/rest/phone_numbers", effect: "status", status: 404, times: "always" } as const;
  const { id } = server.faults.add({ ...fault, body: { error: "Not Found" } });
  const text = await printed([]).finally(() => server.faults.remove(id));
  await expect(text).toMatchFileSnapshot("golden/account/one-unreadable-list.txt");
});

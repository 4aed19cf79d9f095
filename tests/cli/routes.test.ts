// `routes --account` of a server: its exit code and all that it prints. recorded-stack.test.ts has those of a stack.

import { expect, onTestFinished, test } from "vitest";
import { startServer } from "../../server/index.ts";
import { ask, environmentOf, requests } from "../engine/service.ts";
import { idOf } from "./calls/objects.ts";
import { told } from "./stand-in.ts";

const [RINGS, DANGLES] = ["+12025550101", "+12025550102"] as const;
const DESK = { id: idOf(1), username: "front-desk", password: "vivid-otter-lunar-canyon" };
const ringing = (number: string, id: string) => ({
  ...{ number, call_handler: "relay_sip_endpoint", call_sip_endpoint_id: id },
});
const texted = { message_handler: "laml_webhooks", message_request_url: "https://sms.example.com/in" };
const PROJECT = { numbers: [{ ...ringing(RINGS, DESK.id), ...texted }], sipEndpoints: [DESK] };
const BLIND = { ...PROJECT, tokens: [{ token: "numbers-alone", scopes: ["Numbers" as const] }] };
/** With an endpoint that is deleted. */
const DANGLING = {
  numbers: [...PROJECT.numbers, ringing(DANGLES, idOf(2))],
  sipEndpoints: [DESK, { ...DESK, id: idOf(2), username: "closed-lobby" }],
};

test.each<[what: string, args: readonly string[], env?: NodeJS.ProcessEnv, project?: object]>([
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
  // Their objects do not count as missing.
  ["unreadable lists", ["--paths"], {}, BLIND],
  // The scope is no remedy for another failure than a refusal.
  ["one unreadable list", [], { FAULT: "404" }],
])("%s", async (what, args, env = {}, project = DANGLING) => {
  const server = await startServer({ seed: { projects: [project] } });
  onTestFinished(() => server.close());
  if (project === DANGLING) await ask(server, "DELETE", `/endpoints/sip/${idOf(2)}`);
  server.journal.clear();
  const fault = { path: "/api/relay/rest/phone_numbers", effect: "status", status: 404, times: "always" } as const;
  if (env.FAULT) server.faults.add({ ...fault, body: { error: "Not Found" } });
  const text = await told(["routes", "--account", ...args], {}, { ...environmentOf(server), ...env });
  await expect(text.replaceAll(server.url, "SERVER").replaceAll(server.project.id, "PROJECT")).toMatchFileSnapshot(
    `golden/account/${what.replaceAll(/\W+/g, "-")}.txt`,
  );
  expect(requests(server).filter((each) => !each.startsWith("GET "))).toEqual([]);
});

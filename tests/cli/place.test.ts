// `call` and `message` against a running server: their exit code and all that they print.

import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type ReferenceServer, startServer } from "../../server/index.ts";
import { ask, list } from "../engine/service.ts";
import { ok, receiver } from "../server/receiver.ts";
import { run } from "./command.ts";

const [RINGS, SILENT, MENU] = ["+12025550101", "+12025550102", "+12025550103"] as const;

let server: ReferenceServer;

beforeAll(async () => {
  const desk = { username: "front-desk", password: "canary-password", call_handler: "dialogflow" };
  const rings = { call_handler: "relay_sip_endpoint", call_sip_endpoint_id: "{{sipEndpoint:front-desk}}" };
  const carrier = {
    ...{ name: "Carrier", identifier: "carrier", ip_auth_enabled: true, ip_auth: ["203.0.113.5"] },
    ...{ call_handler: "relay_application", call_relay_application: "office" },
  };
  const texted = { message_handler: "relay_context", message_relay_context: "inbox" };
  const numbers = [{ number: RINGS, ...rings, ...texted }, SILENT, MENU];
  const project = { numbers, sipEndpoints: [desk], domainApplications: [carrier] };
  server = await startServer({ control: true, seed: { projects: [project] } });
});

afterAll(() => server?.close());

/** Returns what a command does at the server. Ids and times differ from run to run. */
async function told(args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<string> {
  const { url, controlToken, project } = server;
  const given = args.map((each) => each.replace("SERVER", url));
  const { code, out, err } = await run(given, {
    SIGNALWIRE_BASE_URL: url,
    SIGNALWIRE_CONTROL_TOKEN: controlToken,
    ...env,
  });
  const printed = `$ ${args.join(" ")}\nexit ${code}\n${out}${err && `(stderr)\n${err}`}`.replaceAll(
    project.id,
    "PROJECT",
  );
  const unwrapped = printed.replaceAll(/\n {9,}/g, " ").replaceAll(/(\+?)\b\d+ ms\b/g, "$1N ms");
  const shown = unwrapped.replaceAll(/\+N ms +/g, "+N ms ").replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "TIME");
  return shown.replaceAll(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g, "ID").replaceAll(url, "SERVER");
}

const NONE: NodeJS.ProcessEnv = { SIGNALWIRE_BASE_URL: undefined, SIGNALWIRE_CONTROL_TOKEN: undefined };

test.each<[what: string, args: readonly string[], env?: NodeJS.ProcessEnv]>([
  ["a taken call", ["call", RINGS, "--from", "+12025550199"]],
  ["a call that is not taken", ["call", SILENT]],
  ["a call of an address that may call", ["call", "sip:x@carrier", "--source-ip", "203.0.113.5"]],
  ["a message", ["message", RINGS, "Are you open?"]],
  [
    "a message as JSON, at a server with a slash at its end",
    ["message", RINGS, "Hi", "--json", "--server", "SERVER//"],
  ],
  ["no address", ["call"]],
  ["no text", ["message", RINGS]],
  ["no server", ["call", RINGS], NONE],
  ["what is no address", ["call", RINGS, "--server", "here"]],
  ["a server that does not answer", ["call", RINGS, "--server", "http://127.0.0.1:9"]],
  ["no token", ["call", RINGS, "--server", "http://127.0.0.1:9"], NONE],
  ["an expectation that nobody would check", ["call", RINGS, "--expect", "rings:front-desk"]],
  ["hosts that nobody would ask", ["call", RINGS, "--allow", "a.example"]],
  ["clients that nobody would ring", ["call", RINGS, "--client", "alice"]],
  ["a wrong token", ["call", RINGS, "--token", "canary-token"]],
  ["wrong keys", ["call", RINGS, "--digits", "x"]],
  ["a wrong time", ["call", RINGS, "--at", "noon"]],
  ["an unknown option", ["message", RINGS, "Hello", "--digits", "1"]],
  ["a help", ["message", "--help"]],
  ["a help by its own command", ["help", "message"]],
])("%s", async (what, args, env) => {
  await expect(await told(args, env)).toMatchFileSnapshot(`golden/place/${what.replaceAll(/\W+/g, "-")}.txt`);
});

test.each<[status: number, body: string, error: string]>([
  [422, '{"problems":["to is no number","from is empty"]}', "to is no number\nfrom is empty\n"],
  [422, "{}", "\n"],
  [200, "{}", "URL has no control API (it answered 200): start the server with `pulumi-signalwire serve --control`.\n"],
  [404, "no", "URL has no control API (it answered 404): start the server with `pulumi-signalwire serve --control`.\n"],
])("an answer %d with %s is an error", async (status, body, error) => {
  const { url, received } = await receiver({ "/_reference/calls": (answer) => answer.writeHead(status).end(body) });
  const more = ["--digits", "1", "--at", "Mon 10:00", "--source-ip", "203.0.113.5"];
  const { out, err, code } = await run(["call", RINGS, "--server", url, "--token", "mine", ...more]);
  expect({ out, code, err }).toEqual({ out: "", code: 2, err: error.replace("URL", url) });
  expect(received.map((each) => [each.method, each.headers.authorization, JSON.parse(each.body)])).toEqual([
    [
      ...["POST", "Bearer mine"],
      { ...{ to: RINGS, digits: "1", at: "Mon 10:00" }, ...{ from: "+12025550177", sourceIp: "203.0.113.5" } },
    ],
  ]);
});

test("--version prints the package's version", async () => {
  const { version } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8"));
  expect(await run(["--version"])).toEqual({ out: `${version}\n`, err: "", code: 0 });
});

test("the keys of --digits are pressed in a menu", async () => {
  const { url } = await receiver({
    "/menu": ok('<Response><Gather numDigits="1" action="/1"/><Reject/></Response>'),
    "/1": ok("<Response><Dial><Sip>sip:front-desk</Sip></Dial></Response>"),
  });
  const [menu] = await list(server, "/phone_numbers?filter_number=0103");
  const settings = { call_handler: "laml_webhooks", call_request_url: `${url}/menu` };
  await ask(server, "PUT", `/phone_numbers/${menu?.id}`, settings);
  const pressed = await told(["call", MENU, "--digits", "1"]);
  const silent = await told(["call", MENU]);
  await expect(`${pressed}\n${silent}`.replaceAll(url, "MENU")).toMatchFileSnapshot("golden/place/keys.txt");
});

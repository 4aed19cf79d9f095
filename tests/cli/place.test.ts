// `call` and `message` as a shell runs them, against a running server.

import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type ReferenceServer, startServer } from "../../server/index.ts";
import { addEndpoint, ask, list } from "../engine/service.ts";
import { ok, receiver } from "../server/receiver.ts";
import { run as runWith } from "./command.ts";

const [RINGS, SILENT] = ["+12025550101", "+12025550102"] as const;

let server: ReferenceServer;

beforeAll(async () => {
  server = await startServer({ control: true });
  const id = await addEndpoint(server, "front-desk");
  await ask(server, "PUT", `/endpoints/sip/${id}`, { call_handler: "dialogflow" });
  const number = (await list(server, "/phone_numbers")).find((each) => each.number === RINGS);
  const settings = { call_handler: "relay_sip_endpoint", call_sip_endpoint_id: id, message_handler: "relay_context" };
  await ask(server, "PUT", `/phone_numbers/${number?.id}`, { ...settings, message_relay_context: "inbox" });
});

afterAll(() => server?.close());

const run = (args: readonly string[], env: NodeJS.ProcessEnv = {}) =>
  runWith(args, { SIGNALWIRE_BASE_URL: server.url, SIGNALWIRE_CONTROL_TOKEN: server.controlToken, ...env });

test("a taken call is printed step by step, and exits with 0", async () => {
  const { out, err, code } = await run(["call", RINGS, "--from", "+12025550199"]);
  expect({ err, code }).toEqual({ err: "", code: 0 });
  // The verdict comes first, then the route, then each step.
  expect(out).toMatch(/^✓ Goes to a Dialogflow agent\n {2}\+12025550101 ✓ → relay_sip_endpoint ✓ → .*dialogflow ✓\n/);
  expect(out).toMatch(
    /\ncall [0-9a-f-]+ from \+12025550199 to \+12025550101 at\n {2}\S+Z\n {2}\+0 ms {4}The phone number/,
  );
});

test("a call that is not taken exits with 1", async () => {
  const { out, code } = await run(["call", SILENT, "--server", `${server.url}//`], { SIGNALWIRE_BASE_URL: undefined });
  expect(code).toBe(1);
  expect(out).toContain(`✗ Did not ring: the phone number ${SILENT} has no handler\n`);
});

test("a message is printed likewise, or as JSON on request", async () => {
  const { out, code } = await run(["message", RINGS, "Are you open?", "--json"]);
  expect(code).toBe(0);
  expect(JSON.parse(out)).toMatchObject({
    kind: "message",
    to: RINGS,
    handler: "relay_context",
    outcome: "handed-over",
  });
});

test.each([
  ["no address", {}, [], "missing required argument 'to'"],
  ["no server", { SIGNALWIRE_BASE_URL: undefined }, [RINGS], "Name the server with --server or SIGNALWIRE_BASE_URL"],
  ["what is no address", {}, [RINGS, "--server", "here"], "here is not an address"],
  [
    "a server that does not answer",
    {},
    [RINGS, "--server", "http://127.0.0.1:9"],
    "No server answers at http://127.0.0.1:9",
  ],
  ["no token", { SIGNALWIRE_CONTROL_TOKEN: undefined }, [RINGS], "set SIGNALWIRE_CONTROL_TOKEN"],
  [
    "an expectation that nobody would check",
    {},
    [RINGS, "--expect", "rings:front-desk"],
    "--expect is about a call at a stack",
  ],
  ["a wrong token", {}, [RINGS, "--token", "canary-token"], "refuses the control token"],
])("%s is reported in a sentence, with exit code 2", async (_, env, args, sentence) => {
  const { out, err, code } = await run(["call", ...args], env);
  expect({ out, code }).toEqual({ out: "", code: 2 });
  expect(err).toContain(sentence);
  expect(err).not.toMatch(/canary| {4}at /);
});

test("a server without the control API is reported in a sentence, with exit code 2", async () => {
  const plain = await startServer();
  const { err, code } = await run(["call", RINGS, "--server", plain.url]);
  await plain.close();
  expect(err).toContain(
    "has no control API (it answered 404): start the server with `pulumi-signalwire serve --control`.",
  );
  expect(code).toBe(2);
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
  const numbers = await list(server, "/phone_numbers");
  const menu = numbers.find((each) => ![RINGS, SILENT].some((used) => used === each.number));
  const handler = { call_handler: "laml_webhooks", call_request_url: `${url}/menu` };
  await ask(server, "PUT", `/phone_numbers/${menu?.id}`, handler);
  const { out, code } = await run(["call", String(menu?.number), "--digits", "1"]);
  expect(code).toBe(0);
  expect(out).toContain("The caller presses 1 at <Gather>.");
  expect(out).toMatch(/^✓ Goes to a Dialogflow agent\n/);
  expect((await run(["call", String(menu?.number)])).out).toContain("The caller presses no digits at <Gather>.");
});

// `routes` of a server, as a shell runs it.

import { afterAll, beforeAll, expect, test } from "vitest";
import { type ReferenceServer, startServer } from "../../server/index.ts";
import { addEndpoint, ask, environmentOf, list, requests } from "../engine/service.ts";
import { run as runWith } from "./command.ts";

const [RINGS, DANGLES] = ["+12025550101", "+12025550102"] as const;

let server: ReferenceServer;

beforeAll(async () => {
  server = await startServer({ seed: { projects: [{ numbers: [RINGS, DANGLES] }] } });
  const gone = await addEndpoint(server, "closed-lobby");
  const id = await addEndpoint(server, "front-desk");
  for (const { id: number, number: e164 } of await list(server, "/phone_numbers")) {
    const endpoint = e164 === RINGS ? id : gone;
    const settings = { call_handler: "relay_sip_endpoint", call_sip_endpoint_id: endpoint };
    await ask(server, "PUT", `/phone_numbers/${number}`, settings);
  }
  await ask(server, "DELETE", `/endpoints/sip/${gone}`);
});

afterAll(() => server?.close());

const run = (args: readonly string[], env: NodeJS.ProcessEnv = {}) =>
  runWith(["routes", ...args], { ...environmentOf(server), ...env });

test("an account is drawn by what the service has, in requests that only read", async () => {
  server.journal.clear();
  const { out, err, code } = await run(["--account"]);
  expect({ err, code }).toEqual({ err: "", code: 0 });
  expect(out).toContain(`phone number ${RINGS}\n  call: relay_sip_endpoint → SIP endpoint front-desk\n`);
  expect(out).toMatch(
    /phone number \+12025550102\n {2}call: relay_sip_endpoint → SIP endpoint \S+, which is not there\n/,
  );
  expect(requests(server).every((each) => each.startsWith("GET "))).toBe(true);
});

test("the paths of one caller are those of its number, and another name is refused", async () => {
  const { out } = await run([RINGS, "--account", "--paths"]);
  expect(out).toMatch(/^\+12025550101\n {2}✓ .*Rings the devices of the SIP endpoint front-desk\n/);
  expect(out).not.toContain(DANGLES);
  // A shell needs no quotation marks for a number without its plus.
  expect((await run([RINGS.slice(1), "--account", "--paths"])).out).toBe(out);
  const unknown = await run(["+12025559999", "--account", "--paths"]);
  expect([unknown.code, unknown.out, unknown.err]).toEqual([1, "", expect.stringContaining("have no caller +1202555")]);
});

test("unreadable lists are reported and fail, and their objects do not count as missing", async () => {
  const tokens = [{ token: "numbers-alone", scopes: ["Numbers" as const] }];
  const desk = { id: "6f2c1b9e-8f0a-4c11-9f3f-0a4d1c2b3e4f", username: "desk", password: "vivid-otter-lunar-canyon" };
  const settings = { call_handler: "relay_sip_endpoint", call_sip_endpoint_id: desk.id };
  const project = { tokens, numbers: [{ number: RINGS, ...settings }], sipEndpoints: [desk] };
  const blind = await startServer({ seed: { projects: [project] } });
  const { out, err, code } = await run(["--account", "--report", "json"], environmentOf(blind)).finally(() =>
    blind.close(),
  );
  expect(code).toBe(1);
  expect(err).toMatch(/^The endpoints could not be read: .* needs the scope Voice/m);
  expect(JSON.parse(out).edges).toMatchObject([{ label: "relay_sip_endpoint", isBroken: false }]);
});

test("one unreadable list fails, and its scope is no remedy for another failure than a refusal", async () => {
  const { id } = server.faults.add({
    path: "/api/relay/rest/phone_numbers",
    effect: "status",
    status: 404,
    body: { error: "Not Found" },
    times: "always",
  });
  const { err, code } = await run(["--account"]);
  server.faults.remove(id);
  expect([code, err]).toEqual([
    1,
    "The numbers could not be read: the service answered with 404 Not Found where its list should be.\n",
  ]);
});

test("refused credentials are reported, and so are two forms at once", async () => {
  const refused = await run(["--account"], { SIGNALWIRE_API_TOKEN: "wrong" });
  expect(refused).toMatchObject({ code: 1, out: "" });
  expect(refused.err).toMatch(/^The service refuses the credentials/);
  const both = await run(["--account", "--report", "mermaid", "--report", "json"]);
  expect(both.code).toBe(1);
  expect(both.err).toMatch(/^Standard output takes one report/);
  const picture = await run(["--account", "--paths", "--report", "mermaid"]);
  expect(picture.err).toMatch(/^--paths has no picture/);
  const pathless = await run(["--account", "--failures", "2"]);
  expect(pathless.err).toMatch(/^--failures is about paths: add --paths/);
});

// The suite at the reference server: what the server claims is what `npm run test:live` asks a real space. The run changes and leaves
// nothing in the account but what it made.

import { afterAll, beforeAll, expect, it } from "vitest";
import { type Gap, gaps } from "../../contract/index.ts";
import { addEndpoint, ask, connectionTo, list, requests, type Server, serve } from "../engine/service.ts";
import { json, openGateway } from "../provider/gateway.ts";
import { Records } from "./record.ts";
import { type Result, run } from "./run.ts";

const never = new AbortController().signal;
const OWN =
  / \/api\/(?:relay\/rest\/(?:endpoints\/sip|domain_applications|jwt)|fabric\/resources\/(?:cxml|swml)_scripts)/;
/** Endpoints of the user, and of a run that was killed. */
const KEPT = ["LIVE-TEST-desk", "front-desk"];

let server: Server;
let result: Result;
const records = new Records();
let before: unknown;

const account = async () => [
  ...(await Promise.all(["/phone_numbers", "/domain_applications"].map((path) => list(server, path)))),
  ...(await Promise.all(["cxml", "swml"].map((kind) => list(server, `/api/fabric/resources/${kind}_scripts`)))),
  ...(await list(server, "/endpoints/sip")),
  await ask(server, "GET", "/sip_profile"),
];

beforeAll(async () => {
  server = await serve("+12025550101");
  for (const username of KEPT) await addEndpoint(server, username);
  before = await account();
  server.journal.clear();
  result = await run(connectionTo(server), never, records);
});

afterAll(() => server.close());

it("every assumption that is said to be tried holds", () => {
  const tried = Object.entries<Gap>(gaps).flatMap(([gap, { probe }]) => (probe ? [gap] : []));
  const verdicts = [...result.outcomes].map(([gap, outcome]) => [gap, outcome.verdict === "held" || outcome]);
  expect(Object.fromEntries(verdicts)).toEqual(Object.fromEntries(tried.map((gap) => [gap, true])));
});

it("writes and removes only objects of the suite, and names one of another run", async () => {
  expect(requests(server).filter((line) => !line.startsWith("GET ") && !OWN.test(line))).toEqual([]);
  expect(await account()).toEqual(before);
  expect(result.left).toMatchObject([{ name: KEPT[0], why: "another run made it, or somebody else" }]);
});

it("removes what it made when it is stopped, and finds answers that differ", async () => {
  const stop = new AbortController();
  const gateway = await openGateway(server);
  let asked = 0;
  gateway.answerWith(async ({ method, path }, forward) => {
    if (/[A-F]/.test(path)) return json(404, { error: "Not Found" });
    if (++asked === 90) stop.abort();
    const answer = await forward();
    return method === "PUT" && /\/endpoints\/sip\/[\da-f-]{36}$/.test(path) ? { ...answer, status: 201 } : answer;
  });
  const other = await run(connectionTo({ ...server, url: gateway.url }), stop.signal);
  await gateway.close();
  expect(other.isStopped).toBe(true);
  const { name } = other;
  expect(other.outcomes.get("update-status")).toEqual({
    verdict: "differs",
    expected: 'PUT [endpoint] {"caller_id":"Probe"}: 200',
    seen: "201",
  });
  expect(JSON.stringify([...other.outcomes])).not.toContain(name);
  expect(await account()).toEqual(before);
});

it("records no id, name, number, token or address, but what was sent and refused", () => {
  const written = JSON.stringify(records.all(result.name, "2026-11-25"));
  expect(written).not.toMatch(/[\da-f]{8}-[\da-f]{4}-|eyJ|\+1202555|front-desk|127\.0\.0\.1/);
  for (const secret of [server.project.apiToken, server.project.id]) expect(written).not.toContain(secret);
  for (const shown of ['"sent":{"caller_id":""}', '"caller_id":"Probe"', "caller_id must not be empty"])
    expect(written).toContain(shown);
});

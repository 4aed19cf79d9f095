// The suite at the reference server: what the server claims is what `npm run test:live` asks a real space. The run changes and leaves
// nothing in the account but what it made.

import { afterAll, beforeAll, expect, it } from "vitest";
import { type Gap, type GapId, gaps } from "../../contract/index.ts";
import { addEndpoint, ask, connectionTo, list, requests, type Server, serve } from "../engine/service.ts";
import { json, openGateway } from "../provider/gateway.ts";
import { stampedName } from "./names.ts";
import { Records } from "./record.ts";
import { runSuite, type SuiteResult } from "./suite.ts";

const never = new AbortController().signal;
const OWN =
  / \/api\/(?:relay\/rest\/(?:endpoints\/sip|domain_applications|jwt)|fabric\/resources\/(?:cxml|swml)_scripts)/;

let server: Server;
let result: SuiteResult;
const records = new Records();
/** Endpoints of the user, of a run under way, and one of an ended run that a number rings. */
let kept: string[];
let before: unknown;

const account = async () => [
  ...(await Promise.all(["/phone_numbers", "/domain_applications"].map((path) => list(server, path)))),
  ...(await Promise.all(["cxml", "swml"].map((kind) => list(server, `/api/fabric/resources/${kind}_scripts`)))),
  await ask(server, "GET", "/sip_profile"),
];
const usernames = async () => (await list(server, "/endpoints/sip")).map(({ username }) => String(username)).sort();

beforeAll(async () => {
  server = await serve("+12025550101", "+12025550102");
  const { id } = server.project;
  const [ended, rung, running] = [Date.now() - 3_600_000, Date.now() - 3_600_000, Date.now()].map((at) =>
    stampedName(id, at),
  );
  const foreign = `${ended?.slice(0, -1)}${ended?.endsWith("0") ? "1" : "0"}`;
  kept = ["LIVE-TEST-desk", foreign, "front-desk", "live-test-", String(running), String(rung)].sort();
  for (const username of [...kept.filter((each) => each !== rung), String(ended).toUpperCase()])
    await addEndpoint(server, username);
  // One number is as it was bought, and one was changed later.
  server.clock.advance({ seconds: 1 });
  const [number] = await list(server, "/phone_numbers");
  const call_sip_endpoint_id = await addEndpoint(server, String(rung));
  const rings = { call_handler: "relay_sip_endpoint", call_sip_endpoint_id };
  await ask(server, "PUT", `/phone_numbers/${number?.id}`, rings);
  before = await account();
  server.journal.clear();
  result = await runSuite(connectionTo(server), never, records);
});

afterAll(() => server.close());

/** Not shown by an account with all scopes. */
const NOT_SHOWN: { readonly [gap in GapId]?: string } = { "token-scope": "the API token has all scopes" };

const tried = Object.entries<Gap>(gaps).filter(([, { probe }]) => probe);

it.each(tried)("%s holds", (id) => {
  const { outcome } = result.assumptions.find(({ gap }) => gap === id) ?? {};
  const why = NOT_SHOWN[id as GapId];
  expect(outcome).toMatchObject(why ? { verdict: "not-tried", why } : { verdict: "held" });
});

it("asks nothing else", () => expect(result.assumptions).toHaveLength(tried.length));

it("writes and removes only objects of the suite, and leaves those alone that are in use or of others", async () => {
  expect(requests(server).filter((line) => !line.startsWith("GET ") && !OWN.test(line))).toEqual([]);
  expect(await account()).toEqual(before);
  expect(await usernames()).toEqual(kept);
  const { removed, left, leftAlone } = result;
  expect([removed, left.map(({ why }) => why)]).toEqual([1, ["a phone number rings it, so it is in use"]]);
  expect(leftAlone.map(({ name }) => name).sort()).toEqual(
    kept.filter((name) => name !== "front-desk" && name !== left[0]?.name),
  );
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
  const other = await runSuite(connectionTo({ ...server, url: gateway.url }), stop.signal);
  await gateway.close();
  expect(other.isStopped).toBe(true);
  const differ = other.assumptions.filter(({ outcome }) => outcome.verdict === "differs").map(({ gap }) => gap);
  expect(differ).toContain("update-status");
  expect([await account(), await usernames()]).toEqual([before, kept]);
});

it("records no id, name, number, token or address, but what was sent and refused", () => {
  const written = JSON.stringify(records.all("2026-11-25"));
  expect(written).not.toMatch(/[\da-f]{8}-[\da-f]{4}-|eyJ|\+1202555|front-desk|127\.0\.0\.1/);
  for (const secret of [server.project.apiToken, server.project.id]) expect(written).not.toContain(secret);
  for (const shown of ['"sent":{"caller_id":""}', '"caller_id":"Probe"', "caller_id must not be empty"])
    expect(written).toContain(shown);
});

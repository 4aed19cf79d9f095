// The suite at the reference server: what it leaves, what it stops at, what it records, and that it finds other answers.

import { afterEach, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import type { Connection } from "../../../provider/config/config.ts";
import { addEndpoint, ask, list, requests, type Server, serveWith } from "../../engine/service.ts";
import { type Gateway, json, openGateway } from "../../provider/gateway.ts";
import { recordForm } from "../../records/form.ts";
import { replayed } from "../../records/replay.ts";
import { stampedName } from "../names.ts";
import { resultText } from "../print.ts";
import { Records } from "../record.ts";
import { runSuite, type SuiteResult } from "../suite.ts";

const SCRIPTS = ["/api/fabric/resources/cxml_scripts", "/api/fabric/resources/swml_scripts"];

const never = new AbortController().signal;
const NUMBERS = ["+12025550101", "+12025550102"];

let server: Server;
let gateway: Gateway;

async function start(options: Parameters<typeof serveWith>[0] = {}): Promise<void> {
  server = await serveWith(options, ...NUMBERS);
  gateway = await openGateway(server);
}

afterEach(async () => {
  await gateway.close();
  await server.close();
});

function connection(baseUrl = server.url): Connection {
  const { id, apiToken } = server.project;
  return { baseUrl, projectId: id, apiToken, limits: { concurrency: 4, requestsPerSecond: undefined } };
}

const ids = ({ assumptions }: SuiteResult, verdict: string) =>
  assumptions.filter(({ outcome }) => outcome.verdict === verdict).map(({ gap }) => gap);

const usernames = async () => (await list(server, "/endpoints/sip")).map(({ username }) => String(username));

describe("at the reference server with default options", () => {
  beforeEach(() => start());

  it("nothing is left, and only its own objects and tokens were written", async () => {
    const kept = await addEndpoint(server, "front-desk");
    const before = [await list(server, "/phone_numbers"), await ask(server, "GET", "/sip_profile")];
    server.journal.clear();
    await runSuite(connection(), never);
    const writes = requests(server).filter((line) => !line.startsWith("GET "));
    const own =
      / \/api\/(?:relay\/rest\/(?:endpoints\/sip|domain_applications|jwt)|fabric\/resources\/(?:cxml|swml)_scripts)/;
    expect(writes.filter((line) => !own.test(line))).toEqual([]);
    for (const path of ["/domain_applications", ...SCRIPTS]) expect(await list(server, path)).toEqual([]);
    expect(writes.filter((line) => line.includes(kept))).toEqual([]);
    expect(await usernames()).toEqual(["front-desk"]);
    expect([await list(server, "/phone_numbers"), await ask(server, "GET", "/sip_profile")]).toEqual(before);
  });

  it("an endpoint that an earlier probe left is removed; one of a similar name, or that a number rings, is not", async () => {
    const { id: project } = server.project;
    const hourAgo = Date.now() - 3_600_000;
    const [ended, rung] = [stampedName(project, hourAgo), stampedName(project, hourAgo)];
    const similar = [
      "live-test-",
      "live-test-1",
      `${ended.slice(0, -1)}${ended.endsWith("0") ? "1" : "0"}`,
      "LIVE-TEST-desk",
    ];
    const running = stampedName(project, Date.now(), process.ppid);
    const killed = stampedName(project, Date.now());
    for (const each of [...similar, ended.toUpperCase(), running, killed]) await addEndpoint(server, each);
    const call_sip_endpoint_id = await addEndpoint(server, rung);
    const [number] = await list(server, "/phone_numbers");
    await ask(server, "PUT", `/phone_numbers/${number?.id}`, {
      call_handler: "relay_sip_endpoint",
      call_sip_endpoint_id,
    });
    const result = await runSuite(connection(), never);
    expect((await usernames()).sort()).toEqual([...similar, running, rung].sort());
    expect(result.removed).toBe(2);
    expect(result.left.map(({ name, why }) => [name, why])).toEqual([
      [rung, "a phone number rings it, so it is in use"],
    ]);
    expect(result.leftAlone.map(({ name }) => name).sort()).toEqual([...similar, running].sort());
  });

  it("a run that is stopped removes what it made, at each of its requests", async () => {
    const whole = await countedRequests(never);
    for (let at = 1; at < whole; at += Math.ceil(whole / 12)) {
      const stop = new AbortController();
      await countedRequests(stop.signal, (count) => count === at && stop.abort());
      expect(await usernames()).toEqual([]);
      for (const path of ["/domain_applications", ...SCRIPTS]) expect(await list(server, path)).toEqual([]);
    }
  });

  async function countedRequests(stop: AbortSignal, onRequest: (count: number) => void = () => undefined) {
    let count = 0;
    gateway.answerWith((_, forward) => {
      count += 1;
      onRequest(count);
      return forward();
    });
    const result = await runSuite(connection(gateway.url), stop);
    expect(result.isStopped).toBe(stop.aborted);
    expect(result.left).toEqual([]);
    return count;
  }

  it("what cannot be removed is named with the command that removes it, and the next run does", async () => {
    gateway.answerWith(({ method }, forward) =>
      method === "DELETE"
        ? json(422, { errors: [{ detail: "no", status: "422", title: "no", code: "no" }] })
        : forward(),
    );
    const result = await runSuite(connection(gateway.url), never);
    const text = resultText(result, gateway.url);
    const paths = ["/api/relay/rest/endpoints/sip", "/api/relay/rest/domain_applications", ...SCRIPTS];
    const left = await Promise.all(
      paths.map(async (path) => (await list(server, path)).map(({ id }) => `${gateway.url}${path}/${id}`)),
    );
    expect(left.map(({ length }) => length)).toEqual([2, 1, 1, 1]);
    expect(text).toContain("curl --request DELETE --user");
    for (const address of left.flat()) expect(text).toContain(address);
    expect(text).not.toContain(server.project.apiToken);
    expect(result.left).toHaveLength(5);
  });

  it("the records hold no id, name, number, token or address, but what was sent and refused", async () => {
    const records = new Records();
    await addEndpoint(server, "front-desk");
    await runSuite(connection(gateway.url), never, records);
    const written = JSON.stringify(records.all("2026-11-25"));
    expect(written).not.toMatch(/[\da-f]{8}-[\da-f]{4}-|eyJ|\+1202555|front-desk|127\.0\.0\.1/);
    for (const secret of [server.project.apiToken, server.project.id]) expect(written).not.toContain(secret);
    expect(written).toContain('"sent":{"caller_id":""}');
    expect(written).toContain('"caller_id":"Probe"');
    expect(written).toContain("caller_id must not be empty");
  });

  it("each record of a run replays as it is", async () => {
    const records = new Records();
    const { assumptions } = await runSuite(connection(), never, records);
    const all = records.all("2026-11-25").map((each) => recordForm.parse(each));
    const tried = assumptions.filter(({ outcome }) => outcome.verdict !== "not-tried").map(({ gap }) => gap);
    expect(all.flatMap((each) => each.assumptions)).toEqual(expect.arrayContaining(tried));
    for (const each of all) expect([each.about, await replayed(each)]).toEqual([each.about, []]);
  });
});

describe("behind a gateway that answers otherwise", () => {
  beforeEach(() => start());

  const ITEM = /^\/api\/relay\/rest\/endpoints\/sip\/[\da-f-]{36}$/i;

  it("each assumption that it contradicts is found, and only those", async () => {
    gateway.answerWith(async ({ method, path }, forward) => {
      if (/[A-F]/.test(path) && ITEM.test(path)) return json(404, { error: "Not Found" });
      const answer = await forward();
      if (method === "PUT" && ITEM.test(path) && answer.status === 200) return { ...answer, status: 201 };
      return answer.text.includes("username is already taken") ? { ...answer, status: 409 } : answer;
    });
    const result = await runSuite(connection(gateway.url), never);
    expect(ids(result, "differs").toSorted()).toEqual(["id-case", "taken-username", "update-status"]);
    expect(await usernames()).toEqual([]);
  });

  it("an answer that a token has no scope for is found by a token without the scope", async () => {
    await server.close();
    const seed = { projects: [{ numbers: NUMBERS, tokens: [{ scopes: ["Numbers" as const] }] }] };
    server = await serveWith({ seed });
    const limited = await openGateway(server);
    onTestFinished(() => limited.close());
    limited.answerWith(({ path }, forward) =>
      path.endsWith("/jwt") ? json(401, { error: "Unauthorized" }) : forward(),
    );
    expect(ids(await runSuite(connection(limited.url), never), "differs")).toEqual(["token-scope"]);
  });
});

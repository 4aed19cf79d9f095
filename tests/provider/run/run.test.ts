// What one run of the engine keeps: its client, what it said, and what it hides.

import { expect, it, vi } from "vitest";
import { own, sipEndpoint } from "../../../contract/index.ts";
import { Run } from "../../../provider/run/run.ts";
import { sendReport } from "../../../provider/run/send-report.ts";
import { Stub } from "../stub.ts";

const configOf = (url: string, apiToken = "token") => {
  const values = { "signalwire:baseUrl": url, "signalwire:projectId": "p", "signalwire:apiToken": apiToken };
  return { get: (key: string) => new Map(Object.entries(values)).get(key) };
};

it("keeps its client until the credentials change, its lists and its facts, and hides secrets in what it prints", async () => {
  const printed: string[] = [];
  const run = new Run({ print: (line) => printed.push(line) });
  run.config = configOf("http://127.0.0.1:9");
  const client = run.client();
  expect([run.client(), run.client(run.config)]).toEqual([client, client]);
  expect(run.client(configOf("http://127.0.0.1:9", "rotated"))).not.toBe(client);
  expect(run.lists()).toBe(run.lists());
  expect(run.declared(sipEndpoint)).toBe(run.declared(sipEndpoint));
  expect([run.projectId, run.isFirst("a"), run.isFirst("a"), run.isFirst("b")]).toEqual(["p", true, false, true]);
  expect([run.firstOf("c", "one"), run.firstOf("c", "two"), run.firstOf("c", "two")]).toEqual(Array(3).fill("one"));
  const hide = (text: string) => text.replaceAll("word", "[hidden]");
  await run.cancellation.during(hide, async () => run.print("the word at https://user:pass@example.com/"));
  expect(printed).toEqual(["the [hidden] at https://[secret]@example.com/"]);
});

it("says whether a report arrived", async () => {
  expect(await sendReport("/missing/socket", "name", {})).toBe(false);
});

it("asks no other process while its configuration cannot be used", async () => {
  const declared = new Run({ engine: "127.0.0.1:9" }).declared(sipEndpoint);
  expect(await declared.checkedElsewhere({ username: "a" }, { declaredAs: "a", recorded: undefined })).toEqual([]);
});

it("asks once whether a path is missing, without a retry, takes a failure for no proof, and prints its log", async () => {
  const stub = await Stub.start();
  const replies = { "/away": { status: 429, body: {} }, "/proxy": { status: 404, body: {} } };
  stub.answer = ({ path }) => own(replies, path) ?? { status: 404, body: { error: "Not Found" } };
  vi.stubEnv("SIGNALWIRE_LOG", "requests");
  const printed: string[] = [];
  const run = new Run({ print: (line) => printed.push(line) });
  run.config = configOf(stub.url);
  const found = ["/gone", "/away", "/gone", "/away", "/proxy"].map((path) => run.isMissing(path));
  expect(await Promise.all(found)).toEqual([true, false, true, false, false]);
  expect(stub.requests.sort()).toEqual(["GET /away", "GET /gone", "GET /proxy"]);
  await expect(run.client().collection(sipEndpoint).read("a")).rejects.toThrow("404");
  expect(printed.join()).toMatch(/GET \/gone 404 .* GET \/api\/relay\/rest\/endpoints\/sip\S* 404 /);
  vi.unstubAllEnvs();
  await stub.stop();
});

it("forgets many objects of an account that lists nothing only if the user says that the project is empty", async () => {
  const stub = await Stub.start();
  stub.answer = ({ path }) =>
    path.includes("?") ? { status: 200, body: { links: {}, data: [] } } : { status: 404, body: { error: "Not Found" } };
  const outcomes = (said: string, ids: string) => {
    vi.stubEnv("SIGNALWIRE_EMPTY_PROJECT", said);
    const run = new Run();
    run.config = configOf(stub.url);
    const endpoints = run.client().collection(sipEndpoint);
    return Promise.all([...ids].map((id) => endpoints.delete(id).catch(({ message }) => message)));
  };
  const kept =
    "the service answered 404 Not Found, and the list of SIP endpoints is empty: with this one, 5 or more objects would be gone at once, so none is forgotten. " +
    "Check that this is the right project. If the objects were really removed, set SIGNALWIRE_EMPTY_PROJECT=true for this run";
  expect([await outcomes("1", "abcde"), await outcomes("", "abcd"), await outcomes(" TRUE ", "abcde")]).toEqual([
    ...[Array(5).fill(kept), Array(4).fill(undefined), Array(5).fill(undefined)],
  ]);
  vi.unstubAllEnvs();
  await stub.stop();
});

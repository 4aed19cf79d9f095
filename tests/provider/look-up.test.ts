import { afterAll, beforeAll, expect, it } from "vitest";
import { idByKey, listObjects } from "../../provider/look-up.ts";
import { Run } from "../../provider/run/run.ts";
import { addEndpoint, type Server, serve } from "../engine/service.ts";
import { configurationOf } from "./direct-host.ts";

let server: Server;

beforeAll(async () => {
  server = await serve("+12025550101");
});

afterAll(() => server?.close());

function configured() {
  const values = configurationOf(server);
  return { get: (key: string) => values[key] };
}

it("finds the id of an endpoint by the whole of its user name", async () => {
  await addEndpoint(server, "front-desk-2");
  const id = await addEndpoint(server, "front-desk");
  expect(await idByKey(new Run(), configured(), "sipEndpoint", "front-desk")).toBe(id);
});

it("says in a sentence that there is none", async () => {
  await expect(idByKey(new Run(), configured(), "sipEndpoint", "nobody")).rejects.toThrow(
    'Could not read the SIP endpoint "nobody": the project has no SIP endpoint with this username. Check the username and the project ID.',
  );
});

it("refuses filters that do not exist or are no texts, all at once and without a request", async () => {
  const list = (filters: object) => listObjects(new Run(), configured(), "SipEndpoint", filters as never);
  server.journal.clear();
  await expect(list({ user: "front", usernames: "front", caller_id: "Desk", callerId: 5 })).rejects.toThrow(
    "Could not list the SIP endpoints: there is no filter user: use username or callerId; " +
      "there is no filter usernames: did you mean username?; " +
      "there is no filter caller_id: did you mean callerId?; " +
      "callerId must be a text.",
  );
  expect(server.journal.entries).toEqual([]);
  expect(await list({ username: undefined, callerId: null })).toHaveLength(2);
});

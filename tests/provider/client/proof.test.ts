// The proofs that the provider requires: that an answer concerns the requested object, that an object is gone, and that an
// object existed before.

import { describe, expect, it } from "vitest";
import { type Body, clientToken, phoneNumber, sipEndpoint, sipProfile, toCamel } from "../../../contract/index.ts";
import { openClient } from "../../../provider/client/collection.ts";
import { RequestFailure } from "../../../provider/client/errors.ts";
import { Listing } from "../../../provider/client/listing.ts";
import type { HttpRequest } from "../../../provider/client/transport.ts";
import { phoneNumber as line, sipProfile as profileShown } from "../bodies.ts";
import { outcome } from "../managed.ts";

const COLLECTION = "/api/relay/rest/endpoints/sip";

describe("a success without a body", () => {
  /** A service with an empty answer to every write, which shows this object. */
  function silent(shown: object) {
    const page = { links: {}, data: [] };
    return openClient(async ({ method, path }) => (method !== "GET" ? undefined : path.includes("?") ? page : shown));
  }

  it("of a change is a change that a read shows, and contradicts nothing that no answer shows", async () => {
    const profile = silent({ ...profileShown(), default_codecs: ["OPUS"] }).collection(sipProfile);
    expect(await profile.update("", { default_codecs: ["OPUS"] })).toMatchObject({ default_codecs: ["OPUS"] });
    const desk = { id: "a", username: "x", caller_id: "x", send_as: "random" };
    const hidden = { caller_id: "x", password: "canary", send_as: null, codecs: [] };
    expect(await silent(desk).collection(sipEndpoint).update("a", hidden)).toEqual(desk);
  });

  it.each([
    ["a create", () => silent({}).collection(sipEndpoint).create({})],
    ["a token", () => silent({}).collection(clientToken).update("", {})],
  ])("is of no use to %s, which may have been carried out", async (_, call) => {
    const hint = "Check that the API token belongs to this project, not to a subproject";
    const message = `the service answered with a success without a body. ${hint}`;
    await expect(call()).rejects.toMatchObject({ code: "unexpected_answer", reach: "unknown", message });
  });
});

const PROFILE = { default_codecs: ["PCMU"], default_encryption: "optional" };
const ALL = { id: "a", username: "x", name: "x", password: null };

/** A service whose answers and reads show these values. */
function showing(shown: object) {
  const ask = async ({ path }: HttpRequest) =>
    path.includes("?")
      ? { links: {}, data: [] }
      : path.includes("sip_profile")
        ? profileShown(PROFILE)
        : line({ ...ALL, ...shown });
  return openClient(ask, { patience: { print: () => undefined, pause: async () => undefined } });
}

/** Field, sent value, value from before, shown value; true where the field counts as written. */
it.each<[wire: string, sent: unknown, before: unknown, shown: unknown, isWritten: boolean]>([
  ["caller_id", "B", "A", "A", false],
  ["caller_id", "B", "A", null, false],
  ["caller_id", "B", undefined, "", false],
  ["caller_id", null, "A", "A", false],
  ["call_relay_context", "B", "A", "A", false],
  ["codecs", ["OPUS"], ["G722", "PCMU"], ["PCMU", "G722"], false],
  ["codecs", ["OPUS"], undefined, ["PCMU"], false],
  ["codecs", [], ["G722"], ["G722"], false],
  ["encryption", "required", undefined, "optional", false],
  ["encryption", "required", "default", "optional", false],
  ["encryption", "optional", "required", "default", false],
  ["call_handler", "relay_script", "relay_context", "ai_agent", false],
  ["about", { a: 2 }, { a: 1, b: null }, { b: null, a: 1 }, false],
  ["about", true, undefined, false, false],
  ["caller_id", "B", "A", "B", true],
  ["password", "B", "A", null, true],
  ["call_flow_version", "B", "A", null, true],
  ["caller_id", "B", "A", "b", true],
  ["caller_id", "B", undefined, "The caller B", true],
  ["caller_id", null, "A", "", true],
  ["caller_id", null, "A", "chosen by the service", true],
  ["codecs", ["OPUS"], undefined, ["OPUS", "G729"], true],
  ["codecs", [], ["PCMU"], ["PCMU"], true],
  ["encryption", "default", "required", "optional", true],
  ["encryption", "default", "optional", "optional", true],
  ["call_handler", "relay_context", "relay_script", "relay_topic", true],
  ["about", { a: 1 }, undefined, { b: null, a: "1" }, true],
])("a sent %s: %j over %j, shown as %j, is written: %s", async (wire, sent, before, shown, isWritten) => {
  const endpoints = showing({ [wire]: shown }).collection(sipEndpoint);
  const calls = [endpoints.update("a", { [wire]: sent }, { [wire]: before })];
  if (before === undefined) calls.push(endpoints.create({ username: "x", [wire]: sent }));
  const differs = `${toCamel(wire)} differs`;
  for (const call of calls)
    if (isWritten) await expect(call).resolves.toMatchObject({ id: "a" });
    else await expect(call).rejects.toThrow(differs);
});

const A = { id: "a", username: "x", caller_id: "A", encryption: "required" };
const B = { ...A, caller_id: "B" };
const PART = { id: "a", username: "x", encryption: "required" };
const REFUSED = new RequestFailure("unauthorized", "no");
const WAITS = [500, 1_500];
const SENT = { caller_id: "B", encryption: "required", send_as: null };

it.each<[string, unknown, readonly object[], number, readonly number[], Body?]>([
  ["shows it at once", B, [], 0, []],
  ["answers to a new password, which no copy shows,", B, [], 0, [], { password: "p" }],
  ["answers with a part, and a read shows it", PART, [B], 1, []],
  ["answers without what was reset, and a read shows it", PART, [B], 1, [], { caller_id: null }],
  ["answers with nothing, and refuses the read,", undefined, [REFUSED], 1, []],
  ["answers with what was before, and the next copy shows it", A, [B], 1, [500]],
  ["answers with what was before, and the second copy shows it", A, [A, B], 2, WAITS],
  ["answers with nothing, and the third copy shows it", undefined, [A, A, B], 3, WAITS],
  ["answers with a part, and no copy shows it", PART, [A, A, A, B], 3, WAITS],
  ["answers with what was before, is broken once, and no copy shows it", A, [REFUSED, A], 2, WAITS],
  ["answers with what was before, and no copy shows it", A, [A, A, B], 2, WAITS],
])("a copy of the service that lags %s", async (title, answer, copies, reads, waits, sent = SENT) => {
  const [asked, waited, left]: [string[], number[], object[]] = [[], [], [...copies]];
  const pause = async (milliseconds: number) => void waited.push(milliseconds);
  const ask = async ({ method }: HttpRequest) => {
    asked.push(method);
    const shown = method === "GET" ? left.shift() : answer;
    if (shown instanceof Error) throw shown;
    return shown;
  };
  const { update } = openClient(ask, { patience: { print: () => undefined, pause } }).collection(sipEndpoint);
  const updating = update("a", sent, A).catch(({ message }: Error) => message);
  const failure = "the service answered with a success, and does not show what was sent: callerId differs";
  const ends = title.includes("refuses") ? "no" : title.endsWith("no copy shows it") ? failure : B;
  expect(await updating).toEqual(ends);
  expect([asked, waited]).toEqual([["PUT", ...Array(reads).fill("GET")], waits]);
});

describe("an answer about another object", () => {
  function answering(answer: unknown) {
    return openClient(async ({ path }) => (path.includes("?") ? { links: {}, data: [] } : answer));
  }

  const other = { id: "b", username: "x" };
  const changed = { ...other, caller_id: "y" };
  const same = { id: "a", username: "x" };
  type Client = ReturnType<typeof answering>;
  it.each<[string, unknown, (client: Client) => Promise<unknown>]>([
    ["a read", other, (client) => client.collection(sipEndpoint).read("a")],
    ["a read of a number", line({ id: "b" }), (client) => client.collection(phoneNumber).read("a")],
    ["a change", changed, (client) => client.collection(sipEndpoint).update("a", { caller_id: "y" })],
    ["a renaming", same, (client) => client.collection(sipEndpoint).update("a", { username: "y" }, { username: "x" })],
    ["a create", other, (client) => client.collection(sipEndpoint).create({ username: "a" })],
    ["a profile", other, (client) => client.collection(sipProfile).read()],
    ["a deletion", same, (client) => client.collection(sipEndpoint).delete("a")],
  ])("is no answer to %s", async (_, answer, ask) => {
    await expect(ask(answering(answer))).rejects.toMatchObject({ code: "unexpected_answer", reach: "unknown" });
  });

  const UNIDENTIFIED = [undefined, null, "ok", [], {}, ...[null, "", ["x"]].map((id) => ({ id, username: "a" }))];
  it.each(UNIDENTIFIED)("is no answer to a create or a read when it is %j, which names no object", async (answer) => {
    const endpoints = answering(answer).collection(sipEndpoint);
    const message = / with a (success (without a body|whose body is no JSON)|SIP endpoint without an id)/;
    for (const ask of [() => endpoints.create({ username: "a" }), () => endpoints.read("a")])
      await expect(ask()).rejects.toMatchObject({ code: "unexpected_answer", message: expect.stringMatching(message) });
  });

  it("is not one that writes the id in capitals, or has nothing but what the specification promises", async () => {
    const live = { id: "AB-1", username: "x" };
    const endpoints = answering(live).collection(sipEndpoint);
    expect([await endpoints.read("ab-1"), await endpoints.update("AB-1", { username: "x" })]).toEqual([live, live]);
  });

  it("lacks what the specification says is returned of each object", async () => {
    const numbers = answering(line({ id: "a", capabilities: null, number_type: null })).collection(phoneNumber);
    const message = "the service answered with a phone number without capabilities, number_type";
    await expect(numbers.read("a")).rejects.toMatchObject({ message });
  });

  it("makes a list of no use", async () => {
    for (const data of [[line()], [{ username: "x" }], [null], "x", undefined]) {
      const client = openClient(async () => ({ links: {}, data }));
      await expect(client.collection(sipEndpoint).find("x")).rejects.toMatchObject({ code: "unexpected_answer" });
    }
  });

  it("in a list leads to a read by id", async () => {
    const whole = line({ id: "a" });
    const client = openClient(async ({ path }) =>
      path.includes("?") ? { links: {}, data: [{ id: "a", number: "+12025550101" }] } : whole,
    );
    const numbers = client.collection(phoneNumber);
    expect(await Promise.all([numbers.read("a"), numbers.read("a")])).toEqual([whole, whole]);
  });
});

describe("an object that the service says is not there", () => {
  const GONE = new RequestFailure("not_found", "the service answered 404 Not Found", { status: 404 });

  /** A service that finds no object by id, and whose list has these contents in order; the last one repeats. */
  function denying(...lists: (readonly string[] | Error)[]) {
    const asked: string[] = [];
    const client = openClient(async ({ method, path, body }: HttpRequest) => {
      asked.push(`${method} ${path.split("?")[0]?.slice(COLLECTION.length)}`);
      if (method === "POST") return { id: "new", ...(body as object) };
      if (!path.includes("?")) throw GONE;
      const list = lists.length > 1 ? lists.shift() : lists[0];
      if (list instanceof Error) throw list;
      return { links: {}, data: (list ?? []).map((id) => ({ id, username: id })) };
    });
    return { endpoints: client.collection(sipEndpoint), asked };
  }

  it("is gone where the list lacks it, and a thousand of them cost one list", async () => {
    const { endpoints, asked } = denying(["other"]);
    await endpoints.delete("a");
    const outcomes = [await outcome(endpoints.read("a")), await outcome(endpoints.update("b", { caller_id: "x" }))];
    expect([outcomes, asked]).toEqual([
      ["not_found", "not_found"],
      ["DELETE /a", "GET ", "GET /a", "PUT /b"],
    ]);
  });

  it("is not gone where the list has it", async () => {
    const { endpoints, asked } = denying(["A"]);
    for (const failed of [endpoints.delete("a"), endpoints.read("a")])
      await expect(failed).rejects.toMatchObject({
        code: "unexpected_answer",
        message: `${GONE.message}, though its list still has the SIP endpoint`,
      });
    expect(asked).toEqual(["DELETE /a", "GET /a", "GET ", "GET "]);
  });

  it("is gone where an older list had it and the next one does not", async () => {
    const { endpoints, asked } = denying(["a", "b"], []);
    expect(await Promise.all([endpoints.delete("a"), endpoints.delete("b")])).toEqual([undefined, undefined]);
    expect(asked.filter((line) => line === "GET ")).toHaveLength(2);
  });

  it("is not gone where this run made it after it read the list", async () => {
    const { endpoints } = denying([], ["new"]);
    await endpoints.create({ username: "x" });
    expect(await outcome(endpoints.delete("new"))).toBe("unexpected_answer");
  });

  const CODES = ["not_found", "unauthorized", "service_error", "unexpected_answer"] as const;
  it.each(CODES)("is not gone where the list fails with %s, and gone once it can be read", async (code) => {
    const { endpoints } = denying(...Array(2).fill(new RequestFailure(code, "the service answered badly")), []);
    const expected = code === "not_found" ? "unexpected_answer" : code;
    expect(await outcome(endpoints.delete("a"))).toBe(expected);
    expect(await outcome(endpoints.read("a"))).toBe(expected);
    expect(await outcome(endpoints.delete("a"))).toBeUndefined();
  });

  it("is not gone by a list that a gateway cuts off after its first page", async () => {
    const asked: string[] = [];
    const client = openClient(async ({ path }: HttpRequest) => {
      asked.push(path);
      if (!path.includes("?")) throw GONE;
      if (path.includes("page=2")) throw new RequestFailure("unexpected_answer", "the service answered badly");
      return { links: { next: `${COLLECTION}?page=2` }, data: [{ id: "b", username: "b" }] };
    });
    const endpoints = client.collection(sipEndpoint);
    const reads = ["a", "b", "c"].map((id) => outcome(endpoints.read(id)));
    expect(await Promise.all(reads)).toEqual(["unexpected_answer", { id: "b", username: "b" }, "unexpected_answer"]);
  });
});

it("an account that lists nothing forgets what reads and repeated deletions find gone", async () => {
  const repeated = new RequestFailure("not_found", "the service answered 404 Not Found", { reach: "unknown" });
  const { read, delete: remove } = openClient(async ({ path }: HttpRequest) => {
    if (path.includes("?")) return { links: {}, data: [] };
    throw repeated;
  }).collection(sipEndpoint);
  const calls = ["a", "b", "c", "d", "e", "f"].map((id, at) => outcome(at % 2 === 0 ? read(id) : remove(id)));
  expect(new Set(await Promise.all(calls))).toEqual(new Set(["not_found", undefined]));
});

it("callers of one moment share a reading of the list, never one that began before, and one follows the other", async () => {
  const steps: string[] = [];
  const [begun, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const listing = new Listing(async function* () {
    steps.push("begins");
    begun.resolve();
    await end.promise;
    steps.push("ends");
    if (steps.length === 2) throw new Error("broken");
    yield [{ id: `A${steps.length}` }];
  }, String);
  const afresh = () => listing.afresh().then(({ ids }) => [...ids].join(), String);
  const first = afresh();
  for (let at = 0; at < 9; at += 1) await undefined;
  const same = afresh();
  await begun.promise;
  const later = afresh();
  await new Promise((over) => setTimeout(over, 5));
  end.resolve();
  expect(await Promise.all([first, same, later])).toEqual(["Error: broken", "Error: broken", "a4"]);
  expect([steps, [...(await listing.known("b")).ids]]).toEqual([["begins", "ends", "begins", "ends"], ["a4"]]);
});

describe("what existed before the first create", () => {
  it("is known from one reading of the list, which all creates share", async () => {
    const asked: string[] = [];
    const client = openClient(async ({ method, body }: HttpRequest) => {
      asked.push(method);
      if (method === "GET") return { links: {}, data: [{ id: "Theirs", username: "theirs" }] };
      return { id: `id of ${(body as { username: string }).username}`, ...(body as object) };
    });
    const endpoints = client.collection(sipEndpoint);
    await Promise.all(["a", "b", "c"].map((username) => endpoints.create({ username })));
    expect([...(await endpoints.before("a")).ids]).toEqual(["theirs"]);
    expect(asked).toEqual(["GET", "POST", "POST", "POST"]);
  });

  it("is not what a create has made, nor is what this run made before, though the service answers with it", async () => {
    const made = ["theirs", "new", "new"];
    const client = openClient(async ({ method, path, body }: HttpRequest) => {
      if (method === "GET" && path.includes("?")) return { links: {}, data: [{ id: "Theirs", username: "theirs" }] };
      return { id: made.shift(), ...(body as object) };
    });
    const create = (username: string) => client.collection(sipEndpoint).create({ username });
    const message = "the service answered with a SIP endpoint that existed before";
    await expect(create("a")).rejects.toMatchObject({ code: "unexpected_answer", message });
    await create("b");
    // A service may store user names in lower case, so the name alone does not tell the two apart.
    await expect(create("B")).rejects.toMatchObject({ code: "unexpected_answer", message });
  });
});

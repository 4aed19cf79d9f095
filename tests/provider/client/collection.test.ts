// The requests of a resource's operations, with a function as the service.

import { describe, expect, it } from "vitest";
import { clientToken, phoneNumber, queue, sipEndpoint, sipProfile } from "../../../contract/index.ts";
import { openClient } from "../../../provider/client/collection.ts";
import { type FailureCode, RequestFailure } from "../../../provider/client/errors.ts";
import type { HttpRequest } from "../../../provider/client/transport.ts";
import { phoneNumber as line } from "../bodies.ts";
import { messageOf, outcome } from "../managed.ts";

const COLLECTION = "/api/relay/rest/endpoints/sip";
const PAGE = "GET ?page_size=1000";
const GONE = new RequestFailure("not_found", "the service answered 404 Not Found", { status: 404 });

const DOMAIN = { domain: "example-project.sip.example.com" };

/** A service with endpoints of these ids, `size` on each page, whose user names are the ids in capitals. */
function serviceOf(names: string, size = 1_000, listFails?: FailureCode) {
  const asked: string[] = [];
  const printed: string[] = [];
  const objects = names.split(" ").map((id) => ({ id, username: id.toUpperCase() }));
  const ask = async ({ method, path }: HttpRequest) => {
    asked.push(`${method} ${path.replace(COLLECTION, "")}`);
    const [pathname = "", query] = path.split("?");
    if (method !== "GET") return { ...DOMAIN, id: pathname.slice(COLLECTION.length + 1) || "new", username: "written" };
    const found = objects.find(({ id }) => path === `${COLLECTION}/${id}`);
    if (query !== undefined && listFails && !path.endsWith("page_size=50"))
      throw new RequestFailure(listFails, "the service answered badly");
    if (query === undefined && !found) throw GONE;
    const from = Number(new URLSearchParams(query).get("from") ?? 0);
    const next = from + size < objects.length ? `${COLLECTION}?from=${from + size}` : undefined;
    return found ?? { links: next === undefined ? {} : { next }, data: objects.slice(from, from + size) };
  };
  const patience = { print: (line: string) => printed.push(line), pause: async () => undefined };
  const client = openClient(ask, { patience });
  return { endpoints: client.collection(sipEndpoint), profile: client.collection(sipProfile), asked, printed };
}

const FORTY = Array.from({ length: 40 }, (_, at) => `id${at}`).join(" ");

describe("reading", () => {
  it.each<[string, string, number, string[], string[], FailureCode?]>([
    ["one object asks for it by its id", "a b", 1_000, ["a"], ["GET /a"]],
    ["many objects asks for the page that holds them", "a b c", 1_000, ["c", "a", "b"], [PAGE]],
    ["objects on several pages asks for these", FORTY, 2, ["id0", "id3"], [PAGE, "GET ?from=2"]],
    ["few objects never costs more pages than objects", FORTY, 2, ["id0", "id39"], [PAGE, "GET ?from=2", "GET /id39"]],
    // Only its own 404 means gone.
    ["an object that is on no page asks for it by its id", "a", 1_000, ["a", "gone"], [PAGE, "GET /gone"]],
    ["objects of no list asks for each", "a b", 1_000, ["a", "b"], [PAGE, "GET /a", "GET /b"], "not_found"],
    ["objects of a service that is away ends at once", "a b", 1_000, ["a", "b"], [PAGE], "unreachable"],
  ])("%s", async (_, names, size, ids, requests, listFails) => {
    const { endpoints, asked } = serviceOf(names, size, listFails);
    const found = await Promise.all(ids.map((id) => outcome(endpoints.read(id))));
    const failureOf = (id: string) => (listFails === "unreachable" ? listFails : id === "gone" && "not_found");
    expect(found).toEqual(ids.map((id) => failureOf(id) || { id, username: id.toUpperCase() }));
    expect(asked).toEqual(requests);
  });

  it("objects of a service that refuses large pages asks for usual ones from then on, and says so once", async () => {
    const { endpoints, asked, printed } = serviceOf("a b", 1_000, "invalid");
    await Promise.all([endpoints.find("A"), endpoints.find("A")]);
    await endpoints.find("C");
    const sizes = asked.map((each) => each.split("&page_size=")[1]);
    expect(sizes).toEqual(["1000", "1000", "50", "50", "50"]);
    expect(printed).toEqual([expect.stringMatching(/^The service refuses lists of 1000 .* so this run asks for 50\./)]);
  });

  it("objects of a broken list asks for each, and not for the list again", async () => {
    const { endpoints, asked } = serviceOf("a b c d", 1_000, "service_error");
    for (const ids of ["ab", "cd"]) await Promise.all([...ids].map((id) => endpoints.read(id)));
    expect(asked).toEqual([PAGE, "GET /a", "GET /b", "GET /c", "GET /d"]);
  });

  it("many objects one soon after the other asks for the page that holds them, also after a single object", async () => {
    const { endpoints, asked } = serviceOf("a b c d e f", 3);
    await endpoints.read("f");
    const reads = [endpoints.read("a")];
    for (const id of ["b", "c"]) {
      await new Promise((over) => setTimeout(over, 5));
      reads.push(endpoints.read(id));
    }
    await Promise.all(reads);
    expect(asked).toEqual(["GET /f", PAGE]);
  });

  it("reads objects again that this process wrote", async () => {
    const { endpoints, profile, asked } = serviceOf("a b");
    await Promise.all(["a", "b"].map((id) => endpoints.read(id)));
    await endpoints.update("a", { username: "written" });
    await endpoints.read("a");
    await endpoints.read("b");
    expect(asked.splice(0)).toEqual([PAGE, "PUT /a", "GET /a"]);
    for (const act of [profile.read, () => profile.update("", {}), profile.read]) await outcome(act());
    expect(asked.map((line) => line.split(" ")[0])).toEqual(["GET", "PUT", "GET"]);
  });
});

describe("the SIP profile", () => {
  const PROFILE = { ...DOMAIN, default_codecs: ["OPUS"] };

  /** A service that answers requests for the profile with these bodies in order. */
  function answering(...answers: (object | string)[]) {
    const asked: string[] = [];
    const client = openClient(async ({ method, path }: HttpRequest) => {
      asked.push(`${method} ${path}`);
      const answer = answers.shift();
      if (typeof answer === "string") throw new RequestFailure(answer as FailureCode, answer);
      return answer;
    });
    return { profile: client.collection(sipProfile), asked };
  }

  it("is requested once for all callers, also when it is refused, and again after a failure that may pass", async () => {
    const { profile, asked } = answering(PROFILE);
    expect(await Promise.all([profile.read(), profile.read()])).toEqual([PROFILE, PROFILE]);
    expect(await profile.read()).toEqual(PROFILE);
    expect(asked).toEqual(["GET /api/relay/rest/sip_profile"]);
    const outcomes = async (code: string) => {
      const { profile } = answering(code, PROFILE);
      return [await outcome(profile.read()), await outcome(profile.read())];
    };
    expect(await outcomes("unauthorized")).toEqual(["unauthorized", "unauthorized"]);
    expect(await outcomes("timeout")).toEqual(["timeout", PROFILE]);
  });

  it("is never gone: each project has one", async () => {
    const { profile } = answering("not_found", "not_found");
    const message = "not_found, and every project has a SIP profile";
    for (const asked of [profile.read(), profile.update("", {})])
      await expect(asked).rejects.toMatchObject({ code: "unexpected_answer", message });
  });
});

it("a unique key is looked for through the filter of the list, matched as a whole, and never free without a list", async () => {
  const { endpoints, asked } = serviceOf("ab a b", 1);
  expect(await endpoints.find("A")).toEqual({ id: "a", username: "A" });
  expect(asked).toEqual(["GET ?filter_username=A&page_size=1000", "GET ?from=1"]);
  expect(await endpoints.find("C")).toBeUndefined();
  const failed = (code: FailureCode) => outcome(serviceOf("a b", 1, code).endpoints.find("b"));
  expect([await failed("not_found"), await failed("invalid")]).toEqual(["unexpected_answer", "invalid"]);
});

it("a name that may repeat is looked for on every page, and neither of two objects is taken", async () => {
  const pages = [1, 2].map((id) => ({
    links: id === 1 ? { next: "/api/relay/rest/queues?page=2" } : {},
    data: [{ id: `${id}`, friendly_name: "a" }],
  }));
  const queues = openClient(async () => pages.shift()).collection(queue);
  expect(await messageOf(queues.find("a"))).toBe(
    'the project has 2 queues with the friendlyName "a": 1, 2. Rename all but one of them at the service, or choose another friendlyName.',
  );
});

it("an object is created once the list can be read again", async () => {
  const lists: unknown[] = [new RequestFailure("unreachable", "away", { reach: "unknown" }), { links: {}, data: [] }];
  const client = openClient(async ({ method }) => {
    if (method === "POST") return { id: "new", username: "alice" };
    const answer = lists.shift();
    if (answer instanceof RequestFailure) throw answer;
    return answer;
  });
  const create = () => client.collection(sipEndpoint).create({ username: "alice" });
  await expect(create()).rejects.toMatchObject({ code: "unreachable", reach: "not_done" });
  expect([await create(), lists]).toEqual([{ id: "new", username: "alice" }, []]);
});

it("an operation that the contract does not give a resource is refused before anything is sent", async () => {
  const asked: HttpRequest[] = [];
  const client = openClient(async (request) => void asked.push(request));
  const [numbers, tokens] = [client.collection(phoneNumber), client.collection(clientToken)];
  const messages = [numbers.create({}), numbers.delete("a"), tokens.find("a"), numbers.read()].map(messageOf);
  expect(await Promise.all(messages)).toEqual([
    "The contract has no operation to create a phone number.",
    "The contract has no operation to delete a phone number.",
    "The contract has no operation to list a client token.",
    "To read a phone number takes its id.",
  ]);
  expect(asked).toEqual([]);
});

it("a create and a token are never repeatable, a change always is, and each request has its secret values", async () => {
  const asked: unknown[] = [];
  const client = openClient(async ({ method, path, repeatable = false, secrets }) => {
    if (path.includes("?")) return { links: {}, data: [] };
    if (method !== "GET") asked.push([`${method} ${path}`, repeatable, secrets?.()]);
    return { ...line({ id: "a" }), username: "a", ...DOMAIN, jwt_token: "x", refresh_token: "y" };
  });
  await client.collection(sipEndpoint).create({ username: "a", password: "canary" });
  await client.collection(sipEndpoint).update("a", { caller_id: "x", password: "canary" });
  await client.collection(sipProfile).update("", { default_codecs: ["OPUS"] });
  await client.collection(clientToken).create({ resource: "a" });
  await client.collection(clientToken).update("a", { refresh_token: "canary" });
  await client.collection(phoneNumber).update("a", { name: "x" });
  expect(asked).toEqual([
    [`POST ${COLLECTION}`, false, ["canary"]],
    [`PUT ${COLLECTION}/a`, true, ["canary"]],
    ["PUT /api/relay/rest/sip_profile", true, []],
    ["POST /api/relay/rest/jwt", false, []],
    ["PUT /api/relay/rest/jwt", false, ["canary"]],
    ["PUT /api/relay/rest/phone_numbers/a", true, []],
  ]);
});

// The requests of a resource's operations, with a function as the service.

import { describe, expect, it } from "vitest";
import { clientToken, phoneNumber, sipEndpoint, sipProfile } from "../../../contract/index.ts";
import { openClient } from "../../../provider/client/collection.ts";
import { type FailureCode, RequestFailure } from "../../../provider/client/errors.ts";
import type { HttpRequest } from "../../../provider/client/transport.ts";
import { phoneNumber as line } from "../bodies.ts";

const COLLECTION = "/api/relay/rest/endpoints/sip";
const PAGE = `GET ${COLLECTION}?page_size=1000`;

const DOMAIN = { domain: "example-project.sip.example.com" };

type Objects = { readonly [id: string]: string };

/** A service with these endpoints, `size` on each page, and its received requests. */
function serviceOf(stored: Objects, { size = 1_000, list = true } = {}) {
  const asked: string[] = [];
  const objects = Object.entries(stored).map(([id, username]) => ({ id, username }));
  const client = openClient(async ({ method, path }: HttpRequest) => {
    asked.push(`${method} ${path}`);
    const [pathname, query] = path.split("?");
    if (method === "DELETE") return undefined;
    if (method !== "GET")
      return { ...DOMAIN, id: pathname?.slice(COLLECTION.length + 1) || "new", username: "written" };
    if (query !== undefined) {
      if (!list) throw new RequestFailure("not_found", "the service answered 404 Not Found", { status: 404 });
      const from = Number(new URLSearchParams(query).get("from") ?? 0);
      const next = from + size < objects.length ? `${COLLECTION}?from=${from + size}` : undefined;
      return { links: next === undefined ? {} : { next }, data: objects.slice(from, from + size) };
    }
    const found = objects.find(({ id }) => path === `${COLLECTION}/${id}`);
    if (!found) throw new RequestFailure("not_found", "the service answered 404 Not Found", { status: 404 });
    return found;
  });
  return { endpoints: client.collection(sipEndpoint), profile: client.collection(sipProfile), asked };
}

/** Returns the failure's code, or the object. */
async function outcome(read: Promise<unknown>): Promise<unknown> {
  return read.catch((error: RequestFailure) => error.code);
}

describe("reading", () => {
  it("one object asks for it by its id", async () => {
    const { endpoints, asked } = serviceOf({ a: "alice", b: "bob" });
    expect(await endpoints.read("a")).toMatchObject({ username: "alice" });
    expect(asked).toEqual([`GET ${COLLECTION}/a`]);
  });

  it("an object by an id in upper case finds it: the case has no meaning", async () => {
    const client = openClient(async () => ({ id: "0a", username: "alice" }));
    expect(await client.collection(sipEndpoint).read("0A")).toMatchObject({ id: "0a" });
  });

  it("many objects together asks for the page that holds them", async () => {
    const { endpoints, asked } = serviceOf({ a: "alice", b: "bob", c: "carol" });
    const found = await Promise.all(["c", "a", "b"].map((id) => endpoints.read(id)));
    expect(found.map(({ username }) => username)).toEqual(["carol", "alice", "bob"]);
    expect(asked).toEqual([PAGE]);
  });

  it("many objects one soon after the other asks for the page that holds them", async () => {
    const { endpoints, asked } = serviceOf({ a: "alice", b: "bob", c: "carol" });
    const reads = [endpoints.read("a")];
    for (const id of ["b", "c"]) {
      await new Promise((over) => setTimeout(over, 5));
      reads.push(endpoints.read(id));
    }
    await Promise.all(reads);
    expect(asked).toEqual([PAGE]);
  });

  it("many objects on many pages never costs more pages than objects", async () => {
    const stored = Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`id${at}`, `user${at}`]));
    const { endpoints, asked } = serviceOf(stored, { size: 2 });
    await Promise.all(["id0", "id39"].map((id) => endpoints.read(id)));
    expect(asked.length).toBeLessThanOrEqual(4);
  });

  it("an object that is on no page asks for it by its id, so that only its own 404 means gone", async () => {
    const { endpoints, asked } = serviceOf({ a: "alice" });
    const found = await Promise.all([outcome(endpoints.read("a")), outcome(endpoints.read("gone"))]);
    expect(found).toEqual([{ id: "a", username: "alice" }, "not_found"]);
    expect(asked).toEqual([PAGE, `GET ${COLLECTION}/gone`]);
  });

  it("never takes a list that cannot be found for objects that are gone", async () => {
    const { endpoints } = serviceOf({ a: "alice", b: "bob" }, { list: false });
    const found = await Promise.all(["a", "b"].map((id) => outcome(endpoints.read(id))));
    expect(found).not.toContain("not_found");
  });

  it("an object after a change of the only one reads it again", async () => {
    const { profile, asked } = serviceOf({});
    await profile.read().catch(() => undefined);
    await profile.update("", {});
    await profile.read().catch(() => undefined);
    expect(asked.map((line) => line.split(" ")[0])).toEqual(["GET", "PUT", "GET"]);
  });

  it("reads objects again that this process wrote", async () => {
    const { endpoints, asked } = serviceOf({ a: "alice", b: "bob" });
    await Promise.all(["a", "b"].map((id) => endpoints.read(id)));
    await endpoints.update("a", { username: "written" });
    await endpoints.read("a");
    await endpoints.read("b");
    expect(asked).toEqual([PAGE, `PUT ${COLLECTION}/a`, `GET ${COLLECTION}/a`]);
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

  it("is requested once for all callers", async () => {
    const { profile, asked } = answering(PROFILE);
    expect(await Promise.all([profile.read(), profile.read()])).toEqual([PROFILE, PROFILE]);
    expect(await profile.read()).toEqual(PROFILE);
    expect(asked).toEqual(["GET /api/relay/rest/sip_profile"]);
  });

  it("and a thousand endpoints that inherit from it cost two requests", async () => {
    const stored = Object.fromEntries(Array.from({ length: 1_000 }, (_, at) => [`id${at}`, `user${at}`]));
    const { endpoints, profile, asked } = serviceOf(stored);
    const read = async (id: string) => [await endpoints.read(id), await outcome(profile.read())];
    await Promise.all(Object.keys(stored).map(read));
    expect(asked).toEqual([PAGE, "GET /api/relay/rest/sip_profile"]);
  });

  it.each(["unauthorized", "invalid", "unexpected_answer"])(
    "is asked for only once when the answer is %s",
    async (code) => {
      const { profile, asked } = answering(code, PROFILE);
      expect([await outcome(profile.read()), await outcome(profile.read())]).toEqual([code, code]);
      expect(asked).toHaveLength(1);
    },
  );

  it("is never gone: each project has one", async () => {
    const { profile } = answering("not_found");
    await expect(profile.read()).rejects.toMatchObject({
      code: "unexpected_answer",
      message: expect.stringContaining("and every project has a SIP profile"),
    });
    const changed = answering("not_found");
    expect(await outcome(changed.profile.update("", {}))).toBe("unexpected_answer");
  });

  it.each(["unreachable", "timeout", "rate_limited", "service_error", "cancelled"])(
    "is asked for again when the answer is %s",
    async (code) => {
      const { profile } = answering(code, PROFILE);
      expect(await outcome(profile.read())).toBe(code);
      expect(await profile.read()).toEqual(PROFILE);
    },
  );
});

describe("a unique key", () => {
  it("is looked for through the filter of the list, and matched as a whole", async () => {
    const { endpoints, asked } = serviceOf({ a: "alice-2", b: "alice", c: "bob" }, { size: 1 });
    expect(await endpoints.find("alice")).toEqual({ id: "b", username: "alice" });
    expect(await endpoints.find("ali")).toBeUndefined();
    expect(asked[0]).toBe(`GET ${COLLECTION}?filter_username=alice&page_size=1000`);
    expect(asked.filter((line) => line.includes("filter_username=alice"))).toHaveLength(1);
  });

  it("is not taken for free where there is no list to look in", async () => {
    const { endpoints } = serviceOf({ a: "alice" }, { list: false });
    expect(await outcome(endpoints.find("alice"))).toBe("unexpected_answer");
  });
});

it("an object is created once the list can be read again", async () => {
  const lists: unknown[] = [new RequestFailure("unreachable", "away"), { links: {}, data: [] }];
  const client = openClient(async ({ method }) => {
    if (method === "POST") return { id: "new", username: "alice" };
    const answer = lists.shift();
    if (answer instanceof RequestFailure) throw answer;
    return answer;
  });
  const create = () => outcome(client.collection(sipEndpoint).create({ username: "alice" }));
  expect([await create(), await create()]).toEqual(["unreachable", expect.objectContaining({ id: "new" })]);
});

describe("an operation that the contract does not give a resource", () => {
  it("is refused before anything is sent", async () => {
    const asked: HttpRequest[] = [];
    const client = openClient(async (request) => void asked.push(request));
    const numbers = client.collection(phoneNumber);
    await expect(numbers.create({})).rejects.toThrow("no operation to create a phone number");
    await expect(numbers.delete("a")).rejects.toThrow("no operation to delete a phone number");
    await expect(client.collection(clientToken).find("a")).rejects.toThrow("client token");
    expect(asked).toEqual([]);
  });
});

describe("the requests to the transport", () => {
  function recording() {
    const asked: HttpRequest[] = [];
    const client = openClient(async (request) => {
      asked.push(request);
      const page = request.path.includes("?") ? { links: {}, data: [] } : {};
      const token = { jwt_token: "x", refresh_token: "y" };
      return { ...line({ id: "a" }), username: "a", ...DOMAIN, ...token, ...page };
    });
    return { client, asked: () => asked.filter(({ method }) => method !== "GET") };
  }

  it("a create and a token are never repeatable, a change always is", async () => {
    const { client, asked } = recording();
    await client.collection(sipEndpoint).create({ username: "a", password: "canary" });
    await client.collection(sipEndpoint).update("a", { password: "canary" });
    await client.collection(sipProfile).update("", { default_codecs: ["OPUS"] });
    await client.collection(clientToken).create({ resource: "a" });
    await client.collection(clientToken).update("a", { refresh_token: "canary" });
    expect(asked().map(({ method, path, repeatable = false }) => `${method} ${path} ${repeatable}`)).toEqual([
      `POST ${COLLECTION} false`,
      `PUT ${COLLECTION}/a true`,
      "PUT /api/relay/rest/sip_profile true",
      "POST /api/relay/rest/jwt false",
      "PUT /api/relay/rest/jwt false",
    ]);
  });

  it("gets the secret values", async () => {
    const { client, asked } = recording();
    await client.collection(sipEndpoint).create({ username: "a", password: "canary" });
    await client.collection(sipEndpoint).update("a", { caller_id: "x", password: "canary" });
    await client.collection(clientToken).update("", { refresh_token: "canary" });
    await client.collection(phoneNumber).update("a", { name: "x" });
    expect(asked().map(({ secrets }) => secrets?.())).toEqual([["canary"], ["canary"], ["canary"], []]);
  });
});

// Which requests the reads of one engine operation cost, with a service that is a function.

import { describe, expect, it } from "vitest";
import { openApi } from "../../provider/client/api.ts";
import { type FailureCode, RequestFailure } from "../../provider/client/errors.ts";
import type { HttpRequest } from "../../provider/client/transport.ts";

const COLLECTION = "/api/relay/rest/endpoints/sip";
const PAGE = `GET ${COLLECTION}?page_size=1000`;

type Objects = { readonly [id: string]: string };

/** A service with these endpoints, `size` of them a page, and what was asked of it. */
function serviceOf(endpoints: Objects, { size = 1_000, list = true } = {}) {
  const asked: string[] = [];
  const objects = Object.entries(endpoints).map(([id, username]) => ({ id, username }));
  const api = openApi(async ({ method, path }: HttpRequest) => {
    asked.push(`${method} ${path}`);
    const [pathname, query] = path.split("?");
    if (method !== "GET") return { id: pathname?.slice(COLLECTION.length + 1), username: "written" };
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
  return { api, asked };
}

/** The code of the failure, or the object. */
async function outcome(read: Promise<unknown>): Promise<unknown> {
  return read.catch((error: RequestFailure) => error.code);
}

describe("reading", () => {
  it("one object asks for it by its id", async () => {
    const { api, asked } = serviceOf({ a: "alice", b: "bob" });
    expect(await api.readSipEndpoint("a")).toMatchObject({ username: "alice" });
    expect(asked).toEqual([`GET ${COLLECTION}/a`]);
  });

  it("many objects together asks for the page that holds them", async () => {
    const { api, asked } = serviceOf({ a: "alice", b: "bob", c: "carol" });
    const found = await Promise.all(["c", "a", "b"].map((id) => api.readSipEndpoint(id)));
    expect(found.map(({ username }) => username)).toEqual(["carol", "alice", "bob"]);
    expect(asked).toEqual([PAGE]);
  });

  it("many objects one soon after the other asks for the page that holds them", async () => {
    const { api, asked } = serviceOf({ a: "alice", b: "bob", c: "carol" });
    const reads = [api.readSipEndpoint("a")];
    for (const id of ["b", "c"]) {
      await new Promise((over) => setTimeout(over, 5));
      reads.push(api.readSipEndpoint(id));
    }
    await Promise.all(reads);
    expect(asked).toEqual([PAGE]);
  });

  it("many objects on many pages never costs more pages than objects", async () => {
    const endpoints = Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`id${at}`, `user${at}`]));
    const { api, asked } = serviceOf(endpoints, { size: 2 });
    await Promise.all(["id0", "id39"].map((id) => api.readSipEndpoint(id)));
    expect(asked.length).toBeLessThanOrEqual(4);
  });

  it("an object that is on no page asks for it by its id, so that only its own 404 means gone", async () => {
    const { api, asked } = serviceOf({ a: "alice" });
    const found = await Promise.all([outcome(api.readSipEndpoint("a")), outcome(api.readSipEndpoint("gone"))]);
    expect(found).toEqual([{ id: "a", username: "alice" }, "not_found"]);
    expect(asked).toEqual([PAGE, `GET ${COLLECTION}/gone`]);
  });

  it("never takes a list that cannot be found for objects that are gone", async () => {
    const { api } = serviceOf({ a: "alice", b: "bob" }, { list: false });
    const found = await Promise.all(["a", "b"].map((id) => outcome(api.readSipEndpoint(id))));
    expect(found).not.toContain("not_found");
  });

  it("asks anew for what this process wrote", async () => {
    const { api, asked } = serviceOf({ a: "alice", b: "bob" });
    await Promise.all(["a", "b"].map((id) => api.readSipEndpoint(id)));
    await api.updateSipEndpoint("a", { username: "new" });
    await api.readSipEndpoint("a");
    await api.readSipEndpoint("b");
    expect(asked).toEqual([PAGE, `PUT ${COLLECTION}/a`, `GET ${COLLECTION}/a`]);
  });
});

describe("the SIP profile", () => {
  const PROFILE = { default_codecs: ["OPUS"] };

  /** A service whose answers to the profile are these, one after the other. */
  function answering(...answers: (object | string)[]) {
    const asked: string[] = [];
    const api = openApi(async ({ method, path }: HttpRequest) => {
      asked.push(`${method} ${path}`);
      const answer = answers.shift();
      if (typeof answer === "string") throw new RequestFailure(answer as FailureCode, answer);
      return answer;
    });
    return { api, asked };
  }

  it("is asked for once, whoever needs it and when", async () => {
    const { api, asked } = answering(PROFILE);
    expect(await Promise.all([api.readSipProfile(), api.readSipProfile()])).toEqual([PROFILE, PROFILE]);
    expect(await api.readSipProfile()).toEqual(PROFILE);
    expect(asked).toEqual(["GET /api/relay/rest/sip_profile"]);
  });

  it("and a thousand endpoints that inherit from it cost two requests", async () => {
    const endpoints = Object.fromEntries(Array.from({ length: 1_000 }, (_, at) => [`id${at}`, `user${at}`]));
    const { api, asked } = serviceOf(endpoints);
    const read = async (id: string) => [await api.readSipEndpoint(id), await api.readSipProfile()];
    await Promise.all(Object.keys(endpoints).map(read));
    expect(asked).toEqual([PAGE, "GET /api/relay/rest/sip_profile"]);
  });

  it.each(["not_found", "unauthorized", "invalid", "unexpected_answer"])(
    "is none, once and for all, when the answer is %s",
    async (code) => {
      const { api, asked } = answering(code, PROFILE);
      expect([await api.readSipProfile(), await api.readSipProfile()]).toEqual([undefined, undefined]);
      expect(asked).toHaveLength(1);
    },
  );

  it.each(["unreachable", "timeout", "rate_limited", "service_error", "cancelled"])(
    "is a failure when the answer is %s, and asked for again",
    async (code) => {
      const { api } = answering(code, PROFILE);
      expect(await outcome(api.readSipProfile())).toBe(code);
      expect(await api.readSipProfile()).toEqual(PROFILE);
    },
  );
});

describe("what is asked of the transport", () => {
  it.each([
    ["a create", "POST", false],
    ["an update", "PUT", true],
    ["a token", "POST", false],
    ["a refresh", "PUT", false],
  ])("%s by %s may be repeated: %s", async (what, method, repeatable) => {
    const asked: HttpRequest[] = [];
    const api = openApi(async (request) => {
      asked.push(request);
      return { id: "a" };
    });
    if (what === "a create") await api.createSipEndpoint({ username: "a", password: "canary" });
    else if (what === "an update") await api.updateSipEndpoint("a", { password: "canary" });
    else if (what === "a token") await api.issueToken({ resource: "a" });
    else await api.refreshToken("canary");
    expect(asked.map((request) => [request.method, request.repeatable ?? false])).toEqual([[method, repeatable]]);
  });

  it("is told which values are secret", async () => {
    const secrets: (readonly string[] | undefined)[] = [];
    const api = openApi(async (request) => {
      secrets.push(request.secrets);
      return { id: "a" };
    });
    await api.createSipEndpoint({ username: "a", password: "canary" });
    await api.updateSipEndpoint("a", { caller_id: "x", password: "canary" });
    await api.refreshToken("canary");
    await api.updatePhoneNumber("a", { name: "x" });
    expect(secrets).toEqual([["canary"], ["canary"], ["canary"], []]);
  });
});

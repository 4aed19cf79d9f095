// Answers from caches and lagging copies of the service: neither a false success nor, for a moment's lag, a false failure.

import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ask, list, type Server, serve } from "../../engine/service.ts";
import { providersOf } from "../direct-host.ts";
import { type Answer, type Gateway, json, openGateway } from "../gateway.ts";
import type { Props } from "../host.ts";
import { messageOf, shown } from "../managed.ts";

const DESK = { username: "desk", password: "canary-password", callerId: "A", encryption: "optional" };
const CHANGED = { ...DESK, callerId: "B", encryption: "required" };
const NONE: Answer = { status: 204, type: "", text: "" };
/** Milliseconds. */
const LAG = 800;

let server: Server;
let gateway: Gateway;

beforeEach(async () => {
  server = await serve();
  gateway = await openGateway(server);
});

afterEach(async () => {
  await gateway.close();
  await server.close();
});

/** Returns the provider objects of a new run. */
const objects = () => providersOf({ ...server, url: gateway.url });

async function desk(): Promise<{ id: string; outs: Props; path: string }> {
  const { id, outs = {} } = await objects().sipEndpoint.create(DESK);
  return { id, outs, path: `/endpoints/sip/${id}` };
}

describe("a change", () => {
  it("is not done where an answer shows a part of it and a read shows none", async () => {
    const { id, outs } = await desk();
    gateway.answerWith(({ method }, forward) =>
      method === "PUT" ? json(200, { id, username: "desk", caller_id: "B" }) : forward(),
    );
    expect(await messageOf(objects().sipEndpoint.update(id, outs, CHANGED))).toContain(
      "does not show what was sent: callerId, encryption differ",
    );
  });

  it("is done where an answer shows a part of it and a read shows it whole", async () => {
    const { id, outs } = await desk();
    gateway.answerWith(async ({ method }, forward) => {
      const answer = await forward();
      return method === "PUT" ? json(200, { id, username: "desk", caller_id: "B" }) : answer;
    });
    expect(shown((await objects().sipEndpoint.update(id, outs, CHANGED)).outs)).toMatchObject(CHANGED);
  });

  it.each([200, 204])("that was done succeeds where copies show it a moment later (%i)", async (status) => {
    const { id, outs, path } = await desk();
    const before = await ask(server, "GET", path);
    let done = 0;
    gateway.answerWith(async ({ method }, forward) => {
      const answer = await forward();
      if (method === "PUT") done = Date.now();
      else if (Date.now() - done > LAG) return answer;
      return method === "PUT" && status === 204 ? NONE : json(200, before);
    });
    expect(shown((await objects().sipEndpoint.update(id, outs, CHANGED)).outs)).toMatchObject(CHANGED);
  });
});

describe("a deletion", () => {
  it("that was only accepted succeeds where the list shows it a moment later", async () => {
    const { id, outs, path } = await desk();
    gateway.answerWith(({ method }, forward) => {
      if (method !== "DELETE") return forward();
      setTimeout(() => ask(server, "DELETE", path), LAG);
      return { ...NONE, status: 202 };
    });
    await objects().sipEndpoint.delete(id, outs);
    expect(await list(server, "/endpoints/sip")).toEqual([]);
  });
});

describe("a create", () => {
  it("that another writer changed before its answer fails, and the state keeps the object as it is", async () => {
    gateway.answerWith(async ({ method }, forward) => {
      const answer = await forward();
      if (method !== "POST") return answer;
      return json(201, await ask(server, "PUT", `/endpoints/sip/${JSON.parse(answer.text).id}`, { caller_id: null }));
    });
    const failure = await objects()
      .sipEndpoint.create(DESK)
      .catch((error) => error);
    const [made] = await list(server, "/endpoints/sip");
    expect(failure).toMatchObject({ id: made?.id, properties: { username: "desk", encryption: "optional" } });
    expect(failure.message).toContain("does not show what was sent: callerId differs");
    expect(failure.properties).not.toHaveProperty("callerId");
  });

  it("is not done by the answer with an object that this run made before", async () => {
    let first: Answer | undefined;
    gateway.answerWith(async ({ method }, forward) => {
      if (method !== "POST") return forward();
      first ??= await forward();
      return first;
    });
    const { sipEndpoint } = objects();
    await sipEndpoint.create(DESK);
    // A service may store user names in lower case, so the name alone does not tell the two apart.
    expect(await messageOf(sipEndpoint.create({ ...DESK, username: "Desk" }))).toContain(
      "the service answered with a SIP endpoint that existed before",
    );
  });
});

describe("a client token", () => {
  let cached: Answer | undefined;

  /** Answers each request for a new token with the first one, and refuses to renew. */
  beforeEach(() => {
    cached = undefined;
    gateway.answerWith(async ({ method }, forward) => {
      if (method === "PUT") return json(422, {});
      cached ??= await forward();
      return cached;
    });
  });

  it("for another time than the requested one is none", async () => {
    await objects().clientToken.create({ resource: "alice" });
    expect(await messageOf(objects().clientToken.create({ resource: "alice", expiresIn: 60 }))).toContain(
      "a client token for 15 minutes instead of 60",
    );
  });

  it("that is older than the one before is no renewal", async () => {
    const args = { resource: "alice", rotation: "always" };
    const { id } = await objects().clientToken.create(args);
    const old = cached;
    cached = undefined;
    server.clock.advance({ minutes: 5 });
    const { outs = {} } = await objects().clientToken.create(args);
    cached = old;
    expect(await messageOf(objects().clientToken.update(id, outs, args))).toContain("the client token from before");
  });
});

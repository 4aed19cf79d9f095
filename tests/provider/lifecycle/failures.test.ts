// The provider's handling of a failing service: an error when the state is unknown, never a deletion, never a repeated change.

import { describe, expect, it } from "vitest";
import { sipEndpoint } from "../../../contract/index.ts";
import { RequestFailure } from "../../../provider/client/errors.ts";
import { type Action, describeFailure } from "../../../provider/lifecycle/failures.ts";
import { endpoint, ID } from "../bodies.ts";
import { configurationOf, DirectHost } from "../direct-host.ts";
import { under } from "../environment.ts";
import { messageOf } from "../managed.ts";
import type { Reply } from "../stub.ts";
import { stubbed } from "../stubbed.ts";

const DESK = { username: "front-desk", password: "canary-password" };
const JWT = `x.${Buffer.from('{"resource":"alice","iat":1778267321,"exp":1778268221}').toString("base64url")}.x`;
const HTML: Partial<Reply> = { type: "text/html; charset=utf-8", body: "<h1>a page</h1>" };
/** The outputs of a token that is due, and the inputs with which it is renewed. */
const DUE = {
  ...{ resource: "alice", jwtToken: "x", refreshToken: "canary-refresh" },
  rotateAt: "2020-01-01T00:00:00Z",
};
const RENEWED = { resource: "alice", rotateAt: "2999-01-01T00:00:00Z" };
const AT_ONCE = { "retry-after": "0" };

const service = stubbed();

it("an object that cannot be read at first is read when a further attempt succeeds", async () => {
  service.stub.reset(() =>
    service.stub.received.length < 2
      ? { status: 503, headers: AT_ONCE, ...HTML }
      : { status: 200, body: { id: ID, username: "front-desk" } },
  );
  expect((await service.host.read("sipEndpoint", ID, DESK)).inputs).toEqual(DESK);
  expect(service.stub.received).toHaveLength(2);
});

describe("a write that fails", () => {
  describe("as a create with 500, so that it may have been done,", () => {
    const LIST = "GET /api/relay/rest/endpoints/sip?filter_username=front-desk&page_size=1000";
    const CREATE = "POST /api/relay/rest/endpoints/sip";

    function failing(...data: object[]) {
      service.stub.reset(({ method }) => {
        if (method === "GET") return { status: 200, body: { links: {}, data } };
        if (method === "PUT") return { status: 200, body: data[0] };
        const posts = service.stub.received.filter((request) => request.method === "POST").length;
        return posts < 2 ? { status: 500, body: {} } : { status: 201, body: endpoint({ id: "second" }) };
      });
    }

    it("looks the object up three times, and repeats the create when there is none", async () => {
      failing({ id: ID, username: "front-desk-2" });
      expect((await service.host.create("sipEndpoint", DESK)).id).toBe("second");
      expect(service.stub.requests).toEqual([CREATE, LIST, LIST, LIST, CREATE]);
    });
  });

  it("at an address without the API mentions no removed object", async () => {
    service.stub.reset(() => ({ status: 404, body: { error: "Not Found" } }));
    const messages = await Promise.all([
      messageOf(service.host.create("sipEndpoint", DESK)),
      messageOf(service.host.create("clientToken", {})),
      messageOf(service.host.update("clientToken", "alice", DUE, RENEWED)),
    ]);
    for (const message of messages) {
      expect(message).toContain("the service answered 404 Not Found");
      expect(message).not.toContain("removed outside this stack");
      expect(message).toContain("signalwire:baseUrl");
    }
    expect(service.stub.requests.filter((each) => each.startsWith("PUT "))).toEqual(["PUT /api/relay/rest/jwt"]);
  });

  /** No test creates this object in the process, because a run does not remove its own objects. */
  const REMOVED = "0f6d9c2a-3f0e-4d57-9a8b-6b1c2d3e4f50";
  const removed = `/api/relay/rest/endpoints/sip/${REMOVED}`;

  it("as a delete is sent again, and 404 then counts as success", async () => {
    service.stub.reset(() =>
      service.stub.received.length < 2
        ? { status: 502, headers: AT_ONCE, ...HTML }
        : { status: 404, body: { error: "Not Found" } },
    );
    await service.host.delete("sipEndpoint", REMOVED, DESK);
    expect(service.stub.requests).toEqual([`DELETE ${removed}`, `DELETE ${removed}`]);
  });

  it("with 422 and very many reasons is cut", async () => {
    const errors = [{ detail: "y".repeat(100_000), status: "422", title: "Invalid Attribute", code: "422" }];
    service.stub.reset(() => ({ status: 422, body: { errors } }));
    expect(
      (await messageOf(service.host.update("sipEndpoint", ID, DESK, { ...DESK, callerId: "x" }))).length,
    ).toBeLessThan(4_000);
  });
});

it("a service that cannot be reached is explained once in a run, with the remedy", async () => {
  const host = await DirectHost.start({
    url: "http://127.0.0.1:9",
    project: { id: "project", apiToken: "canary-token" },
  });
  const names = ["a", "b", "c"];
  const messages = await Promise.all(
    names.map((username) => messageOf(host.create("sipEndpoint", { ...DESK, username }))),
  );
  expect(messages.filter((each) => each.includes("Another error of this run has the reason"))).toHaveLength(2);
  const [whole = "", ...others] = messages.filter((each) => each.includes("Check the network and signalwire:baseUrl,"));
  expect(others).toEqual([]);
  expect(whole).toMatch(/^Could not create the SIP endpoint "[abc]": http:\S+ could not be reached \(ECONNREFUSED\)/);
});

it("no missing scope is named for a client token, which needs none", async () => {
  service.stub.reset(() => ({ status: 401, body: { error: "Unauthorized" } }));
  expect(await messageOf(service.host.create("clientToken", {}))).not.toContain("scope");
});

const SAVED = "the configuration saved by the last `up`, which may be stale";
const OF_PROVIDER = "the provider's arguments saved by the last `up`, which may be stale";
const DECLARED = { isDeclared: true, providerName: "other" } as const;

it.each<[Action, object, { readonly [name: string]: string }, string | undefined]>([
  ["read", {}, {}, SAVED],
  ["delete", {}, {}, SAVED],
  ["update", {}, {}, undefined],
  ["read", { isCurrent: true }, {}, undefined],
  ["read", {}, { SIGNALWIRE_API_TOKEN: "t" }, SAVED],
  ["read", {}, { SIGNALWIRE_API_TOKEN: "t", SIGNALWIRE_PROJECT_ID: "p" }, undefined],
  ["read", DECLARED, { SIGNALWIRE_API_TOKEN: "t", SIGNALWIRE_PROJECT_ID: "p" }, OF_PROVIDER],
  ["read", { isDeclared: true }, {}, undefined],
])("credentials that are refused at a %s with %j under %j are explained by %j", (action, more, env, hint) => {
  const values = configurationOf({ url: "http://127.0.0.1:9", project: { id: "project", apiToken: "token" } });
  const config = { get: (key: string) => values[key], ...more };
  const failure = new RequestFailure("unauthorized", "the service answered 401 Unauthorized");
  const subject = { resource: sipEndpoint, action, label: "desk", config };
  const [, found] =
    /Refresh and destroy use (.*?)[:]/.exec(under(env, () => describeFailure(failure, subject)).message) ?? [];
  expect(found).toBe(hint);
});

it("a time-out of a request that was sent says each time what may have been done", () => {
  const failure = new RequestFailure("timeout", "it did not answer in time", { reach: "unknown" });
  const config = { get: () => undefined };
  const subject = { resource: sipEndpoint, action: "create", label: "desk", config, isFirst: () => false } as const;
  expect(describeFailure(failure, subject).message).toContain("may have been carried out all the same");
});

describe("a token that cannot be used", () => {
  it.each([
    ["is no JWT", { jwt_token: "canary", refresh_token: "canary-refresh" }],
    ["is missing", { refresh_token: "canary-refresh" }],
    ["has no refresh token beside it", { jwt_token: JWT }],
    ["has no claims", { jwt_token: "x.e30.x", refresh_token: "canary-refresh" }],
    [
      "has claims of the wrong type",
      { jwt_token: `x.${btoa('{"resource":1,"iat":"a","exp":"b"}')}.x`, refresh_token: "canary" },
    ],
  ])("because it %s is an error of the service's answer that does not repeat it", async (_, body) => {
    service.stub.reset(() => ({ status: 201, body }));
    const message = await messageOf(service.host.create("clientToken", { resource: "alice" }));
    expect(message).toMatch(/^Could not issue the client token "alice": the service answered/);
    expect(message).not.toContain("canary");
  });

  it("because the credentials are refused is not replaced by another", async () => {
    service.stub.reset(() => ({ status: 401, body: { error: "Unauthorized" } }));
    const message = await messageOf(service.host.update("clientToken", "alice", DUE, RENEWED));
    expect(message).toMatch(/^Could not renew the client token "alice": the service answered 401 Unauthorized\./);
    expect(message).toContain(
      "Check the project ID project (from signalwire:projectId) and the API token (from signalwire:apiToken)",
    );
  });

  it("because the answer to its renewal is lost is replaced by a new one of the same name", async () => {
    service.stub.reset(({ method }) =>
      method === "PUT" ? { status: 200, ...HTML } : { status: 201, body: { jwt_token: JWT, refresh_token: "x" } },
    );
    await service.host.update("clientToken", "alice", DUE, RENEWED);
    expect(service.stub.requests).toEqual(["PUT /api/relay/rest/jwt", "POST /api/relay/rest/jwt"]);
    expect(JSON.parse(service.stub.received[1]?.body ?? "")).toEqual({ resource: "alice" });
  });
});

// The provider's requests, and its handling of successful answers: normal, unusual and unusable ones.

import { beforeAll, describe, expect, it } from "vitest";
import { endpoint, ID, phoneNumber } from "../bodies.ts";
import { messageOf, shown } from "../managed.ts";
import type { Reply } from "../stub.ts";
import { stubbed } from "../stubbed.ts";

const ITEM = `/api/relay/rest/endpoints/sip/${ID}`;
const DESK = { username: "front-desk", password: "canary-password" };
const NUMBER = { number: "+12025550101", name: "Main line" };
const HTML: Partial<Reply> = { type: "text/html; charset=utf-8", body: "<h1>a page</h1>" };

const service = stubbed();

describe("a request", () => {
  it("carries project and token as HTTP Basic, and JSON both ways", async () => {
    service.stub.reset(() => ({ status: 201, body: endpoint() }));
    await service.host.create("sipEndpoint", DESK);
    const [request] = service.stub.received;
    expect(request?.headers).toMatchObject({
      authorization: `Basic ${Buffer.from("project:canary-token").toString("base64")}`,
      accept: "application/json",
      "content-type": "application/json",
    });
    expect(JSON.parse(request?.body ?? "")).toEqual({ username: "front-desk", password: "canary-password" });
  });

  it("without a body says nothing of a content type", async () => {
    service.stub.reset(() => ({ status: 200, body: { id: ID, username: "front-desk" } }));
    await service.host.read("sipEndpoint", ID, DESK);
    expect(service.stub.received[0]?.headers).not.toHaveProperty("content-type");
    expect(service.stub.received[0]?.body).toBe("");
  });

  it("names an identifier safely, whatever it holds", async () => {
    service.stub.reset(() => ({ status: 204, type: "" }));
    await service.host.delete("sipEndpoint", "a/../b?c", DESK);
    expect(service.stub.requests).toEqual(["DELETE /api/relay/rest/endpoints/sip/a%2F..%2Fb%3Fc"]);
  });

  it("does not follow a redirect with the credentials", async () => {
    service.stub.reset(() => ({ status: 302, type: "", headers: { location: `${service.stub.url}/elsewhere` } }));
    expect(await messageOf(service.host.read("sipEndpoint", ID, DESK))).toContain("the service answered 302 Found");
    expect(service.stub.requests).toEqual([`GET ${ITEM}`]);
  });
});

describe("a success", () => {
  const WITHOUT_ID = [{}, { id: null }, { id: "" }, { id: ["x"] }];
  const failures = new Map<object | undefined, string>();

  // Each of these creates looks for its endpoint for 3.5 s, so they run at once.
  beforeAll(async () => {
    const bodies = [undefined, ...WITHOUT_ID];
    service.stub.reset(({ method, body }) => {
      if (method === "GET") return { status: 200, body: { links: {}, data: [] } };
      const answer = bodies[Number(JSON.parse(body).username)];
      return answer === undefined ? { status: 201, type: "" } : { status: 201, body: answer };
    });
    const create = async (body: object | undefined, at: number) =>
      failures.set(body, await messageOf(service.host.create("sipEndpoint", { ...DESK, username: String(at) })));
    await Promise.all(bodies.map(create));
  });

  it.each([200, 201, 202])("of a create may have the status %i", async (status) => {
    service.stub.reset(() => ({ status, body: endpoint() }));
    expect((await service.host.create("sipEndpoint", DESK)).id).toBe(ID);
  });

  it.each([200, 201])("of an update may have the status %i", async (status) => {
    service.stub.reset(() => ({ status, body: endpoint() }));
    const outputs = await service.host.update("sipEndpoint", ID, DESK, { ...DESK, callerId: "x" });
    expect(shown(outputs)).toEqual({ ...DESK, callerId: "x" });
  });

  it.each([200, 202, 204])(
    "of an update may be %i without a body where a read then shows the change",
    async (status) => {
      service.stub.reset(({ method }) =>
        method === "PUT" ? { status, type: "" } : { status: 200, body: endpoint({ caller_id: "x" }) },
      );
      const outputs = await service.host.update("sipEndpoint", ID, DESK, { ...DESK, callerId: "x" });
      expect(shown(outputs)).toEqual({ ...DESK, callerId: "x" });
      expect(service.stub.requests).toEqual([`PUT ${ITEM}`, `GET ${ITEM}`]);
    },
  );

  it("of an update that shows none of the sent fields counts where a read then shows the change", async () => {
    const { caller_id: _, ...silent } = endpoint() as { caller_id?: unknown };
    const shownBy = (caller_id: string) =>
      service.stub.reset(({ method }) => ({ status: 200, body: method === "PUT" ? silent : endpoint({ caller_id }) }));
    shownBy("x");
    const outputs = await service.host.update("sipEndpoint", ID, DESK, { ...DESK, callerId: "x" });
    expect(shown(outputs)).toEqual({ ...DESK, callerId: "x" });
    expect(service.stub.requests).toEqual([`PUT ${ITEM}`, `GET ${ITEM}`]);
    shownBy("y");
    const failed = service.host.update("sipEndpoint", ID, { ...DESK, callerId: "y" }, { ...DESK, callerId: "x" });
    expect(await messageOf(failed)).toContain("callerId differs");
  });

  it("of a create without a body is an error, because the id is unknown", () => {
    expect(failures.get(undefined)).toContain("whose body is no JSON object");
  });

  it.each([200, 202, 204])("of a delete may have the status %i, of which 204 alone needs no list", async (status) => {
    const id = "0f6d9c2a-3f0e-4d57-9a8b-6b1c2d3e4f50";
    let listed = [endpoint(), endpoint({ id })];
    service.stub.reset(({ method }) =>
      method === "DELETE" ? { status, type: "" } : { status: 200, body: { links: {}, data: listed } },
    );
    if (status !== 204)
      expect(await messageOf(service.host.delete("sipEndpoint", id, DESK))).toContain(
        "instead of 204 No Content, though its list still has the SIP endpoint",
      );
    listed = [endpoint()];
    const before = service.stub.requests.length;
    await service.host.delete("sipEndpoint", id, DESK);
    const list = status === 204 ? [] : ["GET /api/relay/rest/endpoints/sip?page_size=1000"];
    expect(service.stub.requests.slice(before)).toEqual([`DELETE /api/relay/rest/endpoints/sip/${id}`, ...list]);
  });

  it("may carry an identifier that is a number", async () => {
    service.stub.reset(({ method }) =>
      method === "GET" ? { status: 200, body: { links: {}, data: [] } } : { status: 201, body: endpoint({ id: 42 }) },
    );
    expect((await service.host.create("sipEndpoint", DESK)).id).toBe("42");
  });

  it("stores no null, no unknown key and nothing of a wrong shape, whatever is returned", async () => {
    const nothing = Object.fromEntries(
      ["name", "call_handler", "e911_address_id", "next_billed_at"].map((key) => [key, null]),
    );
    service.stub.reset(() => ({
      status: 200,
      body: phoneNumber({ brand_new: { a: 1 }, ...nothing }),
    }));
    const expected = {
      phoneNumberId: ID,
      number: "+12025550101",
      capabilities: ["voice"],
      numberType: "longcode",
      createdAt: "2026-05-08T19:08:41Z",
      updatedAt: "2026-05-08T19:39:06Z",
    };
    const adopted = (await service.host.create("phoneNumber", { phoneNumberId: ID })).outputs;
    const read = (await service.host.read("phoneNumber", ID, expected)).outputs;
    service.stub.reset(() => ({ status: 200, body: phoneNumber({ brand_new: { a: 1 }, ...nothing, name: "x" }) }));
    const named = await service.host.update("phoneNumber", ID, expected, { phoneNumberId: ID, name: "x" });
    expect([shown(adopted), shown(read), shown(named)]).toEqual([expected, expected, { ...expected, name: "x" }]);
    expect(JSON.stringify([adopted, read, named])).not.toContain("null");
  });

  it("may name values that the specification does not know", async () => {
    const outputs = { ...DESK, codecs: ["OPUS"], callHandler: "dialogflow" };
    service.stub.reset(() => ({
      status: 200,
      body: { id: ID, username: "front-desk", codecs: ["OPUS", "G729"], call_handler: "fabric_subscriber" },
    }));
    expect((await service.host.read("sipEndpoint", ID, outputs)).inputs).toEqual({
      ...DESK,
      codecs: ["OPUS", "G729"],
      callHandler: "fabric_subscriber",
    });
  });

  it("may say null for a method where the program says the default", async () => {
    const outputs = { phoneNumberId: ID, callRequestMethod: "POST", callReceiveMode: "voice" };
    service.stub.reset(() => ({
      status: 200,
      body: phoneNumber({ call_request_method: null, call_receive_mode: null }),
    }));
    expect((await service.host.read("phoneNumber", ID, outputs)).inputs).toEqual(outputs);
  });

  it.each([
    ["a web page", { status: 200, ...HTML }, "the service answered 200 OK with an HTML page instead of JSON"],
    [
      "broken JSON",
      { status: 200, body: '{"id": ' },
      "the service answered 200 OK with a JSON body that cannot be used",
    ],
    ["no body at all", { status: 200, type: "" }, "a success whose body is no JSON object"],
    ["a list", { status: 200, body: [] }, "a success whose body is no JSON object"],
    ["null", { status: 200, body: "null" }, "a success whose body is no JSON object"],
    ["a text", { status: 200, body: '"ok"' }, "a success whose body is no JSON object"],
  ] as [string, Reply, string][])("that is %s is an error to a reader", async (_, reply, message) => {
    service.stub.reset(() => reply);
    const told = await messageOf(service.host.read("sipEndpoint", ID, DESK));
    expect(told).toContain(`Could not read the SIP endpoint "front-desk" (${ID}): `);
    expect(told).toContain(message);
    expect(told).not.toContain("<h1>");
  });

  it.each(WITHOUT_ID)(
    "of a create without an identifier is an error when no endpoint of that name is found: %j",
    (body) => {
      expect(failures.get(body)).toContain("without an id");
    },
  );
});

describe("the search for a phone number", () => {
  const found = phoneNumber();
  const LIST = "/api/relay/rest/phone_numbers?filter_number=%2B12025550101&page_size=1000";

  it.each([
    ["relative", (path: string) => path],
    ["absolute", (path: string) => `https://elsewhere.example${path}`],
  ])("follows %s links from page to page, always to the configured service", async (_, link) => {
    const next = "/api/relay/rest/phone_numbers?page_number=1&page_token=PA1";
    service.stub.reset(({ path }) =>
      path === next
        ? { status: 200, body: { links: {}, data: [{ id: "x", number: "+120255501019" }, found] } }
        : { status: 200, body: { links: { next: link(next) }, data: [{ id: "y", number: "+9912025550101" }] } },
    );
    expect((await service.host.create("phoneNumber", { number: "+12025550101" })).id).toBe(ID);
    expect(service.stub.requests).toEqual([`GET ${LIST}`, `GET ${next}`]);
  });

  it.each([
    ["x:@evil/steal"],
    ["x:@evil/api/relay/rest/phone_numbers?page_number=1"],
    ["x:0.evil.example@evil/steal"],
    ["data:application/json,{}"],
    ["x:/api/relay/rest/..\\..\\steal"],
    ["//evil/steal"],
    ["\\\\evil/steal"],
    ["@evil/steal"],
    ["https://evil/steal"],
    ["https://"],
    ["/api/relay/rest/../../steal"],
    ["/api/relay/rest/phone_numbers/../../../../steal?page_number=1"],
    ["/api/relay/rest/%2e%2e/%2e%2e/steal"],
    ["/api/relay/rest"],
    ["javascript:alert(1)"],
    [5],
    [{}],
  ])("refuses a next page at %j without a request", async (next) => {
    service.stub.reset(() => ({ status: 200, body: { links: { next }, data: [] } }));
    expect(await messageOf(service.host.create("phoneNumber", NUMBER))).toContain(
      "a list whose next page is not below /api/relay/rest/",
    );
    expect(service.stub.requests).toEqual([`GET ${LIST}`]);
  });

  it.each([
    "https://user:password@evil:81/api/relay/rest/phone_numbers?p=1#x",
    "//evil/api/relay/rest/phone_numbers?p=1",
    "\\\\evil\\api\\relay\\rest\\phone_numbers?p=1",
    "/gateway/api/relay/rest/phone_numbers?p=1",
    "/api/relay/rest/x/../phone_numbers?p=1",
  ])("takes path and query from %j, and nothing else", async (next) => {
    service.stub.reset(({ path }) =>
      path === LIST
        ? { status: 200, body: { links: { next }, data: [] } }
        : { status: 200, body: { links: {}, data: [found] } },
    );
    expect((await service.host.create("phoneNumber", { number: "+12025550101" })).id).toBe(ID);
    expect(service.stub.requests).toEqual([`GET ${LIST}`, "GET /api/relay/rest/phone_numbers?p=1"]);
  });

  it("gives up a list that has no end", async () => {
    const [, query] = LIST.split("?");
    service.stub.reset(() => ({
      status: 200,
      body: {
        links: { next: `/api/relay/rest/phone_numbers?${query}&page=${service.stub.received.length}` },
        data: [],
      },
    }));
    expect(await messageOf(service.host.create("phoneNumber", NUMBER))).toContain("more than 1000 pages");
    expect(service.stub.requests).toHaveLength(1_000);
  });

  it("ends when links lead back to a page that was seen", async () => {
    service.stub.reset(() => ({ status: 200, body: { links: { next: LIST }, data: [] } }));
    expect(await messageOf(service.host.create("phoneNumber", NUMBER))).toContain(
      "not among the numbers of the project",
    );
    expect(service.stub.requests).toEqual([`GET ${LIST}`]);
  });

  it.each([{ data: null }, { links: null, data: [null, "x", {}] }])(
    "fails over a page like %j, and writes nothing",
    async (body) => {
      service.stub.reset(() => ({ status: 200, body }));
      expect(await messageOf(service.host.create("phoneNumber", NUMBER))).toMatch(
        /^Could not adopt the phone number "\+12025550101": /,
      );
      expect(service.stub.requests).toEqual([`GET ${LIST}`]);
    },
  );
});

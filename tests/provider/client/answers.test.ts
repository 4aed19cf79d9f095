// The provider's requests, and its handling of successful answers: normal, unusual and unusable ones.

import { describe, expect, it } from "vitest";
import { nextPath } from "../../../provider/client/answers.ts";
import { endpoint, ID, phoneNumber } from "../bodies.ts";
import { messageOf } from "../managed.ts";
import { stubbed } from "../stubbed.ts";

const ITEM = `/api/relay/rest/endpoints/sip/${ID}`;
const DESK = { username: "front-desk", password: "canary-password" };
const NUMBER = { number: "+12025550101", name: "Main line" };

const service = stubbed();

describe("a value in the service's own form", () => {
  const TIMES = { created_at: "x", updated_at: "x" };
  const GROUP = { id: ID, name: "office", sticky_sender: false, phone_number_count: 0, ...TIMES };

  it("is printed once, is no drift, and an update that repeats it succeeds", async () => {
    const run = await service.another();
    const nameIn = (body: string) => (body === "" ? GROUP.name : JSON.parse(body).name.toLowerCase());
    service.stub.reset(({ method, path, body }) =>
      path.includes("?")
        ? { status: 200, body: { links: {}, data: [] } }
        : { status: 200, body: { ...GROUP, name: nameIn(body), sticky_sender: method === "PUT" } },
    );
    const { id, outputs } = await run.create("numberGroup", { name: "Office" });
    expect(run.printed).toContain('The service shows `name` of the number group "Office" as "office".');
    const read = await run.read("numberGroup", id, outputs);
    for (const known of [outputs, read.outputs])
      expect((await run.read("numberGroup", id, known)).inputs).toEqual({ name: "Office" });
    await run.update("numberGroup", id, outputs, { name: "Office", stickySender: true });
    expect(service.stub.received.at(-1)?.body).toContain('"name":"Office"');
    expect(run.printed.match(/The service shows/g)).toHaveLength(1);
    await run.update("numberGroup", id, outputs, { name: "Sales" });
    expect(run.printed).toContain('The service shows `name` of the number group "Sales" as "sales".');
  });

  it("is printed without the form where the program marks the value as secret", async () => {
    const run = await service.another();
    service.stub.reset(({ path, method }) => {
      const live = phoneNumber(method === "PUT" ? { name: "main-line", call_relay_topic: "sales-line" } : {});
      return { status: 200, body: path.includes("?") ? { links: {}, data: [live] } : live };
    });
    const args = { number: NUMBER.number, name: "Main Line", extra: { call_relay_topic: "Sales Line" } };
    await run.check("phoneNumber", {}, { ...args, __secrets: ["name", "extra"], __declaredAs: "line" });
    await run.create("phoneNumber", args);
    expect(run.printed.match(/in a form of its own/g)).toHaveLength(2);
    expect(run.printed).not.toMatch(/main-line|sales-line/);
  });
});

describe("a request", () => {
  it("carries project and token as HTTP Basic, and JSON both ways where it has a body", async () => {
    service.stub.reset(() => ({ status: 200, body: endpoint() }));
    await service.host.create("sipEndpoint", DESK);
    await service.host.read("sipEndpoint", ID, DESK);
    const [{ headers, body } = {}, read] = service.stub.received;
    const authorization = `Basic ${Buffer.from("project:canary-token").toString("base64")}`;
    const type = "application/json";
    expect(headers).toMatchObject({ authorization, accept: type, "content-type": type });
    expect([JSON.parse(body ?? ""), read?.body, read?.headers["content-type"]]).toEqual([DESK, "", undefined]);
  });

  it("for a cXML application is a web form to a path of the project", async () => {
    const office = { friendlyName: "Office" };
    service.stub.reset(() => ({ status: 200, body: { sid: ID, friendly_name: "Office" } }));
    await service.host.update("cxmlApplication", ID, { ...office, smsUrl: "x" }, office);
    const { path, headers, body } = service.stub.received[1] ?? {};
    const form = ["application/x-www-form-urlencoded", "FriendlyName=Office&SmsUrl="];
    const sent = [`/api/laml/2010-04-01/Accounts/project/Applications/${ID}`, ...form];
    expect([path, headers?.["content-type"], body]).toEqual(sent);
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
  it.each([200, 202, 204])("of a delete may have the status %i, of which 204 alone needs no list", async (status) => {
    const [id, kept] = ["0f6d9c2a-3f0e-4d57-9a8b-6b1c2d3e4f50", "0f6d9c2a-3f0e-4d57-9a8b-6b1c2d3e4f51"];
    service.stub.reset(({ method }) =>
      method === "DELETE" ? { status, type: "" } : { status: 200, body: { links: {}, data: [endpoint({ id: kept })] } },
    );
    await service.host.delete("sipEndpoint", id, DESK);
    const list = status === 204 ? [] : ["GET /api/relay/rest/endpoints/sip?page_size=1000"];
    expect(service.stub.requests).toEqual([`DELETE /api/relay/rest/endpoints/sip/${id}`, ...list]);
    const reason = "instead of 204 No Content, though its list still has the SIP endpoint";
    if (status !== 204) expect(await messageOf(service.host.delete("sipEndpoint", kept, DESK))).toContain(reason);
  });

  it("may have any status of success, and carry an identifier that is a number", async () => {
    service.stub.reset(() => ({ status: 202, body: endpoint({ id: 42 }) }));
    expect((await service.host.create("sipEndpoint", DESK)).id).toBe("42");
  });
});

const NUMBERS = "/api/relay/rest/phone_numbers";

it.each([
  `${NUMBERS}?p=1`,
  `https://user:password@evil:81${NUMBERS}?p=1#x`,
  `http://127.0.0.1:8080${NUMBERS}?p=1`,
  `//evil${NUMBERS}?p=1`,
  "\\\\evil\\api\\relay\\rest\\phone_numbers?p=1",
  `/gateway${NUMBERS}?p=1`,
  "/api/relay/rest/x/../phone_numbers?p=1",
])("a link to the next page at %j is followed by its path and query alone", (next) => {
  expect(nextPath(next, NUMBERS)).toBe(`${NUMBERS}?p=1`);
});

it.each([
  ...["x:@evil/steal", "x:@evil/api/relay/rest/phone_numbers?page_number=1", "x:0.evil.example@evil/steal"],
  ...["data:application/json,{}", "x:/api/relay/rest/..\\..\\steal", "//evil/steal", "\\\\evil/steal", "@evil/steal"],
  ...["https://evil/steal", "https://", "/api/relay/rest/../../steal", "/api/relay/rest/%2e%2e/%2e%2e/steal", 5, {}],
  ...["/api/relay/rest/phone_numbers/../../../../steal?page_number=1", "/api/relay/rest", "javascript:alert(1)"],
])("a next page at %j is refused", (next) => {
  expect(() => nextPath(next, NUMBERS)).toThrow(
    "the service answered with a list whose next page is not below /api/relay/rest/",
  );
});

it("a list ends without a link, and the pages of the other APIs lie below their own paths", () => {
  const [fabric, laml] = ["/api/fabric/resources/cxml_scripts", "/api/laml/2010-04-01/Accounts/p/Queues"];
  expect([null, undefined, ""].map((next) => nextPath(next, NUMBERS))).toEqual(Array(3).fill(undefined));
  for (const list of [fabric, laml]) expect(nextPath(`${list}?p=1`, `${list}/pages`)).toBe(`${list}?p=1`);
  expect(() => nextPath(`${NUMBERS}?p=1`, fabric)).toThrow("not below /api/fabric/");
});

const LIST = `${NUMBERS}?filter_number=%2B12025550101&page_size=1000`;

it("the search for a phone number ends at a page that was seen, and gives up a list that has no end", async () => {
  const missing = "not among the numbers of the project";
  for (const [isEndless, message, count] of [
    [false, missing, 1],
    [true, "more than 1000 pages", 1_000],
  ] as const) {
    service.stub.reset(() => {
      const page = isEndless ? `&page=${service.stub.received.length}` : "";
      return { status: 200, body: { links: { next: LIST + page }, data: [] } };
    });
    expect(await messageOf(service.host.create("phoneNumber", NUMBER))).toContain(message);
    expect(service.stub.requests).toHaveLength(count);
  }
});

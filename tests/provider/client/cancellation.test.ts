// Ctrl-C: waits, queues and reads end at once. A write that was sent goes on to its end, and what it made is recorded.

import { spawnSync } from "node:child_process";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { Cancellation } from "../../../provider/client/cancellation.ts";
import { type HttpRequest, openTransport } from "../../../provider/client/transport.ts";
import { endpoint, ID, phoneNumber } from "../bodies.ts";
import { DirectHost } from "../direct-host.ts";
import { messageOf, shown } from "../managed.ts";
import { type Received, type Reply, Stub } from "../stub.ts";

const DESK = { username: "front-desk", password: "canary-password" };
const COLLECTION = "/api/relay/rest/endpoints/sip";
const ITEM = `${COLLECTION}/${ID}`;
const JWT = `x.${Buffer.from('{"resource":"alice","iat":1778267321,"exp":1778268221}').toString("base64url")}.x`;
const connection = { projectId: "p", apiToken: "t", limits: { concurrency: 1, requestsPerSecond: undefined } };
const NONE: Reply = { status: 200, body: { links: {}, data: [] } };
const UNAVAILABLE: Reply = { status: 503, headers: { "retry-after": "60" }, body: {} };
const CANCELLED =
  'Could not create the SIP endpoint "front-desk": it was cancelled. Run the same command again to go on.';
const DOUBTFUL =
  " The request may have been carried out all the same; if so, the next `up` says what it found and how to go on.";

let stub: Stub;
let host: DirectHost;
/** Lets the service answer the requests that it holds. */
let release: () => void;
let held: Promise<void>;

beforeEach(async () => {
  stub = await Stub.start();
  host = await DirectHost.start({ url: stub.url, project: { id: "project", apiToken: "canary-token" } });
  ({ promise: held, resolve: release } = Promise.withResolvers<void>());
});

afterEach(() => stub.stop());

const isListed = ({ method, path }: Received) => method === "GET" && path.includes("?");

/** Resolves when the service has received a request of this method. */
const received = (method: string, count = 1) =>
  vi.waitFor(() => expect(stub.received.filter((each) => each.method === method)).toHaveLength(count), 5_000);

async function cancelDuring(method: string): Promise<void> {
  await received(method);
  host.cancel();
  release();
}

describe("a write that was sent before Ctrl-C", () => {
  it.each([
    ["is lost", { status: 504, body: {} }],
    ["asks for a pause", UNAVAILABLE],
    ["is no JSON", { status: 200, type: "text/html", body: "<h1>a page</h1>" }],
  ] as [string, Reply][])("as a create whose answer %s is looked up at once and recorded", async (_, reply) => {
    let isMade = false;
    stub.answer = (request) => {
      if (request.method === "PUT") return { status: 200, body: endpoint() };
      if (request.method === "POST") isMade = true;
      else return isMade ? { status: 200, body: { links: {}, data: [endpoint()] } } : NONE;
      return { ...reply, until: held };
    };
    const creating = host.create("sipEndpoint", DESK);
    await cancelDuring("POST");
    expect((await creating).id).toBe(ID);
    const list = `GET ${COLLECTION}`;
    expect(stub.requests.map((each) => each.split("?")[0])).toEqual([list, `POST ${COLLECTION}`, list, `PUT ${ITEM}`]);
  });

  it("as a create that left no object is not sent again", async () => {
    stub.answer = (request) => (isListed(request) ? NONE : { status: 504, body: {}, until: held });
    const creating = messageOf(host.create("sipEndpoint", DESK));
    await cancelDuring("POST");
    expect(await creating).toBe(`${CANCELLED}${DOUBTFUL}`);
    expect(stub.received.map(({ method }) => method)).toEqual(["GET", "POST", "GET", "GET", "GET"]);
  });

  it("as an update and a deletion is done", async () => {
    stub.answer = ({ method }) => {
      if (method === "GET") return { status: 200, body: endpoint() };
      if (method === "DELETE") return { status: 204, type: "", until: held };
      return { status: 200, body: endpoint({ caller_id: "B" }), until: held };
    };
    const updating = host.update("sipEndpoint", ID, DESK, { ...DESK, callerId: "B" });
    const deleting = host.delete("sipEndpoint", ID, DESK);
    await received("DELETE");
    await cancelDuring("PUT");
    expect(await updating).toMatchObject({ callerId: "B" });
    await deleting;
  });

  it("as the renewal of a token is recorded: it consumed the refresh token", async () => {
    stub.answer = () => ({ status: 200, body: { jwt_token: JWT, refresh_token: "next" }, until: held });
    const olds = { resource: "alice", jwtToken: "x", refreshToken: "first", rotateAt: "2020-01-01T00:00:00Z" };
    const news = { resource: "alice", rotateAt: "2999-01-01T00:00:00Z" };
    const renewing = host.update("clientToken", "alice", olds, news);
    await cancelDuring("PUT");
    expect(shown(await renewing)).toMatchObject({ refreshToken: "next" });
  });

  it("as an adoption whose answer is lost records the settings from before, and is not repeated", async () => {
    stub.answer = ({ method }) =>
      method === "PUT" ? { ...UNAVAILABLE, until: held } : { status: 200, body: phoneNumber({ name: "before" }) };
    const adopting = host.create("phoneNumber", { phoneNumberId: ID, name: "after" });
    await cancelDuring("PUT");
    await expect(adopting).rejects.toMatchObject({ id: ID, properties: { __state: { found: { name: "before" } } } });
    expect(stub.received.filter(({ method }) => method === "PUT")).toHaveLength(1);
  });
});

describe("by Ctrl-C ends at once and changes nothing", () => {
  it("a create that reads the list first", async () => {
    stub.answer = () => ({ ...NONE, hangs: true });
    const creating = messageOf(host.create("sipEndpoint", DESK));
    await cancelDuring("GET");
    expect(await creating).toBe(`${CANCELLED} Nothing was changed.`);
    expect(stub.requests).toHaveLength(1);
  });

  it("a create that waits for its turn", async () => {
    const [cancellation, idle] = [new Cancellation(), new Cancellation()];
    idle.cancel();
    await expect(idle.pause(1)).rejects.toThrow("it was cancelled");
    const send = openTransport({ ...connection, baseUrl: stub.url }, { cancellation });
    stub.answer = () => ({ status: 201, body: {}, until: held });
    const first = send({ method: "POST", path: "/first", body: {} });
    const second = send({ method: "POST", path: "/second", body: {} });
    await received("POST");
    cancellation.cancel();
    await expect(second).rejects.toMatchObject({ code: "cancelled", reach: "not_done" });
    release();
    expect(await first).toEqual({});
    await expect(send({ method: "POST", path: "/third", body: {} })).rejects.toMatchObject({ reach: "not_done" });
    expect(stub.requests).toEqual(["POST /first"]);
  });

  it("a create whose connection is not made yet", async () => {
    const asked = Promise.withResolvers<Socket>();
    const proxy = createServer(asked.resolve);
    await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
    const url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
    const cancellation = new Cancellation();
    const through = { ...connection, baseUrl: "https://signalwire.test", proxy: { url, except: "", shown: url } };
    const creating = openTransport(through, { cancellation })({ method: "POST", path: "/", body: {} });
    const socket = await asked.promise;
    onTestFinished(() => {
      socket.destroy();
      proxy.close();
    });
    cancellation.cancel();
    await expect(creating).rejects.toMatchObject({ code: "cancelled", reach: "not_done" });
  });
});

it("an adoption that may have been carried out stays so when its repetition is refused", async () => {
  stub.answer = ({ method }) => {
    if (method !== "PUT") return { status: 200, body: phoneNumber({ name: "before" }) };
    return stub.received.length < 3
      ? { status: 503, headers: { "retry-after": "0" }, body: {} }
      : { status: 401, body: { error: "Unauthorized" } };
  };
  await expect(host.create("phoneNumber", { phoneNumberId: ID, name: "after" })).rejects.toMatchObject({
    code: "unauthorized",
    properties: { __state: { found: { name: "before" } } },
  });
  expect(stub.received.map(({ method }) => method)).toEqual(["GET", "PUT", "PUT"]);
});

it.skipIf(process.platform === "win32")("a provider ends with the pipe to its engine, and with no other input", () => {
  const script = "(await import('./provider/client/cancellation.ts')).endWithEngine(); setTimeout(() => {}, 500);";
  const command = '"$0" --input-type=module -e "$1"';
  const run = (from: string) => spawnSync("sh", ["-c", from + command, process.execPath, script]).status;
  expect([run(": |"), run("</dev/null ")]).toEqual([1, 0]);
});

it.each<[HttpRequest["method"], number, number, string, string]>([
  ["GET", 401, 201, "unauthorized", "unknown"],
  ["GET", 401, 422, "cancelled", "not_done"],
  ["PUT", 401, 201, "unauthorized", "not_done"],
  ["PUT", 503, 201, "cancelled", "unknown"],
])("a %s answered by %i, after Ctrl-C and a POST by %i, is %s, %s", async (method, second, first, code, reach) => {
  const cancellation = new Cancellation();
  const send = openTransport({ ...connection, baseUrl: stub.url }, { cancellation, print: () => undefined });
  stub.answer = (request) => {
    if (request.method !== "POST") cancellation.cancel();
    return { ...UNAVAILABLE, status: request.method === "POST" ? first : second };
  };
  const sending = cancellation.during(String, async () => {
    await send({ method: "POST", path: "/", body: {} }).catch(() => undefined);
    await send({ method, path: "/", repeatable: true });
  });
  await expect(sending).rejects.toMatchObject({ code, reach });
});

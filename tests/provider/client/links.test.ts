// The next link of a list never leads to another server, and never with our credentials.

import { createServer, type Server as HttpServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { ask, environmentOf, type Server, serve } from "../../engine/service.ts";
import { type Gateway, json, openGateway } from "../gateway.ts";
import { Host } from "../host.ts";
import { messageOf } from "../managed.ts";

const NUMBERS = "/api/relay/rest/phone_numbers";
const OWNED = Array.from({ length: 9 }, (_, at) => `+1202555010${at}`);

describe("the next link of a list", () => {
  let server: Server;
  let gateway: Gateway;
  let host: Host;
  let elsewhere: HttpServer;
  /** The requests to the other server, with their credentials. */
  let stolen: string[];
  let used = 0;

  beforeAll(async () => {
    elsewhere = createServer(({ url, headers }, answer) => {
      stolen.push(`${url} ${headers.authorization ?? ""}`);
      answer.writeHead(200, { "content-type": "application/json" }).end('{ "links": {}, "data": [] }');
    });
    await new Promise<void>((resolve) => elsewhere.listen(0, "127.0.0.1", resolve));
    server = await serve(...OWNED);
    gateway = await openGateway(server);
    host = await Host.start({ env: environmentOf({ ...server, url: gateway.url }) });
  });

  beforeEach(() => {
    stolen = [];
  });

  afterAll(async () => {
    await host.stop();
    await gateway.close();
    elsewhere.closeAllConnections();
    elsewhere.close();
    await server.close();
  });

  /** Another number each time, because a process does not read an object twice. */
  const adopt = () => host.create("phoneNumber", { number: OWNED[used++], name: "Ours" });
  const address = () => `127.0.0.1:${(elsewhere.address() as AddressInfo).port}`;

  it.each<[string, () => string]>([
    ["makes a user name of our host", () => `x:@${address()}/steal`],
    ["makes a user name of our host before the API's path", () => `x:@${address()}${NUMBERS}?page_number=1`],
    ["names another server and another path", () => `http://${address()}/steal`],
    ["leaves out the scheme", () => `//${address()}/steal`],
    ["adds to our port", () => `x:0.evil.example@${address()}/steal`],
    ["climbs out of the API", () => `${NUMBERS}/../../../../steal?page_number=1`],
    ["is of another scheme", () => "data:application/json,{}"],
  ])("that %s is an unexpected answer, and nothing goes there", async (_, link) => {
    gateway.answerWith(({ path }, forward) =>
      path.startsWith(`${NUMBERS}?`) ? json(200, { links: { next: link() }, data: [] }) : forward(),
    );
    expect(await messageOf(adopt())).toMatch(/Could not adopt the phone number/);
    expect(stolen).toEqual([]);
    expect(gateway.trusted.filter(({ path }) => !path.startsWith("/api/relay/rest/"))).toEqual([]);
  });

  it("that names another server before the API's own path is followed at ours, or not at all", async () => {
    gateway.answerWith(({ path }, forward) =>
      path.startsWith(`${NUMBERS}?`) && !path.includes("page_number")
        ? json(200, { links: { next: `http://${address()}${NUMBERS}?page_number=0` }, data: [] })
        : forward(),
    );
    await adopt().catch(() => undefined);
    expect(stolen).toEqual([]);
  });

  it("that is the API's own is followed", async () => {
    gateway.answerWith(({ path }, forward) =>
      path.startsWith(`${NUMBERS}?`) && !path.includes("page_number")
        ? json(200, { links: { next: `${NUMBERS}?page_number=0` }, data: [] })
        : forward(),
    );
    const { id } = await adopt();
    expect(await ask(server, "GET", `/phone_numbers/${id}`)).toMatchObject({ name: "Ours" });
  });
});

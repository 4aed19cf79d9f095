// Where a list's next link leads: never to another server, and never with our credentials.

import { createServer, type Server as HttpServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, expect, it } from "vitest";
import { environmentOf, type Server, serve } from "../service.ts";
import { describeWithEngine, Stack } from "../stack.ts";
import { type Gateway, json, openGateway } from "./gateway.ts";
import { fails, held, NUMBERS, number, phoneNumber, upOf } from "./helpers.ts";

const NUMBER = "+12025550101";
const LINE = phoneNumber("line", { number: NUMBER, name: "Ours" });

describeWithEngine("the next link of a list", () => {
  let server: Server;
  let gateway: Gateway;
  let stack: Stack;
  let elsewhere: HttpServer;
  /** What reached the other server, and with which credentials. */
  let stolen: string[];

  beforeEach(async () => {
    stolen = [];
    elsewhere = createServer(({ url, headers }, answer) => {
      stolen.push(`${url} ${headers.authorization ?? ""}`);
      answer.writeHead(200, { "content-type": "application/json" }).end('{ "links": {}, "data": [] }');
    });
    await new Promise<void>((resolve) => elsewhere.listen(0, "127.0.0.1", resolve));
    server = await serve(NUMBER, "+12025550102");
    gateway = await openGateway(server);
    stack = await Stack.create(environmentOf({ ...server, url: gateway.url }));
  });

  afterEach(async () => {
    await stack.remove();
    await gateway.close();
    elsewhere.closeAllConnections();
    elsewhere.close();
    await server.close();
  });

  const host = () => `127.0.0.1:${(elsewhere.address() as AddressInfo).port}`;

  it.each<[string, () => string]>([
    ["makes a user name of our host", () => `x:@${host()}/steal`],
    ["makes a user name of our host before the API's path", () => `x:@${host()}${NUMBERS}?page_number=1`],
    ["names another server and another path", () => `http://${host()}/steal`],
    ["leaves out the scheme", () => `//${host()}/steal`],
    ["adds to our port", () => `x:0.evil.example@${host()}/steal`],
    ["climbs out of the API", () => `${NUMBERS}/../../../../steal?page_number=1`],
    ["is of another scheme", () => "data:application/json,{}"],
  ])("that %s is an unexpected answer, and nothing goes there", async (_, link) => {
    gateway.answerWith(({ path }, forward) =>
      path.startsWith(`${NUMBERS}?`) ? json(200, { links: { next: link() }, data: [] }) : forward(),
    );
    await stack.write(LINE);
    const { output } = await fails(stack.up());
    expect(stolen).toEqual([]);
    expect(gateway.trusted.filter(({ path }) => !path.startsWith("/api/relay/rest/"))).toEqual([]);
    expect(await held(stack)).toEqual({});
    expect(output).toMatch(/Could not adopt the phone number/);
  });

  it("that names another server before the API's own path is followed at ours, or not at all", async () => {
    gateway.answerWith(({ path }, forward) =>
      path.startsWith(`${NUMBERS}?`) && !path.includes("page_number")
        ? json(200, { links: { next: `http://${host()}${NUMBERS}?page_number=0` }, data: [] })
        : forward(),
    );
    await stack.write(LINE);
    await stack.up();
    expect(stolen).toEqual([]);
  });

  it("that is the API's own is followed", async () => {
    gateway.answerWith(({ path }, forward) =>
      path.startsWith(`${NUMBERS}?`) && !path.includes("page_number")
        ? json(200, { links: { next: `${NUMBERS}?page_number=0` }, data: [] })
        : forward(),
    );
    await upOf(stack, LINE);
    expect(await number(server, NUMBER)).toMatchObject({ name: "Ours" });
  });
});

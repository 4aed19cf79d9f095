// "Gone" needs the API's word, and what was never there is no empty object.

import { afterEach, beforeEach, expect, it } from "vitest";
import { type Gateway, openGateway } from "../../provider/gateway.ts";
import { ask, environmentOf, type Server, serve } from "../service.ts";
import { describeWithEngine, Stack } from "../stack.ts";
import {
  contents,
  destroy,
  endpoint,
  endpoints,
  expectSettled,
  fails,
  number,
  phoneNumber,
  succeeds,
  upOf,
} from "./helpers.ts";

const NUMBER = "+12025550101";
const ABSENT = "9e8b6c1a-52d7-4b0f-8a35-6f0c7d1e2b34";

describeWithEngine("a stack whose service does not find things", () => {
  let server: Server;
  let gateway: Gateway;
  let stack: Stack;

  beforeEach(async () => {
    server = await serve(NUMBER);
    gateway = await openGateway(server);
    stack = await Stack.create(environmentOf({ ...server, url: gateway.url }));
  });

  afterEach(async () => {
    await stack.remove();
    await gateway.close();
    await server.close();
  });

  it("because something before it answers 404 forgets nothing", async () => {
    await upOf(
      stack,
      endpoint("desk", { username: "desk" }) +
        phoneNumber("line", { number: NUMBER, name: "Ours", onDestroy: "clear" }),
    );
    const before = { service: server.snapshot(), state: await contents(stack) };
    for (const [type, text] of [
      ["text/plain; charset=utf-8", "404 page not found"],
      ["text/html", "<html><body>404 Not Found</body></html>"],
      ["", ""],
    ] as const) {
      gateway.answerWith(() => ({ status: 404, type, text }));
      const refreshed = await fails(stack.run("refresh", "--yes", "--skip-preview"));
      expect(await contents(stack), type).toEqual(before.state);
      expect(refreshed.output).toMatch(/Could not read the SIP endpoint "desk"/);
      expect(refreshed.output).toContain("404");
      const destroyed = await fails(destroy(stack));
      expect(server.snapshot(), type).toEqual(before.service);
      expect(await contents(stack), type).toEqual(before.state);
      expect(destroyed.output).toMatch(/Could not delete the SIP endpoint "desk"/);
    }
    gateway.answerWith();
    await expectSettled(stack);
  });

  it("because they are gone says so in a refresh, and destroys the rest", async () => {
    await upOf(stack, endpoint("desk", { username: "desk" }) + endpoint("other", { username: "other" }));
    await ask(server, "DELETE", `/endpoints/sip/${(await endpoints(server)).desk}`);
    await succeeds(destroy(stack));
    expect(await endpoints(server)).toEqual({});
  });

  it("because an object never was: `get` fails the program, and its preview", async () => {
    await stack.write(`const seen = SipEndpoint.get("seen", "${ABSENT}");\nexport const name = seen.id;`);
    await fails(stack.preview());
    for (const [expression, id] of [
      [`SipEndpoint.get("seen", "${ABSENT}")`, ABSENT],
      [`PhoneNumber.get("seen", "${ABSENT}")`, ABSENT],
      ['PhoneNumber.get("seen", "+12025550199")', "+12025550199"],
    ] as const) {
      await stack.write(`const seen = ${expression};\nexport const name = seen.id;`);
      const { output } = await fails(stack.up());
      expect(output).toContain(id);
      expect(output).toMatch(/does not exist|not among|no such|not found/i);
    }
  });

  it("finds with `get` what is there, in a preview too", async () => {
    const { id } = await ask(server, "POST", "/endpoints/sip", { username: "desk", password: "theirs" });
    const line = await number(server, NUMBER);
    await stack.write(
      `SipEndpoint.get("desk", "${id}"); PhoneNumber.get("one", "${line.id}"); PhoneNumber.get("two", "${NUMBER}");`,
    );
    await succeeds(stack.preview());
    await succeeds(stack.up());
    await succeeds(destroy(stack));
    expect(await endpoints(server)).toEqual({ desk: id });
  });
});

// An object counts as gone only by the API's own answer, and an object that never existed is an error.

import { expect, it } from "vitest";
import { describeStack, gateway, itWithEngine, server, stack } from "../described.ts";
import { ask } from "../service.ts";
import {
  contents,
  destroy,
  endpoint,
  endpoints,
  expectSettled,
  fails,
  held,
  number,
  phoneNumber,
  stored,
  succeeds,
  upOf,
} from "./helpers.ts";

const NUMBER = "+12025550101";
const ABSENT = "9e8b6c1a-52d7-4b0f-8a35-6f0c7d1e2b34";

describeStack(
  "a stack whose service does not find things",
  { numbers: [NUMBER], gateway: true, inProcess: true },
  () => {
    itWithEngine("because something before it answers 404 forgets nothing", async () => {
      await upOf(
        stack,
        endpoint("desk", { username: "desk" }) +
          phoneNumber("line", { number: NUMBER, name: "Ours", onDestroy: "clear" }),
      );
      const before = { service: server.snapshot(), state: await stored(stack), contents: await contents(stack) };
      // tests/provider/failures.test.ts tests other bodies that do not come from the API.
      gateway.answerWith(() => ({ status: 404, type: "text/plain; charset=utf-8", text: "404 page not found" }));
      const refreshed = await fails(stack.run("refresh", "--yes", "--skip-preview"));
      expect(await stored(stack)).toEqual(before.state);
      expect(refreshed.output).toMatch(/Could not read the SIP endpoint "desk"/);
      expect(refreshed.output).toContain("404");
      gateway.answerWith(() => ({ status: 404, type: "text/html", text: "<html><body>404 Not Found</body></html>" }));
      const destroyed = await fails(destroy(stack));
      expect(server.snapshot()).toEqual(before.service);
      expect(await contents(stack)).toEqual(before.contents);
      expect(destroyed.output).toMatch(/Could not delete the SIP endpoint "desk"/);
      gateway.answerWith();
      await expectSettled(stack);

      // An object that is gone by the API's answer blocks nothing.
      await ask(server, "DELETE", `/endpoints/sip/${(await endpoints(server)).desk}`);
      await succeeds(destroy(stack));
      expect(await endpoints(server)).toEqual({});
      expect(await number(server, NUMBER)).toMatchObject({ name: null });
      expect(await held(stack)).toEqual({});
    });

    it("because an object never existed: `get` fails the program and its preview, and finds existing objects", async () => {
      await stack.write(`const seen = SipEndpoint.get("seen", "${ABSENT}");\nexport const name = seen.id;`);
      expect((await fails(stack.preview())).output).toContain(ABSENT);
      await stack.write('const seen = PhoneNumber.get("seen", "+12025550199");\nexport const name = seen.id;');
      expect((await fails(stack.up())).output).toMatch(/\+12025550199.*(does not exist|not among|no such|not found)/i);

      const { id } = await ask(server, "POST", "/endpoints/sip", { username: "desk", password: "theirs" });
      const line = await number(server, NUMBER);
      await stack.write(
        `SipEndpoint.get("desk", "${id}"); PhoneNumber.get("one", "${line.id}"); PhoneNumber.get("two", "${NUMBER}");`,
      );
      // Includes the preview.
      await succeeds(stack.run("up", "--yes"));
      await succeeds(destroy(stack));
      expect(await endpoints(server)).toEqual({ desk: id });
    });
  },
);

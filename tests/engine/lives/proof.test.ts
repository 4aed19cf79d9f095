// A gateway answers in place of the service: without proof, no object is forgotten, deleted or adopted.

import { expect, it } from "vitest";
import { json } from "../../provider/gateway.ts";
import { describeStack, gateway, itWithEngine, server, stack } from "../described.ts";
import { ask } from "../service.ts";
import { startFrom } from "../settled.ts";
import {
  destroy,
  endpoint,
  endpoints,
  expectSettled,
  fails,
  held,
  number,
  phoneNumber,
  SIP,
  stored,
  succeeds,
  upOf,
} from "./helpers.ts";

const NUMBER = "+12025550101";
const ABSENT = "9e8b6c1a-52d7-4b0f-8a35-6f0c7d1e2b34";
const MAINTENANCE = json(200, { status: "maintenance" });
const SPRING = json(404, { timestamp: "2026-11-22T10:00:00Z", status: 404, error: "Not Found", path: "/" });
const GONE = json(404, { error: "Not Found" });

/** One resource of each other kind that a program creates. */
const OTHER_KINDS = `
new DomainApplication("carrier", { name: "Carrier", identifier: "carrier" });
new CxmlScript("menu", { displayName: "Menu", contents: "<Response/>" });
new SwmlScript("flow", { displayName: "Flow", contents: { sections: { main: ["hangup"] } } });
`;

describeStack(
  "a stack behind a gateway that answers wrongly",
  { numbers: [NUMBER], gateway: true, inProcess: true },
  () => {
    it.each([
      ["200 with JSON of its own", MAINTENANCE],
      ["the 404 of a web framework", SPRING],
      ["a 404 in plain text", { status: 404, type: "text/plain; charset=utf-8", text: "404 page not found" }],
      ["a page of HTML with 404", { status: 404, type: "text/html", text: "<html><body>404 Not Found</body></html>" }],
      ["the API's own 404, also to the list", GONE],
    ])("by %s keeps its state, and its objects at the service", async (_, answer) => {
      await upOf(
        stack,
        endpoint("desk", { username: "desk", callerId: "A" }) +
          phoneNumber("line", { number: NUMBER, name: "Ours", onDestroy: "clear" }) +
          OTHER_KINDS,
      );
      const before = { service: server.snapshot(), state: await stored(stack) };
      gateway.answerWith(() => answer);
      const { output } = await fails(stack.run("refresh", "--yes", "--skip-preview"));
      for (const title of ["SIP endpoint", "domain application", "cXML script", "SWML script"])
        expect(output).toContain(`Could not read the ${title}`);
      await fails(stack.up("--refresh"));
      expect((await fails(destroy(stack))).output).toMatch(/Could not (?:delete|clear|read) the SIP endpoint "desk"/);
      expect(await stored(stack)).toEqual(before.state);
      expect(server.snapshot()).toEqual(before.service);
      gateway.answerWith();
      await expectSettled(stack);

      // An object that is gone by the API's answer blocks nothing.
      await ask(server, "DELETE", `/endpoints/sip/${(await endpoints(server)).desk}`);
      await succeeds(destroy(stack));
      expect(await endpoints(server)).toEqual({});
      expect(await number(server, NUMBER)).toMatchObject({ name: null });
      expect(await held(stack)).toEqual({});
    });

    itWithEngine("by the API's own 404 for objects that the list has deletes and forgets none of them", async () => {
      await startFrom(stack, endpoint("desk", { username: "desk" }));
      const before = await stored(stack);
      gateway.answerWith(({ path }, forward) => (path.startsWith(`${SIP}/`) ? GONE : forward()));
      const { output } = await fails(stack.run("refresh", "--yes", "--skip-preview"));
      expect(output).toContain("404 Not Found, though its list still has the SIP endpoint");
      await fails(destroy(stack));
      expect(await stored(stack)).toEqual(before);
      expect(Object.keys(await endpoints(server))).toEqual(["desk"]);
    });

    it("is asked by `get`: an object that never existed fails the program and its preview, and existing ones are found", async () => {
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

    it("is nowhere: an up prints each adoption, with the id", async () => {
      const { id } = await ask(server, "POST", "/endpoints/sip", { username: "desk", password: "theirs" });
      const program = endpoint("desk", { username: "desk", adopt: true }) + phoneNumber("line", { number: NUMBER });
      const { output } = await upOf(stack, program);
      expect(output).toContain(`adopted the SIP endpoint "desk": ${id}`);
      expect(output).toMatch(/adopted the phone number "\+12025550101": [0-9a-f-]{36}/);
      expect((await succeeds(stack.up())).output).not.toContain("adopted");
    });
  },
);

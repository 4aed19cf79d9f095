// A gateway answers in place of the service: without proof, no object is forgotten, deleted, adopted or taken for what was meant.

import { expect, it } from "vitest";
import { type Answer, json } from "../../provider/gateway.ts";
import { describeStack, gateway, itWithEngine, server, stack } from "../described.ts";
import { ask, list } from "../service.ts";
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
      ["200 with JSON of its own", json(200, { status: "maintenance" })],
      ["the API's own 404, also to the list", json(404, { error: "Not Found" })],
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

    itWithEngine("to a create by another object than was sent keeps it, and the next up sets it", async () => {
      // Another writer resets the endpoint before the answer arrives.
      const made = new Set<string>();
      const answering = async (path: string, text: string): Promise<Answer> => {
        const { id } = JSON.parse(text);
        made.add(id);
        return json(201, await ask(server, "PUT", `${path}/${id}`, { caller_id: null, encryption: "required" }));
      };
      gateway.answerWith(async ({ method, path }, forward) => {
        const answer = await forward();
        return method === "POST" && path === SIP ? answering(path, answer.text) : answer;
      });
      await stack.write(endpoint("desk", { username: "desk", callerId: "Desk", encryption: "optional" }));
      expect((await fails(stack.up())).output).toContain("does not show what was sent: callerId, encryption differ");
      expect(Object.values(await held(stack))).toEqual([...made]);
      gateway.answerWith();
      await succeeds(stack.up());
      expect(await list(server, "/endpoints/sip")).toMatchObject([{ caller_id: "Desk", encryption: "optional" }]);
      await expectSettled(stack);
    });

    it("in forms of its own is a success: each form is printed once, recorded, and no drift", async () => {
      const forms: { readonly [field: string]: (text: string) => string } = {
        caller_id: (text) => text.toUpperCase().slice(0, 40),
        name: (text) => `${text.trim()} (recorded)`,
        call_request_url: (text) => new URL(text).href,
      };
      const inForm = (field: string, value: unknown) =>
        typeof value === "string" && Object.hasOwn(forms, field) ? forms[field]?.(value) : value;
      gateway.answerWith(async (_, forward) => {
        const answer = await forward();
        return { ...answer, text: answer.text && JSON.stringify(JSON.parse(answer.text, inForm)) };
      });
      const program = (callRequestMethod: string) =>
        endpoint("desk", { username: "desk", callerId: `Front desk ${"x".repeat(60)}` }) +
        phoneNumber("line", {
          ...{ number: NUMBER, name: " Main ", callHandler: "laml_webhooks", callRequestMethod },
          callRequestUrl: "https://EXAMPLE.com?token=canary-webhook-token",
        });
      const { output } = await upOf(stack, program("GET"));
      expect(output).toContain('The service shows `callerId` of the SIP endpoint "desk" as "FRONT DESK XXX');
      expect(output).toContain('The service shows `name` of the phone number "+12025550101" as "Main (recorded)".');
      expect(output).toContain("The service shows `callRequestUrl` of the phone number");
      expect(output + (await stack.stateText())).not.toContain("canary-webhook-token");
      await expectSettled(stack);
      expect((await upOf(stack, program("POST"))).output).not.toContain("The service shows");
      await expectSettled(stack);
      await ask(server, "PUT", `/phone_numbers/${(await number(server, NUMBER)).id}`, { name: "by hand" });
      expect((await stack.run("refresh", "--preview-only", "--expect-no-changes")).code).not.toBe(0);
    });
  },
);

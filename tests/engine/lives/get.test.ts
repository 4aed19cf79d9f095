// A gateway answers in place of the service: without proof, no object is forgotten, deleted, adopted or taken for what was meant.

import { expect, it } from "vitest";
import { type Answer, json } from "../../provider/gateway.ts";
import { describeStack, gateway, server, stack } from "../described.ts";
import { ask, list } from "../service.ts";
import {
  destroy,
  endpoint,
  endpoints,
  expectSettled,
  fails,
  held,
  number,
  SIP,
  startFrom,
  succeeds,
  upOf,
} from "./helpers.ts";

const NUMBER = "+12025550101";
const ABSENT = "9e8b6c1a-52d7-4b0f-8a35-6f0c7d1e2b34";
describeStack("a stack behind a gateway that answers wrongly", { numbers: [NUMBER], gateway: true }, () => {
  it("is asked by `get`: objects that never existed fail the program, and existing ones are found", async () => {
    await stack.write(
      `export const { id } = SipEndpoint.get("seen", "${ABSENT}");\nexport const { name } = PhoneNumber.get("other", "+12025550199");`,
    );
    const { output } = await fails(stack.up("--continue-on-error"));
    expect(output).toContain(ABSENT);
    expect(output).toMatch(/\+12025550199.*(does not exist|not among|no such|not found)/i);

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

  it("to a create by another object than was sent keeps it, and the next up sets it", async () => {
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
  });

  it("to an update by a page after it was carried out has the next up send it again, also where the program took it back", async () => {
    const desk = (callerId: string, password: string) => endpoint("desk", { username: "desk", callerId, password });
    await startFrom(stack, desk("One", "canary-first"));
    for (const flags of [[], ["--refresh"]]) {
      gateway.answerWith(async ({ method }, forward) => {
        const answer = await forward();
        return method === "PUT" ? { status: 200, type: "text/html", text: "<h1>Done</h1>" } : answer;
      });
      await stack.write(desk("Two", "canary-second"));
      expect((await fails(stack.up())).output).toContain("the next `up` sends them again");
      gateway.answerWith();
      await upOf(stack, desk("One", "canary-first"), ...flags);
      expect(JSON.parse(gateway.received.filter(({ method }) => method === "PUT").at(-1)?.body ?? "")).toMatchObject({
        caller_id: "One",
        password: "canary-first",
      });
      expect(await list(server, "/endpoints/sip")).toMatchObject([{ caller_id: "One" }]);
      await expectSettled(stack);
    }
  });
});

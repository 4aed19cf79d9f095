// A number's settings under a new name, after an interrupted adoption, and when its endpoint is deleted.

import { beforeEach, expect, it } from "vitest";
import { json } from "../../provider/gateway.ts";
import { describeStack, gateway, itWithEngine, server, stack } from "../described.ts";
import { ask } from "../service.ts";
import { startFrom } from "../settled.ts";
import { itWithClasses } from "../stack.ts";
import {
  destroy,
  endpoint,
  endpoints,
  expectSettled,
  held,
  killOnceHeld,
  LEFT_ALONE,
  NEVER_ENDS,
  NUMBERS,
  number,
  phoneNumber,
  succeeds,
  upOf,
} from "./helpers.ts";

const NUMBER = "+12025550101";
const ALL = [NUMBER, "+12025550102", "+12025550103", "+12025550104", "+12025550105"];
const THEIRS = {
  name: "Theirs",
  call_handler: "dialogflow",
  call_dialogflow_agent_id: "agent",
  call_receive_mode: "fax",
};
const CLEARED = {
  name: null,
  call_handler: "laml_webhooks",
  call_dialogflow_agent_id: null,
  call_receive_mode: "voice",
};

describeStack("a number of the stack", { numbers: ALL, gateway: true, inProcess: true }, () => {
  let id: string;

  beforeEach(async () => {
    id = String((await number(server, NUMBER)).id);
    await ask(server, "PUT", `/phone_numbers/${id}`, THEIRS);
    server.journal.clear();
  });

  function line(name: string, onDestroy: string, label: string): string {
    return phoneNumber(name, { number: NUMBER, name: label, callReceiveMode: "voice", onDestroy });
  }

  itWithClasses(
    "that is renamed keeps its settings, and goes back to the first ones as onDestroy says in the end",
    async () => {
      const others = ["+12025550102", "+12025550103", "+12025550104", "+12025550105"];
      for (const digits of others.slice(0, 3))
        await ask(server, "PUT", `/phone_numbers/${(await number(server, digits)).id}`, THEIRS);
      const [cleared = "", partly = "", left = "", taken = ""] = others;
      const set = { callReceiveMode: "voice", onDestroy: "restore" };
      await upOf(
        stack,
        line("line", "restore", "Ours") +
          phoneNumber("cleared", { ...set, number: cleared, name: "Ours", onDestroy: "clear" }) +
          phoneNumber("partly", { ...set, number: partly, name: "Ours" }) +
          phoneNumber("other", { ...set, number: left, name: "Ours" }),
      );
      const { output } = await upOf(
        stack,
        line("main-line", "restore", "Main") +
          phoneNumber("main-cleared", { ...set, number: cleared, name: "Main", onDestroy: "clear" }) +
          // Some settings are no longer managed.
          phoneNumber("main-partly", { number: partly, name: "Main", onDestroy: "restore" }) +
          // Replaced in the stack by another number.
          phoneNumber("other", { ...set, number: taken, name: "Ours" }),
      );
      expect(await number(server, NUMBER)).toMatchObject({ id, name: "Main", call_receive_mode: "voice" });
      expect(await number(server, cleared)).toMatchObject({ name: "Main", call_receive_mode: "voice" });
      expect(await number(server, left)).toMatchObject(THEIRS);
      expect(await number(server, taken)).toMatchObject({ name: "Ours" });
      expect(Object.keys(await held(stack)).sort()).toEqual(["main-cleared", "main-line", "main-partly", "other"]);
      expect(output.split("\n").filter((each) => LEFT_ALONE.test(each)).length).toBeGreaterThanOrEqual(3);
      await expectSettled(stack);
      await succeeds(destroy(stack));
      expect(await number(server, NUMBER)).toMatchObject(THEIRS);
      expect(await number(server, cleared)).toMatchObject(CLEARED);
      expect(await number(server, partly)).toMatchObject({ name: "Theirs" });
    },
  );

  itWithEngine(
    "that was renamed by an up which was killed in between keeps its settings after the next one",
    async () => {
      await startFrom(stack, line("line", "clear", "Ours"));
      const program = line("main-line", "clear", "Main");
      await stack.write(program + NEVER_ENDS);
      await killOnceHeld(stack, "main-line");
      expect(await held(stack)).toEqual({ line: id, "main-line": id });
      const { output } = await upOf(stack, program);
      expect(await number(server, NUMBER)).toMatchObject({ name: "Main", call_receive_mode: "voice" });
      expect(output).toMatch(LEFT_ALONE);
      expect(await held(stack)).toEqual({ "main-line": id });
      await expectSettled(stack);
    },
  );

  it("whose adoption worked but whose answer was no use goes back to the first settings in the end", async () => {
    const useless = [
      [NUMBER, { effect: "not-json", times: 1 }],
      ["+12025550103", { effect: "truncate", times: "always" }],
      ["+12025550104", { effect: "lose-answer", times: "always" }],
    ] as const;
    let program = "";
    const declare = async (digits: string) => {
      program += phoneNumber(digits, {
        number: digits,
        name: "Ours",
        callReceiveMode: "voice",
        onDestroy: "restore",
      });
      const { id: each } = await number(server, digits);
      await ask(server, "PUT", `/phone_numbers/${each}`, THEIRS);
      return `${NUMBERS}/${each}`;
    };
    for (const [digits, fault] of useless) server.faults.add({ method: "PUT", path: await declare(digits), ...fault });
    // The id is the one from the look-up, whatever the answer contains.
    const misnamed = "+12025550105";
    const misnamedPath = await declare(misnamed);
    gateway.answerWith(async ({ method, path }, forward) => {
      const answer = await forward();
      return method === "PUT" && path === misnamedPath ? json(200, { id: "another", name: "Ours" }) : answer;
    });
    await stack.write(program);
    await stack.up("--continue-on-error");
    const all = [...useless.map(([digits]) => digits), misnamed];
    for (const digits of all) expect(await number(server, digits)).toMatchObject({ name: "Ours" });
    expect(await held(stack)).toMatchObject({ [misnamed]: misnamedPath.slice(NUMBERS.length + 1) });
    server.faults.clear();
    gateway.answerWith();
    await succeeds(stack.up());
    expect(Object.keys(await held(stack)).sort()).toEqual([...all].sort());
    await expectSettled(stack);
    await succeeds(destroy(stack));
    for (const digits of all) expect(await number(server, digits)).toMatchObject(THEIRS);
  });

  it("that still rings an endpoint which is destroyed is named in one line with the remedy, unless it is restored before", async () => {
    const restored = "+12025550102";
    await ask(server, "PUT", `/phone_numbers/${(await number(server, restored)).id}`, THEIRS);
    await upOf(
      stack,
      `const desk = ${endpoint("desk", { username: "desk" })}
      new PhoneNumber("line", { number: "${NUMBER}", callHandler: "relay_sip_endpoint", callSipEndpointId: desk.id });
      const other = ${endpoint("other", { username: "other" })}
      new PhoneNumber("restored", { number: "${restored}", callHandler: "relay_sip_endpoint", callSipEndpointId: other.id, onDestroy: "restore" });`,
    );
    const { output } = await succeeds(destroy(stack));
    expect(await endpoints(server)).toEqual({});
    expect(await number(server, restored)).toMatchObject(THEIRS);
    // The engine shows a message at once, and again in its report.
    const report = output.slice(output.indexOf("Diagnostics:")).split("\n");
    expect(report.filter((each) => each.includes(NUMBER))).toEqual([expect.stringContaining("onDestroy")]);
    expect(output).not.toContain(restored);
  });
});

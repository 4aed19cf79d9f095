// A number's settings under a new name, after an interrupted adoption, and when what it rings goes away.

import { afterEach, beforeEach, expect, it } from "vitest";
import { ask, environmentOf, type Server, serve } from "../service.ts";
import { describeWithEngine, Stack } from "../stack.ts";
import { type Gateway, json, openGateway } from "./gateway.ts";
import {
  destroy,
  endpoint,
  endpoints,
  expectSettled,
  fails,
  held,
  killOnceHeld,
  LEFT_ALONE,
  NEVER_ENDS,
  NUMBERS,
  number,
  phoneNumber,
  SIP,
  succeeds,
  upOf,
  writes,
} from "./helpers.ts";

const NUMBER = "+12025550101";
const THEIRS = {
  name: "Theirs",
  call_handler: "dialogflow",
  call_dialogflow_agent_id: "agent",
  call_receive_mode: "fax",
};
const CLEARED = { name: null, call_handler: null, call_dialogflow_agent_id: null, call_receive_mode: "voice" };
const RINGS = `const desk = ${endpoint("desk", { username: "desk" })}
const line = (more: object) =>
  new PhoneNumber("line", { number: "${NUMBER}", callHandler: "relay_sip_endpoint", callSipEndpointId: desk.id, ...more });
`;

describeWithEngine("a number of the stack", () => {
  let server: Server;
  let stack: Stack;
  let gateway: Gateway | undefined;
  let id: string;

  beforeEach(async () => {
    server = await serve(NUMBER, "+12025550102");
    stack = await Stack.create(environmentOf(server));
    id = String((await number(server, NUMBER)).id);
    await ask(server, "PUT", `/phone_numbers/${id}`, THEIRS);
    server.journal.clear();
  });

  afterEach(async () => {
    await stack.remove();
    await gateway?.close();
    gateway = undefined;
    await server.close();
  });

  async function passThroughGateway(): Promise<Gateway> {
    gateway = await openGateway(server);
    stack.export("SIGNALWIRE_BASE_URL", gateway.url);
    return gateway;
  }

  function line(name: string, onDestroy: string, label: string): string {
    return phoneNumber(name, { number: NUMBER, name: label, callReceiveMode: "voice", onDestroy });
  }

  it.each([
    ["restore", THEIRS],
    ["clear", CLEARED],
  ])(
    "that is renamed under onDestroy %s keeps its settings, and a later destroy goes back to the first",
    async (onDestroy, end) => {
      await upOf(stack, line("line", onDestroy, "Ours"));
      const { output } = await upOf(stack, line("main-line", onDestroy, "Main"));
      expect(await number(server, NUMBER)).toMatchObject({ id, name: "Main", call_receive_mode: "voice" });
      expect(await held(stack)).toEqual({ "main-line": id });
      expect(output.split("\n").filter((each) => LEFT_ALONE.test(each))).not.toEqual([]);
      await expectSettled(stack);
      await succeeds(destroy(stack));
      expect(await number(server, NUMBER)).toMatchObject(end);
    },
  );

  it("that is renamed and no longer managed in all its settings still goes back to the first", async () => {
    await upOf(stack, line("line", "restore", "Ours"));
    await upOf(stack, phoneNumber("main-line", { number: NUMBER, name: "Main", onDestroy: "restore" }));
    await succeeds(destroy(stack));
    expect(await number(server, NUMBER)).toMatchObject({ name: "Theirs" });
  });

  it("that was renamed by an up which was killed in between keeps its settings after the next one", async () => {
    await upOf(stack, line("line", "clear", "Ours"));
    const program = line("main-line", "clear", "Main");
    await stack.write(program + NEVER_ENDS);
    await killOnceHeld(stack, "main-line");
    expect(await held(stack)).toEqual({ line: id, "main-line": id });
    const { output } = await upOf(stack, program);
    expect(await number(server, NUMBER)).toMatchObject({ name: "Main", call_receive_mode: "voice" });
    expect(output).toMatch(LEFT_ALONE);
    expect(await held(stack)).toEqual({ "main-line": id });
    await expectSettled(stack);
  });

  it("that leaves the stack for another number of it is restored", async () => {
    await upOf(stack, line("line", "restore", "Ours"));
    await upOf(stack, phoneNumber("line", { number: "+12025550102", name: "Ours", onDestroy: "restore" }));
    expect(await number(server, NUMBER)).toMatchObject(THEIRS);
    expect(await number(server, "+12025550102")).toMatchObject({ name: "Ours" });
    await expectSettled(stack);
  });

  it("that is set already as the program says is adopted without a write", async () => {
    const { output } = await upOf(
      stack,
      phoneNumber("line", { number: NUMBER, name: "Theirs", callReceiveMode: "fax" }),
    );
    expect(writes(server)).toEqual([]);
    expect(output).toContain("2 created");
    await expectSettled(stack);
  });

  it.each([
    ["could not be read", { effect: "not-json", times: 1 }],
    ["broke off", { effect: "truncate", times: "always" }],
    ["was lost", { effect: "lose-answer", times: "always" }],
  ] as const)(
    "whose adoption worked but whose answer %s goes back to the first settings in the end",
    async (_, fault) => {
      server.faults.add({ method: "PUT", path: `${NUMBERS}/{id}`, ...fault });
      await stack.write(line("line", "restore", "Ours"));
      await stack.up();
      expect(await number(server, NUMBER)).toMatchObject({ name: "Ours" });
      server.faults.clear();
      await succeeds(stack.up());
      expect(await held(stack)).toEqual({ line: id });
      await expectSettled(stack);
      await succeeds(destroy(stack));
      expect(await number(server, NUMBER)).toMatchObject(THEIRS);
    },
  );

  it("has the id of the look-up, whatever the answer to its adoption says", async () => {
    const { answerWith } = await passThroughGateway();
    answerWith(async ({ method }, forward) => {
      const answer = await forward();
      return method === "PUT" ? json(200, { id: "another", name: "Ours" }) : answer;
    });
    await stack.write(line("line", "restore", "Ours"));
    await stack.up();
    answerWith();
    expect(await held(stack)).toEqual({ line: id });
    await succeeds(stack.up());
    await succeeds(destroy(stack));
    expect(await number(server, NUMBER)).toMatchObject(THEIRS);
  });

  it("is updated when the answer to the update has no body", async () => {
    await upOf(stack, line("line", "restore", "Ours"));
    const { answerWith } = await passThroughGateway();
    answerWith(async ({ method }, forward) => {
      const answer = await forward();
      return method === "PUT" ? { status: 204, type: "", text: "" } : answer;
    });
    await upOf(stack, line("line", "restore", "Main"));
    answerWith();
    expect(await number(server, NUMBER)).toMatchObject({ name: "Main" });
    await expectSettled(stack);
  });

  it("is the same one when its id is written in upper case", async () => {
    const program = (phoneNumberId: string, name: string) =>
      phoneNumber("line", { phoneNumberId, name, onDestroy: "clear" });
    for (const [written, label] of [
      [id, "A"],
      [id.toUpperCase(), "B"],
      [id.toUpperCase(), "C"],
      [id, "D"],
    ] as const) {
      const { output } = await upOf(stack, program(written, label));
      expect(await number(server, NUMBER)).toMatchObject({ name: label });
      expect(output).not.toContain("replace");
    }
    await expectSettled(stack);
  });

  it("that still rings an endpoint which is destroyed is named in one line with the remedy", async () => {
    await upOf(stack, `${RINGS}line({});`);
    const { output } = await succeeds(destroy(stack));
    expect(await endpoints(server)).toEqual({});
    // The engine shows a message as it comes, and again in its report.
    const report = output.slice(output.indexOf("Diagnostics:")).split("\n");
    expect(report.filter((each) => each.includes(NUMBER))).toEqual([expect.stringContaining("onDestroy")]);
  });

  it("that rings an endpoint and is restored before is not spoken of", async () => {
    await upOf(stack, `${RINGS}line({ onDestroy: "restore" });`);
    const { output } = await succeeds(destroy(stack));
    expect(await endpoints(server)).toEqual({});
    expect(await number(server, NUMBER)).toMatchObject(THEIRS);
    expect(output).not.toContain(NUMBER);
  });

  it("that rings an endpoint whose deletion the service refuses for it is named by the error", async () => {
    await upOf(stack, `${RINGS}line({});`);
    server.faults.add({
      method: "DELETE",
      path: `${SIP}/{id}`,
      times: "always",
      effect: "status",
      status: 422,
      body: {
        errors: [
          {
            detail: "The resource is assigned as a handler",
            status: "422",
            title: "Unprocessable Entity",
            code: "resource_assigned_as_handler",
          },
        ],
      },
    });
    const { output } = await fails(destroy(stack));
    expect(Object.keys(await endpoints(server))).toEqual(["desk"]);
    expect(output).toMatch(/Could not delete the SIP endpoint "desk"/);
    expect(output).toContain(NUMBER);
  });
});

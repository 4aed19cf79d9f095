// `drift --fix`: what is missing is made again with what hangs on it, and nothing else than what was shown is ever done.

import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { ask, environmentOf, list, requests, type Server, serve } from "./service.ts";
import { describeWithEngine, Stack } from "./stack.ts";

const DESK = 'const desk = new SipEndpoint("desk", { username: "desk", password: "a password", callerId: "said" });\n';
const MAIN = `new PhoneNumber("main", {
  number: "+12025550100", callHandler: "relay_sip_endpoint", callSipEndpointId: desk.id, name: "Main",
});\n`;

describeWithEngine("the fix of drift", () => {
  let server: Server;
  let stack: Stack;

  beforeAll(async () => {
    server = await serve("+12025550100", "+12025550101");
    stack = await Stack.create(environmentOf(server));
  });

  beforeEach(async () => {
    await stack.write(DESK + MAIN);
    const up = await stack.up("--refresh");
    expect(up.code, up.output.slice(-2_000)).toBe(0);
  });

  afterAll(async () => {
    await stack?.remove();
    await server?.close();
  });

  const fix = () => stack.command("drift", "--fix", "--yes");
  const endpoints = () => list(server, "/endpoints/sip");
  const desk = async () => (await endpoints()).find(({ username }) => username === "desk");
  const main = async () => (await list(server, "/phone_numbers")).find(({ number }) => number === "+12025550100");
  const writes = () => requests(server).filter((line) => !line.startsWith("GET"));
  const disturb = async () => ask(server, "PUT", `/endpoints/sip/${(await desk())?.id}`, { caller_id: "made" });

  it("makes a missing endpoint again, and lets the number ring the new one", async () => {
    const before = await desk();
    await ask(server, "DELETE", `/endpoints/sip/${before?.id}`);

    const { code, out, err } = await fix();

    expect(code, err).toBe(0);
    expect(err).toMatch(/create SipEndpoint desk\n {2}change PhoneNumber main/);
    const after = await desk();
    expect(after?.id).not.toBe(before?.id);
    expect((await main())?.call_sip_endpoint_id).toBe(after?.id);
    expect(out).toContain("In sync");
    expect((await stack.preview("--refresh", "--expect-no-changes")).code).toBe(0);
  });

  it("does nothing at all when the program would delete what drifted, and lists it", async () => {
    await disturb();
    await stack.write("");
    server.journal.clear();

    const { code, out, err } = await fix();

    expect(code).toBe(1);
    expect(`${out}${err}`).toMatch(/only updates.*delete SipEndpoint desk/s);
    expect(writes()).toEqual([]);
    expect((await desk())?.caller_id).toBe("made");
  });

  it("does nothing at all when the program would replace what drifted, and lists it", async () => {
    await ask(server, "PUT", `/phone_numbers/${(await main())?.id}`, { name: "Made" });
    await stack.write(DESK + MAIN.replace("5550100", "5550101"));
    server.journal.clear();

    const { code, out, err } = await fix();

    expect(code).toBe(1);
    expect(`${out}${err}`).toMatch(/only updates.*replace PhoneNumber main/s);
    expect(writes()).toEqual([]);
  });

  it("does not say that all is in sync while a preview would still change something", async () => {
    await disturb();
    await stack.write(`${DESK + MAIN}new SipEndpoint("later", { username: "later", password: "a password" });`);

    const { code, out } = await fix();

    expect((await desk())?.caller_id).toBe("said");
    expect((await endpoints()).map(({ username }) => username)).toEqual(["desk"]);
    expect(out).not.toContain("In sync");
    expect(out).toMatch(/create SipEndpoint later.*pulumi up/s);
    expect(code).toBe(1);
  });

  it("fixes nothing while something could not be read", async () => {
    await disturb();
    const path = `/api/relay/rest/phone_numbers/${(await main())?.id}`;
    const fault = server.faults.add({ method: "GET", path, times: "always", effect: "status", status: 500 });
    server.journal.clear();

    const { code, out } = await fix();
    server.faults.remove(fault.id);

    expect(code).toBe(1);
    expect(out).toContain("Nothing is fixed in test");
    expect(writes()).toEqual([]);
  });
});

// `drift --fix` only updates, and creates missing objects again. It runs exactly the shown steps.

import { afterEach, beforeEach, expect, it } from "vitest";
import { ask, environmentOf, list, type Server, serve } from "../service.ts";
import { describeWithEngine, type Printed, Stack } from "../stack.ts";
import { contents, endpoint, endpoints, expectSettled, number, phoneNumber, upOf, writes } from "./helpers.ts";

const NUMBER = "+12025550101";
const DESK = endpoint("desk", { username: "desk", callerId: "Ours" });

describeWithEngine("drift --fix", () => {
  let server: Server;
  let stack: Stack;

  beforeEach(async () => {
    server = await serve(NUMBER, "+12025550102");
    stack = await Stack.create(environmentOf(server));
  });

  afterEach(async () => {
    await stack.remove();
    await server.close();
  });

  function fix(): Promise<Printed> {
    server.journal.clear();
    return stack.command("drift", "--fix", "--yes");
  }

  it("refuses to delete, replace or rename what drifted, says so of each, and leaves all as it was", async () => {
    const line = (digits: string) => phoneNumber("line", { number: digits, name: "Ours", onDestroy: "clear" });
    await upOf(stack, DESK + endpoint("other", { username: "other", callerId: "Ours" }) + line(NUMBER));
    const { desk, other } = await endpoints(server);
    for (const id of [desk, other]) await ask(server, "PUT", `/endpoints/sip/${id}`, { caller_id: "Theirs" });
    await ask(server, "PUT", `/phone_numbers/${(await number(server, NUMBER)).id}`, { name: "Theirs" });
    const before = { service: server.snapshot(), state: await contents(stack) };
    // One resource left the program, one names another number, and one has another name.
    await stack.write(
      endpoint("reception", { username: "desk", callerId: "Ours", adopt: true }) + line("+12025550102"),
    );
    const { code, out, err } = await fix();
    expect(writes(server)).toEqual([]);
    expect(server.snapshot()).toEqual(before.service);
    expect(await contents(stack)).toEqual(before.state);
    expect(code, out + err).not.toBe(0);
    for (const refused of ["delete SipEndpoint other", "replace PhoneNumber line", "delete SipEndpoint desk"])
      expect(err).toContain(refused);
    expect(`${out}${err}`).not.toMatch(/^Stack .*in sync$/m);
  });

  it("makes a missing endpoint anew, and lets the number that rang it ring the new one", async () => {
    await upOf(
      stack,
      `const desk = ${DESK}new PhoneNumber("line", { number: "${NUMBER}", callHandler: "relay_sip_endpoint", callSipEndpointId: desk.id });`,
    );
    const { desk: gone } = await endpoints(server);
    await ask(server, "DELETE", `/endpoints/sip/${gone}`);
    const { code, out, err } = await fix();
    const { desk: made } = await endpoints(server);
    expect(made).toEqual(expect.any(String));
    expect(made).not.toBe(gone);
    expect(await number(server, NUMBER)).toMatchObject({ call_sip_endpoint_id: made });
    expect(code, out + err).toBe(0);
    expect(out).toContain("in sync");
    // The executed steps equal the shown ones.
    expect(err).toContain("line");
    await expectSettled(stack);
  });

  it("changes what drifted, leaves what the program changed since, and does not call that in sync", async () => {
    const kept = `${DESK}new SipProfile("profile", { defaultEncryption: "required" });`;
    await upOf(stack, kept + endpoint("other", { username: "other", callerId: "A" }));
    await ask(server, "PUT", `/endpoints/sip/${(await endpoints(server)).desk}`, { caller_id: "Theirs" });
    await ask(server, "PUT", "/sip_profile", { default_encryption: "optional" });
    await stack.write(kept + endpoint("other", { username: "other", callerId: "B" }));
    const { out, err } = await fix();
    const callers = (await list(server, "/endpoints/sip")).map(({ username, caller_id }) => [username, caller_id]);
    expect(Object.fromEntries(callers)).toEqual({ desk: "Ours", other: "A" });
    expect(await ask(server, "GET", "/sip_profile")).toMatchObject({ default_encryption: "required" });
    // A change of the program is not drift, but the stack differs from the program.
    expect(`${out}${err}`).toMatch(/pulumi (up|preview)/);
  });
});

// Adopts existing objects and releases them: no setting is lost, and undecidable cases are reported.

import { expect, it } from "vitest";
import { describeStack, server, stack } from "./described.ts";
import { destroy, expectSettled, fails, number, succeeds, upOf } from "./lives/helpers.ts";
import { ask, list, requests } from "./service.ts";
import { itWithClasses, type Properties } from "./stack.ts";

const NUMBERS = ["+12025550101", "+12025550102", "+12025550103"] as const;
const [NUMBER] = NUMBERS;

describeStack("adoption", { numbers: NUMBERS, inProcess: true }, () => {
  it("refuses a second resource on one number, shows what becomes of an argument taken away, and lets a number be named anew", async () => {
    const { id } = await number(server, NUMBER);
    await stack.write(`
const first = new PhoneNumber("line", { number: "${NUMBER}", name: "A" });
new PhoneNumber("second", { phoneNumberId: "${id}", name: "B" }, { dependsOn: first });`);
    const up = await fails(stack.up());
    expect(up.output).toContain('phoneNumberId is already used by the PhoneNumber "line"');
    expect(await number(server, NUMBER)).toMatchObject({ name: "A" });

    await upOf(stack, `new PhoneNumber("line", { number: "${NUMBER}" });`);
    await expectSettled(stack);
    expect(await number(server, NUMBER)).toMatchObject({ name: null });
    await ask(server, "PUT", `/phone_numbers/${id}`, { name: "Somebody's" });
    const { output } = await expectSettled(stack);
    expect(output).toContain('is left as it is: name (not set) → "Somebody\'s"');
    await succeeds(stack.run("up", "--yes", "--refresh", "--skip-preview"));
    expect(await number(server, NUMBER)).toMatchObject({ name: "Somebody's" });

    await stack.write(`new PhoneNumber("line", { phoneNumberId: "${id}" });`);
    expect((await stack.preview()).output).toContain("1 to update");
    await stack.write(`new PhoneNumber("line", { number: "${NUMBERS[1]}" });`);
    expect((await stack.preview()).output).toContain("to replace");
  });

  it("fails on a taken user name with the id and ways out, all of which work: adopt, with a password or the one it has, and adoptMatching", async () => {
    const add = async (username: string, caller_id: string, password = "x") =>
      String((await ask(server, "POST", "/endpoints/sip", { username, password, caller_id })).id);
    const [desk, same] = [await add("desk", "Theirs"), await add("same", "Ours")];
    const kept = await add("kept", "Theirs", "canary-password");
    await add("other", "Theirs");
    const program = (username: string, more = "") =>
      `new SipEndpoint("${username}", { username: "${username}", password: "canary-password", callerId: "Ours"${more} });`;
    // The endpoint keeps its password, which the program need not know.
    const keptBy = (more: string) => `new SipEndpoint("kept", { username: "kept", callerId: "Ours"${more} } as never);`;
    await stack.write(program("desk") + program("same"));
    const refused = await fails(stack.up("--continue-on-error"));
    expect(refused.output).toContain(`The SIP endpoint ${desk} has this username`);
    expect(refused.output).toContain("it differs in callerId");
    expect(refused.output).toContain("signalwire:adoptMatching");

    server.journal.clear();
    await upOf(stack, program("desk", ", adopt: true") + keptBy(", adopt: true"));
    const bodies = server.journal.entries.filter(({ method, path }) => method === "PUT" && path.endsWith(kept));
    expect(bodies.map(({ requestBody }) => requestBody)).toEqual([{ caller_id: "Ours" }]);

    await succeeds(stack.run("config", "set", "signalwire:adoptMatching", "true"));
    // An adopted object needs neither `adopt` nor a password later.
    const matched = await upOf(stack, program("desk", ", adopt: true") + keptBy("") + program("same"));
    expect(matched.output).toMatch(/1 created.*3 unchanged/s);
    await expectSettled(stack);

    await stack.write(program("desk", ", adopt: true") + keptBy("") + program("same") + program("other"));
    await fails(stack.up());
    const callers = (await list(server, "/endpoints/sip")).map(({ id, caller_id }) => [id, caller_id]);
    expect(callers).toHaveLength(4);
    expect(Object.fromEntries(callers)).toMatchObject({ [desk]: "Ours", [same]: "Ours", [kept]: "Ours" });
  });

  itWithClasses("names the user name that no endpoint has, in one sentence and without a stack trace", async () => {
    await stack.write('SipEndpoint.getByUsername("found", "nobody-here");');
    const { output } = await fails(stack.preview());
    expect(output).toContain("nobody-here");
    expect(output).not.toMatch(/unhandled|<ref|at .*\.js:/i);
  });

  itWithClasses("looks at endpoints and numbers without managing them", async () => {
    const { id } = await ask(server, "POST", "/endpoints/sip", {
      username: "desk",
      password: "x",
      caller_id: "Theirs",
    });
    server.journal.clear();
    await stack.write(`
const desk = SipEndpoint.get("desk", "${id}");
const line = PhoneNumber.get("line", "${NUMBER}");
const found = SipEndpoint.getByUsername("found", "desk");
export const seen = pulumi.all([desk.callerId, desk.codecs, line.phoneNumberId, line.capabilities, found.id, found.callerId]);`);
    await succeeds(stack.up());
    const { seen } = JSON.parse((await stack.run("stack", "output", "--json")).output) as Properties;
    expect(seen).toEqual([
      "Theirs",
      expect.arrayContaining(["OPUS"]),
      (await number(server, NUMBER)).id,
      expect.arrayContaining(["voice"]),
      id,
      "Theirs",
    ]);
    await succeeds(destroy(stack));
    expect(requests(server).every((line) => line.startsWith("GET "))).toBe(true);
    expect(await list(server, "/endpoints/sip")).toHaveLength(1);
  });
});

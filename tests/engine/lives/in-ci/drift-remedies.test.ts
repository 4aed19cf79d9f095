// The commands that `drift` prints, run as printed.

import { expect, it } from "vitest";
import { describeStack, server, stack } from "../../described.ts";
import { ask, list } from "../../service.ts";
import { endpoint, endpoints, fails, number, phoneNumber, startFrom } from "../helpers.ts";

const NUMBER = "+12025550101";
const DESK = endpoint("desk", { username: "desk", callerId: "Ours" });
const RUNG = `const rung = ${endpoint("rung", { username: "rung" })}
new PhoneNumber("line", { number: "${NUMBER}", callHandler: "relay_sip_endpoint", callSipEndpointId: rung.id });
`;

/** Follows a printed command. What its preview shows is not used. */
const AT_ONCE = "--yes --skip-preview";

describeStack("the commands that drift prints", { numbers: [NUMBER], asUser: true }, () => {
  /** Runs the printed command with this note in a shell. */
  async function runPrinted(note: string, ...options: string[]): Promise<void> {
    const { out } = await stack.command("drift", "--stack", "test", ...options);
    const line = out.split("\n").find((each) => each.endsWith(`# ${note}`));
    expect(line, out).toMatch(/^ {2}pulumi up --refresh --stack test/);
    const { code, out: shown, err } = await stack.execute("bash", "-c", `${line?.replace(/#.*/, "")} ${AT_ONCE}`);
    expect(code, shown + err).toBe(0);
  }

  it("put back what differs, make anew what is missing with its number, and leave what the program changed since", async () => {
    const other = (callerId: string) => endpoint("other", { username: "other", callerId });
    await startFrom(stack, DESK + RUNG + other("A"));
    const { desk, rung: gone } = await endpoints(server);
    await ask(server, "PUT", `/endpoints/sip/${desk}`, { caller_id: "Theirs" });
    await ask(server, "DELETE", `/endpoints/sip/${gone}`);
    await stack.write(DESK + RUNG + other("B"));
    await runPrinted("only what differs");
    const callers = (await list(server, "/endpoints/sip")).map(({ username, caller_id }) => [username, caller_id]);
    expect(Object.fromEntries(callers)).toEqual({ desk: "Ours", other: "A", rung: null });
    const { rung: made } = await endpoints(server);
    expect(made).not.toBe(gone);
    expect(await number(server, NUMBER)).toMatchObject({ call_sip_endpoint_id: made });
  });

  it("show what a failed up took over from the service, and the next up puts it back", async () => {
    const line = phoneNumber("line", { number: NUMBER, name: "Ours" });
    await startFrom(stack, line + DESK);
    await ask(server, "PUT", `/phone_numbers/${(await number(server, NUMBER)).id}`, { name: "Theirs" });
    await stack.write(`const other = ${endpoint("other", { username: "desk" })}
new PhoneNumber("line", { number: "${NUMBER}", name: other.username.apply(() => "Ours") });\n`);
    await fails(stack.upInline("--refresh"));
    await stack.write(line + DESK);
    const { code, out, err } = await stack.command("drift", "--stack", "test");
    expect(code, out + err).toBe(7);
    expect(out).toContain("refreshed  PhoneNumber line");
    expect(out).not.toContain("refreshed  SipEndpoint");
    const [shows, does] = out.split("\n").filter((each) => /^ {2}pulumi .*# .* the program/.test(each));
    expect((await stack.execute("bash", "-c", String(shows))).out).toMatch(/name: "Theirs" => "Ours"/);
    const up = await stack.execute("bash", "-c", `${does?.replace(/#.*/, "")} ${AT_ONCE}`);
    expect(up.code, up.out + up.err).toBe(0);
    expect(await number(server, NUMBER)).toMatchObject({ name: "Ours" });
  });
});

// The commands that `drift` prints, run as printed.

import { expect, it } from "vitest";
import { describeStack, server, stack } from "../../described.ts";
import { ask, list } from "../../service.ts";
import { endpoint, endpoints, number, startFrom } from "../helpers.ts";

const NUMBER = "+12025550101";
const DESK = endpoint("desk", { username: "desk", callerId: "Ours" });
const RUNG = `const rung = ${endpoint("rung", { username: "rung" })}
new PhoneNumber("line", { number: "${NUMBER}", callHandler: "relay_sip_endpoint", callSipEndpointId: rung.id });
`;

describeStack("the commands that drift prints", { numbers: [NUMBER], asUser: true }, () => {
  it("put back what differs, make anew what is missing with its number, and leave what the program changed since", async () => {
    const other = (callerId: string) => endpoint("other", { username: "other", callerId });
    await startFrom(stack, DESK + RUNG + other("A"));
    const { desk, rung: gone } = await endpoints(server);
    await ask(server, "PUT", `/endpoints/sip/${desk}`, { caller_id: "Theirs" });
    await ask(server, "DELETE", `/endpoints/sip/${gone}`);
    await stack.write(DESK + RUNG + other("B"));
    const { out } = await stack.command("drift", "--stack", "test");
    const [, line = ""] = /^ {2}(pulumi up --refresh --stack test.*)# only what differs$/m.exec(out) ?? [];
    // What its preview shows is not used.
    const { code, out: shown, err } = await stack.execute("bash", "-c", `${line} --yes --skip-preview`);
    expect(code, out + shown + err).toBe(0);
    const callers = (await list(server, "/endpoints/sip")).map(({ username, caller_id }) => [username, caller_id]);
    expect(Object.fromEntries(callers)).toEqual({ desk: "Ours", other: "A", rung: null });
    const { rung: made } = await endpoints(server);
    expect(made).not.toBe(gone);
    expect(await number(server, NUMBER)).toMatchObject({ call_sip_endpoint_id: made });
  });
});

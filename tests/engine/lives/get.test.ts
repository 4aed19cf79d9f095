// Objects that a program only reads.

import { expect, it } from "vitest";
import { describeStack, server, stack } from "../described.ts";
import { ask } from "../service.ts";
import { destroy, endpoints, fails, number, succeeds } from "./helpers.ts";

const NUMBER = "+12025550101";
const ABSENT = "9e8b6c1a-52d7-4b0f-8a35-6f0c7d1e2b34";

describeStack("`get`", { numbers: [NUMBER] }, () => {
  it("of objects that never existed fails the program, existing ones are found, and a destroy leaves them", async () => {
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
});

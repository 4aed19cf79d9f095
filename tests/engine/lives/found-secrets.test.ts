// Settings that no argument holds are encrypted in the state when the program marks an argument of the resource as secret.

import { expect, it } from "vitest";
import { describeStack, server, stack } from "../described.ts";
import { ask } from "../service.ts";
import { expectSettled, number, succeeds, upOf } from "./helpers.ts";

const NUMBER = "+12025550101";
const FOUND = "canary-context-of-theirs";

describeStack("found settings", { numbers: [NUMBER], inProcess: true }, () => {
  const program = (name: string, more = "") =>
    `new PhoneNumber("line", { number: "${NUMBER}", name: ${name}, onDestroy: "restore"${more} });\n`;

  it("are encrypted from the first `up` on, through a change and a refresh, and are put back by a destroy", async () => {
    const theirs = { name: FOUND, message_handler: "relay_context", message_relay_context: `${FOUND}-2` };
    await ask(server, "PUT", `/phone_numbers/${(await number(server, NUMBER)).id}`, theirs);
    await upOf(stack, program('"plain"'));
    expect(await stack.stateText()).toContain(FOUND);
    await succeeds(stack.run("destroy", "--yes", "--skip-preview"));

    await upOf(stack, program('pulumi.secret("ours")'));
    expect(await stack.stateText()).not.toContain(FOUND);
    await upOf(stack, program('pulumi.secret("ours too")'));
    expect(await stack.stateText()).not.toContain(FOUND);
    await succeeds(stack.run("refresh", "--yes", "--skip-preview"));
    await upOf(stack, program('pulumi.secret("ours")'), "--refresh");
    expect(await stack.stateText()).not.toContain(FOUND);
    await expectSettled(stack);
    await succeeds(stack.run("destroy", "--yes", "--skip-preview"));
    expect(await number(server, NUMBER)).toMatchObject(theirs);
  });
});

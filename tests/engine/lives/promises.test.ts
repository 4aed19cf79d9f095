// A successful preview is a promise: it refuses everything that an `up` of the same program would refuse or half-finish.

import { expect, it } from "vitest";
import { describeStack, server, stack } from "../described.ts";
import { endpoint, endpoints, fails, held, succeeds, upOf, urn } from "./helpers.ts";

const NUMBER = "+12025550101";
const DESK = urn("SipEndpoint", "desk");

describeStack("a preview", { numbers: [NUMBER] }, () => {
  async function kept(program: string, ...flags: string[]): Promise<string> {
    await stack.write(program);
    const { output } = await succeeds(stack.preview(...flags));
    await succeeds(stack.up(...flags));
    return output;
  }

  it("warns of a user name that another resource gives up, and the up refuses a swap", async () => {
    const program = (first: string, second: string, options = "{}") =>
      endpoint("desk", { username: first }).replace("new ", "const desk = new ") +
      (second === "" ? "" : endpoint("hall", { username: second }, options));
    await upOf(stack, program("one", ""));
    const { one } = await endpoints(server);
    const warning =
      /warning: the SipEndpoint "desk" gives up username "one" in this run\. This resource must come second: keep or set `dependsOn: \[desk\]`/;
    expect(await kept(program("two", "one", "{ dependsOn: [desk] }"))).toMatch(warning);
    const after = await endpoints(server);
    expect(after.two).toBe(one);
    expect(await held(stack)).toEqual({ desk: one, hall: after.one });

    await stack.write(program("one", "two"));
    expect((await fails(stack.up())).output).toMatch(/swap theirs need two/);
    expect(await endpoints(server)).toEqual(after);
  });

  it("keeps its word on a taint, on --replace, and on replaceOnChanges, without a warning", async () => {
    const program = (callerId: string, options?: string) => endpoint("desk", { username: "desk", callerId }, options);
    await upOf(stack, program("one"));
    await kept(program("one"), "--replace", DESK);
    await succeeds(stack.run("state", "taint", DESK, "--yes"));
    await kept(program("two"));
    const output = await kept(program("three", '{ replaceOnChanges: ["callerId"] }'));
    expect(output).not.toMatch(/warning|taken|adopts/);
    const { desk, ...others } = await endpoints(server);
    expect(others).toEqual({});
    expect(await held(stack)).toEqual({ desk });

    await stack.write(program("four", '{ replaceOnChanges: ["callerId"], deleteBeforeReplace: false }'));
    for (const outcome of [await fails(stack.preview()), await fails(stack.up())])
      expect(outcome.output).toContain("It is the one that this resource replaces");
    expect(await endpoints(server)).toEqual({ desk });
  });
});

// A successful preview is a promise: it refuses everything that an `up` of the same program would refuse or half-finish.

import { expect, it } from "vitest";
import { describeStack, server, stack } from "../described.ts";
import { door } from "../stack.ts";
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
    if (door === "classes") {
      await kept(program("one"), "--replace", DESK);
      await succeeds(stack.run("state", "taint", DESK, "--yes"));
      await kept(program("two"));
    } else {
      // The engine shows a plugin neither the old object nor the option, so preview and up both refuse, with a remedy.
      for (const outcome of [await fails(stack.preview("--replace", DESK)), await fails(stack.up("--replace", DESK))])
        expect(outcome.output).toContain("run `pulumi destroy --target <the resource's URN>` first");
      const before = await endpoints(server);
      await succeeds(stack.run("destroy", "--preview-only", "--target", DESK));
      await succeeds(stack.run("destroy", "--yes", "--skip-preview", "--target", DESK));
      await kept(program("one"));
      const after = await endpoints(server);
      expect(after.desk).not.toBe(before.desk);
      await succeeds(stack.run("state", "taint", DESK, "--yes"));
      await upOf(stack, program("one", "{ deleteBeforeReplace: true }"));
      expect((await endpoints(server)).desk).not.toBe(after.desk);
    }
    const output = await kept(program("three", '{ replaceOnChanges: ["callerId"] }'));
    expect(output).not.toMatch(/warning|taken|adopts/);
    const { desk, ...others } = await endpoints(server);
    expect(others).toEqual({});
    expect(await held(stack)).toEqual({ desk });

    await stack.write(program("four", '{ replaceOnChanges: ["callerId"], deleteBeforeReplace: false }'));
    const { code, output: said } = await stack.preview();
    const refusal = "It is the one that this resource replaces";
    // The engine does not show the option to a plugin, so its preview names it, and the class's preview refuses.
    expect(said).toContain(
      door === "classes" ? refusal : "With `deleteBeforeReplace: false` among the resource's options",
    );
    expect(code === 0).toBe(door === "plugin");
    expect((await fails(stack.up())).output).toContain(refusal);
    expect(await endpoints(server)).toEqual({ desk });
  });

  it("keeps its word on a changed identity, for which the old object is deleted first", async () => {
    const contents = { sections: { main: ["answer"] } };
    const scripts = ["one", "two"].map(
      (name) => `const ${name} = new SwmlScript("${name}", ${JSON.stringify({ displayName: name, contents })});\n`,
    );
    const program = (script: string) =>
      `${scripts.join("")}new SipAddress("line", { name: "line", callingHandlerResourceId: ${script}.id });\n`;
    await upOf(stack, program("one"));
    const { line } = await held(stack);
    expect(await kept(program("two"))).not.toMatch(/warning|taken/);
    const after = await held(stack);
    expect(after.line).toBeTruthy();
    expect(after.line).not.toBe(line);
  });
});

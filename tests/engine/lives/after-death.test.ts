// A destroy without checkpoints whose engine was killed. in-ci/interruptions.test.ts has the commands of docs/scale.md after a killed up.

import { expect, it } from "vitest";
import { describeStack, gateway, server, stack } from "../described.ts";
import { endpoint, endpoints, startFrom, succeeds } from "./helpers.ts";

const NAMES = ["one", "two", "three", "four"];
const PROGRAM = NAMES.map((name) => endpoint(name, { username: name, callerId: "A" })).join("");

const options = { gateway: true, env: { PULUMI_SKIP_CHECKPOINTS: "true" } };

describeStack("a stack without checkpoints whose engine was killed during a destroy", options, () => {
  it("is whole again after `up --refresh`, and not after `up` alone", async () => {
    await startFrom(stack, PROGRAM);
    let requests = 0;
    const carriedOut = Promise.withResolvers<void>();
    gateway.answerWith(async (question, forward) => {
      if (question.method !== "DELETE" || ++requests !== 2) return forward();
      running.signal("SIGKILL");
      await forward();
      carriedOut.resolve();
      throw new Error("the connection broke");
    });
    const running = await stack.start("destroy", "--yes", "--skip-preview");
    await running.ended;
    await carriedOut.promise;
    gateway.answerWith();
    await succeeds(stack.run("cancel", "--yes"));
    expect(Object.keys(await endpoints(server)).length).toBeLessThan(NAMES.length);
    expect((await succeeds(stack.up())).output).toMatch(/\d unchanged/);

    await succeeds(stack.up("--refresh"));
    expect(Object.keys(await endpoints(server)).sort()).toEqual([...NAMES].sort());
  });
});

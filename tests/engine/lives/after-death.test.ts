// The commands that docs/scale.md recommends after the engine was killed, as written there.

import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { describeStack, gateway, server, stack } from "../described.ts";
import { endpoint, endpoints, expectSettled, fails, startFrom, succeeds } from "./helpers.ts";

const NAMES = ["one", "two", "three", "four"];
const PROGRAM = NAMES.map((name) => endpoint(name, { username: name, callerId: "A" })).join("");

describeStack(
  "a stack without checkpoints whose engine was killed",
  { gateway: true, env: { PULUMI_SKIP_CHECKPOINTS: "true" } },
  () => {
    it("during a destroy is whole again after `up --refresh`, and not after `up` alone", async () => {
      await startFrom(stack, PROGRAM);
      await killDuring("destroy", "DELETE");
      expect(Object.keys(await endpoints(server)).length).toBeLessThan(NAMES.length);
      expect((await succeeds(stack.up())).output).toMatch(/\d unchanged/);

      await succeeds(stack.up("--refresh"));
      expect(Object.keys(await endpoints(server)).sort()).toEqual([...NAMES].sort());
    });

    it("during an up is whole after one `up` with the setting, which is then taken out again", async () => {
      await stack.write(PROGRAM);
      await killDuring("up", "POST");
      const left = Object.keys(await endpoints(server));
      expect(left).not.toEqual([]);
      const refused = await fails(stack.up("--refresh"));
      expect(refused.output).toContain("pulumi up --refresh --config signalwire:adoptMatching=true");
      const { output } = await succeeds(stack.up("--refresh", "--config", "signalwire:adoptMatching=true"));
      for (const name of left) expect(output).toContain(`adopted the SIP endpoint "${name}": `);
      expect(await settings()).toMatch(/adoptMatching: "true"/);
      await succeeds(stack.run("config", "rm", "signalwire:adoptMatching"));
      expect(await settings()).not.toContain("adoptMatching");
      await expectSettled(stack);
    });

    const settings = () => readFile(stack.path("Pulumi.test.yaml"), "utf8");

    /** Kills the engine during the second request of this kind. */
    async function killDuring(command: string, method: string): Promise<void> {
      let requests = 0;
      const carriedOut = Promise.withResolvers<void>();
      gateway.answerWith(async (question, forward) => {
        if (question.method !== method || ++requests !== 2) return forward();
        running.signal("SIGKILL");
        await forward();
        carriedOut.resolve();
        throw new Error("the connection broke");
      });
      const running = await stack.start(command, "--yes", "--skip-preview");
      await running.ended;
      await carriedOut.promise;
      gateway.answerWith();
      await succeeds(stack.run("cancel", "--yes"));
    }
  },
);

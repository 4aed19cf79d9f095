// The commands that docs/scale.md recommends after the engine was killed, as written there.

import { readFile } from "node:fs/promises";
import { beforeEach, expect, it } from "vitest";
import { describeStack, gateway, server, stack } from "../described.ts";
import { ask } from "../service.ts";
import { startFrom } from "../settled.ts";
import { destroy, endpoint, endpoints, expectSettled, fails, number, phoneNumber, succeeds } from "./helpers.ts";

const NUMBER = "+12025550101";
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
      expect((await succeeds(stack.run("up", "--yes"))).output).toMatch(/\d unchanged/);

      await succeeds(stack.run("up", "--yes", "--refresh"));
      expect(Object.keys(await endpoints(server)).sort()).toEqual([...NAMES].sort());
      await expectSettled(stack);
    });

    it("during an up is whole after one `up` with the setting, which is then taken out again", async () => {
      await stack.write(PROGRAM);
      await killDuring("up", "POST");
      const left = Object.keys(await endpoints(server));
      expect(left).not.toEqual([]);
      const refused = await fails(stack.run("up", "--yes", "--refresh"));
      expect(refused.output).toContain("pulumi up --refresh --config signalwire:adoptMatching=true");
      const { output } = await succeeds(
        stack.run("up", "--yes", "--refresh", "--config", "signalwire:adoptMatching=true"),
      );
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

describeStack(
  "a first adoption with restore whose engine was killed after the write and before its record",
  { numbers: [NUMBER], gateway: true },
  () => {
    const RESTORED = `${phoneNumber("line", { number: NUMBER, name: "Ours", onDestroy: "restore" })}
new SipProfile("profile", { defaultEncryption: "required", onDestroy: "restore" });`;

    beforeEach(async () => {
      const { id } = await number(server, NUMBER);
      await ask(server, "PUT", `/phone_numbers/${id}`, { name: "Theirs" });
    });

    it("warns in the next preview and up that the settings from before are not known, for the number and the profile", async () => {
      await stack.write(RESTORED);
      await killAfterWrites(2);
      expect(await settings()).toEqual({ name: "Ours", encryption: "required" });

      const preview = await succeeds(stack.preview());
      const up = await succeeds(stack.up());
      for (const { output } of [preview, up]) {
        const warnings =
          output.match(/already is as the program says, so `onDestroy: "restore"` would leave it/g) ?? [];
        // The engine shows a warning at once, and again in its report.
        expect(new Set(output.match(/the (?:phone number \+12025550101|SIP profile) already is/g) ?? []).size).toBe(2);
        expect(warnings.length).toBeGreaterThanOrEqual(2);
      }
      await expectSettled(stack);
      await succeeds(destroy(stack));
      expect(await settings()).toEqual({ name: "Ours", encryption: "required" });
    });

    it("is remembered by the state where one write was recorded, and only the other one is warned about", async () => {
      await startFrom(stack, phoneNumber("line", { number: NUMBER, name: "Ours", onDestroy: "restore" }));
      await stack.write(RESTORED);
      await killAfterWrites(1);
      const { output } = await succeeds(stack.up());
      expect(output).toMatch(/the SIP profile already is as the program says/);
      expect(output).not.toMatch(/phone number \S+ already is/);
      await succeeds(destroy(stack));
      expect(await settings()).toEqual({ name: "Theirs", encryption: "required" });
    });

    async function settings(): Promise<{ name: unknown; encryption: unknown }> {
      const { default_encryption: encryption } = await ask(server, "GET", "/sip_profile");
      return { name: (await number(server, NUMBER)).name, encryption };
    }

    /** Kills the engine when the service has carried out this many writes and answered none. */
    async function killAfterWrites(many: number): Promise<void> {
      let writes = 0;
      const carriedOut = Promise.withResolvers<void>();
      const died = Promise.withResolvers<void>();
      gateway.answerWith(async (question, forward) => {
        if (question.method !== "PUT") return forward();
        await forward();
        writes += 1;
        if (writes === many) carriedOut.resolve();
        await died.promise;
        throw new Error("the connection broke");
      });
      const running = await stack.start("up", "--yes", "--skip-preview");
      await Promise.race([carriedOut.promise, running.ended]);
      expect(writes).toBe(many);
      running.signal("SIGKILL");
      await running.ended;
      died.resolve();
      gateway.answerWith();
      await stack.unlock();
    }
  },
);

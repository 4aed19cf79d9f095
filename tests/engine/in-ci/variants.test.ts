// A service that contradicts assumptions of this package (contract/variants.ts): those that change nothing for a user, in a life
// of a stack.

import { expect, it } from "vitest";
import { gaps, type Variant, variants } from "../../../contract/index.ts";
import { startServer } from "../../../server/index.ts";
import { expectSettled, succeeds, upOf } from "../lives/helpers.ts";
import { environmentOf, list } from "../service.ts";
import { describeWithEngine, Stack } from "../stack.ts";

const NUMBER = "+12025550101";
const harmless = (Object.keys(variants) as Variant[]).filter((id) => {
  const { probe } = gaps[id];
  return "otherwise" in probe && probe.otherwise.startsWith("Nothing");
});

const program = (more: string) => `
const desk = new SipEndpoint("desk", { username: "Desk", password: "canary-password", codecs: ["OPUS"]${more} });
new SipEndpoint("plain", { username: "plain", password: "canary-password" });
new PhoneNumber("line", { number: "${NUMBER}", name: "Main", callHandler: "relay_sip_endpoint", callSipEndpointId: desk.id, onDestroy: "restore" });
new SipProfile("profile", { defaultEncryption: "required", onDestroy: "restore" });
new ClientToken("token", { resource: "mobile" });
`;

describeWithEngine("a service that answers otherwise", () => {
  // In lower case, a user name returned by the service differs from the program's.
  it.each([[harmless], [["username-case"] as Variant[]]])(
    "%s: a stack is created, changed and removed",
    async (chosen) => {
      expect(chosen).not.toEqual([]);
      const server = await startServer({ variants: chosen, seed: { projects: [{ numbers: [NUMBER] }] } });
      const stack = await Stack.create(environmentOf(server));
      try {
        await upOf(stack, program(""));
        await expectSettled(stack);
        await upOf(stack, program(', callerId: "Front desk"'));
        await expectSettled(stack);
        await succeeds(stack.run("destroy", "--yes", "--skip-preview"));
        expect(await list(server, "/endpoints/sip")).toEqual([]);
      } finally {
        await stack.remove();
        await server.close();
      }
    },
  );
});

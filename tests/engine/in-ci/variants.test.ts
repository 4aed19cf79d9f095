// A service that contradicts assumptions of this package (tests/live/variants.ts): those that change nothing for a user, in a life
// of a stack.

import { expect, it } from "vitest";
import { type Gap, gaps } from "../../../contract/index.ts";
import { VARIANTS, type Variant } from "../../live/variants.ts";
import { describeStack, server, stack } from "../described.ts";
import { destroy, expectSettled, succeeds, upOf } from "../lives/helpers.ts";
import { list } from "../service.ts";

const NUMBER = "+12025550101";
const harmless = VARIANTS.filter((id) => {
  const { probe }: Gap = gaps[id];
  return probe?.otherwise.startsWith("Nothing");
});

const program = (more: string) => `
const desk = new SipEndpoint("desk", { username: "Desk", password: "canary-password", codecs: ["OPUS"]${more} });
new SipEndpoint("plain", { username: "plain", password: "canary-password" });
new PhoneNumber("line", { number: "${NUMBER}", name: "Main", callHandler: "relay_sip_endpoint", callSipEndpointId: desk.id, onDestroy: "restore" });
new SipProfile("profile", { defaultEncryption: "required", onDestroy: "restore" });
new ClientToken("token", { resource: "mobile" });
`;

// In lower case, a user name returned by the service differs from the program's.
for (const chosen of [harmless, ["username-case"] as Variant[]])
  describeStack(
    `a service that answers otherwise: ${chosen}`,
    { service: { variants: chosen, seed: { projects: [{ numbers: [NUMBER] }] } }, inProcess: true },
    () => {
      it("has a stack that is created, changed and removed", async () => {
        expect(chosen).not.toEqual([]);
        await upOf(stack, program(""));
        await expectSettled(stack);
        await upOf(stack, program(', callerId: "Front desk"'));
        await expectSettled(stack);
        await succeeds(destroy(stack));
        expect(await list(server, "/endpoints/sip")).toEqual([]);
      });
    },
  );

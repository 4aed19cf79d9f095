// Wrong arguments in a program, whose preview reports every problem at once. tests/provider/lifecycle/check.test.ts has each problem.

import { expect, it } from "vitest";
import { describeStack, server, stack } from "../described.ts";
import { fails, succeeds, writes } from "../lives/helpers.ts";
import { requests } from "../service.ts";

describeStack("wrong arguments", { numbers: ["+12025550101"], inProcess: true }, () => {
  it("fail a preview with every problem of every resource, which sends no write and prints no password", async () => {
    await stack.write(`
new SipEndpoint("first", {
  username: "front desk",
  password: "canary-password-1",
  callerId: 5 as unknown as string,
  callFallbackUrl: "not a url with canary-password-3",
});
new SipEndpoint("second", { username: "second", password: pulumi.secret("") });
new PhoneNumber("third", { number: "0301234567", callHandler: "carrier_pigeon" as "dialogflow" });
new PhoneNumber("good", { number: "+12025550101", name: "Main" });
`);
    const { output } = await fails(stack.preview());
    for (const problem of [
      "username must not contain white space or the character @",
      "callerId must be a string",
      "callFallbackUrl must be an absolute http:// or https:// URL",
      "password must not be empty",
      "number must be a number in E.164 form",
      "callHandler must be one of relay_context, relay_application, laml_webhooks",
      "Correct the problems listed by resource",
    ])
      expect(output).toContain(problem);
    expect(output).not.toContain("canary");
    expect(writes(server)).toEqual([]);
  });

  it("stop an up without a preview before anything is sent, also where they are known only then", async () => {
    await stack.write('new SipEndpoint("only", { username: "a b", password: "canary-password-1" });');
    const { output } = await fails(stack.up());
    expect(output).toContain("username must not contain white space or the character @");
    expect(output).not.toContain("canary");
    expect(requests(server)).toEqual([]);
    await stack.write(`
const token = new ClientToken("token", { resource: "a b" });
new SipEndpoint("desk", { username: token.resource, password: "canary-password-1" });
`);
    expect((await fails(stack.up())).output).toContain("username must not contain white space");
    expect(requests(server)).toEqual(["POST /api/relay/rest/jwt"]);
  });

  it("are not reported of values that are outputs of other resources", async () => {
    await stack.write(`
const token = new ClientToken("token", {});
const unknown = token.expiresAt;
new SipEndpoint("desk", {
  username: unknown,
  password: unknown,
  codecs: [unknown as pulumi.Output<"OPUS">, "PCMU"],
  callHandler: unknown as pulumi.Output<"relay_script">,
  sendAs: unknown,
});
new PhoneNumber("line", { number: unknown, callHandler: "relay_sip_endpoint", callSipEndpointId: unknown });
new ClientToken("second", { resource: unknown, expiresIn: unknown.apply((text) => text.length) });
`);
    expect((await succeeds(stack.preview())).output).toContain("5 to create");
  });
});

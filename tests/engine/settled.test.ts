import { expect, it } from "vitest";
import { describeStack, server, stack } from "./described.ts";
import { succeeds } from "./lives/helpers.ts";
import { ask, list } from "./service.ts";
import { settledBefore } from "./settled.ts";

describeStack("a stack", { numbers: ["+12025550101"], bothDoors: true }, () => {
  it("is known to be settled after an up, and not after a change by hand, of the program or of the credentials", async () => {
    const program = (name: string) =>
      `new SipEndpoint("desk", { username: "desk", password: "canary-password", callerId: pulumi.secret("Desk") });
new PhoneNumber("line", { number: "+12025550101", name: "${name}" });`;
    await stack.write(program("Main"));
    expect(await settledBefore(stack)).toBeUndefined();
    await succeeds(stack.up());
    expect(await settledBefore(stack)).toMatchObject({ code: 0 });

    const [desk] = await list(server, "/endpoints/sip");
    await ask(server, "PUT", `/endpoints/sip/${desk?.id}`, { caller_id: "Theirs" });
    expect(await settledBefore(stack)).toBeUndefined();
    await ask(server, "PUT", `/endpoints/sip/${desk?.id}`, { caller_id: "Desk" });
    expect(await settledBefore(stack)).toMatchObject({ code: 0 });

    await stack.write(program("Other"));
    expect(await settledBefore(stack)).toBeUndefined();
    await stack.write(program("Main"));
    stack.export("SIGNALWIRE_API_TOKEN", "another");
    expect(await settledBefore(stack)).toBeUndefined();
    stack.export("SIGNALWIRE_API_TOKEN", server.project.apiToken);
    await ask(server, "DELETE", `/endpoints/sip/${desk?.id}`);
    expect(await settledBefore(stack)).toBeUndefined();
  });
});

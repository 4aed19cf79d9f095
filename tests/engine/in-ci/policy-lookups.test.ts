// Objects that a program only looks up with `get`, under the policy pack: rules do not evaluate them, but resources may refer
// to them.

import { writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { beforeAll, expect, it } from "vitest";
import { describeStack, server, stack } from "../described.ts";
import { ask } from "../service.ts";

const pack = fileURLToPath(new URL("../../../policy", import.meta.url));

const numbers = ["+12025550101", "+12025550102"];

describeStack("a stack that looks at what others manage", { numbers, once: true }, () => {
  let endpoint: string;
  let file: string;

  beforeAll(async () => {
    file = stack.path("state.json");
    // Violates nearly every rule about endpoints, and belongs to another owner.
    const made = await ask(server, "POST", "/endpoints/sip", {
      username: "theirs",
      password: "x",
      send_as: "random",
    });
    endpoint = String(made.id);
    await stack.write(`
const desk = SipEndpoint.get("desk", "${endpoint}");
const line = PhoneNumber.get("line", "+12025550101");
new PhoneNumber("own", { number: "+12025550102", name: "Own", messageHandler: "relay_context", messageRelayApplication: "own", callHandler: "relay_sip_endpoint", callSipEndpointId: desk.id });
new SipEndpoint("mine", {
  username: "mine", password: pulumi.secret("kV7-canary-qX2pLw9z"), callerId: "Mine", encryption: "required", sendAs: line.number.apply((number) => number ?? ""),
});
new ClientToken("token", {});`);
  });

  it("passes an update without a note about them", async () => {
    const up = await stack.up("--policy-pack", pack);
    expect(up.output).not.toMatch(/\[(advisory|mandatory)\]/);
    expect(up.code).toBe(0);
    await writeFile(file, await stack.deploymentText());
  });

  // The engine does not show looked-up objects to policies, so their outputs look like literals.
  it("must list what it refers to, where a rule asks for what the stack manages", async () => {
    const configured = async (listed: boolean) => {
      const config = stack.path("rules.json");
      await writeFile(
        config,
        JSON.stringify({
          "stack-known-endpoints": { enforcementLevel: "mandatory", endpoints: listed ? [endpoint] : [] },
          "sip-endpoint-send-as": {
            enforcementLevel: "mandatory",
            managed: true,
            numbers: listed ? ["+12025550101"] : [],
          },
        }),
      );
      return ["--policy-pack", pack, "--policy-pack-config", config];
    };
    const refused = await stack.preview(...(await configured(false)));
    expect(refused.output.match(/\[mandatory\]/g)).toHaveLength(2);
    expect(refused.code).not.toBe(0);
    // The exported state gets the same verdict as its program.
    for (const command of [["preview"], ["policy", "analyze", "--file", file]]) {
      const listed = await stack.run(...command, ...(await configured(true)));
      expect(listed.output).not.toMatch(/\[(advisory|mandatory)\]/);
      expect(listed.code).toBe(0);
    }
  });
});

// Objects that a program only looks at, with `get`, under the policy pack: not the stack's to be judged, but good to refer to.

import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, it } from "vitest";
import { ask, environmentOf, type Server, serve } from "./service.ts";
import { describeWithEngine, Stack } from "./stack.ts";

const pack = fileURLToPath(new URL("../../policy", import.meta.url));

describeWithEngine("a stack that looks at what others manage", () => {
  let server: Server;
  let stack: Stack;

  beforeAll(async () => {
    server = await serve("+12025550101", "+12025550102");
    stack = await Stack.create(environmentOf(server));
    // Violates nearly every rule about an endpoint, and is somebody else's.
    const { id } = await ask(server, "POST", "/endpoints/sip", {
      username: "theirs",
      password: "x",
      send_as: "random",
    });
    await stack.write(`
const desk = SipEndpoint.get("desk", "${id}");
const line = PhoneNumber.get("line", "+12025550101");
new PhoneNumber("own", { number: "+12025550102", name: "Own", messageHandler: "relay_context", callHandler: "relay_sip_endpoint", callSipEndpointId: desk.id });
new SipEndpoint("mine", {
  username: "mine", password: pulumi.secret("kV7-canary-qX2pLw9z"), callerId: "Mine", encryption: "required", sendAs: line.number.apply((number) => number ?? ""),
});
new ClientToken("token", {});`);
  });

  afterAll(async () => {
    await stack?.remove();
    await server?.close();
  });

  it("passes preview and update without a note about them", async () => {
    const preview = await stack.preview("--policy-pack", pack);
    expect(preview.output).not.toMatch(/\[(advisory|mandatory)\]/);
    expect(preview.code).toBe(0);
    const up = await stack.up("--policy-pack", pack);
    expect(up.output).not.toMatch(/\[(advisory|mandatory)\]/);
    expect(up.code).toBe(0);
  });

  it("gets the same verdict of its exported state", async () => {
    const file = stack.path("state.json");
    expect((await stack.run("stack", "export", "--file", file)).code).toBe(0);
    const analysis = await stack.run("policy", "analyze", "--policy-pack", pack, "--file", file);
    expect(analysis.output).not.toMatch(/\[(advisory|mandatory)\]/);
    expect(analysis.code).toBe(0);
  });
});

// Taking over what exists, and letting go of it: nothing is lost, and what cannot be decided is said.

import { afterEach, beforeEach, expect, it } from "vitest";
import { ask, environmentOf, list, requests, type Server, serve } from "./service.ts";
import { describeWithEngine, type Properties, Stack } from "./stack.ts";

const NUMBER = "+12025550101";

describeWithEngine("adoption", () => {
  let server: Server;
  let stack: Stack;

  beforeEach(async () => {
    server = await serve(NUMBER, "+12025550102");
    stack = await Stack.create(environmentOf(server));
  });

  afterEach(async () => {
    await stack.remove();
    await server.close();
  });

  async function succeeds(program: string): Promise<void> {
    await stack.write(program);
    const up = await stack.up();
    expect(up.code, up.output).toBe(0);
    expect((await stack.preview("--expect-no-changes")).code).toBe(0);
  }

  async function number(): Promise<Record<string, unknown>> {
    const [found] = await list(server, `/phone_numbers?filter_number=${encodeURIComponent(NUMBER)}`);
    return found ?? {};
  }

  async function destroy(): Promise<void> {
    expect((await stack.run("destroy", "--yes", "--skip-preview")).code).toBe(0);
  }

  it("leaves a number's settings on destroy unless it is told otherwise", async () => {
    await succeeds(`new PhoneNumber("line", { number: "${NUMBER}", name: "Ours", callReceiveMode: "fax" });`);
    await destroy();
    expect(await number()).toMatchObject({ name: "Ours", call_receive_mode: "fax" });
  });

  it("restores what it found, and leaves alone what it never managed", async () => {
    const { id } = await number();
    await ask(server, "PUT", `/phone_numbers/${id}`, {
      name: "Theirs",
      call_handler: "dialogflow",
      call_relay_context: "x",
    });
    const program = (more: string) =>
      `new PhoneNumber("line", { phoneNumberId: "${id}", name: "Ours", ${more} callRelayApplication: "y", onDestroy: "restore" });`;
    await succeeds(program('messageHandler: "relay_context",'));
    await succeeds(program(""));
    await ask(server, "PUT", `/phone_numbers/${id}`, { call_verto_resource: "set elsewhere" });
    await destroy();
    expect(await number()).toMatchObject({
      name: "Theirs",
      call_handler: "dialogflow",
      call_relay_context: "x",
      call_relay_application: "x",
      message_handler: null,
      call_verto_resource: "set elsewhere",
    });
  });

  it("clears everything when it is told to, and never buys or releases", async () => {
    const { id } = await number();
    await ask(server, "PUT", `/phone_numbers/${id}`, { call_handler: "dialogflow", call_dialogflow_agent_id: "a" });
    await succeeds(`new PhoneNumber("line", { number: "${NUMBER}", name: "Ours", onDestroy: "clear" });`);
    await destroy();
    expect(await number()).toMatchObject({ id, name: null, call_handler: null, call_dialogflow_agent_id: null });
    expect(requests(server).filter((line) => /^(POST|DELETE) .*phone_numbers/.test(line))).toEqual([]);
  });

  it("shows a later change of an argument that was taken away, and puts it back", async () => {
    const { id } = await number();
    await succeeds(`new PhoneNumber("line", { number: "${NUMBER}", name: "Ours" });`);
    await succeeds(`new PhoneNumber("line", { number: "${NUMBER}" });`);
    expect(await number()).toMatchObject({ name: null });
    await ask(server, "PUT", `/phone_numbers/${id}`, { name: "Somebody's" });
    const refresh = await stack.run("refresh", "--preview-only", "--expect-no-changes", "--diff");
    expect(refresh.code).toBe(7);
    expect(refresh.output).toContain("Somebody's");
    expect((await stack.run("up", "--yes", "--refresh", "--skip-preview")).code).toBe(0);
    expect(await number()).toMatchObject({ name: null });
    expect((await stack.preview("--expect-no-changes")).code).toBe(0);
  });

  it("refuses a second resource on one number with the first one's name, in the preview already", async () => {
    await stack.write(`
new PhoneNumber("first", { number: "${NUMBER}", name: "A" });
new PhoneNumber("second", { number: "${NUMBER}", name: "B" });`);
    const preview = await stack.preview();
    expect(preview.code).not.toBe(0);
    // Whichever of the two the engine asks about first holds it.
    expect(preview.output).toMatch(
      /number is that of the PhoneNumber "(?:first|second)" already: keep one of the two resources/,
    );
  });

  it("refuses a second resource on one number that goes by another name", async () => {
    const { id } = await number();
    await stack.write(`
const first = new PhoneNumber("first", { number: "${NUMBER}", name: "A" });
new PhoneNumber("second", { phoneNumberId: "${id}", name: "B" }, { dependsOn: first });`);
    const up = await stack.up();
    expect(up.code).not.toBe(0);
    expect(up.output).toContain('phoneNumberId is that of the PhoneNumber "first" already');
    expect(await number()).toMatchObject({ name: "A" });
  });

  it("changes the way a number is named without replacing it", async () => {
    const { id } = await number();
    await succeeds(`new PhoneNumber("line", { number: "${NUMBER}", name: "A" });`);
    await stack.write(`new PhoneNumber("line", { phoneNumberId: "${id}", name: "A" });`);
    const preview = await stack.preview();
    expect(preview.output).toContain("1 to update");
    await stack.write('new PhoneNumber("line", { number: "+12025550102", name: "A" });');
    expect((await stack.preview()).output).toContain("to replace");
  });

  it("fails on a taken user name with the id and two ways out, both of which work", async () => {
    const { id } = await ask(server, "POST", "/endpoints/sip", {
      username: "desk",
      password: "x",
      caller_id: "Theirs",
    });
    const program = (more: string) =>
      `new SipEndpoint("desk", { username: "desk", password: "canary-password", callerId: "Ours"${more} });`;
    await stack.write(program(""));
    const up = await stack.up();
    expect(up.code).not.toBe(0);
    expect(up.output).toContain(`The endpoint ${id} has this user name`);
    expect(up.output).toContain("it differs in callerId");
    await succeeds(program(", adopt: true"));
    expect(await list(server, "/endpoints/sip")).toEqual([expect.objectContaining({ id, caller_id: "Ours" })]);
  });

  it("takes an endpoint over with the password it has, and needs neither adopt nor a password from then on", async () => {
    await ask(server, "POST", "/endpoints/sip", { username: "desk", password: "canary-password", caller_id: "Theirs" });
    const program = (more: string) =>
      `new SipEndpoint("desk", { username: "desk", callerId: "Ours"${more} } as never);`;
    server.journal.clear();
    await stack.write(program(", adopt: true"));
    const up = await stack.up();
    expect(up.code, up.output).toBe(0);
    const bodies = server.journal.entries
      .filter(({ method }) => method === "PUT")
      .map(({ requestBody }) => requestBody);
    expect(bodies).toEqual([{ caller_id: "Ours" }]);
    await stack.write(program(""));
    const without = await stack.up("--expect-no-changes");
    expect(without.code, without.output).toBe(0);
    const settled = await stack.preview("--refresh", "--expect-no-changes", "--diff");
    expect(settled.code, settled.output).toBe(0);
  });

  it("takes over what matches when the configuration allows it, and only that", async () => {
    await ask(server, "POST", "/endpoints/sip", { username: "desk", password: "x", caller_id: "Ours" });
    await ask(server, "POST", "/endpoints/sip", { username: "other", password: "x", caller_id: "Theirs" });
    const program = (username: string) =>
      `new SipEndpoint("${username}", { username: "${username}", password: "canary-password", callerId: "Ours" });`;
    await stack.write(program("desk"));
    const refused = await stack.up();
    expect(refused.output).toContain("signalwire:adoptMatching");
    expect((await stack.run("config", "set", "signalwire:adoptMatching", "true")).code).toBe(0);
    await succeeds(program("desk"));
    await stack.write(program("desk") + program("other"));
    expect((await stack.up()).code).not.toBe(0);
    expect(await list(server, "/endpoints/sip")).toHaveLength(2);
  });

  it("looks at endpoints and numbers without managing them", async () => {
    const { id } = await ask(server, "POST", "/endpoints/sip", {
      username: "desk",
      password: "x",
      caller_id: "Theirs",
    });
    server.journal.clear();
    await stack.write(`
const desk = SipEndpoint.get("desk", "${id}");
const line = PhoneNumber.get("line", "${NUMBER}");
const found = SipEndpoint.getByUsername("found", "desk");
export const seen = pulumi.all([desk.callerId, desk.codecs, line.phoneNumberId, line.capabilities, found.id, found.callerId]);`);
    expect((await stack.up()).code).toBe(0);
    const { seen } = JSON.parse((await stack.run("stack", "output", "--json")).output) as Properties;
    expect(seen).toEqual([
      "Theirs",
      expect.arrayContaining(["OPUS"]),
      (await number()).id,
      expect.arrayContaining(["voice"]),
      id,
      "Theirs",
    ]);
    await destroy();
    expect(requests(server).every((line) => line.startsWith("GET "))).toBe(true);
    expect(await list(server, "/endpoints/sip")).toHaveLength(1);
  });
});

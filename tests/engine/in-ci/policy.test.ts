// The policy pack on the real engine: nothing that a mandatory rule forbids reaches the service. The journal of the reference
// server proves it, because it contains every request. tests/policy tries each rule without the engine.

import { writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { describeStack, server, stack } from "../described.ts";
import { startFrom } from "../settled.ts";

const pack = fileURLToPath(new URL("../../../policy", import.meta.url));
const PACKS = ["--policy-pack", pack];
const [LINE, SALES] = ["+12025550101", "+12025550102"];

/** A desk, a number that rings it, and a script. */
function program({ encryption = "required", script = "https://a.example/dial", to = SALES }): string {
  return `
const password = pulumi.secret("kV7-canary-qX2pLw9z");
const desk = new SipEndpoint("desk", {
  username: "desk", password, callerId: "Desk", sendAs: "${LINE}", encryption: "${encryption}", ciphers: ["AEAD_AES_256_GCM_8"],
  callHandler: "relay_script", callRelayScriptUrl: "${script}",
});
new PhoneNumber("line", { number: "${LINE}", name: "Line", callHandler: "relay_sip_endpoint", callSipEndpointId: desk.id });
new SwmlScript("menu", { displayName: "Menu", contents: { sections: { main: [{ connect: { to: "${to}" } }] } } });`;
}

const LOOP = `https://a.example/dial?to=${encodeURIComponent(LINE)}`;

/** Previews first, as a user does: `Stack.up` leaves the preview out. */
const up = () => stack.run("up", "--yes", ...PACKS);

/** Returns the bodies of all writes. */
const writes = () =>
  server.journal.entries.filter(({ method }) => method !== "GET").map((entry) => JSON.stringify(entry));

describeStack("a program that the policy pack forbids", { numbers: [LINE, SALES] }, () => {
  it("ends `pulumi up` before any write, by rules about a resource and by a rule about the stack", async () => {
    await stack.write(program({ encryption: "optional", to: "911" }));
    const ofResources = await up();
    expect(ofResources.code).toBe(1);
    expect(ofResources.output).toMatch(/\[mandatory\].* sip-endpoint-encryption /);
    expect(ofResources.output).toContain("contents sections.main[0].connect.to is an emergency number");
    // The id of the new endpoint, which the number rings, is not known yet.
    await stack.write(program({ script: LOOP }));
    const ofStack = await up();
    expect(ofStack.code).toBe(1);
    expect(ofStack.output).toContain("calls go round: desk → line → desk");
    expect(writes()).toEqual([]);
    expect(ofResources.output + ofStack.output).not.toContain("canary");
  });

  it("changes nothing of a deployed stack, with a refresh and without a preview", async () => {
    await startFrom(stack, program({}));
    server.journal.clear();
    await stack.write(program({ encryption: "optional", script: LOOP }));
    const refreshed = await stack.run("up", "--yes", "--refresh", ...PACKS);
    expect(refreshed.code).toBe(1);
    expect(refreshed.output).toContain("calls go round: desk → line → desk");
    await stack.write(program({ encryption: "optional" }));
    const unseen = await stack.run("up", "--yes", "--skip-preview", ...PACKS);
    expect(unseen.code).toBe(1);
    expect(writes()).toEqual([]);
  });

  it("is noted while a value is unknown, and stopped by the update before the resource changes", async () => {
    await stack.write(`
const token = new ClientToken("token", {});
const url = token.expiresAt.apply((at) => "http://a.example/?until=" + at);
new PhoneNumber("line", { number: "${LINE}", name: "Line", callHandler: "relay_script", callRelayScriptUrl: url });
const menu = new SwmlScript("menu", { displayName: "Menu", contents: { sections: { main: ["answer"] } } });
new PhoneNumber("played", { number: "${SALES}", name: "Played", callHandler: "relay_script", callRelayScriptUrl: menu.requestUrl });`);
    const preview = await stack.preview(...PACKS);
    expect(preview.code).toBe(0);
    expect(preview.output).toContain(
      "cannot be evaluated yet, because line.callRelayScriptUrl is known only during the update",
    );
    // The address of the service's own script needs no check.
    expect(preview.output).not.toContain("played.callRelayScriptUrl");
    const updated = await up();
    expect(updated.code).toBe(1);
    expect(updated.output).toContain("callRelayScriptUrl is not an https URL (host a.example)");
    expect(writes().join()).not.toContain("until=");
  });

  it("is not evaluated with a wrong configuration, whose problems come in one error", async () => {
    await stack.write(program({}));
    const file = stack.path("rules.json");
    await writeFile(file, '{ "webhook-http": "advisory", "webhook-hosts": { "host": ["a.example"] } }');
    const preview = await stack.preview(...PACKS, "--policy-pack-config", file);
    expect(preview.code).not.toBe(0);
    expect(preview.output).toContain(
      "The configuration of the policy pack is wrong: there is no rule webhook-http, the nearest is webhook-https; webhook-hosts has no option host; it has hosts.",
    );
    expect(preview.output).not.toContain("failed to run policy");
  });
});

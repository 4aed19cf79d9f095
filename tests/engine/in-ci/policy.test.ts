// The policy pack on the real engine: nothing that a mandatory rule forbids reaches the service. The journal of the reference
// server proves it, because it contains every request. tests/policy tries each rule without the engine.

import { writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { describeStack, server, stack } from "../described.ts";
import { startFrom } from "../lives/helpers.ts";
import { addEndpoint } from "../service.ts";

const pack = fileURLToPath(new URL("../../../policy", import.meta.url));
const PACKS = ["--policy-pack", pack];
const [LINE, SALES] = ["+12025550101", "+12025550102"];

/** A desk, a number that rings it or another endpoint, and a script. */
function program({ encryption = "required", rings = "desk.id", to = SALES }): string {
  return `
const password = pulumi.secret("kV7-canary-qX2pLw9z");
const desk = new SipEndpoint("desk", {
  username: "desk", password, callerId: "Desk", sendAs: "${LINE}", encryption: "${encryption}", ciphers: ["AEAD_AES_256_GCM_8"],
  callHandler: "relay_script", callRelayScriptUrl: "https://a.example/dial",
});
new PhoneNumber("line", { number: "${LINE}", name: "Line", callHandler: "relay_sip_endpoint", callSipEndpointId: ${rings} });
new SwmlScript("menu", { displayName: "Menu", contents: { sections: { main: [{ connect: { to: "${to}" } }] } } });`;
}

const UNKNOWN = /\[mandatory\].* stack-known-endpoints /;

/** Previews first, as a user does: `Stack.up` leaves the preview out. */
async function up(...flags: string[]) {
  const file = stack.path("rules.json");
  await writeFile(file, '{ "stack-known-endpoints": "mandatory" }');
  return stack.run("up", "--yes", ...PACKS, "--policy-pack-config", file, ...flags);
}

/** Returns an endpoint of another owner, as an argument. */
const theirs = async () => JSON.stringify(await addEndpoint(server, "theirs"));

/** Returns the bodies of all writes. */
const writes = () =>
  server.journal.entries.filter(({ method }) => method !== "GET").map((entry) => JSON.stringify(entry));

describeStack("a program that the policy pack forbids", { numbers: [LINE, SALES] }, () => {
  it("changes nothing of a deployed stack, with a refresh and without a preview", async () => {
    await startFrom(stack, program({}));
    const rings = await theirs();
    server.journal.clear();
    await stack.write(program({ encryption: "optional", rings }));
    const refreshed = await up("--refresh");
    expect(refreshed.code).toBe(1);
    expect(refreshed.output).toMatch(UNKNOWN);
    await stack.write(program({ encryption: "optional" }));
    const unseen = await up("--skip-preview");
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
    // Its preview comes first, and passes.
    const updated = await up();
    expect(updated.code).toBe(1);
    expect(updated.output).toContain(
      "cannot be evaluated yet, because line.callRelayScriptUrl is known only during the update",
    );
    // The address of the service's own script needs no check.
    expect(updated.output).not.toContain("played.callRelayScriptUrl");
    expect(updated.output).toContain("callRelayScriptUrl is not an https URL");
    expect(writes().join()).not.toContain("until=");
  });
});

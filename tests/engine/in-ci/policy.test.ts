// The policy pack on the real engine: nothing that a mandatory rule forbids reaches the service. The journal of the reference
// server proves it, because it contains every request. tests/policy tries each rule without the engine.

import { writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { beforeAll, expect, it } from "vitest";
import { describeStack, server, stack } from "../described.ts";
import { startFrom } from "../lives/helpers.ts";
import { addEndpoint, requests } from "../service.ts";

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

// The engine drops a correction at a replacement, and the pack must report the violation.
describeStack("a resource that is corrected, and then replaced", { numbers: [LINE, SALES], once: true }, () => {
  let flags: string[];

  const write = (number: string, encryption = "optional", ciphers = '"AES_CM_128_HMAC_SHA1_32"') =>
    stack.write(`
new PhoneNumber("line", {
  number: "${number}", name: "Line", callHandler: "dialogflow", messageHandler: "laml_webhooks",
  messageRequestUrl: "https://a.example/sms", messageFallbackUrl: "https://b.example/sms",
});
new SipEndpoint("desk", {
  username: "desk-${number.slice(-1)}", password: pulumi.secret("kV7-canary-qX2pLw9z"), callerId: "Desk", sendAs: "${number}", encryption: "${encryption}",
  ciphers: [${ciphers}],
}, { replaceOnChanges: ["username"] });`);

  beforeAll(async () => {
    const config = stack.path("rules.json");
    await writeFile(config, '{ "sip-endpoint-encryption": "remediate", "sip-endpoint-ciphers": "remediate" }');
    flags = [...PACKS, "--policy-pack-config", config];
    await write("+12025550101");
    const up = await stack.up(...flags);
    expect(up.output).toMatch(/\[remediate\]\s+sip-endpoint-ciphers/);
    expect(up.code).toBe(0);
    server.journal.clear();
  });

  it("blocks the preview, once for each correction that would be lost", async () => {
    await write("+12025550102");
    const preview = await stack.preview(...flags);
    const found = preview.output.split("\n").filter((line) => line.includes("[mandatory]"));
    expect(found).toHaveLength(2);
    // The resources are evaluated in any order.
    expect(found).toContainEqual(expect.stringMatching(/ sip-endpoint-encryption .*: desk\)/));
    expect(found).toContainEqual(expect.stringMatching(/ sip-endpoint-ciphers .*: desk\)/));
    expect(preview.output).toContain(
      "encryption is not required: the engine dropped the correction, as it does for a replacement.",
    );
    expect(preview.code).toBe(1);
    expect(requests(server).every((line) => line.startsWith("GET "))).toBe(true);
  });
});

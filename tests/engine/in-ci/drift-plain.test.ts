// Changes by hand that Pulumi's own commands and `drift` see: settings that a program owns or does not name, and references to objects
// that are gone.

import { beforeAll, expect, it } from "vitest";
import { describeStack, server, stack } from "../described.ts";
import { startFrom, succeeds, upOf, writes } from "../lives/helpers.ts";
import { reportOf, sectionsIn } from "../reports.ts";
import { addEndpoint, ask, list } from "../service.ts";

const CHECK = ["refresh", "--preview-only", "--expect-no-changes", "--diff"];
const [OWNED, PLAIN, DANGLING] = ["+12025550182", "+12025550183", "+12025550184"] as const;
const SECRET = "+12025550185";
const SECRET_ADDRESS = "https://example.com/hook?token=canary-webhook-token";
const STRICT = ["--fail-on", "drift,unnamed"];

async function pathOf(number: string): Promise<string> {
  const found = (await list(server, "/phone_numbers")).find((each) => each.number === number);
  return `/phone_numbers/${found?.id}`;
}

const set = async (number: string, settings: object) => ask(server, "PUT", await pathOf(number), settings);
const setProfile = (settings: object) => ask(server, "PUT", "/sip_profile", settings);
const settingsOf = async (number: string) => ask(server, "GET", await pathOf(number));
const RELAYED = { message_handler: "relay_context", message_relay_context: "from-before" };

const numbers = [OWNED, PLAIN, DANGLING, SECRET];

describeStack("settings that a program does not name", { numbers, once: true }, () => {
  const program = (rung: string, plain = "", profile = "", onlyProfile = "") => `
new PhoneNumber("owned", { number: "${OWNED}", name: "Owned", exclusive: true });
new PhoneNumber("plain", { number: "${PLAIN}", name: "Plain"${plain} });
new PhoneNumber("secret", { number: "${SECRET}", name: "Secret" });
new PhoneNumber("dangling", { number: "${DANGLING}", callHandler: "relay_sip_endpoint", callSipEndpointId: "${rung}", exclusive: true });
new SipProfile("profile", { defaultEncryption: "required"${profile}${onlyProfile} });`;

  beforeAll(async () => {
    await set(SECRET, { call_handler: "laml_webhooks", call_request_url: SECRET_ADDRESS });
    await setProfile({ default_codecs: ["OPUS", "PCMU"] });
    const gone = await addEndpoint(server, "rung-and-gone");
    await startFrom(stack, program(gone));
    // Another order of a set is the same setting.
    await setProfile({ default_codecs: ["PCMU", "OPUS"] });
    server.journal.clear();
    const report = await stack.command("drift", "--stack", "test", ...STRICT);
    expect(report.code, report.out).toBe(0);
    await succeeds(stack.up("--refresh"));
    expect(writes(server)).toEqual([]);
    await set(OWNED, { message_handler: "relay_context" });
    await set(PLAIN, RELAYED);
    await set(SECRET, { call_request_url: `${SECRET_ADDRESS}-new` });
    await ask(server, "DELETE", `/endpoints/sip/${gone}`);
    await setProfile({ default_codecs: ["OPUS"], default_ciphers: ["AES_CM_128_HMAC_SHA1_32"] });
  });

  it("fail a refresh that expects no changes where the program owns them, and are warnings elsewhere", async () => {
    const before = await stack.stateText();
    const { code, output } = await stack.run(...CHECK);
    expect(code, output.slice(-3_000)).toBe(7);
    expect(await stack.stateText()).toBe(before);
    expect(output).toMatch(/\+ messageHandler *: "relay_context"/);
    expect(output).toMatch(/- callSipEndpointId *: /);
    expect(output.match(/PhoneNumber: \(update\)/g)).toHaveLength(2);
    expect(output).toContain(`${PLAIN} was changed where the program says nothing`);
    expect(output).toMatch(/SIP profile .* was changed where the program says nothing/);
  });

  it("are put back by the lines of the report, or owned from then on", async () => {
    const rung = await addEndpoint(server, "rung-again");
    const named = ', messageHandler: "relay_context", messageRelayContext: "from-before"';
    await upOf(stack, program(rung, named, ', defaultCodecs: ["OPUS", "PCMU"]'), "--refresh");
    expect(await settingsOf(OWNED)).toMatchObject({ message_handler: "laml_webhooks" });
    expect(await settingsOf(PLAIN)).toMatchObject(RELAYED);
    await upOf(stack, program(rung, "", ', defaultCodecs: ["OPUS", "PCMU"]', ", exclusive: true"), "--refresh");
    expect(await settingsOf(PLAIN)).toMatchObject({ message_handler: "laml_webhooks", message_relay_context: null });
    const profile = await ask(server, "GET", "/sip_profile");
    expect(profile).toMatchObject({ default_encryption: "required", default_codecs: expect.toSatisfy(isOfTwo) });
    expect(profile.default_ciphers).toHaveLength(5);
    await setProfile({ default_ciphers: ["AES_CM_128_HMAC_SHA1_32"] });
    const { out } = await reportOf("drift");
    expect(sectionsIn(out)).toMatchObject({ plain: "in-sync", secret: "unnamed", profile: "drifted" });
    expect(out).not.toContain("canary");
  });
});

const isOfTwo = (codecs: readonly string[]) => codecs.length === 2;

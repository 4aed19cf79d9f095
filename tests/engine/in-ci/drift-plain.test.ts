// Changes by hand that Pulumi's own commands see: what a program leaves unset and watches, references to objects that are gone, and
// a SIP profile that was weakened.

import { readFile, writeFile } from "node:fs/promises";
import { beforeAll, expect, it } from "vitest";
import { parse, stringify } from "yaml";
import { describeStack, server, stack } from "../described.ts";
import { endpoints, fails, succeeds, upOf, writes } from "../lives/helpers.ts";
import { itemsIn, reportOf, sectionsIn } from "../reports.ts";
import { addEndpoint, ask, list } from "../service.ts";
import { rehearse, startFrom } from "../settled.ts";

const CHECK = ["refresh", "--preview-only", "--expect-no-changes", "--diff"];
const [WATCHED, OWNED, PLAIN, DANGLING] = ["+12025550181", "+12025550182", "+12025550183", "+12025550184"] as const;
const SECRET = "+12025550185";
const SECRET_ADDRESS = "https://example.com/hook?token=canary-webhook-token";
const STRICT = ["--fail-on", "drift,unwatched"];

async function pathOf(number: string): Promise<string> {
  const found = (await list(server, "/phone_numbers")).find((each) => each.number === number);
  return `/phone_numbers/${found?.id}`;
}

const set = async (number: string, settings: object) => ask(server, "PUT", await pathOf(number), settings);
const setProfile = (settings: object) => ask(server, "PUT", "/sip_profile", settings);
const settingsOf = async (number: string) => ask(server, "GET", await pathOf(number));
const FROM_BEFORE = { message_handler: "laml_webhooks", message_request_url: "https://example.com/from-before" };
const RELAYED = { message_handler: "relay_context", message_relay_context: "from-before" };

const numbers = [WATCHED, OWNED, PLAIN, DANGLING, SECRET];

describeStack("a number whose unset settings are watched", { numbers, once: true }, () => {
  const program = (rung: string) => `
new PhoneNumber("watched", { number: "${WATCHED}", name: "Watched", unset: "watch" });
new PhoneNumber("owned", { number: "${OWNED}", name: "Owned", exclusive: true });
new PhoneNumber("plain", { number: "${PLAIN}", name: "Plain" });
new PhoneNumber("secret", { number: "${SECRET}", name: "Secret" });
new PhoneNumber("dangling", { number: "${DANGLING}", callHandler: "relay_sip_endpoint", callSipEndpointId: "${rung}", unset: "watch" });
new SipProfile("profile", { defaultEncryption: "required", unset: "watch" });`;

  beforeAll(async () => {
    await set(WATCHED, RELAYED);
    await set(SECRET, { call_handler: "laml_webhooks", call_request_url: SECRET_ADDRESS });
    await setProfile({ default_codecs: ["OPUS", "PCMU"] });
    const gone = await addEndpoint(server, "rung-and-gone");
    await startFrom(stack, program(gone));
    // Another order of a set is the same setting.
    await setProfile({ default_codecs: ["PCMU", "OPUS"] });
    await succeeds(rehearse(stack, ...CHECK));
    server.journal.clear();
    const report = await stack.command("drift", "--stack", "test", ...STRICT);
    expect(report.code, report.out).toBe(0);
    await succeeds(rehearse(stack, "up", "--refresh", "--yes", "--skip-preview"));
    expect(writes(server)).toEqual([]);
    await set(WATCHED, { message_handler: null, call_handler: "relay_context", call_relay_context: "elsewhere" });
    await set(OWNED, { message_handler: "relay_context" });
    await set(PLAIN, { message_handler: "relay_context" });
    await set(SECRET, { call_request_url: `${SECRET_ADDRESS}-new` });
    await ask(server, "DELETE", `/endpoints/sip/${gone}`);
    await setProfile({ default_ciphers: ["AES_CM_128_HMAC_SHA1_32"] });
  });

  it("fails a refresh that expects no changes, and the state is not touched", async () => {
    const before = await stack.stateText();
    const { code, output } = await stack.run(...CHECK);
    expect(code, output.slice(-3_000)).toBe(7);
    expect(await stack.stateText()).toBe(before);
    expect(output).toMatch(/~ unset *: "watch" => ".*callHandler \(not set\) → \\?"relay_context/);
    expect(output).toMatch(/~ unset *: "watch" => ".*messageHandler \\?"relay_context\\?" → \(not set\)/);
    expect(output).toMatch(/\+ messageHandler *: "relay_context"/);
    expect(output).toMatch(/- callSipEndpointId *: /);
    expect(output).toMatch(/~ unset *: "watch" => "defaultCiphers /);
    expect(output.match(/PhoneNumber: \(update\)/g)).toHaveLength(3);
    // Where the program neither watches nor owns it, a change by hand is at least a warning.
    expect(output).toContain(`${PLAIN} was changed where the program says nothing`);
  });

  it("fails a preview that refreshes first: for one command, as the user's environment says, or for the project", async () => {
    await fails(rehearse(stack, "preview", "--refresh", "--expect-no-changes"));
    await succeeds(rehearse(stack, "preview", "--expect-no-changes"));
    const plain = () => stack.preview("--expect-no-changes");
    await succeeds(plain());
    stack.export("PULUMI_OPTION_REFRESH", "true");
    expect((await fails(plain())).output).toContain("watched");
    stack.export("PULUMI_OPTION_REFRESH", undefined);
    const project = await readFile(stack.path("Pulumi.yaml"), "utf8");
    await writeFile(stack.path("Pulumi.yaml"), stringify({ ...parse(project), options: { refresh: "always" } }));
    expect((await fails(plain())).output).toContain("watched");
    await succeeds(stack.preview("--expect-no-changes", "--refresh=false"));
  });

  it("is told by the drift command field by field, and addresses masked", async () => {
    const { code, out, err } = await reportOf("drift");
    expect(code).toBe(7);
    const changes = (section: string, name: string) =>
      itemsIn(out, section).find((each) => each.name === name)?.changes;
    expect(changes("drifted", "watched")).toContainEqual({ property: "callHandler", actual: "relay_context" });
    expect(changes("drifted", "watched")).toContainEqual({ property: "messageHandler", expected: "relay_context" });
    expect(changes("drifted", "owned")).toBeDefined();
    expect(changes("unwatched", "owned")).toBeUndefined();
    expect(changes("unwatched", "plain")?.map(({ property }) => property)).toContain("messageHandler");
    const hidden = expect.stringContaining("[secret]");
    expect(changes("unwatched", "secret")).toEqual([{ property: "callRequestUrl", expected: hidden, actual: hidden }]);
    expect(out + err).not.toContain("canary");
    expect(err).toMatch(/baseline: "\d{4}-/);
    const [lost] = itemsIn(out, "nobody");
    expect(lost?.subject).toBe(`2 callers (a message to ${OWNED} and a message to ${PLAIN})`);
    expect(lost?.lines).toEqual(["a new path", expect.stringMatching(/^at the service: /)]);
  });

  it("is put back to what was accepted by an up that refreshes first", async () => {
    // The project refreshes always.
    await upOf(stack, program(await addEndpoint(server, "rung-again")));
    expect(await settingsOf(WATCHED)).toMatchObject({
      call_handler: "laml_webhooks",
      call_relay_context: null,
      ...RELAYED,
    });
    expect(await settingsOf(OWNED)).toMatchObject({ message_handler: "laml_webhooks" });
    expect(await settingsOf(PLAIN)).toMatchObject({ message_handler: "relay_context" });
    expect((await ask(server, "GET", "/sip_profile")).default_ciphers).toHaveLength(5);
    await succeeds(rehearse(stack, ...CHECK));
  });
});

describeStack("a watched number whose change a refresh recorded", { numbers: [WATCHED], inProcess: true }, () => {
  it("is put back, too; a new baseline accepts it", async () => {
    const program = (more = "") =>
      `new PhoneNumber("watched", { number: "${WATCHED}", name: "Watched", unset: "watch"${more} });`;
    await set(WATCHED, FROM_BEFORE);
    await upOf(stack, program());
    await set(WATCHED, { message_handler: "relay_context", message_relay_context: "other" });
    await succeeds(stack.run("refresh", "--yes", "--skip-preview"));
    await succeeds(stack.up());
    expect(await settingsOf(WATCHED)).toMatchObject({ message_handler: "laml_webhooks" });
    await set(WATCHED, { message_handler: "relay_context", message_relay_context: "other" });
    await upOf(stack, program(', baseline: "today"'), "--refresh");
    expect(await settingsOf(WATCHED)).toMatchObject({ message_handler: "relay_context" });
    await succeeds(stack.run(...CHECK));
  });
});

describeStack("a SIP profile that no stack manages", { once: true }, () => {
  const INHERITS = '{ username: "inherits", password: "canary-password" }';
  const program = (inherits: string) => `
new SipEndpoint("inherits", ${inherits});
new SipEndpoint("names", { username: "names", password: "canary-password", encryption: "required", ciphers: ["AEAD_AES_256_GCM_8"] });`;

  const drift = (...flags: string[]) => reportOf("drift", ...STRICT, ...flags);

  beforeAll(async () => {
    await setProfile({ default_encryption: "required", default_ciphers: ["AEAD_AES_256_GCM_8"] });
    await startFrom(stack, program(INHERITS));
  });

  it("is no finding as it was, nor when it is made stricter", async () => {
    await succeeds(rehearse(stack, ...CHECK));
    await setProfile({ default_codecs: ["OPUS"] });
    expect(await drift()).toMatchObject({ code: 0 });
  });

  it("is a finding of the endpoints that inherit from it once it is weakened", async () => {
    await setProfile({ default_encryption: "optional", default_ciphers: [] });
    const { code, err, items } = await drift();
    expect(code, err).toBe(7);
    const found = items.find(({ name }) => name === "inherits");
    expect(found).toMatchObject({ section: "unwatched" });
    expect(found?.changes).toEqual([
      expect.objectContaining({ property: "ciphers", expected: ["AEAD_AES_256_GCM_8"] }),
      { property: "encryption", expected: "required", actual: "optional" },
    ]);
    expect(items.find(({ name }) => name === "names")).toMatchObject({ section: "in-sync" });
    const refresh = await stack.run("refresh", "--yes", "--skip-preview");
    expect(refresh.output).toContain("was weakened");
    expect(await drift(), "after a refresh").toMatchObject({ code: 7 });
  });

  it("is accepted by a new baseline, which the preview lists", async () => {
    await stack.write(program(INHERITS.replace("}", ', baseline: "today" }').replace(" ,", ",")));
    const preview = await rehearse(stack, "preview");
    expect(preview.output).toMatch(/accepts as it is: .*encryption "required" → "optional"/);
    server.journal.clear();
    await succeeds(stack.up());
    expect(writes(server)).toEqual([]);
    expect(await drift()).toMatchObject({ code: 0 });
  });
});

describeStack("a stack that manages the SIP profile", {}, () => {
  it("reports a weaker profile at the SipProfile only, and shows what that had hidden once the profile is back", async () => {
    await startFrom(
      stack,
      `
new SipEndpoint("desk", { username: "desk", password: "canary-password" });
new SipEndpoint("lobby", { username: "lobby", password: "canary-password" });
new SipProfile("profile", { defaultEncryption: "required", defaultCodecs: ["OPUS", "PCMU"] });`,
    );
    const desk = `/endpoints/sip/${(await endpoints(server)).desk}`;
    await setProfile({ default_encryption: "optional" });
    await ask(server, "PUT", desk, { encryption: "optional" });
    const { code, out, err } = await reportOf("drift", ...STRICT);
    expect(code, err).toBe(7);
    expect(sectionsIn(out)).toEqual({ desk: "in-sync", lobby: "in-sync", profile: "drifted" });
    expect(err).toContain(
      "the encryption of desk and lobby cannot be compared until the SIP profile is as its program says",
    );
    expect((await rehearse(stack, "refresh", "--preview-only")).output).not.toContain("was weakened");

    // On copies of the state, which says the same after each `up`.
    const up = () => rehearse(stack, "up", "--refresh", "--skip-preview");
    await succeeds(up());
    expect(await ask(server, "GET", "/sip_profile")).toMatchObject({ default_encryption: "required" });
    expect(await rehearse(stack, "refresh", "--preview-only", "--expect-no-changes")).toMatchObject({ code: 7 });
    await succeeds(up());
    expect(await ask(server, "GET", desk)).not.toMatchObject({ encryption: "optional" });
  });
});

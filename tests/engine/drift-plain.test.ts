// Changes by hand that Pulumi's own commands see: what a program leaves unset and watches, references to objects that are gone, and
// a SIP profile that was weakened.

import { afterAll, beforeAll, expect, it } from "vitest";
import { itemsIn, sectionsIn } from "./reports.ts";
import { addEndpoint, ask, environmentOf, list, requests, type Server, serve } from "./service.ts";
import { describeWithEngine, door, Stack } from "./stack.ts";

const CHECK = ["refresh", "--preview-only", "--expect-no-changes", "--diff"];
const [WATCHED, OWNED, PLAIN, DANGLING] = ["+12025550181", "+12025550182", "+12025550183", "+12025550184"] as const;

const STRICT = ["--fail-on", "drift,unwatched"];

describeWithEngine("a number whose unset settings are watched", () => {
  let server: Server;
  let stack: Stack;
  const ids = new Map<string, string>();

  beforeAll(async () => {
    server = await serve(WATCHED, OWNED, PLAIN, DANGLING);
    stack = await Stack.create(environmentOf(server));
    for (const { id, number } of await list(server, "/phone_numbers")) ids.set(String(number), String(id));
    await set(WATCHED, { message_handler: "laml_webhooks", message_request_url: "https://example.com/from-before" });
    await ask(server, "PUT", "/sip_profile", { default_codecs: ["OPUS", "PCMU"] });
    const gone = await addEndpoint(server, "rung-and-gone");
    await stack.write(`
new PhoneNumber("watched", { number: "${WATCHED}", name: "Watched", unset: "watch" });
new PhoneNumber("owned", { number: "${OWNED}", name: "Owned", exclusive: true });
new PhoneNumber("plain", { number: "${PLAIN}", name: "Plain" });
new PhoneNumber("dangling", { number: "${DANGLING}", callHandler: "relay_sip_endpoint", callSipEndpointId: "${gone}", unset: "watch" });
new SipProfile("profile", { defaultEncryption: "required", unset: "watch" });`);
    const up = await stack.up();
    expect(up.code, up.output.slice(-2_000)).toBe(0);
    // Another order of a set is the same setting.
    await ask(server, "PUT", "/sip_profile", { default_codecs: ["PCMU", "OPUS"] });
    const clean = await stack.run(...CHECK);
    expect(clean.code, clean.output.slice(-2_000)).toBe(0);
    const report = await stack.command("drift", ...STRICT);
    expect(report.code, report.out).toBe(0);
    server.journal.clear();
    expect((await stack.up("--refresh")).code).toBe(0);
    expect(requests(server).filter((each) => /^(PUT|POST)/.test(each))).toEqual([]);
    await set(WATCHED, { message_handler: null, call_handler: "relay_context", call_relay_context: "elsewhere" });
    await set(OWNED, { message_handler: "relay_context" });
    await set(PLAIN, { message_handler: "relay_context" });
    await ask(server, "DELETE", `/endpoints/sip/${gone}`);
    await ask(server, "PUT", "/sip_profile", { default_ciphers: ["AES_CM_128_HMAC_SHA1_32"] });
  });

  afterAll(async () => {
    await stack?.remove();
    await server?.close();
  });

  const set = (number: string, settings: object) => ask(server, "PUT", `/phone_numbers/${ids.get(number)}`, settings);
  const settingsOf = (number: string) => ask(server, "GET", `/phone_numbers/${ids.get(number)}`);

  it("fails a refresh that expects no changes, and the state is not touched", async () => {
    const before = await stack.stateText();
    const { code, output } = await stack.run(...CHECK);
    expect(code, output.slice(-3_000)).toBe(7);
    expect(await stack.stateText()).toBe(before);
    expect(output).toMatch(/~ unset *: "watch" => ".*callHandler \(not set\) → \\?"relay_context/);
    expect(output).toMatch(/~ unset *: "watch" => ".*messageHandler \\?"laml_webhooks\\?" → \(not set\)/);
    expect(output).toMatch(/\+ messageHandler *: "relay_context"/);
    expect(output).toMatch(/- callSipEndpointId *: /);
    expect(output).toMatch(/~ unset *: "watch" => "defaultCiphers /);
    expect(output.match(/PhoneNumber: \(update\)/g)).toHaveLength(3);
    // Where the program neither watches nor owns it, a change by hand is at least a warning.
    expect(output).toContain(`${PLAIN} was changed where the program says nothing`);
  });

  it("fails a preview that refreshes first; through the plugin a plain preview does too", async () => {
    const refreshed = await stack.preview("--refresh", "--expect-no-changes");
    expect(refreshed.code, refreshed.output.slice(-2_000)).not.toBe(0);
    const plain = await stack.preview("--expect-no-changes");
    expect(plain.code === 0, plain.output.slice(-2_000)).toBe(door === "classes");
  });

  it("is told by the drift command field by field", async () => {
    const { code, out } = await stack.command("drift", "--report", "json");
    expect(code).toBe(7);
    const watched = itemsIn(out, "drifted").find(({ name }) => name === "watched");
    expect(watched?.changes).toContainEqual({ property: "callHandler", actual: "relay_context" });
    expect(watched?.changes).toContainEqual({ property: "messageHandler", expected: "laml_webhooks" });
    expect(sectionsIn(out)).toMatchObject({ plain: "unwatched" });
  });

  it("is put back to what was accepted by an up that refreshes first", async () => {
    await addEndpoint(server, "rung-again").then((id) =>
      stack.write(`
new PhoneNumber("watched", { number: "${WATCHED}", name: "Watched", unset: "watch" });
new PhoneNumber("owned", { number: "${OWNED}", name: "Owned", exclusive: true });
new PhoneNumber("plain", { number: "${PLAIN}", name: "Plain" });
new PhoneNumber("dangling", { number: "${DANGLING}", callHandler: "relay_sip_endpoint", callSipEndpointId: "${id}", unset: "watch" });
new SipProfile("profile", { defaultEncryption: "required", unset: "watch" });`),
    );
    const up = await stack.up("--refresh");
    expect(up.code, up.output.slice(-2_000)).toBe(0);
    expect(await settingsOf(WATCHED)).toMatchObject({
      call_handler: null,
      call_relay_context: null,
      message_handler: "laml_webhooks",
      message_request_url: "https://example.com/from-before",
    });
    expect(await settingsOf(OWNED)).toMatchObject({ message_handler: null });
    expect(await settingsOf(PLAIN)).toMatchObject({ message_handler: "relay_context" });
    expect((await ask(server, "GET", "/sip_profile")).default_ciphers).toHaveLength(5);
    const clean = await stack.run(...CHECK);
    expect(clean.code, clean.output.slice(-2_000)).toBe(0);
  });

  it("is put back after a refresh that recorded the change, too; a new baseline accepts it", async () => {
    await set(WATCHED, { message_handler: "relay_context", message_relay_context: "other" });
    await stack.run("refresh", "--yes", "--skip-preview");
    const up = await stack.up();
    expect(up.code, up.output.slice(-2_000)).toBe(0);
    expect(await settingsOf(WATCHED)).toMatchObject({ message_handler: "laml_webhooks" });
    await set(WATCHED, { message_handler: "relay_context", message_relay_context: "other" });
    await stack.write(
      `new PhoneNumber("watched", { number: "${WATCHED}", name: "Watched", unset: "watch", baseline: "today" });`,
    );
    await stack.up("--refresh");
    expect(await settingsOf(WATCHED)).toMatchObject({ message_handler: "relay_context" });
    const clean = await stack.run(...CHECK);
    expect(clean.code, clean.output.slice(-2_000)).toBe(0);
  });
});

describeWithEngine("a SIP profile that no stack manages", () => {
  let server: Server;
  let stack: Stack;

  beforeAll(async () => {
    server = await serve("+12025550185");
    stack = await Stack.create(environmentOf(server));
    await ask(server, "PUT", "/sip_profile", {
      default_encryption: "required",
      default_ciphers: ["AEAD_AES_256_GCM_8"],
    });
    await stack.write(`
new SipEndpoint("inherits", { username: "inherits", password: "canary-password" });
new SipEndpoint("names", { username: "names", password: "canary-password", encryption: "required", ciphers: ["AEAD_AES_256_GCM_8"] });`);
    const up = await stack.up();
    expect(up.code, up.output.slice(-2_000)).toBe(0);
  });

  afterAll(async () => {
    await stack?.remove();
    await server?.close();
  });

  const drift = async (...flags: string[]) => {
    const { code, out, err } = await stack.command("drift", ...STRICT, "--report", "json", ...flags);
    return { code, err, items: out === "" ? [] : itemsIn(out) };
  };

  it("is no finding as it was, nor when it is made stricter", async () => {
    expect(await drift()).toMatchObject({ code: 0 });
    await ask(server, "PUT", "/sip_profile", { default_codecs: ["OPUS"] });
    expect(await drift()).toMatchObject({ code: 0 });
  });

  it("is a finding of the endpoints that inherit from it once it is weakened", async () => {
    await ask(server, "PUT", "/sip_profile", { default_encryption: "optional", default_ciphers: [] });
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
    await stack.write(`
new SipEndpoint("inherits", { username: "inherits", password: "canary-password", baseline: "today" });
new SipEndpoint("names", { username: "names", password: "canary-password", encryption: "required", ciphers: ["AEAD_AES_256_GCM_8"] });`);
    const preview = await stack.preview();
    expect(preview.output).toMatch(/accepts as it is: .*encryption "required" → "optional"/);
    server.journal.clear();
    const up = await stack.up();
    expect(up.code, up.output.slice(-2_000)).toBe(0);
    expect(requests(server).filter((each) => /^(PUT|POST)/.test(each))).toEqual([]);
    expect(await drift()).toMatchObject({ code: 0 });
  });

  it("is a finding of an endpoint that came to inherit by an update", async () => {
    await ask(server, "PUT", "/sip_profile", { default_encryption: "required" });
    await stack.write(`new SipEndpoint("names", { username: "names", password: "canary-password" });`);
    const up = await stack.up();
    expect(up.code, up.output.slice(-2_000)).toBe(0);
    expect(await drift("--unmanaged")).toMatchObject({ code: 0 });
    await ask(server, "PUT", "/sip_profile", { default_encryption: "optional" });
    const { code, err, items } = await drift("--unmanaged");
    expect(code, err).toBe(7);
    expect(items[0]?.changes).toEqual([{ property: "encryption", expected: "required", actual: "optional" }]);
  });
});

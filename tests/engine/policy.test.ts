// The policy pack with the real engine, as a user adds it: one flag on preview and up, or on an exported state.

import { readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, it } from "vitest";
import { rules } from "../../policy/index.ts";
import { ask, environmentOf, list, requests, type Server, serve } from "./service.ts";
import { describeWithEngine, type Outcome, Stack } from "./stack.ts";

const pack = fileURLToPath(new URL("../../policy", import.meta.url));
const NUMBERS = Array.from({ length: 12 }, (_, at) => `+120255501${String(at + 1).padStart(2, "0")}`);

/** A team's configuration, which activates further rules. */
const CONFIG = {
  "webhook-hosts": { hosts: ["a.example", "b.example", "169.254.169.254"] },
  "phone-number-on-destroy": { protectedStacks: ["te*"] },
  "client-token-name": "mandatory",
  "stack-known-endpoints": "advisory",
  "stack-known-send-as": { enforcementLevel: "advisory", numbers: ["+19005550177"] },
  "sip-endpoint-adopt": { protectedStacks: ["te*"] },
  "phone-number-emergency-address": "advisory",
  "stack-endpoint-count": { maximum: 15 },
};

const GOOD = `
const secret = pulumi.secret("kV7-canary-qX2pLw9z");
const number = (at: number) => "+120255501" + String(at).padStart(2, "0");
const desk = { callerId: "Desk", encryption: "required", sendAs: number(1), password: secret } as const;
const line = { name: "Line", messageHandler: "relay_context", messageRelayApplication: "office" } as const;
const answered = { ...line, callHandler: "dialogflow", callDialogflowAgentId: "agent" } as const;
const webhooks = {
  callHandler: "laml_webhooks",
  callRequestUrl: "https://a.example/call",
  callRequestMethod: "POST",
  callFallbackUrl: "https://b.example/call",
  callFallbackMethod: "POST",
  callStatusCallbackUrl: "https://a.example/status",
  callStatusCallbackMethod: "POST",
} as const;
`;
/** Adopted by its id, so only its outputs contain the number. */
const SMS =
  'new PhoneNumber("sms", { phoneNumberId: smsId, name: "Line", callHandler: "dialogflow", callDialogflowAgentId: "agent" });';

/** The line of a program that violates only this rule. */
const VIOLATIONS: { readonly [rule: string]: string } = {
  "sip-endpoint-encryption": 'new SipEndpoint("v1", { ...desk, username: "v1", encryption: "optional" });',
  "sip-endpoint-ciphers": 'new SipEndpoint("v2", { ...desk, username: "v2", ciphers: ["AES_CM_128_HMAC_SHA1_32"] });',
  "sip-endpoint-codecs": 'new SipEndpoint("v40", { ...desk, username: "v40", codecs: ["H264"] });',
  "sip-endpoint-password-strength":
    'new SipEndpoint("v3", { ...desk, username: "v3", password: pulumi.secret("c4n@ry") });',
  "sip-endpoint-send-as": 'new SipEndpoint("v5", { ...desk, username: "v5", sendAs: "random" });',
  "sip-endpoint-send-as-number": 'new SipEndpoint("v27", { ...desk, username: "v27", sendAs: "+19005550177" });',
  "sip-endpoint-caller-id":
    'new SipEndpoint("v6", { username: "v6", encryption: "required", sendAs: number(1), password: secret });',
  "sip-endpoint-caller-id-text": 'new SipEndpoint("v28", { ...desk, username: "v28", callerId: "+12025550199" });',
  "sip-endpoint-adopt": 'new SipEndpoint("v29", { ...desk, username: "v29", adopt: true });',
  "domain-application-ip-auth":
    'new DomainApplication("v34", { name: "v34", identifier: "v34", encryption: "required" });',
  "domain-application-encryption":
    'new DomainApplication("v35", { name: "v35", identifier: "v35", ipAuthEnabled: true, ipAuth: ["203.0.113.5"] });',
  "phone-number-name": 'new PhoneNumber("v7", { ...answered, name: undefined, number: number(2) });',
  "phone-number-call-handler": 'new PhoneNumber("v8", { ...line, number: number(3) });',
  "phone-number-message-handler": SMS,
  "phone-number-on-destroy": 'new PhoneNumber("v9", { ...answered, number: number(4), onDestroy: "clear" });',
  "phone-number-emergency-address": "",
  "client-token-lifetime": 'new ClientToken("v10", { expiresIn: 3600 });',
  "client-token-rotation": 'new ClientToken("v11", { rotation: "never" });',
  "client-token-name": 'new ClientToken("v12", { resourceName: "alice" });',
  "webhook-https":
    'new SipEndpoint("v13", { ...desk, ...webhooks, username: "v13", callStatusCallbackUrl: "http://a.example/status?canary" });',
  "webhook-hosts":
    'new SipEndpoint("v14", { ...desk, ...webhooks, username: "v14", callStatusCallbackUrl: "https://c.example/canary" });',
  "webhook-public-host":
    'new SipEndpoint("v30", { ...desk, ...webhooks, username: "v30", callStatusCallbackUrl: "https://169.254.169.254/canary" });',
  "webhook-credentials":
    'new SipEndpoint("v31", { ...desk, ...webhooks, username: "v31", callStatusCallbackUrl: "https://user:canary@a.example/status" });',
  "webhook-fallback":
    'new SipEndpoint("v15", { ...desk, ...webhooks, username: "v15", callFallbackUrl: "https://a.example/canary" });',
  "webhook-status-callback":
    'new PhoneNumber("v16", { ...line, number: number(5), ...webhooks, callStatusCallbackUrl: undefined, callStatusCallbackMethod: undefined });',
  "webhook-method":
    'new PhoneNumber("v17", { ...line, ...webhooks, number: number(6), callStatusCallbackMethod: undefined });',
  "handler-target": 'new PhoneNumber("v32", { ...line, number: number(11), callHandler: "laml_application" });',
  "handler-arguments": 'new PhoneNumber("v18", { ...answered, number: number(7), callLamlApplicationId: "ours" });',
  "handler-aliases":
    'new PhoneNumber("v19", { ...answered, number: number(8), messageRelayContext: "ours", messageRelayApplication: "ours" });',
  "stack-known-endpoints":
    'new PhoneNumber("v22", { ...line, number: number(9), callHandler: "relay_sip_endpoint", callSipEndpointId: theirsId });',
  "stack-known-send-as": 'new SipEndpoint("v23", { ...desk, username: "v23", sendAs: "+12025550177" });',
  "stack-endpoint-count": `
const more = new SipEndpoint("v24", { ...desk, username: "v24" });
const script = "https://a.example/dial?to=" + encodeURIComponent(number(10));`,
  "stack-call-loops": `
const ringing = new SipEndpoint("v25", { ...desk, username: "v25", callHandler: "relay_script", callRelayScriptUrl: script });
new PhoneNumber("v26", { ...line, number: number(10), callHandler: "relay_sip_endpoint", callSipEndpointId: ringing.id });
void more;`,
};

const CORRECTED = `
const front = new SipEndpoint("front", { ...desk, ...webhooks, username: "front", ciphers: ["AEAD_AES_256_GCM_8"] });
new SipEndpoint("back", { ...desk, username: "back", callHandler: "relay_script", callRelayScriptUrl: "https://a.example/script" });
new PhoneNumber("main", { ...line, number: number(1), callHandler: "relay_sip_endpoint", callSipEndpointId: front.id });
new PhoneNumber("sales", { ...line, ...webhooks, number: number(2), messageRelayApplication: "sales" });
new ClientToken("browser", { expiresIn: 60 });
`;

/** Writes a program with these lines. */
async function program(server: Server, ...lines: readonly (string | undefined)[]): Promise<string> {
  const [first] = await list(server, `/phone_numbers?filter_number=${encodeURIComponent(NUMBERS[0] ?? "")}`);
  const [theirs] = await list(server, "/endpoints/sip?filter_username=theirs");
  const ids = `const [smsId, theirsId] = ["${first?.id}", "${theirs?.id}"];`;
  return `${ids}${GOOD}${lines.join("\n")}\nvoid [smsId, theirsId, desk, line, answered, webhooks];`;
}

/** Returns how often the engine lists each rule. */
function listed({ output }: Outcome): { [rule: string]: number } {
  const lines = output.split("\n").filter((line) => /^\s+- \[(mandatory|advisory)\]/.test(line));
  const count = (rule: string) => lines.filter((line) => new RegExp(` ${rule} `).test(line)).length;
  return Object.fromEntries(rules.map((rule) => [rule.name, count(rule.name)]).filter(([, times]) => times !== 0));
}

describeWithEngine("a stack with one violation of every rule", () => {
  let server: Server;
  let stack: Stack;
  // The provider's own check refuses a repeated user name or number before the stack is evaluated.
  const violated = rules
    .map((rule) => rule.name)
    .filter((name) => !["stack-usernames", "stack-numbers"].includes(name));

  const config = async (content: object): Promise<string[]> => {
    const file = stack.path("config.json");
    await writeFile(file, JSON.stringify(content));
    return ["--policy-pack", pack, "--policy-pack-config", file];
  };

  beforeAll(async () => {
    server = await serve(...NUMBERS, "+12025550177");
    stack = await Stack.create(environmentOf(server));
    // An endpoint that the stack does not manage.
    await ask(server, "POST", "/endpoints/sip", { username: "theirs", password: "kV7-canary-qX2pLw9z" });
    // A number's capabilities are known after its adoption.
    await stack.write(await program(server, SMS));
    expect((await stack.up()).code).toBe(0);
    server.journal.clear();
  });

  afterAll(async () => {
    await stack?.remove();
    await server?.close();
  });

  it("is reported by every rule exactly once, and blocked", async () => {
    await stack.write(await program(server, ...violated.map((rule) => VIOLATIONS[rule])));
    const preview = await stack.preview(...(await config(CONFIG)));
    // For numbers before their adoption, a note says that their emergency addresses are unknown.
    const once = Object.fromEntries(violated.map((rule) => [rule, 1]));
    expect(listed(preview)).toEqual({ ...once, "phone-number-emergency-address": 2 });
    expect(preview.code).toBe(1);
    expect(preview.output).not.toContain("canary");
  });

  it("is not updated: nothing is sent for a resource that violates a mandatory rule", async () => {
    await stack.write(await program(server, SMS, VIOLATIONS["sip-endpoint-encryption"]));
    const up = await stack.up("--policy-pack", pack);
    expect(up.code).toBe(1);
    expect(up.output).toContain("encryption is not required");
    expect(requests(server)).not.toContain("POST /api/relay/rest/endpoints/sip");
  });

  it("is let through where `all` is disabled but for one rule; one that is named with options alone is off too", async () => {
    const only = { all: "disabled", "sip-endpoint-encryption": "advisory", "phone-number-name": { pattern: "^x" } };
    const preview = await stack.preview(...(await config(only)));
    expect(preview.output).toMatch(/\[advisory\].*sip-endpoint-encryption/);
    expect(listed(preview)).toEqual({ "sip-endpoint-encryption": 1 });
    expect(preview.code).toBe(0);
  });

  it("reports every problem of a configuration at once, with the nearest names, through each pack and command", async () => {
    const wrong = {
      "webhook-http": "advisory",
      "webhook-hosts": { host: ["a.example"] },
      "sip-endpoint-password-strength": { minLength: 20, exmept: [] },
    };
    const problems =
      "The configuration of the policy pack is wrong: there is no rule webhook-http, the nearest is webhook-https; sip-endpoint-password-strength has no option exmept; it has exempt, minimumBits, minimumLength; sip-endpoint-password-strength has no option minLength; it has minimumLength, minimumBits; webhook-hosts has no option host; it has hosts.";
    const [, , ...configured] = await config(wrong);
    const state = stack.path("state.json");
    await stack.run("stack", "export", "--file", state);
    for (const folder of [pack, `${pack}/strict`]) {
      const flags = ["--policy-pack", folder, ...configured];
      const preview = await stack.preview(...flags);
      const analysis = await stack.run("policy", "analyze", "--file", state, ...flags);
      for (const { code, output } of [preview, analysis]) {
        expect(code).not.toBe(0);
        expect(output).toContain(problems);
        expect(output).not.toContain("failed to run policy");
      }
    }
    const { code, out, err } = await stack.command("preview", "--policy-pack", pack, ...configured);
    expect(code).toBe(1);
    expect(out + err).toContain(problems);
    expect(requests(server).filter((line) => !line.startsWith("GET "))).toEqual([]);
    // The engine refuses these two itself.
    const noLevel = await stack.preview(...(await config({ "webhook-host": { hosts: ["a.example"] } })));
    expect(noLevel.code).not.toBe(0);
    const wrongType = await stack.preview(...(await config({ "stack-endpoint-count": { maximum: "many" } })));
    expect(wrongType.code).not.toBe(0);
    expect(wrongType.output).toContain("maximum: Invalid type");
  });

  it("is corrected where that is safe, at the server too, and stays as it is", async () => {
    await stack.write(await program(server, SMS, VIOLATIONS["sip-endpoint-encryption"]));
    const remediate = await config({ "sip-endpoint-encryption": "remediate" });
    const up = await stack.up(...remediate);
    expect(up.output).toMatch(/\[remediate\]\s+sip-endpoint-encryption/);
    expect(up.code).toBe(0);
    expect(await list(server, "/endpoints/sip?filter_username=v1")).toEqual([
      expect.objectContaining({ username: "v1", encryption: "required" }),
    ]);
    expect(await stack.stateText()).not.toContain("canary");
    expect((await stack.preview("--expect-no-changes", ...remediate)).code).toBe(0);
  });

  it("passes once it is corrected, without a note", async () => {
    await stack.write(await program(server, CORRECTED));
    // A program cannot set an emergency address.
    const preview = await stack.preview(...(await config({ ...CONFIG, "phone-number-emergency-address": "disabled" })));
    expect(preview.code).toBe(0);
    expect(preview.output).not.toMatch(/\[(advisory|mandatory)\]/);
    expect(preview.output).toContain("signalwire@v");
  });
});

describeWithEngine("a value that only the update knows", () => {
  let server: Server;
  let stack: Stack;

  beforeAll(async () => {
    server = await serve(...NUMBERS, "+12025550177");
    stack = await Stack.create(environmentOf(server));
    await stack.write(
      await program(
        server,
        'const token = new ClientToken("token", {});',
        'const url = token.expiresAt.apply((at) => "http://a.example/?until=" + at);',
        'new PhoneNumber("line", { ...line, ...webhooks, number: number(1), callRequestUrl: url });',
        'const menu = new SwmlScript("menu", { displayName: "Menu", contents: { version: "1.0.0", sections: { main: ["answer"] } } });',
        'const played = { callHandler: "relay_script", callRelayScriptUrl: menu.requestUrl } as const;',
        'new PhoneNumber("played", { ...line, ...played, number: number(2) });',
      ),
    );
  });

  afterAll(async () => {
    await stack?.remove();
    await server?.close();
  });

  it("is noted in a preview, which passes", async () => {
    const preview = await stack.preview("--policy-pack", pack);
    expect(preview.output).toMatch(/\[advisory\].* webhook-https /);
    expect(preview.output).toContain(
      "cannot be evaluated yet, because line.callRequestUrl is known only during the update",
    );
    // The address of the service's own script needs no check.
    expect(preview.output).not.toMatch(/played\.callRelayScriptUrl/);
    expect(preview.code).toBe(0);
  });

  it("is no violation in a report, but a line of its own", async () => {
    const [file, results] = [stack.path("report.json"), stack.path("report.xml")];
    const { out } = await stack.command("preview", "--policy-pack", pack, "--json", file, "--junit", results);
    const { violations, waiting } = JSON.parse(await readFile(file, "utf8"));
    expect(JSON.stringify(violations)).not.toContain("cannot be evaluated yet");
    expect(waiting).toBeGreaterThan(1);
    expect(out).toContain(`\n${waiting} checks wait for the \`up\`\n`);
    expect(await readFile(results, "utf8")).not.toContain("run policy");
  });

  it("is evaluated by the update, before the resource changes", async () => {
    const up = await stack.up("--policy-pack", pack);
    expect(up.code).toBe(1);
    expect(up.output).toContain("callRequestUrl is not an https URL (host a.example)");
    expect(requests(server).filter((line) => line.startsWith("PUT "))).toEqual([]);
  });
});

describeWithEngine("a state that was exported", () => {
  let server: Server;
  let stack: Stack;
  let file: string;
  let updated: Outcome;

  beforeAll(async () => {
    server = await serve(...NUMBERS, "+12025550177");
    stack = await Stack.create(environmentOf(server));
    const evaluated = [
      "sip-endpoint-encryption",
      "sip-endpoint-password-strength",
      "webhook-https",
      "sip-endpoint-send-as",
    ];
    // The project's SIP profile leaves encryption optional. A violation that only the service's answer shows does not fail an
    // update.
    const inheriting = `
new SipProfile("profile", { defaultCodecs: ["PCMU"] });
new SipEndpoint("inheriting", { ...desk, username: "inheriting", encryption: undefined });`;
    await stack.write(await program(server, SMS, inheriting, ...evaluated.map((rule) => VIOLATIONS[rule])));
    const rulesFile = stack.path("rules.json");
    await writeFile(rulesFile, JSON.stringify(Object.fromEntries(evaluated.map((rule) => [rule, "advisory"]))));
    updated = await stack.up("--policy-pack", pack, "--policy-pack-config", rulesFile);
    expect(updated.code).toBe(0);
    file = stack.path("state.json");
    expect((await stack.run("stack", "export", "--file", file)).code).toBe(0);
  });

  afterAll(async () => {
    await stack?.remove();
    await server?.close();
  });

  it("gets the verdict of a preview and of the update, without the program and the service", async () => {
    const preview = await stack.preview("--policy-pack", pack);
    await server.close();
    const analysis = await stack.run("policy", "analyze", "--policy-pack", pack, "--file", file);
    expect(listed(analysis)).toEqual(listed(preview));
    expect(listed(analysis)).toEqual(listed(updated));
    expect(listed(analysis)).toMatchObject({ "sip-endpoint-encryption": 1 });
    expect(Object.keys(listed(analysis))).toHaveLength(5);
    expect(analysis.code).not.toBe(0);
    expect(analysis.output).not.toContain("canary");
  });

  it("is evaluated by the preset strict, which a configuration extends", async () => {
    const rulesFile = stack.path("rules.json");
    await writeFile(rulesFile, '{ "webhook-https": "disabled" }');
    const flags = ["--policy-pack", `${pack}/strict`, "--policy-pack-config", rulesFile, "--file", file];
    const analysis = await stack.run("policy", "analyze", ...flags);
    expect(analysis.output).toMatch(/\[mandatory\].* sip-endpoint-send-as /);
    expect(analysis.output).toContain("whose defaultEncryption the program does not set");
    expect(listed(analysis)).not.toHaveProperty("webhook-https");
  });
});

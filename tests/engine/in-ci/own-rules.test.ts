// The command preview evaluates the package's rules in its own process. Its report equals the one of the engine that runs the pack.

import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { describeStack, server, stack } from "../described.ts";
import { upOf } from "../lives/helpers.ts";
import { itemsIn } from "../reports.ts";
import { ask, list } from "../service.ts";

const PACK = fileURLToPath(new URL("../../../policy", import.meta.url));
const [LINE, OTHER, THIRD] = ["+12025550101", "+12025550102", "+12025550103"];
const GOOD = "vivid-otter-lunar-canyon-brisk-maple";

const declare = (type: string, name: string, args: string, options = "{}") =>
  `new ${type}("${name}", { ${args} } as never, ${options});\n`;

const desk = (name: string, args = "", options = "{}") =>
  declare("SipEndpoint", name, `username: "${name}", password: pulumi.secret("${GOOD}"), ${args}`, options);

describeStack("the rules of the command preview", { numbers: [LINE, OTHER, THIRD], once: true }, () => {
  async function previewed(...flags: string[]) {
    const file = stack.path("report.json");
    const reports = ["--report", `json=${file}`, "--report", "text"];
    const { code, out, err } = await stack.command("preview", "--stack", "test", ...reports, ...flags);
    const { at: _, ...report } = JSON.parse(await readFile(file, "utf8"));
    return { code, report, out, err };
  }

  /** Previews by the command alone, and with the pack in the engine. Returns what both report. */
  async function compared(...passed: string[]) {
    const own = await previewed("--", ...passed);
    const engine = await previewed("--policy-pack", PACK, "--", ...passed);
    expect(own.report, own.err).toEqual(engine.report);
    expect({ code: own.code, out: own.out }).toEqual({ code: engine.code, out: engine.out });
    // A mandatory rule refuses each program of this file.
    expect(own.code).toBe(1);
    const rules = itemsIn(JSON.stringify(own.report)).flatMap(({ rule, subject }) =>
      rule ? `${rule.name} ${subject}` : [],
    );
    return { ...own, rules: rules.sort() };
  }

  it("are those of the pack for new resources: of secrets, of unknown values, and of the whole stack", async () => {
    await stack.write(`
class Floor extends pulumi.ComponentResource { constructor(name: string) { super("tested:index:Floor", name); } }
const floor = new Floor("first");
const token = new ClientToken("token", {});
const until = token.expiresAt.apply((at) => "http://a.example/?until=" + at);
${declare("SipProfile", "profile", 'defaultEncryption: "optional"')}
${desk("inherits", 'sendAs: "random"')}
${declare("SipEndpoint", "weak", 'username: "weak", password: pulumi.secret("weak-2024")')}
${desk("plain", 'encryption: "optional", callerId: pulumi.secret("+1 202 555 0199"), ciphers: ["AES_CM_128_HMAC_SHA1_32"]', "{ parent: floor }")}
${desk("late", 'encryption: "required", callerId: token.expiresAt.apply(String), sendAs: pulumi.secret("+19005550100")')}
${declare("SwmlScript", "menu", 'displayName: "Menu", contents: { sections: { main: [{ connect: { to: "911" } }, { request: { url: "https://u:canary@a.example/" } }] } }')}
${declare("PhoneNumber", "line", `number: "${LINE}", callHandler: "relay_script", callRelayScriptUrl: until`)}
${declare("PhoneNumber", "other", `number: "${OTHER}", name: "Other", callHandler: "laml_webhooks", callRequestUrl: pulumi.secret("http://10.0.0.1/canary"), callFallbackUrl: "http://10.0.0.1/b"`)}
const read = SipEndpoint.get("seen", "${await idOf("seen")}");
${declare("PhoneNumber", "third", `number: "${THIRD}", callHandler: "relay_sip_endpoint", callSipEndpointId: read.id`)}`);
    const { report, out, rules } = await compared();
    expect(rules).toEqual(
      expect.arrayContaining([
        ...["sip-endpoint-password-strength SipEndpoint weak", "sip-endpoint-encryption SipProfile profile"],
        ...["sip-endpoint-encryption SipEndpoint plain", "sip-endpoint-send-as SipEndpoint late"],
        "script-destinations SwmlScript menu",
        ...["webhook-https PhoneNumber other", "webhook-credentials SwmlScript menu"],
      ]),
    );
    expect(report.facts.join()).toContain("Only the `up` checks");
    expect(JSON.stringify(report) + out).not.toMatch(/weak-2024|canary/);
  });

  it("are those of the pack for a stack that exists: changed, the same, replaced, and outside of the targets", async () => {
    const program = (more: string) => `
${desk("kept", 'encryption: "optional", callerId: pulumi.secret("911")')}
${declare("SipEndpoint", "weak", 'username: "weak", password: pulumi.secret("weak-2024"), encryption: "required"')}
${desk("changed", `encryption: "${more}"`)}
${declare("SipEndpoint", "replaced", `username: "replaced-${more}", password: "${GOOD}", encryption: "optional"`, '{ replaceOnChanges: ["username"] }')}
${more === "required" ? desk("leaver") : desk("fresh", 'encryption: "optional"')}`;
    await upOf(stack, program("required"));
    await stack.write(program("optional"));
    const [first] = (await list(server, "/endpoints/sip")).filter(({ username }) => username === "kept");
    await ask(server, "PUT", `/endpoints/sip/${first?.id}`, { caller_id: "112" });
    const { rules } = await compared("--refresh");
    expect(rules).toEqual(
      expect.arrayContaining(
        ["kept", "changed", "replaced", "fresh"].map((name) => `sip-endpoint-encryption SipEndpoint ${name}`),
      ),
    );
    expect(rules).toContain("sip-endpoint-password-strength SipEndpoint weak");
    const targeted = await compared("--target", "**SipEndpoint::changed");
    expect(targeted.rules).toContain("sip-endpoint-password-strength SipEndpoint weak");
  });

  async function idOf(username: string): Promise<unknown> {
    const known = async () => (await list(server, "/endpoints/sip")).find((each) => each.username === username)?.id;
    if (!(await known())) await ask(server, "POST", "/endpoints/sip", { username, password: GOOD });
    return known();
  }
});

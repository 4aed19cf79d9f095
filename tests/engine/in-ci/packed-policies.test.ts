// The folder of the policy pack packed alone, installed in an empty folder and run by the engine, as Pulumi Cloud does.

import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { patientNpm, succeed } from "../commands.ts";
import { describeStack, server, stack } from "../described.ts";
import { root } from "../packed-file.ts";
import { requests } from "../service.ts";

describeStack("the policy pack in an empty folder", { numbers: ["+12025550101"], once: true }, () => {
  let folder: string;
  const pack = (preset = "") => join(folder, "node_modules/signalwire-policies", preset);

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "signalwire-policies-"));
    const options = { cwd: folder, env: { ...process.env, ...patientNpm }, timeoutMs: 150_000 };
    const packed = await succeed(
      "npm",
      ["pack", join(root, "policy"), "--silent", "--foreground-scripts=false"],
      options,
    );
    await writeFile(join(folder, "package.json"), '{ "private": true }\n');
    await succeed("npm", ["install", `./${packed.trim().split("\n").at(-1)}`], options);
  }, 320_000);

  afterAll(async () => {
    if (folder) await rm(folder, { recursive: true, force: true });
  });

  it("refuses a weak password, with the severity of the rule, and nothing is sent", async () => {
    await stack.write('new SipEndpoint("desk", { username: "desk", password: "password1" });');
    const { code, output } = await stack.up("--policy-pack", pack());
    expect(code, output.slice(-2_000)).not.toBe(0);
    expect(output).toMatch(/\[mandatory\].*sip-endpoint-password-strength/);
    expect(output).toContain("signalwire@v");
    expect(requests(server).filter((each) => each.startsWith("POST"))).toEqual([]);
  });

  it("explores the calls of the stack, and its preset strict refuses a key that reaches nobody", async () => {
    const menu = (username: string) => `
new SipEndpoint("sales", { username: "sales", password: "vivid-otter-lunar-canyon-brisk-maple", encryption: "required" });
const keys = { "1": [{ connect: { to: "sip:${username}" } }] };
const choose = { switch: { variable: "prompt_value", case: keys, default: [{ play: "say:Goodbye" }] } };
const main = [{ prompt: { play: "say:Press 1", max_digits: 1 } }, choose];
const menu = new SwmlScript("menu", { displayName: "Menu", contents: { sections: { main } } });
new PhoneNumber("line", { number: "+12025550101", callHandler: "relay_script", callRelayScriptUrl: menu.requestUrl });`;
    await stack.write(menu("sales-typo"));
    const broken = await stack.preview("--policy-pack", pack("strict"));
    expect(broken.code).not.toBe(0);
    expect(broken.output).toMatch(/\[mandatory\].* every-caller-is-reached /);
    expect(broken.output).toContain("+12025550101: key 1 → Did not ring: the document dials sip:sales-typo");
    const rules = join(folder, "rules.json");
    await writeFile(rules, '{ "every-caller-is-reached": "mandatory" }\n');
    await stack.write(menu("sales"));
    const whole = await stack.preview("--policy-pack", pack(), "--policy-pack-config", rules);
    expect(whole.code, whole.output.slice(-2_000)).toBe(0);
    expect(whole.output).not.toContain("every-caller-is-reached");
  });
});

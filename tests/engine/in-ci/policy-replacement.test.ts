// Corrections of replaced resources: the engine drops a correction at a replacement, and the policy pack must report the
// violation.

import { writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { beforeAll, expect, it } from "vitest";
import { describeStack, server, stack } from "../described.ts";
import { list, requests } from "../service.ts";

const pack = fileURLToPath(new URL("../../../policy", import.meta.url));

const numbers = ["+12025550101", "+12025550102"];

describeStack("a resource that is corrected, and then replaced", { numbers, once: true }, () => {
  let flags: string[];

  const write = (number: string, encryption = "optional", method = "undefined") =>
    stack.write(`
new PhoneNumber("line", {
  number: "${number}", name: "Line", callHandler: "dialogflow", messageHandler: "laml_webhooks",
  messageRequestUrl: "https://a.example/sms", messageRequestMethod: ${method},
  messageFallbackUrl: "https://b.example/sms", messageFallbackMethod: "POST",
});
new SipEndpoint("desk", {
  username: "desk-${number.slice(-1)}", password: pulumi.secret("kV7-canary-qX2pLw9z"), callerId: "Desk", sendAs: "${number}", encryption: "${encryption}",
}, { replaceOnChanges: ["username"] });`);

  beforeAll(async () => {
    const config = stack.path("rules.json");
    await writeFile(config, '{ "sip-endpoint-encryption": "remediate", "webhook-method": "remediate" }');
    flags = ["--policy-pack", pack, "--policy-pack-config", config];
    await write("+12025550101");
    const up = await stack.up(...flags);
    expect(up.output).toMatch(/\[remediate\]\s+webhook-method/);
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
    expect(found).toContainEqual(expect.stringMatching(/ webhook-method .*: line\)/));
    expect(preview.output).toContain(
      "encryption is not required: the engine dropped the correction, as it does for a replacement.",
    );
    expect(preview.code).toBe(1);
    expect(requests(server).every((line) => line.startsWith("GET "))).toBe(true);
  });

  it("passes once the program is corrected", async () => {
    await write("+12025550102", "required", '"POST"');
    const up = await stack.up(...flags);
    expect(up.output).not.toMatch(/\[(mandatory|remediate)\]/);
    expect(up.code).toBe(0);
    expect(await list(server, "/endpoints/sip")).toEqual([
      expect.objectContaining({ username: "desk-2", encryption: "required" }),
    ]);
  });
});

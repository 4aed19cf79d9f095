// Routes and tried calls of a real stack: an `up` does what the preview planned.

import { readFile } from "node:fs/promises";
import { beforeAll, expect, it } from "vitest";
import { describeStack, server, stack } from "../described.ts";
import { PASSPHRASE } from "../find-engine.ts";
import { startFrom, succeeds } from "../lives/helpers.ts";
import { requests } from "../service.ts";

const LINE = "+12025550101";
const SECOND = "+12025550102";

const BEFORE = `
const desk = new SipEndpoint("desk", { username: "front-desk", password: "K7vQ-m2Xw9-tRz4Bd-8Lpe" });
new PhoneNumber("line", { number: "${LINE}", callHandler: "relay_sip_endpoint", callSipEndpointId: desk.id });
new PhoneNumber("second", { number: "${SECOND}", callHandler: "laml_webhooks", callRequestUrl: pulumi.secret("https://example.com/menu") });
new ClientToken("alice", { resource: "alice" });`;

const AFTER = `
const night = new SipEndpoint("night", {
  username: "night-desk",
  password: "K7vQ-m2Xw9-tRz4Bd-8Lpe",
  callHandler: "relay_script",
  callRelayScriptUrl: "https://example.com/night.json?token=canary-of-the-night",
});
new PhoneNumber("line", { number: "${LINE}", callHandler: "relay_sip_endpoint", callSipEndpointId: night.id });
new PhoneNumber("second", { number: "${SECOND}", callHandler: "relay_verto_endpoint", callVertoResource: "alice" });
new ClientToken("alice", { resource: "alice" });`;

describeStack("the routes of a stack", { numbers: [LINE, SECOND], once: true }, () => {
  beforeAll(async () => {
    await startFrom(stack, BEFORE);
    await stack.write(AFTER);
  });

  it("are drawn by its state, without the service and without a passphrase", async () => {
    server.journal.clear();
    stack.export("PULUMI_CONFIG_PASSPHRASE", undefined);
    const { code, out, err } = await stack.command("routes", "--stack", "test");
    stack.export("PULUMI_CONFIG_PASSPHRASE", PASSPHRASE);
    expect({ code, err }).toEqual({ code: 0, err: "" });
    const lines = [
      `phone number ${LINE} (line)\n  call: relay_sip_endpoint → SIP endpoint front-desk (desk)\n`,
      `phone number ${SECOND} (second)\n  call: laml_webhooks → document [secret]\n`,
      "client token alice\n  no handler names it\n",
    ];
    for (const each of lines) expect(out).toContain(each);
    expect(requests(server)).toEqual([]);
  });

  it("change as a preview plans it, and the calls of the plan go the way that they go afterwards", async () => {
    server.journal.clear();
    const expected = ["--expect", "rings:night", "--json"];
    const planned = await stack.command("call", LINE, "--stack", "test", "--preview", ...expected);
    expect(planned, planned.err).toMatchObject({ code: 0, err: "" });
    const { before, after, expectations } = JSON.parse(planned.out);
    expect(before.verdict).toBe("✓ Rings the devices of the SIP endpoint front-desk");
    // The plan and the state keep an address with a token encrypted.
    expect(after).toMatchObject({
      outcome: "answered",
      way: expect.stringMatching(
        /SIP endpoint night-desk ✓ → relay_script ✓ → POST https:\/\/\[secret\]\/\S*token=\[secret\] ✓/,
      ),
    });
    expect(expectations).toEqual([{ expected: "rings:night", isMet: true }]);

    const page = await stack.command("preview", "--stack", "test", "--report", `markdown=${stack.path("page.md")}`);
    const markdown = await readFile(stack.path("page.md"), "utf8");
    expect(page.code, page.out).toBe(0);
    expect(page.out).not.toContain("plan.json");
    expect(markdown).toMatch(
      /\*\*Other end\*\*.*\+12025550101.*now: Rings the devices of the SIP endpoint front-desk<br>then: Goes on as `https:\/\/\[secret\]\/[^`]*token=\[secret\]` says/s,
    );
    expect(markdown).toMatch(/Rings the client alice, which is connected.*```mermaid\n.*night-desk<br\/>night"/s);
    expect(markdown).not.toMatch(/canary|plan\.json/);
    expect(requests(server).filter((each) => !each.startsWith("GET "))).toEqual([]);

    await succeeds(stack.up());
    const applied = await stack.command("call", LINE, "--stack", "test", "--json");
    const { outcome, steps } = JSON.parse(applied.out).after;
    expect([outcome, steps.length]).toEqual([after.outcome, after.steps.length]);
    expect(planned.out + applied.out).not.toMatch(/canary|example\.com/);
  });
});

// The SIP profile: adopted and released; every endpoint inherits from it.

import { expect, it } from "vitest";
import { describeStack, server, stack } from "../described.ts";
import { destroy, expectSettled, fails, succeeds, upOf, writes } from "../lives/helpers.ts";
import { ask, environmentOf, serve } from "../service.ts";
import { door } from "../stack.ts";

const ENDPOINT = 'new SipEndpoint("desk", { username: "desk", password: "canary-password" });\n';

describeStack("a SIP profile", { numbers: ["+12025550101"], inProcess: true }, () => {
  it("is held although no answer came, is changed without drift of what inherits from it, and put back on destroy", async () => {
    await ask(server, "PUT", "/sip_profile", { default_codecs: ["PCMA"] });
    const program = (codecs: string) =>
      `${ENDPOINT}new SipProfile("profile", { defaultCodecs: [${codecs}], onDestroy: "restore" });`;
    const path = "/api/relay/rest/sip_profile";
    const fault = server.faults.add({ method: "PUT", path, effect: "lose-answer", times: 20 });
    await stack.write(program('"OPUS"'));
    expect((await fails(stack.up())).output).toContain("what was found before is kept");
    server.faults.remove(fault.id);
    server.journal.clear();
    await upOf(stack, program('"OPUS"'));
    // All settings had arrived.
    expect(writes(server).filter((line) => line.includes("sip_profile"))).toEqual([]);
    await upOf(stack, program('"OPUS", "PCMU"'));
    // One process both reads and writes it.
    await ask(server, "PUT", "/sip_profile", { default_codecs: ["VP8"] });
    await succeeds(stack.up("--refresh"));
    expect(await ask(server, "GET", "/sip_profile")).toMatchObject({ default_codecs: ["OPUS", "PCMU"] });
    await expectSettled(stack);
    await succeeds(destroy(stack));
    expect(await ask(server, "GET", "/sip_profile")).toMatchObject({ default_codecs: ["PCMA"] });
  });

  it("of a state is not another project's, also under a new name", async () => {
    await upOf(stack, 'new SipProfile("profile", { defaultCodecs: ["OPUS"] });');
    // A plugin does not see the state of the old name.
    const other = await serve();
    try {
      for (const [name, value] of Object.entries(environmentOf(other))) stack.export(name, value);
      for (const name of door === "plugin" ? ["profile"] : ["profile", "renamed"]) {
        await stack.write(`new SipProfile("${name}", { defaultCodecs: ["PCMU"] });`);
        expect((await fails(stack.up())).output).toContain("Nothing was changed");
      }
      expect(writes(other)).toEqual([]);
    } finally {
      await other.close();
    }
  });

  it("is only looked at by `get`, and renamed, which keeps what was found at first", async () => {
    const ciphers = ["AES_CM_128_HMAC_SHA1_32"];
    await ask(server, "PUT", "/sip_profile", { default_encryption: "required", default_ciphers: ciphers });
    await upOf(stack, `export const { domain } = SipProfile.get("seen", "${server.project.id}");`);
    const program = (name: string) =>
      `new SipProfile("${name}", { defaultEncryption: "optional", defaultCodecs: ["OPUS"], onDestroy: "restore" });`;
    await upOf(stack, program("first"));
    // Adopted as if it had never been looked up.
    const adopted = { default_encryption: "optional", default_codecs: ["OPUS"], default_ciphers: ciphers };
    expect(await ask(server, "GET", "/sip_profile")).toMatchObject(adopted);
    const renamed = await upOf(stack, program("second"));
    expect(renamed.output).toContain("was left alone: another resource of this stack manages it now");
    expect(await ask(server, "GET", "/sip_profile")).toMatchObject(adopted);
    await succeeds(destroy(stack));
    const { default_encryption, default_codecs } = await ask(server, "GET", "/sip_profile");
    // The plugin does not get the settings from before the old name's adoption.
    expect(default_encryption).toBe(door === "plugin" ? "optional" : "required");
    expect(default_codecs).toHaveLength(door === "plugin" ? 1 : 6);
  });
});

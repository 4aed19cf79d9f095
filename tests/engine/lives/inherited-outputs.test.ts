// What an endpoint inherits is an output: another resource may use it, and previews stay clean.

import { expect, it } from "vitest";
import { describeStack, server, stack } from "../described.ts";
import { ask } from "../service.ts";
import { contents, endpoints, expectSettled, succeeds, upOf } from "./helpers.ts";

describeStack("an endpoint that names no codecs", { inProcess: true }, () => {
  const program = (profile: string, desk = "") => `
const desk = new SipEndpoint("desk", { username: "desk", password: "canary-password"${desk} });
new SipEndpoint("lobby", { username: "lobby", password: "canary-password", codecs: desk.codecs, ciphers: desk.ciphers, encryption: desk.encryption });
${profile}`;
  const codecsOf = async (name: string) => {
    const { [name]: id } = await endpoints(server);
    return (await ask(server, "GET", `/endpoints/sip/${id}`)).codecs;
  };

  it("gives its inherited values to another one, and a preview is clean from then on", async () => {
    await ask(server, "PUT", "/sip_profile", { default_codecs: ["OPUS", "PCMU"], default_encryption: "required" });
    await upOf(stack, program(""));
    await expectSettled(stack);
    await succeeds(stack.preview("--refresh", "--expect-no-changes"));
    expect(await codecsOf("lobby")).toEqual(["OPUS", "PCMU"]);

    // Another field of the endpoint changes: what it inherits is as before.
    await upOf(stack, program("", ', callerId: "Desk"'));
    await expectSettled(stack);

    // The endpoint names codecs, and leaves them out again.
    await upOf(stack, program("", ', codecs: ["PCMA"]'));
    expect(await codecsOf("lobby")).toEqual(["PCMA"]);
    await expectSettled(stack);
    await upOf(stack, program(""));
    expect(await codecsOf("lobby")).toEqual(["OPUS", "PCMU"]);
    await expectSettled(stack);
  });

  it("shows the value of the stack's own profile, which the same up may write later", async () => {
    await upOf(
      stack,
      program('new SipProfile("profile", { defaultCodecs: ["G722"], defaultEncryption: "required" });'),
    );
    expect(await codecsOf("lobby")).toEqual(["G722"]);
    await expectSettled(stack);
    await succeeds(stack.up("--refresh"));
    await expectSettled(stack);
    await succeeds(stack.preview("--refresh", "--expect-no-changes"));
    expect(JSON.stringify(await contents(stack))).toContain('"codecs":["G722"]');
  });
});

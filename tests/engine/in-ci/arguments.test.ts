// A preview with wrong arguments reports every error at once. It changes nothing and prints no secret.

import { beforeAll, expect, it } from "vitest";
import { describeStack, server, stack } from "../described.ts";
import { requests } from "../service.ts";
import type { Outcome } from "../stack.ts";

const CORRECT = "Correct the problems listed by resource";

describeStack("ten wrong arguments in one program", { once: true, numbers: ["+12025550101"], inProcess: true }, () => {
  let preview: Outcome;

  beforeAll(async () => {
    await stack.write(`
new SipEndpoint("first", {
  username: "front desk",
  password: "canary-password-1",
  codecs: ["OPUS", "MP3" as "OPUS"],
  callerId: 5 as unknown as string,
  callHandler: "laml_webhooks",
  callRequestUrl: "https://user:canary-password-2@example",
  callRequestMethod: "PATCH" as "GET",
  callFallbackUrl: "not a url with canary-password-3",
  callFallbackMethod: "GET",
  callStatusCallbackUrl: "https://example.com/status",
});
new SipEndpoint("second", { username: "second", password: pulumi.secret("") });
new PhoneNumber("third", { number: "0301234567", callHandler: "carrier_pigeon" as "dialogflow" });
new PhoneNumber("fourth", { number: "+12025550101", phoneNumberId: "9e8b6c1a-52d7-4b0f-8a35-6f0c7d1e2b34" });
new PhoneNumber("good", { number: "+12025550101", name: "Main" });
`);
    preview = await stack.preview();
  });

  it.each([
    ["white space in a user name", "username must not contain white space or the character @"],
    ["a codec that does not exist", "codecs must hold only OPUS, G722, PCMU, PCMA, VP8, H264"],
    ["a value of the wrong type", "callerId must be a string"],
    ["a method that is none", "callRequestMethod must be GET or POST"],
    ["a malformed URL", "callFallbackUrl must be an absolute http:// or https:// URL"],
    ["a field the handler needs", "callStatusCallbackMethod is required when callHandler is laml_webhooks"],
    ["an empty secret password", "password must not be empty"],
    ["a number that is not E.164", "number must be a number in E.164 form"],
    ["a handler nobody knows", "callHandler must be one of relay_context, relay_application, laml_webhooks"],
    ["two ways to name a number", "number and phoneNumberId are both given: keep one of them"],
  ])("reports %s with the argument's name and the allowed values", (_, message) => {
    expect(preview.output).toContain(message);
  });

  it("fails, sends no write, and prints no password", () => {
    expect(preview.code).not.toBe(0);
    expect(preview.output).toContain(CORRECT);
    expect(requests(server).filter((line) => !line.startsWith("GET "))).toEqual([]);
    expect(preview.output).not.toContain("canary");
  });

  it("stops an up without a preview before anything is sent for the wrong resource", async () => {
    server.journal.clear();
    await stack.write('new SipEndpoint("only", { username: "a b", password: "canary-password-1" });');
    const up = await stack.up();
    expect(up.code).not.toBe(0);
    expect(up.output).toContain("username must not contain white space or the character @");
    expect(up.output).not.toContain("canary");
    expect(requests(server)).toEqual([]);
  });

  it("says which key and which variable is missing, once", async () => {
    for (const name of ["SIGNALWIRE_PROJECT_ID", "SIGNALWIRE_API_TOKEN", "SIGNALWIRE_BASE_URL"])
      stack.export(name, undefined);
    await stack.write(`
new SipEndpoint("a", { username: "a", password: "canary-password-1" });
new SipEndpoint("b", { username: "b", password: "canary-password-1" });
`);
    const { code, output } = await stack.preview();
    expect(code).not.toBe(0);
    // A second preview in the same process, as with the Automation API, reports them again.
    expect(output).toContain(CORRECT);
    for (const name of ["projectId", "apiToken", "space"]) expect(output).toContain(`signalwire:${name}`);
    for (const name of ["PROJECT_ID", "API_TOKEN", "SPACE"]) expect(output).toContain(`SIGNALWIRE_${name}`);
    const diagnostics = output.slice(output.indexOf("Diagnostics:"));
    expect(diagnostics.split("signalwire:projectId is missing")).toHaveLength(2);
  });
});

describeStack(
  "arguments that are outputs of other resources",
  { once: true, numbers: ["+12025550101"], inProcess: true },
  () => {
    it("raise no false problem while they are unknown", async () => {
      await stack.write(`
const token = new ClientToken("token", {});
const unknown = token.expiresAt;
new SipEndpoint("desk", {
  username: unknown,
  password: unknown,
  codecs: [unknown as pulumi.Output<"OPUS">, "PCMU"],
  callHandler: unknown as pulumi.Output<"relay_script">,
  sendAs: unknown,
});
new SipEndpoint("other", {
  username: "other",
  password: "canary-password-1",
  callHandler: "relay_script",
  callRelayScriptUrl: pulumi.interpolate\`https://example.com/\${unknown}\`,
});
new PhoneNumber("line", { number: unknown, callHandler: "relay_sip_endpoint", callSipEndpointId: unknown });
new ClientToken("second", { resource: unknown, expiresIn: unknown.apply((text) => text.length) });
`);
      const preview = await stack.preview();
      expect(preview.output).toContain("6 to create");
      expect(preview.code).toBe(0);
    });

    it("are validated once they are known", async () => {
      server.journal.clear();
      await stack.write(`
const token = new ClientToken("token", { resource: "a b" });
new SipEndpoint("desk", { username: token.resource, password: "canary-password-1" });
`);
      const up = await stack.up();
      expect(up.code).not.toBe(0);
      expect(up.output).toContain("username must not contain white space");
      expect(requests(server)).toEqual(["POST /api/relay/rest/jwt"]);
    });
  },
);

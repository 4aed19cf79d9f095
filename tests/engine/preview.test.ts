// A preview's messages about the service, before any change there.

import { beforeAll, expect, it } from "vitest";
import { describeStack, server, stack } from "./described.ts";
import { endpoint, phoneNumber, writes } from "./lives/helpers.ts";
import { addEndpoint, ask, requests } from "./service.ts";
import { startFrom } from "./settled.ts";
import type { Outcome } from "./stack.ts";

const OWNED = ["+12025550101", "+12025550102", "+12025550103", "+12025550104"];
const SCRIPT = "https://hooks.example.com/answer?token=canary-token-1";

const options = { numbers: [...OWNED], asUser: true, once: true };

describeStack("a preview of a program with one of each finding", options, () => {
  let preview: Outcome;
  const ids: { [username: string]: string } = {};

  beforeAll(async () => {
    await startFrom(stack, endpoint("leaver", { username: "front-desk" }) + phoneNumber("kept", { number: OWNED[3] }));
    for (const username of ["sales", "support", "quiet"]) ids[username] = await addEndpoint(server, username);
    await ask(server, "PUT", `/endpoints/sip/${ids.sales}`, {
      caller_id: "Sales",
      call_handler: "relay_script",
      call_relay_script_url: SCRIPT,
    });
    await ask(server, "PUT", `/endpoints/sip/${ids.support}`, { caller_id: "canary-live" });
    server.journal.clear();
    await stack.write(`
const leaver = ${endpoint("leaver", { username: "back-desk" })}
${endpoint("follower", { username: "front-desk" }, "{ dependsOn: [leaver] }")}
${endpoint("fresh", { username: "fresh" })}
${endpoint("sales", { username: "sales", adopt: true, encryption: "required" })}
new SipEndpoint("support", { username: "support", password: "canary-password", adopt: true, callerId: pulumi.secret("canary-new") });
${endpoint("quiet", { username: "quiet", adopt: true })}
${endpoint("taken", { username: "sales-2" })}
${phoneNumber("line", { number: OWNED[0], name: "Main line" })}
${phoneNumber("same", { number: OWNED[1] })}
${phoneNumber("dead", { number: OWNED[2], callHandler: "relay_sip_endpoint" })}
${phoneNumber("kept", { number: OWNED[3], messageHandler: "laml_webhooks" })}
${phoneNumber("foreign", { number: "+12025550199" })}
new SipProfile("profile", { defaultEncryption: "required" });
`);
    ids["sales-2"] = await addEndpoint(server, "sales-2");
    server.journal.clear();
    preview = await stack.preview();
  });

  it("reports the changes of an adoption, and reasons for a failing up, at each resource", () => {
    const told = diagnosticsOf(preview.output);
    expect(told.sales).toEqual([
      `adopts the SIP endpoint "sales" (${ids.sales}):`,
      'callerId "Sales" → (not set)',
      'encryption "optional" → "required"',
      'callHandler "relay_script" → (not set)',
      'callRelayScriptUrl "https://hooks.example.com/answer?token=[secret]" → (not set)',
      "sends the program's password",
    ]);
    expect(told.support).toEqual([
      `adopts the SIP endpoint "support" (${ids.support}): callerId [secret] → [secret] (changed); sends the program's password`,
    ]);
    expect(told.quiet?.join()).toMatch(/sends the program's password; nothing else changes$/);
    expect(told.line?.join()).toMatch(/^adopts the phone number "\+12025550101" .*: name \(not set\) → "Main line"$/);
    expect(told.same?.join()).toMatch(/as it is: nothing changes$/);
    expect(told.profile).toEqual(['adopts the SIP profile: defaultEncryption "optional" → "required"']);
    expect(told.taken?.join()).toMatch(
      /^error: username "\S+" is taken\. The SIP endpoint \S+ has this username, and everything/,
    );
    expect(told.foreign?.join()).toMatch(/^error: the project \S+ owns no phone number "\+12025550199"/);
    expect(told.dead?.join()).toContain("warning: callHandler is relay_sip_endpoint, and callSipEndpointId is not set");
    expect(told.kept?.join()).toContain("warning: messageHandler is laml_webhooks, and messageRequestUrl is not set");
  });

  it("says nothing of a new user name, and warns of one that another resource gives up", () => {
    expect(Object.keys(diagnosticsOf(preview.output))).not.toContain("fresh");
    expect(diagnosticsOf(preview.output).follower?.join()).toMatch(
      /^warning: the SipEndpoint "leaver" gives up username/,
    );
  });

  it("fails, reads a page of each list once, changes nothing, and prints no secret", () => {
    expect(preview.code).not.toBe(0);
    expect(preview.output).toContain("Nothing was changed at the service.");
    expect(requests(server)).toHaveLength(3);
    expect(writes(server)).toEqual([]);
    expect(preview.output).not.toContain("canary");
  });

  it("adds nothing to the resources that a program reads", async () => {
    const { output } = await stack.preview("--json");
    const { steps } = JSON.parse(output.slice(output.indexOf("{"), output.lastIndexOf("}") + 1));
    const names = steps.flatMap(({ newState: { inputs, outputs } }: Step) => [
      ...Object.keys(inputs ?? {}),
      ...Object.keys(outputs ?? {}),
    ]);
    expect(names).toContain("username");
    const ours = names.filter((name: string) => name.startsWith("__"));
    expect(new Set(ours)).toEqual(new Set(["__provider"]));
  });
});

interface Step {
  readonly newState: { readonly inputs?: object; readonly outputs?: object };
}

/** Returns the messages on each resource, line by line. */
function diagnosticsOf(output: string): { [name: string]: string[] } {
  const told: { [name: string]: string[] } = {};
  let lines: string[] = [];
  for (const line of output.slice(output.indexOf("Diagnostics:"), output.indexOf("Resources:")).split("\n")) {
    const [, name] = /^ {2}\S.*\((.*)\):$/.exec(line) ?? [];
    if (name) told[name] = lines = [];
    else if (line.trim() !== "") lines.push(line.trim());
  }
  return told;
}

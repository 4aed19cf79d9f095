// A stack that manages the SIP profile: what a drifted profile hides at the endpoints, and what a refresh reports of them.

import { expect, it } from "vitest";
import { describeStack, server, stack } from "./described.ts";
import { fails, succeeds, upOf } from "./lives/helpers.ts";
import { reportOf, sectionsIn } from "./reports.ts";
import { ask, list } from "./service.ts";
import { rehearse, startFrom } from "./settled.ts";

const STRICT = ["--fail-on", "drift,unwatched"];
const CHECK = ["refresh", "--preview-only", "--expect-no-changes"];
const PROGRAM = `
new SipEndpoint("desk", { username: "desk", password: "canary-password" });
new SipEndpoint("lobby", { username: "lobby", password: "canary-password" });
new SipProfile("profile", { defaultEncryption: "required", defaultCodecs: ["OPUS", "PCMU"] });`;

const setProfile = (settings: object) => ask(server, "PUT", "/sip_profile", settings);

async function pathOf(username: string): Promise<string> {
  const [found] = await list(server, `/endpoints/sip?filter_username=${username}`);
  return `/endpoints/sip/${found?.id}`;
}

describeStack("a stack that manages the SIP profile", {}, () => {
  it("reports a weaker profile at the SipProfile only, and shows what that had hidden once the profile is back", async () => {
    await startFrom(stack, PROGRAM);
    await setProfile({ default_encryption: "optional" });
    await ask(server, "PUT", await pathOf("desk"), { encryption: "optional" });
    const { code, out, err } = await reportOf("drift", ...STRICT);
    expect(code, err).toBe(7);
    expect(sectionsIn(out)).toEqual({ desk: "in-sync", lobby: "in-sync", profile: "drifted" });
    expect(err).toContain(
      "the encryption of desk and lobby cannot be compared until the SIP profile is as its program says",
    );
    expect((await rehearse(stack, "refresh", "--preview-only")).output).not.toContain("was weakened");

    await succeeds(stack.up("--refresh"));
    expect(await ask(server, "GET", "/sip_profile")).toMatchObject({ default_encryption: "required" });
    expect((await stack.command("drift", "--stack", "test")).code).toBe(7);
    await succeeds(stack.up("--refresh"));
    expect(await ask(server, "GET", await pathOf("desk"))).not.toMatchObject({ encryption: "optional" });
  });
});

describeStack("a stack with a SIP profile", { inProcess: true }, () => {
  it("does not accuse its own value after a run that made an endpoint before it restored the profile", async () => {
    await upOf(stack, PROGRAM);
    await setProfile({ default_codecs: ["PCMU"] });
    await ask(server, "DELETE", await pathOf("lobby"));
    await succeeds(stack.up("--refresh"));
    expect((await succeeds(stack.up("--refresh"))).output).not.toContain("was weakened");
    expect((await succeeds(stack.run(...CHECK))).output).not.toContain("was weakened");
  });

  it("whose other settings are watched is as before where only the order of a list differs, and changed where a member does", async () => {
    await setProfile({ default_codecs: ["OPUS", "PCMU"] });
    await upOf(stack, 'new SipProfile("profile", { defaultEncryption: "required", unset: "watch" });');
    await setProfile({ default_codecs: ["PCMU", "OPUS"] });
    await succeeds(stack.preview("--refresh", "--expect-no-changes"));
    await setProfile({ default_codecs: ["PCMU"] });
    await fails(stack.preview("--refresh", "--expect-no-changes"));
  });
});

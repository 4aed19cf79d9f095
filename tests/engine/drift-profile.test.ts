// A stack that manages the SIP profile: what a drifted profile hides at the endpoints, and what a refresh reports of them.

import { expect, it } from "vitest";
import { describeStack, server, stack } from "./described.ts";
import { succeeds } from "./lives/helpers.ts";
import { reportOf, sectionsIn } from "./reports.ts";
import { ask, list } from "./service.ts";
import { rehearse, startFrom } from "./settled.ts";

const STRICT = ["--fail-on", "drift,unwatched"];
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

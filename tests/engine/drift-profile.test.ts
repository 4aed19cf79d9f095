// A stack that manages the SIP profile: what a drifted profile hides at the endpoints, and what a refresh reports of them.

import { afterAll, beforeAll, expect, it } from "vitest";
import { sectionsIn } from "./reports.ts";
import { ask, environmentOf, list, type Server, serve } from "./service.ts";
import { describeWithEngine, Stack } from "./stack.ts";

const STRICT = ["--fail-on", "drift,unwatched"];

describeWithEngine("a stack that manages the SIP profile", () => {
  let server: Server;
  let stack: Stack;
  const ids = new Map<string, string>();

  const profile = (settings: object) => ask(server, "PUT", "/sip_profile", settings);
  const endpoint = (name: string) => `/endpoints/sip/${ids.get(name)}`;

  async function up(...flags: string[]): Promise<string> {
    const { code, output } = await stack.up(...flags);
    expect(code, output.slice(-2_000)).toBe(0);
    for (const { id, username } of await list(server, "/endpoints/sip")) ids.set(String(username), String(id));
    return output;
  }

  beforeAll(async () => {
    server = await serve();
    stack = await Stack.create(environmentOf(server));
    await stack.write(`
new SipEndpoint("desk", { username: "desk", password: "canary-password" });
new SipEndpoint("lobby", { username: "lobby", password: "canary-password" });
new SipProfile("profile", { defaultEncryption: "required", defaultCodecs: ["OPUS", "PCMU"] });`);
    await up();
  });

  afterAll(async () => {
    await stack?.remove();
    await server?.close();
  });

  it("reports a weaker profile at the SipProfile only, and what cannot be compared until it is back", async () => {
    await profile({ default_encryption: "optional" });
    await ask(server, "PUT", endpoint("desk"), { encryption: "optional" });
    const { code, out, err } = await stack.command("drift", ...STRICT, "--report", "json");
    expect(code, err).toBe(7);
    expect(sectionsIn(out)).toEqual({ desk: "in-sync", lobby: "in-sync", profile: "drifted" });
    expect(err).toContain(
      "the encryption of desk and lobby cannot be compared until the SIP profile is as its program says",
    );
    const refresh = await stack.run("refresh", "--preview-only");
    expect(refresh.output).not.toContain("was weakened");
  });

  it("shows what that had hidden once the profile is back", async () => {
    await up("--refresh");
    expect(await ask(server, "GET", "/sip_profile")).toMatchObject({ default_encryption: "required" });
    expect((await stack.command("drift")).code).toBe(7);
    await up("--refresh");
    expect(await ask(server, "GET", endpoint("desk"))).not.toMatchObject({ encryption: "optional" });
  });

  it("does not accuse its own value after a run that made an endpoint before it restored the profile", async () => {
    await profile({ default_codecs: ["PCMU"] });
    await ask(server, "DELETE", endpoint("lobby"));
    await up("--refresh");
    expect(await up("--refresh")).not.toContain("was weakened");
    expect((await stack.command("drift", ...STRICT)).code).toBe(0);
  });
});

describeWithEngine("a profile whose other settings are watched", () => {
  let server: Server;
  let stack: Stack;

  beforeAll(async () => {
    server = await serve();
    stack = await Stack.create(environmentOf(server));
    await ask(server, "PUT", "/sip_profile", { default_codecs: ["OPUS", "PCMU"] });
    await stack.write('new SipProfile("profile", { defaultEncryption: "required", unset: "watch" });');
    const { code, output } = await stack.up();
    expect(code, output.slice(-2_000)).toBe(0);
  });

  afterAll(async () => {
    await stack?.remove();
    await server?.close();
  });

  it("is as before where only the order of a list differs, and changed where a member does", async () => {
    await ask(server, "PUT", "/sip_profile", { default_codecs: ["PCMU", "OPUS"] });
    const same = await stack.preview("--refresh", "--expect-no-changes");
    expect(same.code, same.output.slice(-2_000)).toBe(0);
    await ask(server, "PUT", "/sip_profile", { default_codecs: ["PCMU"] });
    expect((await stack.preview("--refresh", "--expect-no-changes")).code).not.toBe(0);
  });
});

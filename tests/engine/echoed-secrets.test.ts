// What a look-up finds holds secrets too. The program uses both doors.

import { beforeEach, expect, it } from "vitest";
import { describeStack, server, stack } from "./described.ts";
import { succeeds } from "./lives/helpers.ts";
import { addPlugin } from "./plugin-door.ts";
import { ask } from "./service.ts";

const SECRET_URL = "https://hook:canary-user%40pw@a.example/swml?token=canary-token";
const OPEN_URL = "https://a.example/open";

describeStack("secrets that come back from the service", {}, () => {
  beforeEach(() => addPlugin(stack.path(".")));

  const provider = () => {
    const settings = { baseUrl: server.url, projectId: server.project.id, apiToken: server.project.apiToken };
    return `const eu = new Provider("eu", ${JSON.stringify(settings)});\n`;
  };

  it("are encrypted in the results of look-ups and lists, and a program can use them; other addresses stay readable", async () => {
    const endpoint = async (username: string, url: string) => {
      const script = { call_handler: "relay_script", call_relay_script_url: url };
      return String((await ask(server, "POST", "/endpoints/sip", { username, password: "canary-pw", ...script })).id);
    };
    const id = await endpoint("closed", SECRET_URL);
    await endpoint("open", OPEN_URL);
    const name = "signalwire:index:getSipEndpoint";
    await stack.write(`import { getSipEndpoints, Provider } from "pulumi-signalwire";
${provider()}
export const results = [{}, { provider: eu }].flatMap((opts, at) => [
  getSipEndpoints({}, opts),
  getSipEndpoints({}, opts).sipEndpoints.apply((all) => all.map(({ callRelayScriptUrl }) => callRelayScriptUrl)),
  SipEndpoint.get("got-" + at, "${id}", opts).callRelayScriptUrl,
  SipEndpoint.getByUsername("found-" + at, "closed", opts).callRelayScriptUrl,
  SipEndpoint.getByUsername("open-" + at, "open", opts).callRelayScriptUrl,
  getSipEndpoints({ username: "open" }, opts).sipEndpoints,
]);
export const invoked = pulumi.runtime.invokeOutput("${name}", { username: "closed" }, { provider: eu });
export const invokedOpen = pulumi.runtime.invokeOutput("${name}", { username: "open" }, { provider: eu });`);
    for (const args of [
      ["preview"],
      ["up", "--yes", "--skip-preview"],
      ["refresh", "--yes", "--skip-preview"],
      ["preview"],
    ]) {
      const { output } = await succeeds(stack.run(...args, "--diff"));
      expect(output.match(/.*canary.*/g) ?? []).toEqual([]);
    }
    expect(await stack.stateText()).not.toContain("canary");
    const shown = (await stack.run("stack", "output", "--json")).output;
    expect(shown).not.toContain("canary");
    const { results, invokedOpen } = JSON.parse(shown);
    expect(results[4]).toBe(OPEN_URL);
    expect(results[10]).toBe(OPEN_URL);
    expect(results[5][0].callRelayScriptUrl).toBe(OPEN_URL);
    expect(results[11][0].callRelayScriptUrl).toBe(OPEN_URL);
    expect(invokedOpen.callRelayScriptUrl).toBe(OPEN_URL);
    const revealed = JSON.parse((await stack.run("stack", "output", "--json", "--show-secrets")).output);
    expect(revealed.results[2]).toBe(SECRET_URL);
    expect(revealed.results[8]).toBe(SECRET_URL);
    expect(revealed.results[1]).toContain(SECRET_URL);
    expect(revealed.invoked.callRelayScriptUrl).toBe(SECRET_URL);
  });
});

// Drift and export of a stack with several accounts: each declared provider names one.

import { readFile } from "node:fs/promises";
import { beforeAll, expect, it } from "vitest";
import { describeStack, server, stack } from "../described.ts";
import { upOf } from "../lives/helpers.ts";
import { addPlugin } from "../plugin-door.ts";
import { itemsIn, reportOf } from "../reports.ts";
import { ask } from "../service.ts";

const IMPORT = 'import { Provider } from "pulumi-signalwire";\n';
const NUMBER = "+12025550101";
const NAMED = ["--stack", "test"];
const CREDENTIALS = ["SIGNALWIRE_PROJECT_ID", "SIGNALWIRE_API_TOKEN", "SIGNALWIRE_BASE_URL"];

const service = { seed: { projects: [{ numbers: [] }, { numbers: [NUMBER] }] } };
const options = { service, asUser: true, once: true };

describeStack("a stack whose providers are all declared, without credentials in the environment", options, () => {
  beforeAll(async () => {
    await addPlugin(stack.path("."));
    for (const name of CREDENTIALS) stack.export(name, undefined);
    await upOf(stack, `${IMPORT}${program()}`);
    await addTo(0, "stray-us");
    await addTo(1, "stray-eu");
  });

  function addTo(at: 0 | 1, username: string): Promise<unknown> {
    const project = server.projects[at];
    return ask({ ...server, project } as never, "POST", "/endpoints/sip", { username, password: "theirs" });
  }

  function program(): string {
    const providers = ["us", "eu"].map((name, at) => {
      const { id: projectId = "", apiToken = "" } = server.projects[at] ?? {};
      return `export const ${name}Provider = new Provider("${name}", ${JSON.stringify({ baseUrl: server.url, projectId, apiToken })});\n`;
    });
    return `${providers.join("")}
new SipEndpoint("desk", { username: "desk", password: "canary-password" }, { provider: usProvider });
const euDesk = new SipEndpoint("desk-eu", { username: "desk", password: "canary-password" }, { provider: euProvider });
new PhoneNumber("line", { number: "${NUMBER}", callHandler: "relay_sip_endpoint", callSipEndpointId: euDesk.id, onDestroy: "clear" }, { provider: euProvider });
`;
  }

  it("is checked, with what each account has beside it", async () => {
    const { code, out, err } = await reportOf("drift", "--unmanaged");
    expect(code, err).toBe(0);
    const [, ...accounts] = JSON.parse(out).groups;
    expect(accounts).toMatchObject([
      { title: expect.stringContaining(String(server.projects[1]?.id)), items: [{ name: "stray-eu" }] },
      { title: expect.stringContaining(String(server.projects[0]?.id)), items: [{ name: "stray-us" }] },
    ]);
    expect(err).toContain('(provider "eu")');
    expect(err).toContain("export --unmanaged --stack test --provider eu");
    expect(out + err).not.toContain(server.projects[1]?.apiToken);
    const one = await reportOf("drift", "--unmanaged", "--provider", "eu");
    expect(itemsIn(one.out, "unmanaged").map(({ name }) => name)).toEqual(["stray-eu"]);
  });

  it("is exported by account", async () => {
    const several = await stack.command("export", ...NAMED, "--unmanaged");
    expect(several.code).toBe(1);
    expect(several.err).toContain("choose one with --provider (eu, us)");
    const { code, out, err } = await stack.command("export", ...NAMED, "--unmanaged", "--provider", "eu");
    expect(code, err).toBe(0);
    expect(out).toContain(`of the project ${server.projects[1]?.id} (provider "eu")`);
    const [, file = ""] = /import "\.\/(.+\.ts)"/.exec(out) ?? [];
    const exported = await readFile(stack.path(file), "utf8");
    expect(exported).toContain('import { euProvider } from "./providers.ts";');
    expect(exported).not.toContain("stray-us");
  });
});

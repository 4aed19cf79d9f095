// Drift and export of a stack with several accounts: each declared provider names one.

import { readFile, writeFile } from "node:fs/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type ReferenceServer, startServer } from "../../server/index.ts";
import { succeeds, upOf, writes } from "./lives/helpers.ts";
import { installPlugin, namePlugin } from "./plugin-door.ts";
import { ask, environmentOf } from "./service.ts";
import { describeWithEngine, Stack } from "./stack.ts";

const IMPORT = 'import { Provider } from "pulumi-signalwire";\n';
const CREDENTIALS = ["SIGNALWIRE_PROJECT_ID", "SIGNALWIRE_API_TOKEN", "SIGNALWIRE_BASE_URL"];

describeWithEngine("a stack whose providers are all declared, without credentials in the environment", () => {
  let server: ReferenceServer;
  let stack: Stack;

  beforeAll(async () => {
    server = await startServer({ seed: { projects: [{ numbers: [] }, { numbers: [] }] } });
    stack = await Stack.createAsUser(environmentOf(server));
    await installPlugin(stack.path("."));
    await namePlugin(stack.path("."));
    for (const name of CREDENTIALS) stack.export(name, undefined);
    await upOf(stack, `${IMPORT}${program()}`);
    await addTo(0, "stray-us");
    await addTo(1, "stray-eu");
  });

  afterAll(async () => {
    await stack?.remove();
    await server?.close();
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
new SipEndpoint("desk-eu", { username: "desk", password: "canary-password" }, { provider: euProvider });
`;
  }

  it("is checked, with what each account has beside it", async () => {
    const { code, out, err } = await stack.command("drift", "--unmanaged", "--json");
    expect(code, err).toBe(0);
    const { accounts } = JSON.parse(out);
    expect(accounts).toMatchObject([
      { projectId: server.projects[0]?.id, providers: ["us"], unmanaged: [{ label: "stray-us" }] },
      { projectId: server.projects[1]?.id, providers: ["eu"], unmanaged: [{ label: "stray-eu" }] },
    ]);
    expect(err).toContain('(provider "eu")');
    expect(err).toContain("export --unmanaged --stack test --provider eu");
    expect(out + err).not.toContain(server.projects[1]?.apiToken);
  });

  it("is checked in one account by --provider", async () => {
    const { code, out, err } = await stack.command("drift", "--unmanaged", "--provider", "eu", "--json");
    expect(code, err).toBe(0);
    expect(JSON.parse(out).accounts).toMatchObject([{ providers: ["eu"], unmanaged: [{ label: "stray-eu" }] }]);
    const wrong = await stack.command("drift", "--unmanaged", "--provider", "asia");
    expect(wrong.code).toBe(1);
    expect(wrong.out + wrong.err).toContain('has no provider "asia": choose one of us, eu.');
  });

  it("is exported by account, and the next up takes the objects over without a write", async () => {
    const several = await stack.command("export", "--unmanaged");
    expect(several.code).toBe(1);
    expect(several.err).toContain("choose one with --provider (us, eu)");
    const { code, out, err } = await stack.command("export", "--unmanaged", "--provider", "eu");
    expect(code, err).toBe(0);
    expect(out).toContain(`of the project ${server.projects[1]?.id} (provider "eu")`);
    const [, file = ""] = /import "\.\/(.+\.ts)"/.exec(out) ?? [];
    const exported = await readFile(stack.path(file), "utf8");
    expect(exported).toContain('import { euProvider } from "./providers.ts";');
    expect(exported).not.toContain("stray-us");
    const [providers, resources] = [program().split("\n\n")[0], program().split("\n\n").slice(1).join("\n")];
    await writeFile(stack.path("providers.ts"), `${IMPORT}${providers ?? program()}`);
    server.journal.clear();
    await upOf(stack, `import { usProvider, euProvider } from "./providers.ts";\nimport "./${file}";\n${resources}`);
    expect(writes(server)).toEqual([]);
    await succeeds(stack.preview("--expect-no-changes", "--diff"));
    const after = await stack.command("drift", "--unmanaged", "--provider", "eu", "--json");
    expect(JSON.parse(after.out).accounts).toMatchObject([{ unmanaged: [] }]);
  });
});

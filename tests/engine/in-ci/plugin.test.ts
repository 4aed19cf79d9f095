// The plugin with the real engine: programs in YAML, imports, several accounts, and the other commands with its types.

import { readFile, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { expect, it } from "vitest";
import { parse, stringify } from "yaml";
import { type Resource, resourceNames, resources } from "../../../contract/index.ts";
import { obtainHost } from "../../../scripts/engine/language-hosts.ts";
import { exampleOf } from "../../../scripts/generate/examples.ts";
import { SECRETS, wholeAccount } from "../../cli/export/accounts.ts";
import { tries } from "../../tries.ts";
import { describeStack, server, stack } from "../described.ts";
import { expectSettled, held, succeeds, writes } from "../lives/helpers.ts";
import { installPlugin, PLUGIN } from "../plugin-door.ts";
import { addEndpoint, ask, environmentOf, list } from "../service.ts";
import { foundEngine } from "../stack.ts";

/** The number of imports from a random account. */
const IMPORTS = tries(12);
const NUMBERS = ["+12025550101", "+12025550102"] as const;
/** Milliseconds. The first run builds the language host of YAML. */
const FIRST_TIME = 600_000;

describeStack("the plugin", { numbers: NUMBERS, asUser: true }, () => {
  it("runs the YAML example: a second up writes nothing, a destroy puts everything back", {
    timeout: FIRST_TIME,
  }, async () => {
    await useYaml("");
    const example = await readFile(new URL("../../../examples/yaml/Pulumi.yaml", import.meta.url), "utf8");
    await writeFile(stack.path("Pulumi.yaml"), example.replace(/^name: .*/, "name: tested"));
    const passwords = ["frontDeskPassword=canary-front", "workshopPassword=canary-workshop"];
    await stack.run("config", "set-all", ...passwords.flatMap((each) => ["--secret", each]));
    const up = await succeeds(stack.run("up", "--yes", "--diff"));
    expect(up.output).toContain('adopts the phone number "+12025550101"');
    const endpoints = await list(server, "/endpoints/sip");
    expect(endpoints.map((each) => each.username).sort()).toEqual(["front-desk", "workshop"]);
    server.journal.clear();
    const again = await succeeds(stack.up("--expect-no-changes"));
    expect(writes(server)).toEqual([]);
    expect(`${up.output}${again.output}${await stack.stateText()}`).not.toMatch(/canary|eyJ/);
    await succeeds(stack.run("destroy", "--yes", "--skip-preview"));
    expect(await list(server, "/endpoints/sip")).toEqual([]);

    // The reference's examples as one program, with existing objects to look up.
    await addEndpoint(server, "reception");
    await ask(server, "POST", "/number_groups", { name: "Alerts" });
    const parts = resourceNames.map((name) => parse(exampleOf(name, "yaml")) as { [section: string]: object });
    const section = (name: string) => Object.assign({}, ...parts.map((part) => part[name]));
    const program = ["config", "variables", "resources", "outputs"].map((name) => [name, section(name)]);
    const [line] = await list(server, "/phone_numbers");
    const { phoneNumberId } = resources.NumberGroupMembership.example.args;
    await writeYaml(stringify(Object.fromEntries(program)).replace(phoneNumberId, String(line?.id)));
    await stack.run("config", "set", "--secret", "deskPassword", "canary-desk");
    await succeeds(stack.up());
    const names = Object.values<Resource>(resources).map(({ example }) => example?.name);
    expect(Object.keys(await held(stack)).sort()).toEqual(names.sort());
    await expectSettled(stack);
  });

  it(`imports ${IMPORTS} objects by a file, and the code that Pulumi prints for them changes nothing`, async () => {
    const account = await wholeAccount(20);
    const entry = (type: string, name: string, id: unknown) => ({ type: `signalwire:index:${type}`, name, id });
    // By id, and by user name or number.
    const endpoints = (await list(account, "/endpoints/sip")).map(({ id, username }, at) =>
      entry("SipEndpoint", `desk-${at}`, at % 2 ? id : username),
    );
    const numbers = (await list(account, "/phone_numbers")).map(({ id, number }, at) =>
      entry("PhoneNumber", `line-${at}`, at % 2 ? id : number),
    );
    const resources = [entry("SipProfile", "profile", "default"), ...endpoints.slice(0, IMPORTS / 2), ...numbers].slice(
      0,
      IMPORTS,
    );
    expect(resources).toHaveLength(IMPORTS);
    account.journal.clear();
    await useYaml("");
    for (const [name, value] of Object.entries(environmentOf(account))) stack.export(name, value);
    await writeFile(stack.path("import.json"), JSON.stringify({ resources }));
    const code = stack.path("imported.yaml");
    await succeeds(stack.run("import", "--file", "import.json", "--yes", "--protect=false", "--out", code));
    const state = await stack.stateText();
    for (const secret of SECRETS) expect(state).not.toContain(secret);
    await writeYaml(await readFile(code, "utf8"));
    await succeeds(stack.up("--expect-no-changes"));
    await succeeds(stack.run("refresh", "--preview-only", "--expect-no-changes"));
    expect(writes(account)).toEqual([]);
    await account.close();
  });

  it("takes a whole account over by the YAML program that `export` writes, without a write", async () => {
    const account = await wholeAccount(10);
    await useYaml("");
    for (const [name, value] of Object.entries(environmentOf(account))) stack.export(name, value);
    const exported = await stack.command("export", "--language", "yaml", "--expects");
    expect(exported.err).toBe("");
    expect(exported.out).toContain("move what signalwire.yaml has under config, variables and resources");
    const program = await readFile(stack.path("signalwire.yaml"), "utf8");
    for (const secret of SECRETS) expect(program + exported.out).not.toContain(secret);
    const secrets: string[] = [];
    for (const [, key = ""] of exported.out.matchAll(/export --secret (\S+) \|/g)) {
      const { out } = await stack.command("export", "--secret", key);
      secrets.push("--secret", `${key}=${out}`);
    }
    await succeeds(stack.run("config", "set-all", ...secrets));
    await writeYaml(program);
    await succeeds(stack.up());
    const lists = Object.values<Resource>(resources)
      .filter(({ parent }) => parent === undefined)
      .flatMap(({ operations }) => operations.list?.path ?? []);
    const objects = (await Promise.all(lists.map((path) => list(account, path.replace("/api/relay/rest", ""))))).flat();
    const taken = (await stack.state()).resources.filter(({ type }) => type.startsWith("signalwire:"));
    expect(taken.map(({ id }) => id).sort()).toEqual(
      [...objects.map(({ id, sid }) => id ?? sid), account.project.id].sort(),
    );
    await expectSettled(stack);
    expect(writes(account)).toEqual([]);
    await account.close();
  });
});

/** Gives the stack a YAML program: the part after the project's name, runtime and plugin. */
async function useYaml(program: string): Promise<void> {
  const engine = foundEngine();
  const host = await obtainHost("yaml", { env: { ...process.env, ...engine.env } });
  stack.export("PATH", [dirname(process.execPath), host, engine.env.PATH ?? process.env.PATH].join(":"));
  await installPlugin(stack.path("."));
  await writeYaml(program);
}

async function writeYaml(program: string): Promise<void> {
  await writeFile(stack.path("Pulumi.yaml"), `name: tested\nruntime: yaml\n${PLUGIN}${program}`);
}

// No secret argument or token of any kind, nor the credentials, are in clear in the state, a log, a report or another file, through both
// doors. tests/conformance/secrets.test.ts has each argument alone.

import { readdir, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, expect, it } from "vitest";
import {
  argumentFields,
  type Resource,
  type ResourceName,
  resourceNames,
  resources,
  toCamel,
} from "../../../contract/index.ts";
import { validateValue } from "../../../contract/values.ts";
import { SMALLEST } from "../../conformance/tables.ts";
import { describeStack, server, stack } from "../described.ts";
import { succeeds } from "../lives/helpers.ts";
import { addPlugin } from "../plugin-door.ts";
import { EVERYTHING, withoutEngineTrace } from "../stack.ts";

const NUMBERS = ["+12025550101", "+12025550102"] as const;
/** Kinds of which a project has one, or which have nothing but ids. */
const ONCE: readonly ResourceName[] = ["SipProfile"];
const ONLY_IDS: ResourceName = "NumberGroupMembership";

/** Returns a secret text for an argument: its own, so that a failure names it. */
function canaryFor(kind: ResourceName, name: string, door: number): unknown {
  const { type, refersTo } =
    (resources[kind] as Resource).fields[argumentFields(resources[kind]).get(name) ?? ""] ?? {};
  if (!type || refersTo !== undefined || type.values) return undefined;
  const text = `canary-${name.toLowerCase()}-${kind.slice(0, 12).toLowerCase()}-${door}`;
  const documents = [`<Response><Say>${text}</Say></Response>`, { sections: { main: [{ play: `say:${text}` }] } }];
  return [text, `https://${text}.example.com/x`, ...documents].find((value) => validateValue(type, value).length === 0);
}

function argumentsOf(kind: ResourceName, door: number): string {
  const resource: Resource = resources[kind];
  const handled = new Set(resource.handlers.flatMap(({ cases }) => Object.values(cases).flatMap(({ uses }) => uses)));
  const secrets = [...argumentFields(resource)].flatMap(([name, wire]): [string, string][] => {
    const value = canaryFor(kind, name, door);
    const isAlias = resource.fields[wire]?.aliasOf !== undefined;
    return value === undefined || handled.has(wire) || isAlias
      ? []
      : [[name, `pulumi.secret(${JSON.stringify(value)} as any)`]];
  });
  const required = Object.entries(SMALLEST[kind]).map(([wire, value]) => [toCamel(wire), JSON.stringify(value)]);
  const all = { ...Object.fromEntries(required), ...Object.fromEntries(secrets), ...FURTHER[kind]?.(door) };
  return Object.entries(all)
    .map(([name, value]) => `${name}: ${value}`)
    .join(", ");
}

/** Arguments that need another one, as text of the program. */
const FURTHER: { readonly [Kind in ResourceName]?: (door: number) => { readonly [argument: string]: string } } = {
  PhoneNumber: (door) => ({
    ...{ number: `pulumi.secret("${NUMBERS[door]}")`, onDestroy: '"restore"', callHandler: '"laml_webhooks"' },
    callRequestUrl: `CxmlScript${door}.requestUrl`,
    emergencyAddress: `EmergencyAddress${door}.id`,
    expects: `[{ from: pulumi.secret("+12025557431"), rings: pulumi.secret("canary-expected-${door}") }]`,
  }),
  SipProfile: () => ({
    ...{ allowDomainChange: "true", onDestroy: '"restore"' },
    domainIdentifier: 'pulumi.secret("canary-domain")',
  }),
  DomainApplication: (door) => ({
    identifier: `pulumi.secret("Canary-Identifier-${door}")`,
    callHandler: '"relay_script"',
    callRelayScriptUrl: `SwmlScript${door}.requestUrl`,
  }),
  SipAddress: (door) => ({ callingHandlerResourceId: `SwmlScript${door}.id` }),
  EmergencyAddress: () => ({ country: '"US"', emergencyEnabled: "true" }),
  CxmlScript: (door) => ({
    contents: `pulumi.secret("<Response><Dial><Sip>sip:canary-username-sipendpoint-${door}</Sip></Dial></Response>")`,
  }),
  ClientToken: () => ({ expiresIn: "pulumi.secret(4321)", renewBefore: "pulumi.secret(1234)" }),
  SubscriberToken: () => ({ expiresIn: "pulumi.secret(4321)" }),
};

function program(): string {
  const declared = [0, 1].flatMap((door) => {
    const first: ResourceName[] = ["SipProfile", "EmergencyAddress", "CxmlScript", "SwmlScript"];
    const others = resourceNames.filter((kind) => !first.includes(kind) && kind !== ONLY_IDS);
    return [...first.filter((kind) => door === 0 || !ONCE.includes(kind)), ...others].map((kind) => {
      const options = door === 0 ? "{}" : "{ provider: eu }";
      return `const ${kind}${door} = new ${kind}("${kind}-${door}", { ${argumentsOf(kind, door)} }, ${options});
for (const [name, value] of Object.entries(${kind}${door})) if (pulumi.Output.isInstance(value) && !name.startsWith("__")) shown["${kind}${door}." + name] = value;`;
    });
  });
  const { url, project } = server;
  const settings = { baseUrl: url, projectId: project.id, apiToken: project.apiToken };
  return `import { Provider } from "pulumi-signalwire";
const eu = new Provider("eu", ${JSON.stringify(settings)});
const shown: { [name: string]: unknown } = {};
${declared.join("\n")}
export const outputs = shown;`;
}

const SECRET = /canary|2025557431|2025550101|2025550102|eyJ[\w-]+\.[\w-]+\.[\w-]/i;

describeStack("secret arguments of every kind", { numbers: [...NUMBERS], asUser: true }, () => {
  beforeEach(() => addPlugin(stack.path(".")));

  it("are in clear nowhere", async () => {
    await stack.write(program());
    const seen: { [command: string]: string } = {};
    for (const args of [
      ["up", "--yes", "--diff", ...EVERYTHING],
      ["refresh", "--yes", "--skip-preview", "--diff"],
    ])
      seen[args.join(" ")] = withoutEngineTrace((await succeeds(stack.run(...args))).output);
    await stack.write(
      program().replaceAll("say:canary", "say:canary-changed").replaceAll("canary-user", "canary-other"),
    );
    for (const args of [
      ["preview", "--stack", "test"],
      ["routes", "--stack", "test", "--paths"],
      ["routes", "--stack", "test"],
      ["drift", "--stack", "test"],
      ["doctor"],
    ]) {
      const { out, err } = await stack.command(...args);
      seen[`pulumi-signalwire ${args.join(" ")}`] = out + err;
    }
    const again = ["up", "--yes", "--skip-preview", "--diff", ...EVERYTHING];
    seen["up again"] = withoutEngineTrace((await succeeds(stack.run(...again))).output);
    seen["stack export"] = (await stack.run("stack", "export")).output;
    seen["stack output"] = (await stack.run("stack", "output", "--json")).output;
    for (const name of (await readdir(tmpdir())).filter((each) => each.startsWith("pulumi")))
      seen[name] = await readFile(join(tmpdir(), name), "utf8").catch(() => "");
    const leaks = Object.entries(seen).flatMap(([command, text]) =>
      text
        .split("\n")
        .filter((line) => SECRET.test(line) || line.includes(server.project.apiToken))
        .map((line) => `${command}: ${line}`),
    );
    expect(leaks).toEqual([]);
  });
});

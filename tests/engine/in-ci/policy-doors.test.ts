// The policy pack over one program through each door: the classes and YAML, which the plugin serves.

import { writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { stringify } from "yaml";
import { type ResourceName, typesInProgram } from "../../../contract/index.ts";
import { obtainHost } from "../../../scripts/engine/language-hosts.ts";
import { describeStack, server, stack } from "../described.ts";
import { succeeds } from "../lives/helpers.ts";
import { installPlugin, PLUGIN } from "../plugin-door.ts";
import { list } from "../service.ts";
import { foundEngine } from "../stack.ts";

const pack = fileURLToPath(new URL("../../../policy", import.meta.url));
const [LINE, SALES] = ["+12025550101", "+12025550102"];
const PASSWORD = "vivid-otter-lunar-canyon-brisk-maple";

/** Texts such as `${desk.id}` refer to another resource. */
type Program = { readonly [name: string]: { readonly type: ResourceName; readonly properties: object } };

const WRONG: Program = {
  desk: { type: "SipEndpoint", properties: { username: "desk", password: "password1", encryption: "optional" } },
  script: {
    type: "SipEndpoint",
    properties: {
      username: "script",
      password: PASSWORD,
      encryption: "required",
      callHandler: "relay_script",
      callRelayScriptUrl: `http://a.example/dial?to=${encodeURIComponent(LINE)}`,
    },
  },
  line: {
    type: "PhoneNumber",
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a reference in YAML's form
    properties: { number: LINE, callHandler: "relay_sip_endpoint", callSipEndpointId: "${script.id}" },
  },
  sales: {
    type: "PhoneNumber",
    properties: {
      number: SALES,
      name: "Sales",
      callHandler: "laml_webhooks",
      callRequestUrl: "https://user:canary@c.example/call",
      onDestroy: "clear",
    },
  },
  token: { type: "ClientToken", properties: { expiresIn: 3600 } },
};

const CORRECTED: Program = {
  desk: {
    type: "SipEndpoint",
    properties: { username: "desk", password: PASSWORD, callerId: "Desk", encryption: "optional" },
  },
};

const CONFIG = {
  "webhook-hosts": { enforcementLevel: "mandatory", hosts: ["a.example"] },
  "phone-number-on-destroy": { protectedStacks: ["te*"] },
};

const DOORS: { readonly [door: string]: { readonly file: string; write(program: Program): string } } = {
  classes: { file: "index.ts", write: typescript },
  YAML: {
    file: "Main.yaml",
    write: (program) => {
      const resources = Object.entries(program).map(([name, { type, properties }]) => [
        name,
        { type: `signalwire:${type}`, properties },
      ]);
      return stringify({ resources: Object.fromEntries(resources) });
    },
  },
};

function typescript(program: Program): string {
  const lines = Object.entries(program).map(([name, { type, properties }]) => {
    const args = JSON.stringify(properties).replace(/"\$\{(\w+\.id)\}"/g, "$1");
    return `const ${name} = new ${type}("${name}", ${args});\nvoid ${name};`;
  });
  const classes = 'import { ClientToken, PhoneNumber, SipEndpoint } from "pulumi-signalwire";';
  return `${classes}\nvoid [ClientToken, PhoneNumber, SipEndpoint];\n${lines.join("\n")}\n`;
}

describeStack("the policy pack over one program", { numbers: [LINE, SALES], asUser: true, bothDoors: true }, () => {
  async function through(door: string): Promise<(program: Program) => Promise<void>> {
    const engine = foundEngine();
    stack.export("PATH", [dirname(process.execPath), await obtainHost("yaml"), engine.env.PATH].join(":"));
    await installPlugin(stack.path("."));
    const runtime = door === "YAML" ? "yaml" : "{ name: nodejs, options: { typescript: false } }\nmain: index.ts";
    await writeFile(stack.path("Pulumi.yaml"), `name: tested\nruntime: ${runtime}\n${PLUGIN}`);
    const { file, write } = DOORS[door] ?? {};
    return async (program) => writeFile(stack.path(file ?? ""), write?.(program) ?? "");
  }

  async function flags(config: object): Promise<string[]> {
    const file = stack.path("rules.json");
    await writeFile(file, JSON.stringify(config));
    return ["--policy-pack", pack, "--policy-pack-config", file];
  }

  /** Returns rule, level and resource of each violation. */
  async function violations(): Promise<string[]> {
    const { code, output } = await stack.preview(...(await flags(CONFIG)));
    expect(code, output).not.toBe(0);
    const lines = [...output.matchAll(/\[(mandatory|advisory)\] \[severity: \w+\]\s+([\w-]+)\s.*[(: ]([\w-]+)\)/g)];
    return lines.map(([, level, rule, resource]) => [rule, level, resource].join(" | ")).sort();
  }

  it("reports the same violations through each door", async () => {
    const found: { [door: string]: string[] } = {};
    for (const door of Object.keys(DOORS)) {
      await (await through(door))(WRONG);
      found[door] = await violations();
    }
    const rules = new Set(found.classes?.map((line) => line.split(" | ", 1)[0]));
    expect([...rules]).toEqual(
      expect.arrayContaining([
        "client-token-lifetime",
        "phone-number-on-destroy",
        "sip-endpoint-encryption",
        "sip-endpoint-password-strength",
        "webhook-credentials",
        "webhook-hosts",
        "webhook-https",
      ]),
    );
    // The classes do not know a number's capabilities before its adoption, and the plugin does (docs/policies.md).
    const isDeferred = (line: string) => line.startsWith("phone-number-message-handler");
    const known = (door: string) => found[door]?.filter((line) => !isDeferred(line));
    expect(known("YAML")).toEqual(known("classes"));
  });

  it.each(Object.keys(DOORS))("corrects an endpoint through %s, and judges the exported state alike", async (door) => {
    const write = await through(door);
    await write(CORRECTED);
    const remediate = await flags({ "sip-endpoint-encryption": "remediate" });
    const up = await succeeds(stack.up(...remediate));
    expect(up.output).toMatch(/\[remediate\]\s+sip-endpoint-encryption/);
    expect(await list(server, "/endpoints/sip")).toMatchObject([{ username: "desk", encryption: "required" }]);
    const { resources } = await stack.state();
    expect(resources.some(({ urn }) => typesInProgram(urn).endsWith("SipEndpoint"))).toBe(true);
    const file = stack.path("state.json");
    await writeFile(file, await stack.deploymentText());
    const limits = await flags({ "sip-endpoint-send-as": "mandatory" });
    const analyzed = await stack.run("policy", "analyze", "--file", file, ...limits);
    expect(analyzed.output).toMatch(/\[mandatory\].*sip-endpoint-send-as/);
  });
});

// One program of four resources in each language, run by Pulumi's own language hosts: the same objects and outputs everywhere.

import { copyFile, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, expect, inject, it } from "vitest";
import { findGo, recipeOf } from "../../scripts/engine/build.ts";
import { obtainHost } from "../../scripts/engine/language-hosts.ts";
import { succeeds } from "./lives/helpers.ts";
import { installPlugin, PLUGIN } from "./plugin-door.ts";
import { obtainPython, whyNoPython } from "./python/venv.ts";
import { ask, environmentOf, list, type Server, serve } from "./service.ts";
import { describeWithBothDoors, Stack } from "./stack.ts";

const NUMBER = "+12025550101";
/** The first run compiles language hosts and a Go program. */
const FIRST_TIME = 900_000;
const file = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** A language: the program with this user name and caller ID, and what it needs besides. */
interface Language {
  readonly entry: string;
  readonly runtime: string;
  program(username: string, callerId: string): string;
  /** Returns the folders of the language host and its tools, after the project has what the program needs. */
  prepare?(stack: Stack, run: Run): Promise<readonly string[]>;
}

type Run = (command: string, ...args: string[]) => Promise<string>;

const TYPESCRIPT = "{ name: nodejs, options: { typescript: false } }\nmain: index.ts";
const OBJECTS = (options: string) => (username: string, callerId: string) =>
  `
import { ClientToken, PhoneNumber, Provider, SipEndpoint, SipProfile } from "pulumi-signalwire";
const options = ${options};
const profile = new SipProfile("profile", { defaultEncryption: "required" }, options);
const desk = new SipEndpoint("desk", { username: "${username}", password: "canary-password", callerId: "${callerId}", codecs: ["OPUS", "PCMU"] }, options);
const line = new PhoneNumber("line", { number: "${NUMBER}", name: "Main", callHandler: "relay_sip_endpoint", callSipEndpointId: desk.id }, options);
const token = new ClientToken("token", { resourceName: "mobile" }, options);
export const username = desk.username;
export const encryption = profile.defaultEncryption;
export const target = line.callSipEndpointId;
export const client = token.resourceName;
`;

const LANGUAGES: { readonly [name: string]: Language } = {
  "TypeScript, classes": { entry: "index.ts", runtime: TYPESCRIPT, program: OBJECTS("{}") },
  "TypeScript, declared provider": {
    entry: "index.ts",
    runtime: TYPESCRIPT,
    program: OBJECTS('{ provider: new Provider("declared") }'),
  },
  YAML: {
    entry: "Main.yaml",
    runtime: "yaml",
    program: (username, callerId) => `resources:
  profile: { type: "signalwire:SipProfile", properties: { defaultEncryption: required } }
  desk:
    type: signalwire:SipEndpoint
    properties: { username: "${username}", password: canary-password, callerId: "${callerId}", codecs: [OPUS, PCMU] }
  line:
    type: signalwire:PhoneNumber
    properties: { number: "${NUMBER}", name: Main, callHandler: relay_sip_endpoint, callSipEndpointId: "\${desk.id}" }
  token: { type: "signalwire:ClientToken", properties: { resourceName: mobile } }
outputs:
  username: "\${desk.username}"
  encryption: "\${profile.defaultEncryption}"
  target: "\${line.callSipEndpointId}"
  client: "\${token.resourceName}"
`,
    prepare: async () => [await obtainHost("yaml")],
  },
  Python: {
    entry: "__main__.py",
    runtime: "python",
    program: (username, callerId) => `
import pulumi
import pulumi_signalwire as signalwire

profile = signalwire.SipProfile("profile", default_encryption="required")
desk = signalwire.SipEndpoint("desk", username="${username}", password="canary-password", caller_id="${callerId}", codecs=["OPUS", "PCMU"])
line = signalwire.PhoneNumber("line", number="${NUMBER}", name="Main", call_handler="relay_sip_endpoint", call_sip_endpoint_id=desk.id)
token = signalwire.ClientToken("token", resource_name_="mobile")
pulumi.export("username", desk.username)
pulumi.export("encryption", profile.default_encryption)
pulumi.export("target", line.call_sip_endpoint_id)
pulumi.export("client", token.resource_name)
`,
    prepare: async (stack, run) => {
      const python = await obtainPython();
      await generateSdk(run, "python");
      await run(python, ..."-m pip install --no-deps --no-build-isolation --target site ./sdk/python".split(" "));
      stack.export("PYTHONPATH", stack.path("site"));
      // This version of the host takes the interpreter from the PATH.
      return [await obtainHost("python-host"), dirname(python)];
    },
  },
  Go: {
    entry: "main.go",
    runtime: "go",
    program: (username, callerId) => `package main

import (
	"example.com/pulumi-signalwire/sdk/go/signalwire"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)

func main() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		profile, err := signalwire.NewSipProfile(ctx, "profile", &signalwire.SipProfileArgs{DefaultEncryption: pulumi.String("required")})
		if err != nil {
			return err
		}
		desk, err := signalwire.NewSipEndpoint(ctx, "desk", &signalwire.SipEndpointArgs{
			Username: pulumi.String("${username}"), Password: pulumi.String("canary-password"), CallerId: pulumi.String("${callerId}"),
			Codecs: pulumi.ToStringArray([]string{"OPUS", "PCMU"}),
		})
		if err != nil {
			return err
		}
		line, err := signalwire.NewPhoneNumber(ctx, "line", &signalwire.PhoneNumberArgs{
			Number: pulumi.String("${NUMBER}"), Name: pulumi.String("Main"),
			CallHandler: pulumi.String("relay_sip_endpoint"), CallSipEndpointId: desk.ID(),
		})
		if err != nil {
			return err
		}
		token, err := signalwire.NewClientToken(ctx, "token", &signalwire.ClientTokenArgs{ResourceName: pulumi.String("mobile")})
		if err != nil {
			return err
		}
		ctx.Export("username", desk.Username)
		ctx.Export("encryption", profile.DefaultEncryption)
		ctx.Export("target", line.CallSipEndpointId)
		ctx.Export("client", token.ResourceName)
		return nil
	})
}
`,
    prepare: async (stack, run) => {
      await generateSdk(run, "go");
      // The versions of the engine's build, because Go has compiled parts of them already.
      const engine = file("../../scripts/engine");
      const versions = (await readFile(join(engine, "go.mod"), "utf8")).replace(/^(module|tool) .*/gm, "");
      const sdk = "example.com/pulumi-signalwire/sdk/go";
      const own = `module program\nrequire ${sdk} v0.0.0\nreplace ${sdk} => ./sdk/go\n`;
      await writeFile(stack.path("go.mod"), own + versions);
      await copyFile(join(engine, "go.sum"), stack.path("go.sum"));
      for (const [name, value] of [
        ["CGO_ENABLED", "0"],
        ["GOFLAGS", "-mod=mod -trimpath"],
      ] as const)
        stack.export(name, value);
      return [await obtainHost("go-host")];
    },
  },
};

const MISSING: { readonly [language: string]: string | undefined } = {
  Python: await whyNoPython(),
  Go: await findGo(recipeOf("sdk"), process.env).then(
    () => undefined,
    (error: Error) => error.message,
  ),
};

describeWithBothDoors("one program", () => {
  let server: Server | undefined;
  let stack: Stack | undefined;

  afterEach(async () => {
    await stack?.remove();
    await server?.close();
  });

  for (const [name, language] of Object.entries(LANGUAGES)) {
    const title = `in ${name} makes the same objects and outputs, changes them, and removes them`;
    const missing = MISSING[name];
    if (missing) it.skip(`${title} (skipped: ${missing})`);
    else it(title, { timeout: FIRST_TIME }, () => lives(name, language));
  }

  async function lives(name: string, language: Language): Promise<void> {
    const engine = inject("engine");
    if ("missing" in engine) throw new Error(engine.missing);
    const own = await serve(NUMBER);
    server = own;
    const made = await Stack.createAsUser({ ...environmentOf(own), PATH: path(engine.env.PATH) });
    stack = made;
    await installPlugin(made.path("."));
    const settings = `name: tested\nruntime: ${language.runtime}\n${PLUGIN}`;
    await writeFile(made.path("Pulumi.yaml"), settings);
    const run: Run = async (command, ...args) => {
      const { code, out, err } = await made.execute(command, ...args);
      expect(code, out + err).toBe(0);
      return out;
    };
    made.export("PATH", path(await obtainHost("sdk", { env: { ...process.env, ...engine.env } }), engine.env.PATH));
    const hosts = (await language.prepare?.(made, run)) ?? [];
    made.export("PATH", path(...hosts, engine.env.PATH));
    const write = (username: string, callerId: string) =>
      writeFile(made.path(language.entry), language.program(username, callerId));

    await write("desk", "Desk");
    await succeeds(made.run("up", "--yes", "--skip-preview"));
    const outputs = JSON.parse(await run("pulumi", "stack", "output", "--json"));
    const [desk] = await list(own, "/endpoints/sip");
    expect(outputs).toEqual({ username: "desk", encryption: "required", target: desk?.id, client: "mobile" });
    expect(desk).toMatchObject({ username: "desk", caller_id: "Desk", codecs: ["OPUS", "PCMU"] });
    const line = { name: "Main", call_handler: "relay_sip_endpoint", call_sip_endpoint_id: desk?.id };
    expect(await list(own, "/phone_numbers")).toMatchObject([line]);
    expect(await ask(own, "GET", "/sip_profile")).toMatchObject({ default_encryption: "required" });
    await succeeds(made.preview("--expect-no-changes"));

    await write("desk", "Reception");
    await succeeds(made.run("up", "--yes", "--skip-preview"));
    expect(await list(own, "/endpoints/sip")).toMatchObject([{ id: desk?.id, caller_id: "Reception" }]);
    await write("de sk", "Reception");
    const { code, output } = await made.preview();
    expect(code).not.toBe(0);
    expect(output).toMatch(/username/);
    await succeeds(made.run("destroy", "--yes", "--skip-preview"));
    expect(await list(own, "/endpoints/sip")).toEqual([]);
    expect(await readFile(file("../../docs/other-languages.md"), "utf8")).toContain(`| ${name} |`);
  }
});

function path(...folders: readonly (string | undefined)[]): string {
  return [...folders, dirname(process.execPath), process.env.PATH].filter(Boolean).join(":");
}

function generateSdk(run: Run, language: string): Promise<string> {
  return run("pulumi", "package", "gen-sdk", "./node_modules/.bin/pulumi-resource-signalwire", "--language", language);
}

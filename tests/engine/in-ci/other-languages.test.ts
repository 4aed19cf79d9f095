// Programs in Python and Go, with SDKs that the engine generates from the plugin's schema, run by Pulumi's own language hosts.
// tests/engine/in-ci/plugin.test.ts runs the example in YAML.

import { copyFile, cp, mkdir, readFile, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, it } from "vitest";
import { resourceNames } from "../../../contract/index.ts";
import { findGo, recipeOf } from "../../../scripts/engine/build.ts";
import { obtainHost } from "../../../scripts/engine/language-hosts.ts";
import { exampleOf } from "../../../scripts/generate/examples.ts";
import { identity } from "../../../scripts/generate/identity.ts";
import { describeStack, server, stack } from "../described.ts";
import { outputsOf } from "../lives/helpers.ts";
import { installPlugin, PLUGIN } from "../plugin-door.ts";
import { obtainPython, whyNoPython } from "../python/venv.ts";
import { addEndpoint, list } from "../service.ts";
import { foundEngine } from "../stack.ts";

const NUMBER = "+12025550101";
/** The first run downloads and compiles dependencies of Python and Go. */
const FIRST_TIME = 600_000;
const file = (path: string) => fileURLToPath(new URL(path, import.meta.url));

const withoutPython = await whyNoPython();
const withoutGo = await findGo(recipeOf("sdk"), process.env).then(
  () => undefined,
  (error: Error) => error.message,
);

const options = { numbers: [NUMBER], asUser: true, once: true };

describeStack("programs in other languages", options, () => {
  beforeAll(async () => {
    await installPlugin(stack.path("."));
    takeHosts(await generators());
  }, FIRST_TIME);

  /** Returns the folder of the hosts that write SDKs: an installed Pulumi has them beside its CLI. */
  function generators(): Promise<string> {
    const engine = foundEngine();
    return obtainHost("sdk", { env: { ...process.env, ...engine.env } });
  }

  /** Puts the folders of language hosts and their tools first on the PATH. */
  function takeHosts(...folders: string[]): void {
    const engine = foundEngine();
    stack.export("PATH", [...folders, dirname(process.execPath), engine.env.PATH].join(":"));
  }

  async function succeed(command: string, ...args: string[]): Promise<string> {
    const { code, out, err } = await stack.execute(command, ...args);
    expect(code, out + err).toBe(0);
    return out;
  }

  /** Writes the SDK into `sdks/signalwire`. Pulumi's own language hosts also link it, which the hosts from the Go proxy leave out. */
  async function addPackage(language: string): Promise<void> {
    await writeFile(stack.path("Pulumi.yaml"), `name: tested\nruntime: ${language}\n`);
    await succeed("pulumi", "package", "add", "./node_modules/.bin/pulumi-resource-signalwire");
  }

  if (withoutPython) it.skip(`in Python (skipped: ${withoutPython})`);
  else
    describe("in Python", () => {
      let python: string;
      const examples = () => resourceNames.map((name) => stack.path(`${name}.py`));

      beforeAll(async () => {
        python = await obtainPython();
        for (const name of resourceNames) await writeFile(stack.path(`${name}.py`), exampleOf(name, "python"));
        const foreign = /\/(node_modules|sdk|venv)$/;
        await cp(file("../../../examples/python"), stack.path("."), {
          recursive: true,
          filter: (path) => !foreign.test(path),
        });
        await addPackage("python");
        const site = stack.path("site");
        const install = "-m pip install --no-deps --no-build-isolation --target site ./sdks/signalwire";
        await succeed(python, ...install.split(" "));
        stack.export("PYTHONPATH", site);
        stack.export("MYPYPATH", site);
      }, FIRST_TIME);

      it("pass a strict type checker, which finds errors in other programs", async () => {
        const cache = join(dirname(dirname(python)), "mypy");
        const programs = ["__main__.py", file("../python/wrong.py"), ...examples()];
        await succeed(python, "-m", "mypy", "--strict", "--cache-dir", cache, ...programs);
      });

      it("make the example's stack, change it, and remove it", async () => {
        // This version of the host takes the interpreter from the PATH.
        takeHosts(await obtainHost("python-host"), dirname(python));
        await writeFile(stack.path("Pulumi.yaml"), `name: tested\nruntime: python\n${PLUGIN}`);
        const passwords = ["frontDeskPassword=canary-front", "workshopPassword=canary-workshop"];
        const secrets = passwords.flatMap((each) => ["--secret", each]);
        await succeed("pulumi", "config", "set-all", "--plaintext", `mainNumber=${NUMBER}`, ...secrets);
        const up = await succeed("pulumi", "up", "--yes", "--skip-preview");
        const endpoints = await list(server, "/endpoints/sip");
        expect(endpoints.map((each) => each.username).sort()).toEqual(["front-desk", "workshop"]);
        const desk = endpoints.find((each) => each.username === "front-desk");
        expect(desk).toMatchObject({
          caller_id: "Front desk",
          codecs: ["OPUS", "PCMU"],
          call_relay_script_url: expect.stringContaining("https"),
        });
        const line = { name: "Main line", call_handler: "relay_sip_endpoint", call_sip_endpoint_id: desk?.id };
        expect(await list(server, "/phone_numbers")).toMatchObject([line]);
        const shown = { frontDeskId: desk?.id, mainNumber: NUMBER, clientName: "front-desk-browser" };
        expect(await outputsOf(stack)).toMatchObject({ ...shown, clientToken: expect.stringMatching(/^eyJ/) });
        expect(up + (await stack.stateText())).not.toMatch(/canary|eyJ/);
        const main = await readFile(stack.path("__main__.py"), "utf8");
        await writeFile(stack.path("__main__.py"), main.replace('caller_id="Front desk"', 'caller_id="Reception"'));
        expect(await succeed("pulumi", "up", "--yes", "--skip-preview")).toMatch(/1 updated\s+4 unchanged/);
        expect(await list(server, "/endpoints/sip")).toContainEqual(
          expect.objectContaining({ id: desk?.id, caller_id: "Reception" }),
        );
        await succeed("pulumi", "destroy", "--yes", "--skip-preview");
        expect(await list(server, "/endpoints/sip")).toEqual([]);
      });
    });

  if (withoutGo) it.skip(`in Go (skipped: ${withoutGo})`);
  else
    it("in Go compile, and make the objects and outputs of an example", { timeout: FIRST_TIME }, async () => {
      takeHosts(await generators());
      await addPackage("go");
      for (const name of resourceNames) {
        await mkdir(stack.path(name), { recursive: true });
        await writeFile(stack.path(join(name, "main.go")), exampleOf(name, "go"));
      }
      // It looks an endpoint up.
      await copyFile(stack.path("PhoneNumber/main.go"), stack.path("main.go"));
      const reception = await addEndpoint(server, "reception");
      // The versions of the engine's build, because Go has compiled parts of them already.
      const engine = file("../../../scripts/engine");
      const versions = (await readFile(join(engine, "go.mod"), "utf8")).replace(/^(module|tool) .*/gm, "");
      const sdk = identity.go;
      const own = `module programs\nrequire ${sdk} v0.0.0\nreplace ${sdk} => ./sdks/signalwire\n`;
      await writeFile(stack.path("go.mod"), own + versions);
      await copyFile(join(engine, "go.sum"), stack.path("go.sum"));
      stack.export("CGO_ENABLED", "0");
      stack.export("GOFLAGS", "-mod=mod -trimpath");
      await succeed("go", "vet", ".", ...resourceNames.map((name) => `./${name}`));

      takeHosts(await obtainHost("go-host"));
      await writeFile(stack.path("Pulumi.yaml"), `name: tested\nruntime: go\n${PLUGIN}`);
      await succeed("pulumi", "up", "--yes", "--skip-preview");
      expect(await outputsOf(stack)).toEqual({ capabilities: ["voice", "fax", "sms", "mms"] });
      expect(await list(server, "/phone_numbers")).toMatchObject([
        { name: "Support line", call_handler: "relay_sip_endpoint", call_sip_endpoint_id: reception },
      ]);
      await succeed("pulumi", "destroy", "--yes", "--skip-preview");
    });

  // The converter and the generators are Pulumi's own, compiled from the Go module proxy: no engine contains them.
  it("are what `pulumi convert` makes of the example in YAML", { timeout: FIRST_TIME }, async () => {
    const engine = foundEngine();
    const sdks = await generators();
    const converter = await obtainHost("yaml-converter", { env: { ...process.env, ...engine.env } });
    // The engine's own host for Node has this name too, and does not convert.
    await mkdir(stack.path("hosts"));
    await symlink(join(sdks, "pulumi-language-python"), stack.path("hosts/pulumi-language-nodejs"));
    const folders = [stack.path("hosts"), dirname(process.execPath), sdks, converter, dirname(engine.command)];
    const path = [...folders, engine.env.PATH].join(":");
    await copyFile(file("../../../examples/yaml/Pulumi.yaml"), stack.path("Pulumi.yaml"));
    await installPlugin(stack.path("converted"));
    const flags = ["--from", "yaml", "--language", "python", "--out", "converted", "--generate-only"];
    await succeed("env", `PATH=${path}`, "pulumi", "convert", ...flags);
    const program = await readFile(stack.path("converted/__main__.py"), "utf8");
    expect(program).toContain("import pulumi_signalwire as signalwire");
    expect(program).toContain("call_sip_endpoint_id=front_desk.id");
  });

  it("have a schema that Pulumi checks without a word", async () => {
    await writeFile(stack.path("Pulumi.yaml"), "name: tested\nruntime: yaml\n");
    const schema = await succeed("pulumi", "package", "get-schema", "./node_modules/.bin/pulumi-resource-signalwire");
    await writeFile(stack.path("checked.json"), schema);
    expect(await stack.execute("pulumi", "schema", "check", "checked.json")).toMatchObject({
      code: 0,
      out: "",
      err: "",
    });
  });

  it("are the languages of the page", async () => {
    const page = await readFile(file("../../../docs/other-languages.md"), "utf8");
    for (const language of ["YAML", "Python", "Go"]) expect(page).toContain(`\n## ${language}\n`);
  });
});

// Programs in Python and Go, with SDKs that the engine generates from the plugin's schema, run by Pulumi's own language hosts.
// tests/engine/in-ci/plugin.test.ts runs the example in YAML.

import { copyFile, cp, mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { parse } from "yaml";
import { type Resource, type ResourceName, resourceNames, resources } from "../../../contract/index.ts";
import { findGo, recipeOf } from "../../../scripts/engine/build.ts";
import { obtainHost } from "../../../scripts/engine/language-hosts.ts";
import { outputs } from "../../../scripts/generate/arguments.ts";
import { exampleOf } from "../../../scripts/generate/examples.ts";
import { identity } from "../../../scripts/generate/identity.ts";
import { installPlugin, PLUGIN } from "../plugin-door.ts";
import { obtainPython, whyNoPython } from "../python/venv.ts";
import { ask, environmentOf, list, type Server, serve } from "../service.ts";
import { describeWithBothDoors, Stack } from "../stack.ts";

const NUMBER = "+12025550101";
/** The first run downloads and compiles dependencies of Python and Go. */
const FIRST_TIME = 600_000;
const file = (path: string) => fileURLToPath(new URL(path, import.meta.url));

const withoutPython = await whyNoPython();
const withoutGo = await findGo(recipeOf("sdk"), process.env).then(
  () => undefined,
  (error: Error) => error.message,
);

describeWithBothDoors("programs in other languages", () => {
  let server: Server;
  let stack: Stack;

  beforeAll(async () => {
    server = await serve(NUMBER);
    stack = await Stack.createAsUser(environmentOf(server));
    await installPlugin(stack.path("."));
    takeHosts(await generators());
  }, FIRST_TIME);

  afterAll(async () => {
    await stack?.remove();
    await server?.close();
  });

  /** Returns the folder of the hosts that write SDKs: an installed Pulumi has them beside its CLI. */
  function generators(): Promise<string> {
    const engine = inject("engine");
    if ("missing" in engine) throw new Error(engine.missing);
    return obtainHost("sdk", { env: { ...process.env, ...engine.env } });
  }

  /** Puts the folders of language hosts and their tools first on the PATH. */
  function takeHosts(...folders: string[]): void {
    const engine = inject("engine");
    if ("missing" in engine) throw new Error(engine.missing);
    stack.export("PATH", [...folders, dirname(process.execPath), engine.env.PATH].join(":"));
  }

  async function succeed(command: string, ...args: string[]): Promise<string> {
    const { code, out, err } = await stack.execute(command, ...args);
    expect(code, out + err).toBe(0);
    return out;
  }

  const generateSdk = (language: string) =>
    succeed("pulumi", "package", "gen-sdk", "./node_modules/.bin/pulumi-resource-signalwire", "--language", language);

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
        await generateSdk("python");
        const site = stack.path("site");
        await succeed(python, ..."-m pip install --no-deps --no-build-isolation --target site ./sdk/python".split(" "));
        stack.export("PYTHONPATH", site);
        stack.export("MYPYPATH", site);
      }, FIRST_TIME);

      it("pass a strict type checker, which finds errors in other programs", async () => {
        const cache = join(dirname(dirname(python)), "mypy");
        const programs = ["__main__.py", file("../python/wrong.py"), ...examples()];
        await succeed(python, "-m", "mypy", "--strict", "--cache-dir", cache, ...programs);
      });

      it("register under Pulumi's mocks what the same programs in YAML say, passwords as secrets", async () => {
        // No output has an enum type.
        const answered = resourceNames.map((name) => [
          `signalwire:index:${name}`,
          outputs(resources[name] as Resource).map((each) => each.name),
        ]);
        const told = await succeed(
          python,
          file("../python/mocks.py"),
          JSON.stringify({ deskPassword: "$" + "{deskPassword}" }),
          JSON.stringify(Object.fromEntries(answered)),
          ...examples(),
        );
        expect(told.trim().split("\n").map(withoutMarks)).toEqual(resourceNames.map(inYaml));
        expect(told).toContain(`"password": {"${SECRET}"`);
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
        const shown = JSON.parse(await succeed("pulumi", "stack", "output", "--json"));
        expect(shown).toMatchObject({ frontDeskId: desk?.id, mainNumber: NUMBER, clientName: "front-desk-browser" });
        expect(shown.clientToken).toBe("[secret]");
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
    it("in Go compile, and make the same objects and outputs", { timeout: FIRST_TIME }, async () => {
      takeHosts(await generators());
      await generateSdk("go");
      for (const name of resourceNames) {
        await mkdir(stack.path(name), { recursive: true });
        await writeFile(stack.path(join(name, "main.go")), exampleOf(name, "go"));
      }
      await copyFile(file("../go/main.go"), stack.path("main.go"));
      // The versions of the engine's build, because Go has compiled parts of them already.
      const engine = file("../../../scripts/engine");
      const versions = (await readFile(join(engine, "go.mod"), "utf8")).replace(/^(module|tool) .*/gm, "");
      const sdk = identity.go;
      const own = `module programs\nrequire ${sdk} v0.0.0\nreplace ${sdk} => ./sdk/go\n`;
      await writeFile(stack.path("go.mod"), own + versions);
      await copyFile(join(engine, "go.sum"), stack.path("go.sum"));
      stack.export("CGO_ENABLED", "0");
      stack.export("GOFLAGS", "-mod=mod -trimpath");
      await succeed("go", "vet", ".", ...resourceNames.map((name) => `./${name}`));

      takeHosts(await obtainHost("go-host"));
      await writeFile(stack.path("Pulumi.yaml"), `name: tested\nruntime: go\n${PLUGIN}`);
      await succeed("pulumi", "up", "--yes", "--skip-preview");
      const outputs = JSON.parse(await succeed("pulumi", "stack", "output", "--json"));
      const [desk] = await list(server, "/endpoints/sip");
      expect(outputs).toEqual({ username: "desk", encryption: "required", target: desk?.id, client: "mobile" });
      expect(desk).toMatchObject({ username: "desk", caller_id: "Desk", codecs: ["OPUS", "PCMU"] });
      expect(await list(server, "/phone_numbers")).toMatchObject([
        { name: "Main", call_handler: "relay_sip_endpoint", call_sip_endpoint_id: desk?.id },
      ]);
      expect(await ask(server, "GET", "/sip_profile")).toMatchObject({ default_encryption: "required" });
      const main = await readFile(stack.path("main.go"), "utf8");
      await writeFile(stack.path("main.go"), main.replace('pulumi.String("Desk")', 'pulumi.String("Reception")'));
      expect(await succeed("pulumi", "up", "--yes", "--skip-preview")).toMatch(/1 updated\s+4 unchanged/);
      expect(await list(server, "/endpoints/sip")).toMatchObject([{ id: desk?.id, caller_id: "Reception" }]);
      await succeed("pulumi", "destroy", "--yes", "--skip-preview");
      expect(await list(server, "/endpoints/sip")).toEqual([]);
    });

  it("are the languages that the page lists as run", async () => {
    const page = await readFile(file("../../../docs/other-languages.md"), "utf8");
    for (const language of ["YAML", "Python", "Go"]) expect(page).toContain(`| ${language} |`);
  });
});

/** Pulumi's mark of a secret value. */
const SECRET = "4dabf18193072939515e22adb298388d";

/** Returns a program's registered values, secrets without marks. */
function withoutMarks(line: string): unknown {
  return JSON.parse(line, (_, value) => (value?.[SECRET] ? value.value : value));
}

function inYaml(name: ResourceName): unknown {
  const { resources, outputs } = parse(exampleOf(name, "yaml"));
  const types = JSON.stringify(resources).replaceAll('"signalwire:', '"signalwire:index:');
  return { resources: JSON.parse(types), outputs };
}

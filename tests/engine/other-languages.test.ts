// Programs in Python and Go, with SDKs that the engine generates from the plugin's schema.

import { copyFile, cp, mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { parse } from "yaml";
import { type Resource, type ResourceName, resourceNames, resources } from "../../contract/index.ts";
import { findGo, recipeOf } from "../../scripts/engine/build.ts";
import { obtainHost } from "../../scripts/engine/language-hosts.ts";
import { outputs } from "../../scripts/generate/arguments.ts";
import { exampleFile, exampleOf } from "../../scripts/generate/examples.ts";
import { installPlugin } from "./plugin-door.ts";
import { obtainPython, whyNoPython } from "./python/venv.ts";
import { environmentOf, list, requests, type Server, serve } from "./service.ts";
import { describeWithBothDoors, Stack } from "./stack.ts";

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
    const engine = inject("engine");
    if ("missing" in engine) throw new Error(engine.missing);
    const hosts = await obtainHost("sdk", { env: { ...process.env, ...engine.env } });
    server = await serve(NUMBER);
    const path = [dirname(process.execPath), hosts, engine.env.PATH].join(":");
    stack = await Stack.createAsUser({ ...environmentOf(server), PATH: path });
    await installPlugin(stack.path("."));
  }, FIRST_TIME);

  afterAll(async () => {
    await stack?.remove();
    await server?.close();
  });

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
      const examples = resourceNames.map((name) => file(`../../${exampleFile(name, "python")}`));

      beforeAll(async () => {
        python = await obtainPython();
        const foreign = /\/(node_modules|sdk|venv)$/;
        await cp(file("../../examples/python"), stack.path("."), {
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
        const programs = ["__main__.py", file("python/wrong.py"), ...examples];
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
          file("python/mocks.py"),
          JSON.stringify({ deskPassword: "$" + "{deskPassword}" }),
          JSON.stringify(Object.fromEntries(answered)),
          ...examples,
        );
        expect(told.trim().split("\n").map(withoutMarks)).toEqual(resourceNames.map(inYaml));
        expect(told).toContain(`"password": {"${SECRET}"`);
      });

      it("make the example's stack, change nothing by a second up, and go again", async () => {
        const project = await readFile(stack.path("Pulumi.yaml"), "utf8");
        await writeFile(stack.path("Pulumi.yaml"), project.replace(/^name: .*/, "name: tested"));
        const passwords = [
          "--secret",
          "frontDeskPassword=canary-front",
          "--secret",
          "workshopPassword=canary-workshop",
        ];
        await succeed("pulumi", "config", "set-all", "--plaintext", `mainNumber=${NUMBER}`, ...passwords);
        const up = await succeed(python, file("python/up.py"));
        const endpoints = await list(server, "/endpoints/sip");
        expect(endpoints.map((each) => each.username).sort()).toEqual(["front-desk", "workshop"]);
        const desk = endpoints.find((each) => each.username === "front-desk");
        expect(desk).toMatchObject({
          codecs: ["OPUS", "PCMU"],
          call_relay_script_url: expect.stringContaining("https"),
        });
        const line = { name: "Main line", call_handler: "relay_sip_endpoint", call_sip_endpoint_id: desk?.id };
        expect(await list(server, "/phone_numbers")).toMatchObject([line]);
        const shown = JSON.parse(await succeed("pulumi", "stack", "output", "--json"));
        expect(shown).toMatchObject({ frontDeskId: desk?.id, mainNumber: NUMBER, clientName: "front-desk-browser" });
        expect(shown.clientToken).toBe("[secret]");
        expect(up + (await stack.stateText())).not.toMatch(/canary|eyJ/);
        server.journal.clear();
        expect(await succeed(python, file("python/up.py"))).toContain("5 unchanged");
        expect(requests(server).filter((each) => !each.startsWith("GET "))).toEqual([]);
        await succeed("pulumi", "destroy", "--yes", "--skip-preview");
        expect(await list(server, "/endpoints/sip")).toEqual([]);
      });
    });

  if (withoutGo) it.skip(`in Go (skipped: ${withoutGo})`);
  else
    it(
      "in Go compile",
      async () => {
        await generateSdk("go");
        const folder = stack.path("go");
        for (const name of resourceNames) {
          await mkdir(join(folder, name), { recursive: true });
          await copyFile(file(`../../${exampleFile(name, "go")}`), join(folder, name, "main.go"));
        }
        // The versions of the engine's build, because Go has compiled parts of them already.
        const engine = file("../../scripts/engine");
        const versions = (await readFile(join(engine, "go.mod"), "utf8")).replace(/^(module|tool) .*/gm, "");
        const sdk = "example.com/pulumi-signalwire/sdk/go";
        const own = `module programs\nrequire ${sdk} v0.0.0\nreplace ${sdk} => ../sdk/go\n`;
        await writeFile(join(folder, "go.mod"), own + versions);
        await copyFile(join(engine, "go.sum"), join(folder, "go.sum"));
        stack.export("CGO_ENABLED", "0");
        await succeed("go", "-C", folder, "vet", "-mod=mod", "-trimpath", "./...");
      },
      FIRST_TIME,
    );
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

// The command as a shell runs it: its files, its output, and the files that it leaves alone.

import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { parse } from "yaml";
import { addEndpoint, ask, environmentOf, list, type Server, serve } from "../../../engine/service.ts";
import { run as runWith } from "../../command.ts";

let server: Server;
let root: string;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "signalwire-export-"));
  server = await serve("+12025550101");
  const desk = await addEndpoint(server, "desk-1");
  await addEndpoint(server, "desk-2");
  await ask(server, "PUT", `/endpoints/sip/${desk}`, {
    call_handler: "relay_script",
    call_relay_script_url: "https://a.example/?token=canary-token",
  });
  const [line] = await list(server, "/phone_numbers");
  await ask(server, "PUT", `/phone_numbers/${line?.id}`, {
    call_handler: "relay_sip_endpoint",
    call_sip_endpoint_id: desk,
  });
});

afterAll(async () => {
  await server?.close();
  await rm(root, { recursive: true });
});

const run = (args: readonly string[], env: NodeJS.ProcessEnv = {}) =>
  runWith(["export", ...args], { ...environmentOf(server), ...env }, root);

/** Returns every file below the folder, with its text. */
async function contents(folder: string): Promise<{ [name: string]: string }> {
  const names = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((each) => each.isFile());
  const read = names.map(async ({ parentPath, name }) => [name, await readFile(join(parentPath, name), "utf8")]);
  return Object.fromEntries(await Promise.all(read));
}

test("a project gets one file, and nothing else of it is touched; without --force not even that one is written again", async () => {
  const folder = join(root, "mine");
  await mkdir(folder);
  const mine = { "Pulumi.yaml": "name: mine\n", "index.ts": "// mine", "notes.txt": "mine", "package.json": "{}" };
  for (const [name, content] of Object.entries(mine)) await writeFile(join(folder, name), content);
  const { out, code } = await run(["--out", "mine", "--json", "--only", "endpoints,numbers", "--match", "*1"]);
  expect(code).toBe(0);
  expect(JSON.parse(out)).toEqual({
    resources: [
      { type: "SipEndpoint", name: "desk-1", id: expect.any(String) },
      { type: "PhoneNumber", name: "12025550101", id: expect.any(String) },
    ],
    files: ["signalwire.ts"],
    gaps: [],
    configuration: ["desk1CallRelayScriptUrl"],
    account: expect.any(String),
  });
  const { "signalwire.ts": first = "", ...others } = await contents(folder);
  expect(others).toEqual(mine);
  expect(first).toContain("callSipEndpointId: desk1.id");
  expect(first + out).not.toContain("canary");

  const again = await run(["--out", "mine"]);
  expect([again.code, again.out]).toEqual([1, ""]);
  expect(again.err).toMatch(/^\S*signalwire\.ts is there already: .*--force overwrites it.*\n$/);
  expect(await contents(folder)).toEqual({ ...mine, "signalwire.ts": first });

  const all = await run(["--out", "mine", "--force"]);
  expect(all.err).toBe("");
  const { "signalwire.ts": second = "" } = await contents(folder);
  for (const name of ['"desk-1"', '"desk-2"', '"12025550101"', '"profile"']) expect(second).toContain(name);
});

test("two runs write the same, and print the folder's path quoted for a shell", async () => {
  const [one, other] = [await run(["--out", "one"]), await run(["--out", "of $HOME (1)/ü"])];
  expect([one.code, other.code]).toEqual([0, 0]);
  expect(other.out).toContain("  cd 'of $HOME (1)/ü'\n");
  const [{ "index.ts": first }, { "index.ts": second }] = [
    await contents(join(root, "one")),
    await contents(join(root, "of $HOME (1)/ü")),
  ];
  expect(second).toBe(first);
});

test("a new project in YAML is one file with the program, and the manifest that brings the plugin", async () => {
  const { out, code } = await run(["--out", "in-yaml", "--language", "yaml"]);
  expect([code, out]).toEqual([0, expect.stringContaining("to in-yaml: Pulumi.yaml, package.json.")]);
  const { "Pulumi.yaml": text = "", "package.json": manifest = "", ...others } = await contents(join(root, "in-yaml"));
  expect(others).toEqual({});
  expect(Object.keys(JSON.parse(manifest).dependencies)).toEqual(["@pulumi/pulumi", "pulumi-signalwire"]);
  const { resources, ...project } = parse(text);
  expect(project).toMatchObject({
    name: "in-yaml",
    runtime: "yaml",
    plugins: { providers: [{ name: "signalwire", path: "node_modules/.bin" }] },
    config: { desk1CallRelayScriptUrl: { type: "string", secret: true } },
  });
  expect(resources).toMatchObject({
    desk1: {
      type: "signalwire:SipEndpoint",
      name: "desk-1",
      properties: { username: "desk-1", adopt: true, callRelayScriptUrl: `\${desk1CallRelayScriptUrl}` },
      options: { protect: true },
    },
  });
  expect(Object.values(resources)).toContainEqual({
    type: "signalwire:PhoneNumber",
    name: "12025550101",
    properties: { number: "+12025550101", callHandler: "relay_sip_endpoint", callSipEndpointId: `\${desk1.id}` },
  });
});

test("an obstacle is reported in one paragraph, and nothing is written", async () => {
  await mkdir(join(root, "full"));
  await writeFile(join(root, "full/notes.txt"), "");
  const refused = async (args: readonly string[], env = {}) => {
    const { out, err, code } = await run(args, env);
    expect([code, out, err.trim().split("\n").length], err).toEqual([1, "", 1]);
    return err;
  };
  expect(await refused(["--out", "full"])).toMatch(/is not empty and has no Pulumi\.yaml.*notes\.txt.*--out.*--force/);
  const wrong = await refused(["--out", "empty"], { SIGNALWIRE_API_TOKEN: "PTcanary" });
  expect(wrong).toMatch(/^The service refuses the credentials.*SIGNALWIRE_API_TOKEN/);
  expect(wrong).not.toContain("canary");
  const down = { SIGNALWIRE_BASE_URL: "http://127.0.0.1:1" };
  expect(await refused(["--out", "empty", "--only", "profile"], { ...down, SIGNALWIRE_PROJECT_ID: "" })).toMatch(
    /SIGNALWIRE_PROJECT_ID/,
  );
  expect(await refused(["--out", "full/notes.txt/new"])).toMatch(/new cannot be written \(E\w+\): name another folder/);
  expect(await refused(["--out", "empty", "--match", "nobody-*"])).toMatch(/^Nothing of the account was chosen/);
  expect(await refused(["--secret", "nobody"])).toMatch(/^No setting with a secret has the name nobody/);
  expect((await readdir(root)).sort()).not.toContain("empty");
  expect(await readdir(join(root, "full"))).toEqual(["notes.txt"]);
});

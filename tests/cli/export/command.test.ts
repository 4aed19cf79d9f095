// The command export: its exit code, all that it prints, and the files of its folder.

import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { environmentOf, type Server, serveWith } from "../../engine/service.ts";
import { temporaryFolder, writeFiles } from "../../scripts/machine.ts";
import { told } from "../stand-in.ts";

let server: Server;

beforeAll(async () => {
  const script = { call_handler: "relay_script", call_relay_script_url: "https://a.example/?token=canary-token" };
  const desk = (name: string, more = {}) => ({ username: name, password: "canary-password", ...more });
  const rings = { call_handler: "relay_sip_endpoint", call_sip_endpoint_id: "{{sipEndpoint:desk-1}}" };
  const sipEndpoints = [desk("desk-1", script), desk("desk-2")];
  const project = { numbers: [{ number: "+12025550101", ...rings }], sipEndpoints };
  server = await serveWith({ seed: { projects: [project] } });
  return () => server.close();
});

const MINE = { "mine/Pulumi.yaml": "name: mine\n", "mine/index.ts": "// mine", "mine/package.json": "{}" };
const ADDED = { ...MINE, "mine/signalwire.ts": "// earlier" };
const YAML = { "mine/Pulumi.yaml": "runtime: yaml\n" };

interface Case {
  readonly files?: Record<string, string>;
  readonly env?: NodeJS.ProcessEnv;
}

test.each<[what: string, args: readonly string[], more?: Case]>([
  ["a new project", ["--out", "phones"]],
  ["a new project in a folder with odd characters", ["--out", "of $HOME (1)/ü", "--only", "profile"]],
  ["a new project in YAML, here", ["--language", "yaml"]],
  [
    "a part of the account, for a project",
    ["--out", "mine", "--match", "*1", "--only", "endpoints,numbers"],
    { files: MINE },
  ],
  ["a part of the account, as JSON", ["--out", "mine", "--match", "DESK-*", "--json"], { files: MINE }],
  [
    "a file for a project in YAML, with expectations",
    ["--out", "mine", "--only", "numbers,endpoints", "--expects"],
    { files: YAML },
  ],
  ["expectations, as JSON", ["--out", "mine", "--only", "numbers", "--expects", "--json"], { files: MINE }],
  ["a file that is there", ["--out", "mine"], { files: ADDED }],
  ["a file that is there, by force", ["--out", "mine", "--force", "--only", "profile"], { files: ADDED }],
  ["a folder that is not empty", ["--out", "mine"], { files: { "mine/notes.txt": "" } }],
  ["a file that cannot be", ["--out", "mine", "--force"], { files: { "mine/index.ts/a": "" } }],
  ["a folder that cannot be", ["--out", "mine/notes.txt/new"], { files: { "mine/notes.txt": "" } }],
  ["refused credentials", [], { env: { SIGNALWIRE_API_TOKEN: "PTcanary" } }],
  ["no project", [], { env: { SIGNALWIRE_PROJECT_ID: "" } }],
  ["nothing that was chosen", ["--match", "nobody-*"]],
  ["an unknown kind", ["--only", "desks"]],
  ["a secret", ["--secret", "desk1CallRelayScriptUrl"]],
  ["no such secret", ["--secret", "desk1Call"]],
])("%s", async (what, args, { files = {}, env = {} } = {}) => {
  const folder = temporaryFolder();
  writeFiles(folder, files);
  const printed = await told(["export", ...args], {}, { ...environmentOf(server), ...env }, folder);
  await expect(
    shown(printed + filesIn(folder, files)).replaceAll(basename(folder).toLowerCase(), "folder"),
  ).toMatchFileSnapshot(`golden/command/${what.replaceAll(/\W+/g, "-")}.txt`);
});

test("an account that could be read only in part is written as far as it goes, and the command ends with 1", async () => {
  const path = "/api/relay/rest/phone_numbers";
  const { id } = server.faults.add({ path, times: "always", effect: "status", status: 403 });
  onTestFinished(() => void server.faults.remove(id));
  const printed = await told(["export", "--out", "part", "--match", "desk-2"], {}, environmentOf(server));
  await expect(shown(printed)).toMatchFileSnapshot("golden/command/a-partly-read-account.txt");
});

function shown(text: string): string {
  const ids = text
    .replaceAll(/(?<=domainIdentifier: ")\w+/g, "DOMAIN")
    .replaceAll(server.project.id, "PROJECT")
    .replaceAll(server.url, "SERVER");
  return ids.replaceAll(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g, "ID");
}

/** Returns the files that were written, with their texts. */
function filesIn(folder: string, before: Record<string, string>): string {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((each) => each.isFile());
  const paths = names.map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1)).sort();
  return paths
    .map((path) => [path, readFileSync(join(folder, path), "utf8")] as const)
    .filter(([path, text]) => before[path] !== text)
    .map(([path, text]) => `\n=== ${path}\n${text.replace(/"file:[^"]*"/, `"file:PACKAGE"`)}`)
    .join("");
}

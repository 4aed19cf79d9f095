// Versions and packages as a project's folder has them, and what an interrupted run left in the state.

import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { ProgramFiles } from "../../../cli/doctor/program-files.ts";
import type { Check } from "../../../cli/doctor/report.ts";
import { checkPending, namesInState, usesPlugin } from "../../../cli/doctor/state.ts";
import { checkCli, checkPackages } from "../../../cli/doctor/versions.ts";
import { pulumiRange, version } from "../../../cli/package.ts";
import { temporaryFolder, writeFiles } from "../../scripts/machine.ts";

beforeEach(() => void vi.stubEnv("PATH", "/absent:"));
afterEach(() => void vi.unstubAllEnvs());

function shown(checks: readonly Check[]): string {
  const lines = checks.flatMap(({ title, status, message, remedies }) => {
    return [`${status} ${title}${message && `: ${message}`}`, ...remedies.map((each) => `  → ${each}`)];
  });
  const text = lines.map((line) => `${line}\n`).join("");
  return text.replaceAll(pulumiRange(), "RANGE").replaceAll(version(), "VERSION");
}

const installed = (sdk: string, own: object, folder = "") => ({
  [`${folder}node_modules/@pulumi/pulumi/package.json`]: JSON.stringify({ version: sdk }),
  [`${folder}node_modules/pulumi-signalwire/package.json`]: JSON.stringify(own),
  [`${folder}node_modules/pulumi-signalwire/provider.js`]: "",
});
const PLUGIN = "bin/pulumi-resource-signalwire";
const bin = { pluginPath: "bin" };

const projects: Record<
  string,
  readonly [project: Partial<ProgramFiles> | undefined, isUsed: boolean, files?: Record<string, string>]
> = {
  "no project": [undefined, true],
  nothing: [{}, false],
  "nothing, and the state has resources of the plugin": [{}, true],
  "nothing, and another language": [{ runtime: "yaml" }, false],
  "older packages, and the plugin where the project file says": [
    { ...bin, packagePath: "gone" },
    true,
    { ...installed("3.100.0", { version: "0.0.1" }), [PLUGIN]: "" },
  ],
  "a pre-release, this version, a folder of the program, and no plugin where the project file says": [
    { ...bin, programFolder: "app" },
    false,
    { ...installed("3.999.0-alpha.1", { version: version() }, "app/"), "bin/pulumi-resource-other": "" },
  ],
  "a plugin for Windows": [{ ...bin, runtime: "yaml" }, false, { [`${PLUGIN}.cmd`]: "" }],
  "a file in the place of the plugin's folder": [{ ...bin, runtime: "yaml" }, false, { bin: "" }],
  "a package without a version, and an added plugin": [
    { packagePath: "added" },
    false,
    { ...installed("3.999.0", {}), "added/PulumiPlugin.yaml": "" },
  ],
  "an added plugin that is gone": [{ packagePath: "added" }, false],
};

test("the packages of each project are the golden file", async () => {
  const texts = Object.entries(projects).map(([what, [project, isUsed, files = {}]]) => {
    const folder = temporaryFolder();
    writeFiles(folder, files);
    const programFolder = join(folder, project?.programFolder ?? "");
    const given = { name: "office", folder, runtime: "nodejs", ...project, programFolder } as ProgramFiles;
    return `# ${what}\n${shown(checkPackages(project && given, isUsed)).replaceAll(folder, "FOLDER")}`;
  });
  await expect(texts.join("\n")).toMatchFileSnapshot("golden/packages.txt");
});

test("each CLI, and each state, is the golden file", async () => {
  const type = "signalwire:index:SipEndpoint";
  const urn = (name: string) => `urn:pulumi:prod::office::${type}::${name}`;
  const desk = { type, urn: urn("desk"), outputs: { username: "front-desk" } };
  const pending = { type: "creating", resource: { type, urn: urn("lobby") } };
  const state = { resources: [desk, { type: "a:b:C", urn: urn("other") }], pending_operations: [pending] } as never;
  const clis = [
    ...[{ value: "v3.999.0\n" }, { value: "v3.1.0\n" }, { failure: new Error("The Pulumi CLI was not found.") }],
    { failure: new Error("It hangs.") },
  ] as never[];
  const states = [state, { pending_operations: Array(6).fill(pending) } as never, {}, undefined];
  const text = shown([...clis.map(checkCli), ...states.map(checkPending)]);
  const found = [namesInState(state), usesPlugin(state), usesPlugin({})].map((each) => `${JSON.stringify(each)}\n`);
  await expect(text + found.join("")).toMatchFileSnapshot("golden/states.txt");
});

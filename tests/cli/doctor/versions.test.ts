// Versions and packages as a project's folder has them, and what an interrupted run left in the state.

import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { ProgramFiles } from "../../../cli/doctor/program-files.ts";
import type { Check } from "../../../cli/doctor/report.ts";
import { checkPending, namesInState, usesPlugin } from "../../../cli/doctor/state.ts";
import { checkCli, checkPackages } from "../../../cli/doctor/versions.ts";
import { pulumiRange, version } from "../../../cli/package.ts";
import { temporaryFolder, writeFiles } from "../../scripts/machine.ts";

beforeEach(() => void vi.stubEnv("PATH", ""));
afterEach(() => void vi.unstubAllEnvs());

const shown = ({ status, message }: Check) => `${status}: ${message}`;
const installed = (sdk: string, own: object) => ({
  "node_modules/@pulumi/pulumi/package.json": JSON.stringify({ version: sdk }),
  "node_modules/pulumi-signalwire/package.json": JSON.stringify(own),
  "node_modules/pulumi-signalwire/provider.js": "",
});

const NO_SDK = "problem: @pulumi/pulumi is not installed in the project";
const NO_CLASSES = "problem: Pulumi's provider process cannot find pulumi-signalwire from FOLDER";
const NO_PLUGIN = "problem: pulumi-resource-signalwire is not on the PATH";
const UNUSED = "ok: not used: a program in nodejs uses the classes";

test.each<
  [what: string, project: Partial<ProgramFiles>, isUsed: boolean, files: Record<string, string>, found: string[]]
>([
  ["nothing", {}, false, {}, [NO_SDK, NO_CLASSES, UNUSED]],
  ["nothing, and the state has resources of the plugin", {}, true, {}, [NO_SDK, NO_CLASSES, NO_PLUGIN]],
  [
    "nothing, and another language",
    { runtime: "yaml" },
    false,
    {},
    ["ok: not needed by a program in yaml", "ok: its classes are not needed by a program in yaml", NO_PLUGIN],
  ],
  [
    "older packages, and the plugin where the project file says",
    { pluginPath: "bin" },
    true,
    { ...installed("3.100.0", { version: "0.0.1" }), "bin/pulumi-resource-signalwire": "" },
    [
      `problem: @pulumi/pulumi 3.100.0 does not satisfy ${pulumiRange()}`,
      `warning: the program uses pulumi-signalwire 0.0.1, and this command is ${version()}`,
      "ok: pulumi-resource-signalwire is found in FOLDER/bin",
    ],
  ],
  [
    "a pre-release, this version, and no plugin where the project file says",
    { pluginPath: "bin" },
    false,
    { ...installed("3.999.0-alpha.1", { version: version() }), "bin/pulumi-resource-other": "" },
    [
      "ok: @pulumi/pulumi 3.999.0-alpha.1",
      `ok: pulumi-signalwire ${version()} is found from the program's folder`,
      "problem: pulumi-resource-signalwire is not in FOLDER/bin, which the project file names",
    ],
  ],
  [
    "a package without a version, and an added plugin",
    { packagePath: "added" },
    false,
    { ...installed("3.999.0", {}), "added/PulumiPlugin.yaml": "" },
    [
      "ok: @pulumi/pulumi 3.999.0",
      `warning: the program uses pulumi-signalwire of an unknown version, and this command is ${version()}`,
      "ok: FOLDER/added was added by `pulumi package add`",
    ],
  ],
  [
    "an added plugin that is gone",
    { packagePath: "added" },
    false,
    {},
    [NO_SDK, NO_CLASSES, "problem: the package is not in FOLDER/added, which the project file names"],
  ],
])("%s", (_, project, isUsed, files, found) => {
  const folder = temporaryFolder();
  writeFiles(folder, files);
  const given = { name: "office", folder, runtime: "nodejs", programFolder: folder, ...project } as ProgramFiles;
  expect(checkPackages(given, isUsed).map((each) => shown(each).replaceAll(folder, "FOLDER"))).toEqual(found);
});

test.each<[given: Parameters<typeof checkCli>[0], found: string]>([
  [{ value: "v3.999.0\n" } as never, "ok: 3.999.0"],
  [{ value: "v3.1.0\n" } as never, `problem: 3.1.0 does not satisfy ${pulumiRange()}`],
  [
    { failure: new Error("The Pulumi CLI was not found.") } as never,
    "problem: `pulumi` is not on the PATH, or it does not start",
  ],
  [{ failure: new Error("It hangs.") } as never, "problem: It hangs."],
])("the CLI %j", (given, found) => {
  expect(shown(checkCli(given))).toBe(found);
});

test("pending operations are named, and every name of the state is private", () => {
  const type = "signalwire:index:SipEndpoint";
  const urn = (name: string) => `urn:pulumi:prod::office::${type}::${name}`;
  const desk = { type, urn: urn("desk"), outputs: { username: "front-desk" } };
  const pending = { type: "creating", resource: { type, urn: urn("lobby") } };
  const state = { resources: [desk, { type: "a:b:C", urn: urn("other") }], pending_operations: [pending] } as never;
  expect(shown(checkPending(state))).toBe("problem: a run was interrupted: creating lobby");
  expect(shown(checkPending({ pending_operations: Array(6).fill(pending) } as never))).toBe(
    `problem: a run was interrupted: ${Array(5).fill("creating lobby").join(", ")} and 1 more`,
  );
  expect(shown(checkPending({}))).toBe("ok: ");
  expect(checkPending(undefined).status).toBe("not-tried");
  expect(namesInState(state)).toEqual([
    ["desk", "[name]"],
    ["front-desk", "[label]"],
    ["lobby", "[name]"],
  ]);
  expect([usesPlugin(state), usesPlugin({})]).toEqual([true, false]);
});

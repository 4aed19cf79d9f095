// What doctor reads of a project: its file, and the stored configuration.

import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { type ConfigValues, checkConfiguration } from "../../../cli/doctor/configuration.ts";
import { type ProgramFiles, readProgramFiles } from "../../../cli/doctor/program-files.ts";

afterEach(() => vi.unstubAllEnvs());

test.each<[more: string, found: Partial<ProgramFiles>]>([
  ["", {}],
  ["main: app/index.ts", { programFolder: "app" }],
  ["main: app", { programFolder: "app" }],
  ["plugins: { providers: [{ name: other, path: b }, { name: signalwire, path: a }] }", { pluginPath: "a" }],
  ["packages: { signalwire: ../package }", { packagePath: "../package" }],
  ["packages: { signalwire: { source: ../package } }", { packagePath: "../package" }],
  ["packages: { other: ../package }", {}],
])("the project file with %j is read", (more, { programFolder = "", ...found }) => {
  const folder = mkdtempSync(join(tmpdir(), "doctor-"));
  writeFileSync(join(folder, "Pulumi.yaml"), `name: office\nruntime: nodejs\n${more}\n`);
  const expected = { name: "office", folder, runtime: "nodejs", programFolder: join(folder, programFolder) };
  expect(readProgramFiles(folder)).toEqual({ pluginPath: undefined, packagePath: undefined, ...expected, ...found });
});

test.each<[ConfigValues, status: string, message: string]>([
  [{}, "ok", ""],
  [{ "signalwire:apiToken": { value: "" } }, "ok", ""],
  [{ "signalwire:apiToken": { value: "t", secret: true } }, "ok", ""],
  [
    { "signalwire:apiToken": { value: "t" } },
    "problem",
    "signalwire:apiToken is stored in clear in the stack's configuration file",
  ],
])("of the stored values %j the secrets are %s", (values, status, message) => {
  for (const name of ["PROJECT_ID", "API_TOKEN", "SPACE", "BASE_URL"]) vi.stubEnv(`SIGNALWIRE_${name}`, undefined);
  const { checks } = checkConfiguration(values);
  expect(checks.find(({ id }) => id === "configuration-secrets")).toMatchObject({ status, message });
});

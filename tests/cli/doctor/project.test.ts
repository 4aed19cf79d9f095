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
  ["main: app/index.mts", { programFolder: "app" }],
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

test("the source of each setting is named: a variable for the address stands before both settings of it", () => {
  const values = { "signalwire:apiToken": { value: "t", secret: true }, "signalwire:space": { value: "s" } };
  for (const name of ["API_TOKEN", "SPACE"]) vi.stubEnv(`SIGNALWIRE_${name}`, " ");
  vi.stubEnv("SIGNALWIRE_PROJECT_ID", "4f1c8b1e-6f0a-4c62-9d0e-0c6a5b1f2e3d");
  const sources = (url: string | undefined) => {
    vi.stubEnv("SIGNALWIRE_BASE_URL", url);
    const { asked, checks } = checkConfiguration(values);
    return [checks[0]?.message, asked?.address];
  };
  const own = "projectId from SIGNALWIRE_PROJECT_ID, apiToken from signalwire:apiToken";
  expect(sources(undefined)).toEqual([`${own}, space from signalwire:space`, "signalwire:space"]);
  expect(sources("https://a.example")).toEqual([`${own}, baseUrl from SIGNALWIRE_BASE_URL`, "SIGNALWIRE_BASE_URL"]);
});

// The sources of a password that is not stored in the state.

import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ConfigurationError, readSecret } from "../../provider/config.ts";

describe("a secret that is kept elsewhere", () => {
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "signalwire-secret-"));
  });

  afterAll(() => rm(folder, { recursive: true, force: true }));

  async function file(text: string): Promise<string> {
    const path = join(folder, "password");
    await writeFile(path, text);
    return path;
  }

  it("is the value of the variable, as it is", () => {
    expect(readSecret({ env: "DESK" }, { DESK: " canary " })).toBe(" canary ");
  });

  it.each([{}, { DESK: "" }])("is an error that names the variable where there is none: %j", (env) => {
    expect(() => readSecret({ env: "DESK" }, env)).toThrow(ConfigurationError);
    expect(() => readSecret({ env: "DESK" }, env)).toThrow(/variable DESK, which is not set/);
  });

  it.each([
    ["canary", "canary"],
    ["canary\n", "canary"],
    ["canary\r\n", "canary"],
    ["two\nlines\n\n", "two\nlines\n"],
    [" canary \n", " canary "],
  ])("in a file with %j is %j", async (text, value) => {
    expect(readSecret({ file: await file(text) }, {})).toBe(value);
  });

  it.each(["", "\n"])("is an error that names the file where it holds %j", async (text) => {
    const path = await file(text);
    expect(() => readSecret({ file: path }, {})).toThrow(`the file ${path}, which is empty`);
  });

  it("is an error that names the file and the reason where it cannot be read", () => {
    const missing = join(folder, "missing");
    expect(() => readSecret({ file: missing }, {})).toThrow(`the file ${missing}, which cannot be read (ENOENT)`);
    expect(() => readSecret({ file: folder }, {})).toThrow("(EISDIR)");
  });
});

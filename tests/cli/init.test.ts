import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { temporaryFolder } from "../scripts/machine.ts";
import { run } from "./command.ts";

const STARTER = fileURLToPath(new URL("../../examples/starter", import.meta.url));

const init = (cwd: string, ...args: string[]) => run(["init", "--no-install", ...args], {}, cwd);

test("a new folder becomes a project of its name, with the starter's own program", async () => {
  const folder = temporaryFolder();
  const { code, out, err } = await init(folder, "our-phones");
  expect({ code, err }).toEqual({ code: 0, err: "" });
  expect(out).toMatch(/ {2}cd our-phones\n {2}npm install\n {2}npm start /);
  const read = (file: string) => readFileSync(join(folder, "our-phones", file), "utf8");
  expect(parse(read("Pulumi.yaml"))).toMatchObject({
    name: "our-phones",
    main: "index.ts",
    plugins: { providers: [{ name: "signalwire", path: "node_modules/.bin" }] },
  });
  expect(JSON.parse(read("package.json"))).toMatchObject({
    name: "our-phones",
    scripts: { start: "node dev/run.ts", test: "tsc && node --test" },
    // This test runs in a checkout.
    dependencies: { "pulumi-signalwire": expect.stringMatching(/^file:\.\.\//) },
  });
  for (const file of ["index.ts", "index.test.ts", "tsconfig.json", "dev/run.ts", "dev/stack.ts"])
    expect(read(file)).toBe(readFileSync(join(STARTER, file), "utf8"));
  expect(read(".gitignore")).toContain("node_modules/\n");
  expect(read(".github/workflows/pull-request.yml")).not.toContain("Copy to");
  expect(parse(read(".github/workflows/pull-request.yml")).jobs.preview.steps).toHaveLength(6);
});

test("an example's stacks are configured under the new name, and git keeps their files", async () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, "phones/.git"), { recursive: true });
  expect(await init(folder, "phones", "--example", "environments")).toMatchObject({ code: 0, err: "" });
  const read = (file: string) => readFileSync(join(folder, "phones", file), "utf8");
  expect(parse(read("Pulumi.yaml")).name).toBe("phones");
  expect(parse(read("Pulumi.dev.yaml")).config).toMatchObject({ "phones:username": "front-desk" });
  expect(read(".gitignore")).not.toContain("Pulumi.dev.yaml");
});

test("nothing is written where something is", async () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, "phones"));
  writeFileSync(join(folder, "phones/index.ts"), "mine");
  const { code, err } = await init(folder, "phones");
  expect(code).toBe(1);
  expect(err).toBe(
    `${join(folder, "phones")} is not empty: it has index.ts. Nothing was written; name a folder that is new or empty.\n`,
  );
  expect(readdirSync(join(folder, "phones"))).toEqual(["index.ts"]);
});

test.each(["My Phones", "-phones", "büro"])("%j is no name of a project", async (name) => {
  const folder = temporaryFolder();
  const { code, err } = await init(folder, "--", name);
  expect(code).toBe(1);
  expect(err).toContain(`"${name}" is not valid: use a to z`);
  expect(readdirSync(folder)).toEqual([]);
});

test("a folder that cannot be created is reported, and its path is quoted for a shell", async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, "file"), "");
  const { code, err } = await init(folder, "file/phones");
  expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining("file/phones") });
  expect(err.trim().split("\n")).toHaveLength(1);
  expect((await init(folder, "my office/phones")).out).toContain("  cd 'my office/phones'\n");
});

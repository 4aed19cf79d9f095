// The example of an existing account: the export writes exactly its files, and one `up` adopts every object.

import { execFile } from "node:child_process";
import { copyFile, readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";
import { environmentOf, requests, type Server, serve } from "./service.ts";
import { describeWithEngine, Stack } from "./stack.ts";

const example = (file: string) => fileURLToPath(new URL(`../../examples/existing-account/${file}`, import.meta.url));

describeWithEngine("the example of an existing account", () => {
  let server: Server;
  let stack: Stack;

  beforeAll(async () => {
    server = await serve("+12025550101", "+12025550102");
    stack = await Stack.createAsUser(environmentOf(server));
    await promisify(execFile)(process.execPath, [example("account.mjs")], { env: environmentOf(server) });
    server.journal.clear();
  });

  afterAll(async () => {
    await stack?.remove();
    await server?.close();
  });

  it("is what the export writes", async () => {
    const exported = await stack.command("export", "--out", "existing-account");
    expect(exported.err).toBe("");
    for (const file of ["index.ts", "Pulumi.yaml", "tsconfig.json"])
      expect(await readFile(stack.path(`existing-account/${file}`), "utf8")).toBe(
        await readFile(example(file), "utf8"),
      );
  });

  it("takes everything over without a write", async () => {
    await copyFile(example("index.ts"), stack.path("index.ts"));
    const key = "doorCallRelayScriptUrl";
    const { out } = await stack.command("export", "--secret", key);
    await stack.run("config", "set", "--secret", key, out);
    const up = await stack.up();
    expect(up.output).toContain("7 created"); // including the stack itself
    expect(up.code).toBe(0);
    expect(requests(server).filter((request) => !request.startsWith("GET"))).toEqual([]);
  });
});

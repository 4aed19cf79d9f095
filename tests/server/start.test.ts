import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";

const SERVER = new URL("../../server/index.ts", import.meta.url).href;

const PROGRAM = `
  import { registerHooks } from "node:module";
  const loaded = [];
  registerHooks({ load: (url, context, next) => (loaded.push(url), next(url, context)) });
  const { startServer } = await import(${JSON.stringify(SERVER)});
  await (await startServer({ control: true })).close();
  process.stdout.write(JSON.stringify(loaded));`;

test("it starts without loading what only calls, clients, tokens, browsers and machines need", () => {
  const { stdout, stderr } = spawnSync(process.execPath, ["--input-type=module", "--eval", PROGRAM], {
    encoding: "utf8",
  });
  expect(stderr).toBe("");
  const urls: string[] = JSON.parse(stdout);
  const packages = new Set(urls.flatMap((url) => /\/node_modules\/([^/]+)\//.exec(url)?.[1] ?? []));
  expect(packages).toContain("find-my-way");
  for (const late of ["undici", "saxes", "yaml", "sms-segments-calculator", "ws", "jose"]) {
    expect(packages).not.toContain(late);
  }
  // Nor the control API and its page, even when they are enabled.
  expect(urls.filter((url) => /\/(openapi|control-api|inspector|live)/.test(url))).toStrictEqual([]);
});

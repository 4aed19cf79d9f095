import { expect, test } from "vitest";
import { loadedBy, packagesIn } from "../sdk/loaded.ts";

const SERVER = new URL("../../server/index.ts", import.meta.url).href;

const PROGRAM = `
  const { startServer } = await import(${JSON.stringify(SERVER)});
  await (await startServer({ control: true })).close();`;

test("it starts without loading what only calls, clients, tokens, browsers and machines need", async () => {
  const urls = await loadedBy(PROGRAM);
  const packages = packagesIn(urls);
  expect(packages).toContain("find-my-way");
  for (const late of ["undici", "saxes", "yaml", "sms-segments-calculator", "ws", "jose"]) {
    expect(packages).not.toContain(late);
  }
  // Nor the control API and its page, even when they are enabled.
  expect(urls.filter((url) => /\/(openapi|control-api|inspector|live)/.test(url))).toStrictEqual([]);
});

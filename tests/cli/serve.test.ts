import { expect, it } from "vitest";
import { exportLines } from "../../cli/commands/serve.ts";
import { run } from "./command.ts";

it("what `serve` prints can be pasted into PowerShell, and into Git's shell", () => {
  const variables = { SIGNALWIRE_API_TOKEN: "PT1" };
  expect(exportLines(variables, "win32", "")).toBe('  $env:SIGNALWIRE_API_TOKEN = "PT1"');
  expect(exportLines(variables, "win32", "/usr/bin/bash")).toBe("  export SIGNALWIRE_API_TOKEN=PT1");
  expect(exportLines(variables, "linux", "")).toBe("  export SIGNALWIRE_API_TOKEN=PT1");
});

it("a command runs with the server's variables alone, and its exit code is that of serve", async () => {
  const script = "console.log(JSON.stringify(process.env)); process.exit(3)";
  const { code, out } = await run(["serve", "--", process.execPath, "-e", script], { SIGNALWIRE_SPACE: "mine" });
  const { SIGNALWIRE_BASE_URL: url, ...variables } = JSON.parse(out);
  expect([code, url]).toEqual([3, expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/)]);
  expect(Object.fromEntries(Object.entries(variables).filter(([name]) => name.startsWith("SIGNALWIRE")))).toEqual({
    SIGNALWIRE_PROJECT_ID: expect.stringMatching(/^[0-9a-f-]{36}$/),
    SIGNALWIRE_API_TOKEN: expect.stringMatching(/^PT/),
  });
  await expect(fetch(url)).rejects.toThrow();
});

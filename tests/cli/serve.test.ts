import { expect, it } from "vitest";
import { exportLines } from "../../cli/commands/serve.ts";

it("what `serve` prints can be pasted into PowerShell, and into Git's shell", () => {
  const variables = { SIGNALWIRE_API_TOKEN: "PT1" };
  expect(exportLines(variables, "win32", "")).toBe('  $env:SIGNALWIRE_API_TOKEN = "PT1"');
  expect(exportLines(variables, "win32", "/usr/bin/bash")).toBe("  export SIGNALWIRE_API_TOKEN=PT1");
  expect(exportLines(variables, "linux", "")).toBe("  export SIGNALWIRE_API_TOKEN=PT1");
});

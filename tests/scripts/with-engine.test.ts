import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { commands, path, plainTools, runNode, temporaryFolder } from "./machine.ts";

const script = join(import.meta.dirname, "..", "..", "scripts", "with-engine.ts");
const fake = `
if [ "$1" = version ]; then echo v3.259.0; exit; fi
echo "args: $*"; echo "passphrase: $PULUMI_CONFIG_PASSPHRASE$PULUMI_CONFIG_PASSPHRASE_FILE"; exit 7`;

function environment(more: NodeJS.ProcessEnv = {}, scripts: Record<string, string> = {}): NodeJS.ProcessEnv {
  return {
    PATH: path(commands(scripts), plainTools()),
    PULUMI_SIGNALWIRE_CACHE: temporaryFolder(),
    PULUMI_SIGNALWIRE_NO_DOWNLOAD: "true",
    ...more,
  };
}

const installed = { pulumi: fake, "pulumi-language-nodejs": "" };

describe("a command with an engine", () => {
  it("hands the arguments to the engine and its exit code back", async () => {
    const { code, stdout } = await runNode([script, "pulumi", "up", "--yes"], environment({}, installed));
    expect(stdout).toContain("args: up --yes");
    expect(code).toBe(7);
  });

  it("has the passphrase of the stack that `npm start` makes", async () => {
    const { stdout } = await runNode([script, "pulumi", "up"], environment({}, installed));
    expect(stdout).toContain("passphrase: nothing here is secret");
  });

  it("ends with 2 and says what to do when there is no engine", async () => {
    const { code, stdout, stderr } = await runNode([script, "pulumi", "up"], environment());
    expect(code).toBe(2);
    expect(stderr).toContain("No Pulumi engine could be found or made on this machine");
    expect(stdout).toBe("");
  });
});

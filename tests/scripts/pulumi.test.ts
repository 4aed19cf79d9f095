import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { commands, path, plainTools, runNode, temporaryFolder } from "./machine.ts";

const script = join(import.meta.dirname, "..", "..", "scripts", "pulumi.ts");
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

describe("npm run pulumi", () => {
  it("hands the arguments to the engine and its exit code back", async () => {
    const { code, stdout } = await runNode([script, "up", "--yes"], environment({}, installed));
    expect(stdout).toContain("args: up --yes");
    expect(code).toBe(7);
  });

  it("has a passphrase for the quickstart", async () => {
    const { stdout } = await runNode([script, "up"], environment({}, installed));
    expect(stdout).toContain("passphrase: quickstart");
  });

  it.each(["PULUMI_CONFIG_PASSPHRASE", "PULUMI_CONFIG_PASSPHRASE_FILE"])("leaves %s as it is", async (name) => {
    const { stdout } = await runNode([script, "up"], environment({ [name]: "mine" }, installed));
    expect(stdout).toContain("passphrase: mine\n");
  });

  it("ends with 2 and says what to do when there is no engine", async () => {
    const { code, stdout, stderr } = await runNode([script, "up"], environment());
    expect(code).toBe(2);
    expect(stderr).toContain("No Pulumi engine could be found or made on this machine");
    expect(stdout).toBe("");
  });
});

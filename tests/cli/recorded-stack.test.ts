// Commands that only read a recorded stack, with a CLI that answers with it.

import { readFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { accountIn, accountsOfStack, providersIn } from "../../cli/account/stack-accounts.ts";
import { dynamicType, pluginToken } from "../../contract/index.ts";
import { startServer } from "../../server/index.ts";
import { commands, temporaryFolder, writeFiles } from "../scripts/machine.ts";
import { run } from "./command.ts";

const LINE = "+12025550101";
const urn = (type: string, name: string) => `urn:pulumi:prod::phones::${type}::${name}`;
const US = urn("pulumi:providers:signalwire", "us");
const EU = urn("pulumi:providers:signalwire", "eu");
const ACCOUNT = {
  ...{ projectId: "5ea1c0de-3b1f-4c57-9a20-8d6e4f7b1c93", apiToken: "PT" },
  baseUrl: "https://example.signalwire.com",
};
const provider = (of: string, inputs = ACCOUNT) => ({
  ...{ type: "pulumi:providers:signalwire", urn: of, id: "0b1f5c54-7d58-4c4c-9a57-2f6f7b1f0e01", inputs },
});
const desk = (type: string, by: string) => ({
  ...{ type, urn: urn(type, "desk"), id: "db0dee3d-2f48-4bb1-aedc-a21be06f5795", provider: by },
  ...{ inputs: { username: "desk" }, outputs: { username: "desk" } },
});
const handler = { number: LINE, callHandler: "relay_application", callRelayApplication: "office" };
const number = dynamicType("PhoneNumber");
const line = { type: number, urn: urn(number, "line"), id: "bff1bd5a-8912-4ef4-a877-99a5cdb59f1b", inputs: handler };

/** Puts a CLI on the PATH that knows the stack `prod` with these resources, and has another one selected. */
function recorded(...resources: object[]): string {
  const state = JSON.stringify({ deployment: { resources } });
  const pulumi = `case "$1 $2 $3 $4" in
"stack ls"*) echo '[{"name":"dev","current":true},{"name":"prod","current":false}]' ;;
"stack export --stack prod") echo '${state}' ;;
*) echo "error: no stack named $4" >&2; exit 1 ;;
esac`;
  return `${commands({ pulumi })}${delimiter}${process.env.PATH}`;
}

test("a call is tried at the stack that is named, and without a name at the selected one", async () => {
  const PATH = recorded({ ...line, outputs: { ...handler, id: line.id } });
  const { code, out } = await run(["call", LINE, "--stack", "prod"], { PATH }, temporaryFolder());
  expect([code, out]).toEqual([0, expect.stringMatching(/^✓ Goes to the Relay application office\n/)]);
  const outcomes = ["handedTo:office", "rings:desk"].flatMap((each) => ["--expect", each]);
  const expected = await run(["call", LINE, "--stack", "prod", ...outcomes], { PATH }, temporaryFolder());
  expect([expected.code, expected.out]).toEqual([7, expect.stringMatching(/\n✓ handedTo:office\n✗ rings:desk\n$/)]);
  const selected = await run(["call", LINE, "--stack", ""], { PATH }, temporaryFolder());
  expect([selected.code, selected.out, selected.err]).toEqual([2, "", expect.stringContaining("dev")]);
});

test("the accounts of a stack are those of its providers, or the one that is named", async () => {
  const own = [provider(US), provider(EU), desk(pluginToken("SipEndpoint"), `${US}::1`), desk("x", `${EU}::2`)];
  vi.stubEnv("PATH", recorded(...own, desk(pluginToken("SipEndpoint"), `${EU}::2`)));
  onTestFinished(() => void vi.unstubAllEnvs());
  const project = { folder: temporaryFolder(), configFile: undefined };
  const names = async (only?: string) =>
    (await accountsOfStack(project, "prod", only)).map((each) => [each.provider, "error" in each]);
  expect(providersIn({})).toEqual(["default"]);
  expect(await names()).toEqual(["eu", "us"].map((name) => [name, false]));
  expect(await names("us")).toEqual([["us", false]]);
  await expect(names("uk")).rejects.toThrow('The stack "prod" has no provider "uk": choose one of eu, us.');
  await expect(accountIn(project.folder, "prod", undefined)).rejects.toThrow("choose one with --provider (eu, us)");
});

test("a file that is exported for a provider of the stack names it in each resource and command", async () => {
  const { url, project, close } = await startServer({ seed: { projects: [{ numbers: [LINE] }] } });
  onTestFinished(close);
  const { id: projectId, apiToken } = project;
  const own = [provider(EU, { projectId, apiToken, baseUrl: url }), desk(pluginToken("SipEndpoint"), `${EU}::1`)];
  const folder = temporaryFolder();
  writeFiles(folder, { "Pulumi.yaml": "name: phones\nruntime: nodejs\n" });
  const args = ["export", "--stack", "prod", "--provider", "eu", "--only", "numbers"];
  const { code, out, err } = await run(args, { PATH: recorded(...own) }, folder);
  expect([code, err]).toEqual([0, ""]);
  expect(out).toContain(`of the project ${projectId} (provider "eu") to .: signalwire.ts.`);
  expect(out).toContain('declare the provider "eu" in providers.ts and export it as euProvider');
  expect(readFileSync(join(folder, "signalwire.ts"), "utf8")).toMatch(/provider: euProvider/);
});

import { chmodSync, mkdirSync } from "node:fs";
import { delimiter, join } from "node:path";
import { expect, it } from "vitest";
import { commands, plainTools, runNode, temporaryFolder } from "./machine.ts";

const script = join(import.meta.dirname, "..", "..", "scripts", "with-engine.ts");
const pulumi = `
if [ "$1" = version ]; then echo v3.259.0; exit; fi
echo "args: $*"; echo "passphrase: $PULUMI_CONFIG_PASSPHRASE, $PULUMI_CONFIG_PASSPHRASE_FILE"; exit 7`;
const installed = { pulumi, "pulumi-language-nodejs": "", other: "echo other; exit 3", killed: "kill -9 $$" };

function environment(more: NodeJS.ProcessEnv = {}, scripts: Record<string, string> = installed): NodeJS.ProcessEnv {
  const PULUMI_SIGNALWIRE_CACHE = temporaryFolder();
  const PATH = [commands(scripts), plainTools()].join(delimiter);
  return { PATH, PULUMI_SIGNALWIRE_CACHE, PULUMI_SIGNALWIRE_NO_DOWNLOAD: "true", ...more };
}

it.each<[args: readonly string[], env: NodeJS.ProcessEnv, code: number, stdout: string]>([
  [["pulumi", "up", "--yes"], {}, 7, "args: up --yes\npassphrase: nothing here is secret, \n"],
  [[], { PULUMI_CONFIG_PASSPHRASE: "mine" }, 7, "args: \npassphrase: mine, \n"],
  [["pulumi"], { PULUMI_CONFIG_PASSPHRASE_FILE: "a" }, 7, "args: \npassphrase: , a\n"],
  [["other"], {}, 3, "other\n"],
  [["killed"], {}, 137, ""],
])("hands the arguments %j to the command, and its exit code back", async (args, more, code, stdout) => {
  expect(await runNode([script, ...args], environment(more))).toEqual({ code, stdout, stderr: "" });
});

it("ends with 2 and says what to do when there is no engine, and how to move a cache that cannot be written", async () => {
  const cache = temporaryFolder();
  mkdirSync(join(cache, "engine"));
  for (const folder of [cache, join(cache, "engine")]) chmodSync(folder, 0o555);
  // root has access to every file.
  const user = process.getuid?.() === 0 ? { uid: 65_534 } : {};
  const shared = environment({ PULUMI_SIGNALWIRE_CACHE: cache }, {});
  const ended = [await runNode([script], environment({}, {})), await runNode([script], shared, user)];
  const none = { code: 2, stdout: "", stderr: expect.stringMatching(/^No Pulumi engine could be found or made/) };
  expect(ended).toEqual([none, none]);
  const advice = "set PULUMI_SIGNALWIRE_CACHE to a folder that can be written";
  expect(ended.map(({ stderr }) => stderr.includes(advice))).toEqual([false, true]);
});

// Opens the project on a reference server, without an account: for `npm start` and for the tests.

import { mkdir, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { type ConfigMap, LocalWorkspace, type Stack } from "@pulumi/pulumi/automation/index.js";
import type { ReferenceServer } from "pulumi-signalwire/server";

/** The configuration for `npm start` and the tests: each key that the program requires. */
function configFor({ project: { numbers } }: ReferenceServer): ConfigMap {
  return {
    number: { value: numbers[0] ?? "" },
    deskPassword: { value: "vivid-otter-lunar-canyon-brisk-maple", secret: true },
  };
}

/** Opens a stack with its state in the folder, configured for the server. */
export async function openStack(stackName: string, server: ReferenceServer, folder: string): Promise<Stack> {
  await mkdir(folder, { recursive: true });
  const stack = await LocalWorkspace.createOrSelectStack(
    { stackName, workDir: dirname(import.meta.dirname) },
    {
      envVars: {
        PULUMI_BACKEND_URL: pathToFileURL(folder).href,
        PULUMI_CONFIG_PASSPHRASE: "nothing here is secret",
        SIGNALWIRE_BASE_URL: server.url,
        SIGNALWIRE_PROJECT_ID: server.project.id,
        SIGNALWIRE_API_TOKEN: server.project.apiToken,
      },
    },
  );
  await stack.setAllConfig(configFor(server));
  return stack;
}

/** Runs `up` for a test. A failure has what the engine reported about the program, and no more. */
export async function deploy(stack: Stack): Promise<void> {
  await stack.up({ color: "never" }).catch(async (error: Error) => {
    const [, reported = error.message] =
      /^Diagnostics:\n([\s\S]*?)\n(?:Outputs|Resources|Duration|\s*stderr):/m.exec(error.message) ?? [];
    const short = new Error([reported.trim(), await missingKeys(stack)].filter(Boolean).join("\n\n"));
    delete short.stack;
    throw short;
  });
}

/** Says which keys the program requires and this file does not configure; empty for none. */
export async function missingKeys(stack: Stack): Promise<string> {
  const program = await readFile(join(stack.workspace.workDir, "index.ts"), "utf8");
  const required = [...program.matchAll(/\.require\w*(?:<[^>]*>)?\(\s*["'`]([\w-]+)["'`]/g)].map(([, key = ""]) => key);
  const config = await stack.getAllConfig();
  const missing = required.filter((key) => !Object.keys(config).some((each) => each.endsWith(`:${key}`)));
  if (missing.length === 0) return "";
  return `For \`npm start\` and \`npm test\`, add ${missing.join(", ")} to configFor in dev/stack.ts, and nowhere else.`;
}

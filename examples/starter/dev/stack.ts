// Opens the project on a reference server, without an account: for `npm start` and for the tests.

import { mkdir } from "node:fs/promises";
import { dirname } from "node:path";
import { pathToFileURL } from "node:url";
import { LocalWorkspace, type Stack } from "@pulumi/pulumi/automation/index.js";
import type { ReferenceServer } from "pulumi-signalwire/server";

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
  const [number = ""] = server.project.numbers;
  await stack.setAllConfig({
    number: { value: number },
    deskPassword: { value: "vivid-otter-lunar-canyon-brisk-maple", secret: true },
  });
  return stack;
}

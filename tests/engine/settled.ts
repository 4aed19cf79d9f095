// Runs commands by the stand-in on a copy of the stored state.

import { createDecipheriv, pbkdf2Sync } from "node:crypto";
import { readFile } from "node:fs/promises";
import { PASSPHRASE } from "./find-engine.ts";
import type { Outcome, Properties, Stack } from "./stack.ts";
import { type Held, STACK } from "./stand-in/deployment.ts";
import { heldIn } from "./stand-in/engine.ts";
import { marked, plain } from "./stand-in/values.ts";

/**
 * Returns the outcome of a preview of the present program when it has no changes, and each resource is at the service as recorded.
 * Undefined when something differs, or when only the engine can decide.
 */
export async function settledBefore(stack: Stack): Promise<Outcome | undefined> {
  // The stack's configuration may name another account, or change what the provider does.
  if ((await readFile(stack.path("Pulumi.test.yaml"), "utf8")).includes("signalwire:")) return undefined;
  const { secrets_providers, pending_operations = [] } = await stack.state();
  if (pending_operations.length > 0 || secrets_providers?.type !== "passphrase") return undefined;
  const outcome = await rehearse(stack, "preview", "--refresh", "--expect-no-changes");
  return outcome.code === 0 ? outcome : undefined;
}

/** Runs a command by the stand-in on a copy of the stored state. The state stays as it is. */
export async function rehearse(stack: Stack, ...args: string[]): Promise<Outcome> {
  return stack.rehearse(await decryptedResources(stack), ...args);
}

/** Returns the outputs of the stack, with secrets in clear. */
export async function outputsOf(stack: Stack): Promise<Properties> {
  const [root] = (await decryptedResources(stack)).filter(({ type }) => type === STACK);
  return plain(root?.outputs ?? {});
}

/** Returns the resources of the stored state, with secrets in clear and marked. */
async function decryptedResources(stack: Stack): Promise<Held[]> {
  const { resources = [], secrets_providers } = await stack.state();
  const open = opener(String(secrets_providers?.state.salt));
  return heldIn(resources as Parameters<typeof heldIn>[0]).map((each) => ({
    ...each,
    inputs: open(each.inputs),
    outputs: open(each.outputs),
  }));
}

const keys = new Map<string, Buffer>();

/** Returns a function that decrypts properties of a state. */
function opener(salt: string): (properties: Properties) => Properties {
  const key =
    keys.get(salt) ?? pbkdf2Sync(PASSPHRASE, Buffer.from(salt.split(":")[1] ?? "", "base64"), 1e6, 32, "sha256");
  keys.set(salt, key);
  const decrypted = (value: unknown): unknown => {
    if (typeof value !== "object" || value === null) return value;
    if (Array.isArray(value)) return value.map(decrypted);
    if ("ciphertext" in value) return marked(JSON.parse(decrypt(String(value.ciphertext), key)));
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, decrypted(each)]));
  };
  return (properties) => decrypted(properties) as Properties;
}

/** Decrypts a text of Pulumi's passphrase secrets: AES-256-GCM, as in `v1:<nonce>:<text and tag>`. */
function decrypt(ciphertext: string, key: Buffer): string {
  const [nonce = Buffer.of(), sealed = Buffer.of()] = ciphertext
    .split(":")
    .slice(1)
    .map((part) => Buffer.from(part, "base64"));
  const decipher = createDecipheriv("aes-256-gcm", key, nonce).setAuthTag(sealed.subarray(-16));
  return Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]).toString();
}

// Runs commands by the stand-in on the stored state of a stack.

import { createCipheriv, createDecipheriv, pbkdf2Sync, randomBytes, randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { parse } from "yaml";
import { PASSPHRASE } from "./find-engine.ts";
import { door, type Outcome, type Properties, type Stack } from "./stack.ts";
import { type Held, STACK } from "./stand-in/deployment.ts";
import { heldIn } from "./stand-in/engine.ts";
import { MARK, marked, plain, SECRET, unmarked } from "./stand-in/values.ts";

/** The engine's provider of the classes. */
const PROVIDER = "urn:pulumi:test::tested::pulumi:providers:pulumi-nodejs::default";

/**
 * Gives a new stack the state that an `up` of this program leaves. The stand-in runs the `up`, for tests of what follows it. The
 * engine does where the plugin's state depends on it, and with `ENGINE=real`.
 */
export async function startFrom(stack: Stack, program: string): Promise<void> {
  await stack.write(program);
  if (stack.isInProcess || door === "plugin" || process.env.ENGINE === "real") return expectDone(await stack.up());
  const { resources, ...outcome } = await stack.rehearse([], "up", "--yes", "--skip-preview");
  expectDone(outcome);
  const { encryptionsalt: salt } = parse(await readFile(stack.path("Pulumi.test.yaml"), "utf8"));
  const file = JSON.parse(await stack.stateText());
  const [root, ...others] = resources.map((each) => sealed(each, keyOf(salt)));
  const id = randomUUID();
  const provider = { urn: PROVIDER, custom: true, id, type: "pulumi:providers:pulumi-nodejs" };
  file.checkpoint.latest = {
    manifest: { time: new Date().toISOString(), magic: "", version: "" },
    secrets_providers: { type: "passphrase", state: { salt } },
    resources: [
      root,
      provider,
      ...others.map((each) =>
        each.type?.startsWith("pulumi-nodejs:") ? { ...each, provider: `${PROVIDER}::${id}` } : each,
      ),
    ],
  };
  await stack.writeState(JSON.stringify(file));
}

function expectDone({ code, output }: Outcome): void {
  if (code !== 0) throw new Error(output);
}

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

/** Runs a command by the stand-in on a copy of the stored state; by the engine with `ENGINE=real`. The state stays as it is. */
export async function rehearse(stack: Stack, ...args: string[]): Promise<Outcome> {
  if (process.env.ENGINE === "real") {
    const state = await stack.stateText();
    return stack.run(...args).finally(() => stack.writeState(state));
  }
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

function keyOf(salt: string): Buffer {
  const key =
    keys.get(salt) ?? pbkdf2Sync(PASSPHRASE, Buffer.from(salt.split(":")[1] ?? "", "base64"), 1e6, 32, "sha256");
  keys.set(salt, key);
  return key;
}

/** Returns a function that decrypts properties of a state. */
function opener(salt: string): (properties: Properties) => Properties {
  const key = keyOf(salt);
  const decrypted = (value: unknown): unknown => {
    if (typeof value !== "object" || value === null) return value;
    if (Array.isArray(value)) return value.map(decrypted);
    if ("ciphertext" in value) return marked(JSON.parse(decrypt(String(value.ciphertext), key)));
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, decrypted(each)]));
  };
  return (properties) => decrypted(properties) as Properties;
}

/** Returns a resource as the engine stores it: with its secrets encrypted, and without what is empty. */
function sealed({ inputs, outputs, ...others }: Held, key: Buffer): Partial<Held> {
  const seal = (secret: unknown) => ({ [MARK]: SECRET, ciphertext: encrypt(JSON.stringify(secret), key) });
  const all = { ...others, inputs: unmarked(inputs, seal), outputs: unmarked(outputs, seal) };
  return Object.fromEntries(
    Object.entries(all).filter(([, value]) => typeof value === "boolean" || Object.keys(value ?? {}).length > 0),
  );
}

/** Encrypts a text as Pulumi's passphrase secrets do: AES-256-GCM, as in `v1:<nonce>:<text and tag>`. */
function encrypt(text: string, key: Buffer): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", key, nonce);
  const sealedText = Buffer.concat([cipher.update(text), cipher.final(), cipher.getAuthTag()]);
  return ["v1", nonce.toString("base64"), sealedText.toString("base64")].join(":");
}

/** Decrypts such a text. */
function decrypt(ciphertext: string, key: Buffer): string {
  const [nonce = Buffer.of(), text = Buffer.of()] = ciphertext
    .split(":")
    .slice(1)
    .map((part) => Buffer.from(part, "base64"));
  const decipher = createDecipheriv("aes-256-gcm", key, nonce).setAuthTag(text.subarray(-16));
  return Buffer.concat([decipher.update(text.subarray(0, -16)), decipher.final()]).toString();
}

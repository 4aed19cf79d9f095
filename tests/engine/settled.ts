// Decides without the engine that a preview with a refresh would have no changes: by check, read and diff of each recorded resource.

import { createDecipheriv, pbkdf2Sync } from "node:crypto";
import { readFile } from "node:fs/promises";
import { isDeepStrictEqual } from "node:util";
import { type ResourceName, resourceNames } from "../../contract/index.ts";
import { doors, type Recorded, unmarked } from "../provider/doors.ts";
import { PASSPHRASE } from "./find-engine.ts";
import type { Properties, Stack } from "./stack.ts";

const OF_CLASSES = "pulumi-nodejs:dynamic/signalwire:";
const OF_THE_ENGINE = ["pulumi:pulumi:Stack", "pulumi:providers:pulumi", "pulumi:providers:pulumi-nodejs"];

/**
 * True when the stack's last command was an `up` of the present program, and each resource is at the service as recorded. False
 * when something differs, or when only the engine can decide.
 */
export async function isKnownToBeSettled(stack: Stack): Promise<boolean> {
  const account = stack.account();
  if (!account || !(await stack.isApplied())) return false;
  // The stack's configuration may name another account, or change what the provider does.
  if ((await readFile(stack.path("Pulumi.test.yaml"), "utf8")).includes("signalwire:")) return false;
  const { resources, secrets_providers, pending_operations = [] } = await stack.state();
  const others = resources.filter(({ type }) => !OF_THE_ENGINE.includes(type));
  const isPlain = others.every(
    (each) => each.type.startsWith(OF_CLASSES) && !each.external && !each.delete && !each.ignoreChanges,
  );
  if (!isPlain || pending_operations.length > 0 || secrets_providers?.type !== "passphrase") return false;
  const open = opener(secrets_providers.state.salt);
  for (const { type, id = "", inputs = {}, outputs = {} } of others) {
    const kind = resourceNames.find((name) => `${OF_CLASSES}${name}` === type);
    const recorded = { id, inputs: open(inputs), outputs: open(outputs) };
    if (!kind || !(await isSettled(kind, recorded, account))) return false;
  }
  return true;
}

async function isSettled(
  kind: ResourceName,
  recorded: Recorded,
  account: Parameters<NonNullable<typeof doors.classes>>[0],
): Promise<boolean> {
  const { inputs } = recorded;
  const equals = (others: Properties) => isDeepStrictEqual(unmarked(others), inputs);
  const open = () => doors.classes?.(account);
  const checked = await (await open())?.check(kind, inputs, inputs);
  const door = await open();
  const found = await door?.read(kind, recorded);
  if (!checked || !door || !found) return false;
  const { replaces, isNone } = await door.diff(kind, found, inputs);
  const isRead = found.id === recorded.id && equals(found.inputs);
  return checked.failures.length === 0 && equals(checked.inputs) && isRead && isNone && replaces.length === 0;
}

const keys = new Map<string, Buffer>();

/** Returns a function that decrypts properties of a state, and leaves out the provider's own reference. */
function opener(salt: string): (properties: Properties) => Properties {
  const key =
    keys.get(salt) ?? pbkdf2Sync(PASSPHRASE, Buffer.from(salt.split(":")[1] ?? "", "base64"), 1e6, 32, "sha256");
  keys.set(salt, key);
  const decrypted = (value: unknown): unknown => {
    if (typeof value !== "object" || value === null) return value;
    if (Array.isArray(value)) return value.map(decrypted);
    if ("ciphertext" in value) return JSON.parse(decrypt(String(value.ciphertext), key));
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, decrypted(each)]));
  };
  return ({ __provider: _, ...properties }) => decrypted(properties) as Properties;
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

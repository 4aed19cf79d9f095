// Decides what the provider marks as secret, so that the state holds it encrypted whichever door it came through.

import { FOUND, holdsSecret, LEFT, own, type Props, type Resource, SECRET_MARK } from "../../contract/index.ts";
import { isUnknown } from "./unknowns.ts";

/**
 * Inputs whose secret arguments are marked, so that the state holds them encrypted. The class of the SDK marks them too, but a
 * transform of the program has its say after that.
 */
export function withSecretsMarked({ fields }: Resource, inputs: Props): { [name: string]: unknown } {
  const mark = (name: string, value: unknown) => (fields[name]?.secret && !isUnknown(value) ? asSecret(value) : value);
  return Object.fromEntries(Object.entries(inputs).map(([name, value]) => [name, mark(name, value)]));
}

/** Outputs in which the settings that no argument holds are marked where they are an address or hold a secret. */
export function withSettingsMarked(resource: Resource, outputs: Props): Props {
  return eachSetting(outputs, (wire, value) => (mayBeSecret(resource, wire, value) ? asSecret(value) : value));
}

/** Whether a state that was written without marks has such a setting. */
export function holdsOpenSettings(resource: Resource, outputs: Props): boolean {
  return SETTINGS.some((name) =>
    Object.entries((outputs[name] ?? {}) as Props).some(([wire, value]) => mayBeSecret(resource, wire, value)),
  );
}

/** Outputs as they were before their settings were marked. The engine takes the marks off, but not for a plugin. */
export function withSettingsPlain(outputs: Props): Props {
  return eachSetting(outputs, (_, value) => (isMarked(value) ? value.value : value));
}

export function asSecret(value: unknown): Props {
  return { [SECRET_MARK.name]: SECRET_MARK.value, value };
}

const SETTINGS = [FOUND, LEFT] as const;

function eachSetting(outputs: Props, change: (wire: string, value: unknown) => unknown): Props {
  const changed = SETTINGS.flatMap((name) => {
    const settings = outputs[name];
    if (typeof settings !== "object" || settings === null) return [];
    return [[name, Object.fromEntries(Object.entries(settings).map(([wire, value]) => [wire, change(wire, value)]))]];
  });
  return changed.length > 0 ? { ...outputs, ...Object.fromEntries(changed) } : outputs;
}

function mayBeSecret({ fields }: Resource, wire: string, value: unknown): boolean {
  if (isMarked(value)) return false;
  const isAddress = own(fields, wire)?.type.mayHoldSecrets || JSON.stringify(value)?.includes("://");
  return isAddress || holdsSecret(value, wire);
}

function isMarked(value: unknown): value is { readonly value: unknown } {
  return typeof value === "object" && value !== null && (value as Props)[SECRET_MARK.name] === SECRET_MARK.value;
}

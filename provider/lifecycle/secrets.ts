// Decides which values the provider marks as secret, so that the state holds them encrypted through every door.

import {
  CURRENT,
  FOUND,
  hideSecrets,
  holdsSecret,
  INHERITED,
  isGiven,
  isSecretField,
  isUnknown,
  NORMALISED,
  own,
  type Props,
  RECORDS,
  type Resource,
  SECRET_MARK,
  secretsOf,
  withRecords,
  withRecordsHidden,
} from "../../contract/index.ts";

/**
 * Marks secret values in an object's inputs or stored outputs, and those under the names in `marked`, so that the state encrypts them.
 * The SDK's class marks its secret arguments too, but a program's transform may remove its marks.
 */
export function withSecretsMarked(
  resource: Resource,
  props: Props,
  marked: readonly string[] = [],
): { [name: string]: unknown } {
  function eachMarked(values: Props): { [name: string]: unknown } {
    const members = Object.entries(values).map(([name, value]) => {
      if (name === INHERITED) return [name, eachMarked(value as Props)];
      if (!isGiven(value) || isUnknown(value) || holdsMark(value)) return [name, value];
      // The provider marks its own records in parts.
      const mayHold = !name.startsWith("__");
      const isSecret =
        marked.includes(name) || (mayHold && (isSecretField(resource, name) || holdsSecret(value, name)));
      return [name, isSecret ? asSecret(value) : value];
    });
    return Object.fromEntries(members);
  }
  const isStored = isGiven(props[RECORDS]);
  return isStored ? withRecordsHidden(eachMarked(withRecords(props))) : eachMarked(props);
}

/**
 * Marks the secrets that a read found in other than secret fields. The engine keeps the marks of those fields, and knows none of
 * an object that is only looked up.
 */
export function withFoundMarked(resource: Resource, props: Props): { [name: string]: unknown } {
  const fixed = Object.entries(props).filter(([name]) => isSecretField(resource, name));
  return { ...withSecretsMarked(resource, props), ...Object.fromEntries(fixed) };
}

/** True when a value or a part of it is marked as secret. */
export function holdsMark(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  return isMarked(value) || Object.values(value).some(holdsMark);
}

/** Returns the properties that hold a mark at any depth. */
export function secretNames(props: Props): string[] {
  return Object.keys(props).filter((name) => holdsMark(props[name]));
}

/** Returns the properties that the program marked, and those that are as secret. */
export function markedIn(resource: Resource, ...given: readonly Props[]): string[] {
  // The provider marks its own records.
  const names = given.flatMap(secretNames).filter((name) => !name.startsWith("__"));
  return [...names, ...asSecretAs(resource, names)];
}

/**
 * Returns the outputs that are as secret as these arguments: those that derive from them, and the records of settings. A record may
 * hold an earlier value of an argument, or the service's form of it.
 */
function asSecretAs(resource: Resource, secrets: readonly string[]): string[] {
  const derived = Object.entries(resource.derived ?? {}).filter(([, from]) =>
    from.some((name) => secrets.includes(name)),
  );
  const isOfProgram = secrets.some((name) => !isSecretField(resource, name));
  return [...derived.map(([output]) => output), ...(isOfProgram ? SETTINGS : [])];
}

/**
 * Marks the outputs that are as secret as these arguments, and settings outside the arguments that are addresses or hold a
 * secret.
 */
export function withOutputsMarked(resource: Resource, outputs: Props, secrets: readonly string[]): Props {
  const whole = asSecretAs(resource, secrets).filter((name) => isGiven(outputs[name]) && !isMarked(outputs[name]));
  const marked = { ...outputs, ...Object.fromEntries(whole.map((name) => [name, asSecret(outputs[name])])) };
  const records = SETTINGS.flatMap((name) => {
    const settings = marked[name];
    if (typeof settings !== "object" || settings === null || isMarked(settings)) return [];
    const each = Object.entries(settings).map(([wire, value]) => {
      return [wire, mayBeSecret(resource, wire, value) ? asSecret(value) : value] as const;
    });
    return [[name, Object.fromEntries(each)] as const];
  });
  return { ...marked, ...Object.fromEntries(records) };
}

/** Returns a function that hides these properties' secrets in text. `marked` are the arguments that the program marks as secret. */
export function hidingSecrets(
  resource: Resource,
  marked: readonly string[],
  given: readonly Props[],
): (text: string) => string {
  const secrets = () => given.flatMap((each) => secretsOf(resource, each, marked));
  return (text) => hideSecrets(text, secrets());
}

export function asSecret(value: unknown): Props {
  return { [SECRET_MARK.name]: SECRET_MARK.value, value };
}

/** The records of settings. Each may hold a value of an argument: one that it had before, or the service's form of it. */
const SETTINGS = [FOUND, CURRENT, NORMALISED] as const;

/** True when a setting outside the arguments is an address or holds a secret. */
export function mayBeSecret({ fields }: Resource, wire: string, value: unknown): boolean {
  if (isMarked(value)) return false;
  const isAddress = own(fields, wire)?.type.mayHoldSecrets || JSON.stringify(value)?.includes("://");
  return isAddress || holdsSecret(value, wire);
}

/** Removes the marks of secrets at every depth. */
export function withoutMarks(props: Props): Props {
  return JSON.parse(JSON.stringify(props), (_, value) => (isMarked(value) ? value.value : value));
}

export function isMarked(value: unknown): value is { readonly value: unknown } {
  return typeof value === "object" && value !== null && (value as Props)[SECRET_MARK.name] === SECRET_MARK.value;
}

// Decides which values the provider marks as secret, so that the state holds them encrypted through every door.

import {
  CURRENT,
  FOUND,
  hideSecrets,
  holdsSecret,
  INHERITED,
  isGiven,
  isObject,
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
 * Marks the secrets among an object's inputs or outputs, so that the state encrypts them: secret fields, values that are secret by
 * their form, the names in `secrets`, and what may hold their values. The engine ignores a second mark. The SDK's class marks its
 * secret arguments too, but a program's transform may remove its marks.
 */
export function withSecretsMarked(
  resource: Resource,
  props: Props,
  secrets: readonly string[] = [],
): { [name: string]: unknown } {
  if (isGiven(props[RECORDS])) return withRecordsHidden(withSecretsMarked(resource, withRecords(props), secrets));
  const derived = Object.entries(resource.derived ?? {}).filter(([, from]) =>
    from.some((each) => secrets.includes(each)),
  );
  const names = [...secrets, ...derived.map(([output]) => output)];
  // A record may hold an earlier value of an argument that the program marks, or the service's form of it.
  const isOfProgram = secrets.some((name) => !isSecretField(resource, name));

  function marked(name: string, value: unknown): unknown {
    if (!isGiven(value) || isUnknown(value)) return value;
    if (name === INHERITED) return withSecretsMarked(resource, value as Props, secrets);
    if (SETTINGS.includes(name) && !isMarked(value))
      return isOfProgram ? asSecret(withoutMarks(value as Props)) : withSettingsMarked(resource, value as Props);
    if (name.startsWith("__") || holdsMark(value)) return value;
    return names.includes(name) || isSecretField(resource, name) || holdsSecret(value, name) ? asSecret(value) : value;
  }

  return Object.fromEntries(Object.entries(props).map(([name, value]) => [name, marked(name, value)]));
}

/** Marks the settings of a record that are addresses or hold a secret. */
function withSettingsMarked(resource: Resource, settings: Props): Props {
  const each = Object.entries(settings).map(([wire, value]) => {
    return [wire, mayBeSecret(resource, wire, value) ? asSecret(value) : value] as const;
  });
  return Object.fromEntries(each);
}

/** The records of settings, which may hold secrets. */
const SETTINGS: readonly string[] = [FOUND, CURRENT, NORMALISED];

/** True when a value or a part of it is marked as secret. */
function holdsMark(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  return isMarked(value) || Object.values(value).some(holdsMark);
}

/** Returns the properties that hold a mark at any depth, without the provider's own records. */
export function secretNames(props: Props): string[] {
  return Object.keys(props).filter((name) => !name.startsWith("__") && holdsMark(props[name]));
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
  return isObject(value) && value[SECRET_MARK.name] === SECRET_MARK.value;
}

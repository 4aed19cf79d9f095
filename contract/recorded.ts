// The names and meanings of the values that the state records of an object, besides its properties. The state holds them under one
// hidden output: `__project` as `project` in `__state`.

import { isGiven } from "./resource.ts";

type Outputs = { readonly [name: string]: unknown };

/** The output that holds the records. Pulumi's programs and displays skip names that begin with two underscores. */
export const RECORDS = "__state";

/** The version of the outputs' form, a number (provider/lifecycle/stored.ts). */
export const SCHEMA_VERSION_NAME = "__schemaVersion";

/** The project that the object belongs to, in lower case. */
export const PROJECT = "__project";

/** Argument → the service's form of what the program sent last, where it differs; also of an unset form. */
export const NORMALISED = "__normalised";

/**
 * Field → value of the settings that differed from their defaults at the adoption; for a written field, the value from before the
 * first write. Every adopted object has it. An object that is only looked up does not.
 */
export const FOUND = "__found";

/** The fields of an adopted object that the provider has written, or has tried to write. `onDestroy: "restore"` restores them. */
export const WRITTEN = "__written";

/** The fields of the last write, if its outcome is unknown. The next write sends them again. */
export const TRIED = "__tried";

/**
 * Argument → value that the object inherits, for arguments that the program leaves out. The outputs show these values too: the
 * state holds them there, and the names here.
 */
export const INHERITED = "__inherited";

/** During a drift check: field → current value of the settings that the program does not name. */
export const CURRENT = "__current";

/** During a drift check: what the check found, a `DriftFindings`. */
export const DRIFT = "__drift";

export interface DriftFindings {
  /** The settings that the program does not name and that differ from the record, secrets masked. */
  readonly unnamed?: readonly UnnamedChange[];
  /** The fields that name a missing object. */
  readonly dangling?: readonly string[];
  /** The reason why the object could not be read. */
  readonly failure?: ReadFailure;
}

export interface UnnamedChange {
  readonly field: string;
  readonly expected?: unknown;
  readonly actual?: unknown;
}

export interface ReadFailure {
  readonly code: string;
  readonly message: string;
}

/** Moves the records of stored outputs beside the outputs, and inherited values into their record. */
export function withRecords({ [RECORDS]: records, ...outputs }: Outputs): Outputs {
  const named = Object.entries((records ?? {}) as Outputs).map(([name, value]) => [`__${name}`, value] as const);
  const names = inheritedIn({ [RECORDS]: records });
  const [others, inherited] = [false, true].map((isInherited) =>
    Object.fromEntries(Object.entries(outputs).filter(([name]) => names.includes(name) === isInherited)),
  );
  return { ...others, ...Object.fromEntries(named), ...(names.length > 0 && { [INHERITED]: inherited }) };
}

/** Returns the arguments that stored outputs show and that the program leaves out. */
function inheritedIn({ [RECORDS]: records }: Outputs): readonly string[] {
  const { inherited } = (records ?? {}) as Outputs;
  return Array.isArray(inherited) ? inherited : [];
}

/** Moves the records into the hidden output, for storing. */
export function withRecordsHidden(outputs: Outputs): Outputs {
  // The dynamic provider host adds its reference to the code.
  const isRecord = ([name]: [string, unknown]) => name.startsWith("__") && name !== "__provider";
  const { [INHERITED]: inherited = {} } = outputs;
  const names = Object.keys(inherited as Outputs);
  const all = Object.entries({ ...outputs, [INHERITED]: names.length > 0 ? names : undefined });
  const records = all.filter((each) => isRecord(each) && isGiven(each[1]));
  const others = Object.entries(outputs).filter((each) => !isRecord(each));
  const hidden = Object.fromEntries(records.map(([name, value]) => [name.replace(/^__/, ""), value]));
  const shown = { ...Object.fromEntries(others), ...(inherited as Outputs) };
  return { ...shown, ...(records.length > 0 && { [RECORDS]: hidden }) };
}

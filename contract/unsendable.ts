// Finds values in a program's arguments that no request can carry, and texts that a language writes in place of a value. The
// SDK's classes load this file, so it imports nothing but the engine's constants.

import { ASSET_MARKS, SIGNATURE, UNKNOWN } from "./signatures.ts";

export interface Unsendable {
  /** The path of the value from its argument: `contents.sections.main[0].sleep`. */
  readonly field: string;
  /** Completes the sentence "<field> …". Never contains the value. */
  readonly detail: string;
}

export interface Screened {
  /** The value, with the engine's placeholder in place of each refused part. */
  readonly value: unknown;
  readonly problems: readonly Unsendable[];
}

/** Handles a value that is neither plain data nor refused: an output or a promise. Returns undefined for any other value. */
export type Awaiting = (value: unknown, field: string) => { readonly value: unknown } | undefined;

/** Looks at every part of a value. Lists and plain objects are copied. */
export function screened(field: string, value: unknown, awaiting: Awaiting = () => undefined): Screened {
  const problems: Unsendable[] = [];

  function walk(value: unknown, field: string, around: ReadonlyMap<object, string>): unknown {
    const awaited = awaiting(value, field);
    if (awaited) return awaited.value;
    const detail = isNested(value) ? objectProblem(value, around) : scalarProblem(value);
    if (detail !== undefined) {
      problems.push({ field, detail });
      return UNKNOWN;
    }
    if (!isNested(value)) return value;
    const within = new Map(around).set(value, field);
    if (Array.isArray(value)) return value.map((each, at) => walk(each, `${field}[${at}]`, within));
    const members = Object.entries(value).map(([name, each]) => {
      if (isTextOfValue(name)) problems.push({ field, detail: `has a member whose name ${TEXT_OF_VALUE}` });
      return [name, walk(each, `${field}${step(name)}`, within)] as const;
    });
    return Object.fromEntries(members);
  }

  return { value: walk(value, field, new Map()), problems };
}

const TEXT_OF_VALUE =
  "holds the text that stands for an Output, a promise or an object in a string, not its value: " +
  "build the string with pulumi.interpolate (Python: Output.format, Go: pulumi.Sprintf), from an output or a field";

/** True for a text that holds what a language writes for an `Output` or an object in a string, also when it was encoded. */
export function isTextOfValue(text: string): boolean {
  if (text.length < SHORTEST) return false;
  const plain = text.includes("%") ? unescaped(text) : text;
  return isSuch(plain) || (text.match(BASE64) ?? []).some((each) => isSuch(Buffer.from(each, "base64").toString()));
}

function isSuch(text: string): boolean {
  return OBJECT.test(text) || (/calling/i.test(text) && (CUT.test(text) || OUTPUT.test(text.replace(/[^a-z]/gi, ""))));
}

const SHORTEST = "{0xc000000000}".length;
const BASE64 = /[\w+/-]{24,}/g;

/** The beginning of the sentence of Pulumi's SDKs for TypeScript, Python, C# and Java. */
const OUTPUT = /calling(?:tostring|tojson|str|format)onanoutput/i;
const CUT = /calling \[to(?:string|json)\]/i;

/** Other objects, in JavaScript, in Python and in Go. */
const OBJECT =
  /\[object (?:Object|Promise|Map|Set|WeakMap|WeakSet|Array|Function|AsyncFunction|Date|Error|Symbol|Undefined|Null)\]|<[\w. ]+ at 0x[\da-f]{6,}>|\{0xc[\da-f]{9}\}|%!\w\(\*?(?:internal|pulumi)\.\w*Output/i;

/** Decodes the parts of a URL or a form that are encoded, as far as they can be decoded. */
function unescaped(text: string): string {
  const code = (_: string, digits: string) => String.fromCharCode(Number.parseInt(digits, 16));
  return text.replace(/%([\da-f]{2})/gi, code).replaceAll("+", " ");
}

function scalarProblem(value: unknown): string | undefined {
  switch (typeof value) {
    case "string":
      return isTextOfValue(value) ? TEXT_OF_VALUE : undefined;
    case "number":
      return Number.isFinite(value) ? undefined : `is ${value}: write a finite number`;
    case "bigint":
      return "is a bigint: write a number, or its digits as a text";
    case "symbol":
      return "is a symbol: write a text";
    case "function":
      return "is a function: write the value that it returns";
    default:
      return undefined;
  }
}

function objectProblem(value: object, around: ReadonlyMap<object, string>): string | undefined {
  const outer = around.get(value);
  if (outer !== undefined) return `is ${outer} itself, which contains it: write a copy without the reference back`;
  if (Object.getOwnPropertySymbols(value).length > 0) return "has a member named by a symbol: name it by a text";
  if (SIGNATURE in value && ASSET_MARKS.has(value[SIGNATURE])) return ASSET;
  if (Array.isArray(value)) return undefined;
  const prototype: unknown = Object.getPrototypeOf(value);
  // The plain objects of another realm have another prototype, which has none either.
  if (prototype === null || Object.getPrototypeOf(prototype) === null) return undefined;
  if ("__pulumiAsset" in value || "__pulumiArchive" in value) return ASSET;
  if ("__pulumiResource" in value) return "is a resource: write one of its outputs, for example its id";
  const name = (prototype as object).constructor?.name || "without a name";
  return REMEDIES[name] ?? `is an object of the class ${name}: write a plain object, list, text or number`;
}

const ASSET = "is an asset or archive: write the text that it holds";

const REMEDIES: { readonly [name: string]: string } = {
  Date: "is a Date: write date.toISOString()",
  Map: "is a Map: write Object.fromEntries(map)",
  Set: "is a Set: write [...set]",
  URL: "is a URL: write url.href",
};

function isNested(value: unknown): value is { readonly [name: string]: unknown } {
  return typeof value === "object" && value !== null;
}

function step(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? `.${name}` : `[${JSON.stringify(name.slice(0, 40))}]`;
}

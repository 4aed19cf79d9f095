// Decides what of a sent message is unpacked, and into what: what rules may read, as plain values. The classes that Pulumi generates
// for its protocol make an object of every part of every value first, which costs more than all judgements together. Fields are
// named by the numbers that Pulumi's analyzer.proto gives them; a protocol keeps those for ever.

import { besideTheSdk } from "./messages.ts";

/** A resource as the engine sends it. */
export interface Sent {
  readonly type: string;
  readonly urn: string;
  /** In clear: without the marks of secrets. */
  readonly values: { readonly [argument: string]: unknown };
  /** The names of outputs that are to be secret. */
  readonly secretOutputs: readonly string[];
  /** The URNs of the resources that an argument comes from. */
  readonly origins: ReadonlyMap<string, readonly string[]>;
}

/** What the SDK's own protobuf library offers of google-protobuf's BinaryReader. */
interface Reader {
  nextField(): boolean;
  getFieldNumber(): number;
  skipField(): void;
  readString(): string;
  readDouble(): number;
  readBool(): boolean;
  readMessage(into: unknown, read: () => void): void;
}

/** Reads an AnalyzeRequest. */
export function resourceIn(sent: Uint8Array): Sent {
  return resource(open(sent));
}

/** Reads an AnalyzeStackRequest. */
export function resourcesIn(sent: Uint8Array): Sent[] {
  return repeated(open(sent), 1, (each) => within(each, resource));
}

/** The two kinds of messages about a resource agree in these numbers. */
function resource(reader: Reader): Sent {
  let [type, urn] = ["", ""];
  let values: Sent["values"] = {};
  let secretOutputs: string[] = [];
  const origins = new Map<string, string[]>();
  while (reader.nextField())
    switch (reader.getFieldNumber()) {
      case 1:
        type = reader.readString();
        break;
      case 2:
        values = within(reader, struct);
        break;
      case 3:
        urn = reader.readString();
        break;
      case 5:
        secretOutputs = within(reader, (options) => repeated(options, 5, text));
        break;
      case 9: {
        const [argument, urns] = within(reader, (each) => entry(each, (list) => repeated(list, 1, text)));
        origins.set(argument, urns ?? []);
        break;
      }
      default:
        reader.skipField();
    }
  return { type, urn, values, secretOutputs, origins };
}

/** A google.protobuf.Struct. */
function struct(reader: Reader): { [name: string]: unknown } {
  return Object.fromEntries(repeated(reader, 1, (field) => within(field, (each) => entry(each, value))));
}

/** A google.protobuf.Value. */
function value(reader: Reader): unknown {
  let found: unknown = null;
  while (reader.nextField())
    switch (reader.getFieldNumber()) {
      case 2:
        found = reader.readDouble();
        break;
      case 3:
        found = reader.readString();
        break;
      case 4:
        found = reader.readBool();
        break;
      case 5:
        found = inClear(within(reader, struct));
        break;
      case 6:
        found = within(reader, (list) => repeated(list, 1, (each) => within(each, value)));
        break;
      default:
        reader.skipField();
    }
  return found;
}

/** How the engine marks a secret. */
const SIGNATURE = "4dabf18193072939515e22adb298388d";
const SECRET = "1b47061264138c4ac30d75fd1eb44270";

function inClear(sent: { [name: string]: unknown }): unknown {
  return sent[SIGNATURE] === SECRET ? sent.value : sent;
}

/** One entry of a map whose keys are texts. */
function entry<Value>(reader: Reader, read: (reader: Reader) => Value): [string, Value | undefined] {
  let key = "";
  let found: Value | undefined;
  while (reader.nextField())
    if (reader.getFieldNumber() === 1) key = reader.readString();
    else found = within(reader, read);
  return [key, found];
}

/** All parts with that number; the others are left out. */
function repeated<Part>(reader: Reader, number: number, read: (reader: Reader) => Part): Part[] {
  const parts: Part[] = [];
  while (reader.nextField())
    if (reader.getFieldNumber() === number) parts.push(read(reader));
    else reader.skipField();
  return parts;
}

function text(reader: Reader): string {
  return reader.readString();
}

/** Reads a message that stands in another. */
function within<Result>(reader: Reader, read: (reader: Reader) => Result): Result {
  let result!: Result;
  reader.readMessage(undefined, () => {
    result = read(reader);
  });
  return result;
}

/** Loads the library with the first message: where it is missing, that message is judged by every policy. */
function open(sent: Uint8Array): Reader {
  const { BinaryReader } = besideTheSdk("google-protobuf");
  return new BinaryReader(sent);
}

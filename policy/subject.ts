// A resource as a rule reads it. A rule may ask for a value that only the update will supply. Asking for it ends the
// evaluation, and problems found before remain.

import type { CustomResource, Output, Unwrap } from "@pulumi/pulumi";
import {
  argumentFields,
  argumentNames,
  isUnknown,
  nameInProgram,
  own,
  type Props,
  type Resource,
  type ResourceName,
  resourceNames,
  resourceOfType,
  resources,
  returnedFields,
  toCamel,
  UNKNOWN,
} from "../contract/index.ts";
import type * as sdk from "../sdk/generated/index.ts";

/** The names of the classes for rules: every resource of the package. */
export type Kind = ResourceName;

/** The arguments of a class for rules: no outputs, no promises, and the arguments of all handlers together. */
export type ArgsOf = {
  readonly [kind in Kind]: Joined<Unwrap<NonNullable<ConstructorParameters<(typeof sdk)[kind]>[1]>>>;
};
type Joined<Alternatives> = {
  readonly [Name in NameIn<Alternatives>]?: ValueIn<Alternatives, Name>;
};
type NameIn<Alternatives> = Alternatives extends unknown ? keyof Alternatives : never;
type ValueIn<Alternatives, Name> = Alternatives extends unknown
  ? Name extends keyof Alternatives
    ? Open<Alternatives[Name]>
    : never
  : never;

/** For an object with arbitrary members, `Unwrap` returns members of no type. */
type Open<Value> = Value extends object ? (string extends keyof Value ? Values : Value) : Value;

/** The values for a rule about the stack: the arguments, and the service's additions after its answer. */
export type OutputsOf<K extends Kind> = ArgsOf[K] &
  Partial<Omit<Answered<InstanceType<(typeof sdk)[K]>>, keyof ArgsOf[K]>>;
type Answered<Instance> = {
  readonly [Name in Exclude<keyof Instance, keyof CustomResource>]: Instance[Name] extends Output<infer Value>
    ? Value
    : never;
};

export function forEveryKind<Made>(make: (resource: Resource) => Made): { readonly [kind in Kind]: Made } {
  const made = resourceNames.map((kind) => [kind, make(resources[kind])]);
  return Object.fromEntries(made) as { readonly [kind in Kind]: Made };
}

/** Stands for a value that only the update will know. */
export const notKnownYet: unique symbol = Symbol("known only during the update");

/** Values by name, including unknown ones. */
export type Values = { readonly [argument: string]: unknown };

/** Reads a value; returns `notKnownYet` in place of each unknown value, of any depth. */
export type Read = (argument: string) => unknown;

/** One resource for a rule. */
export class Subject<Args extends object = Values> {
  readonly kind: Kind;
  readonly urn: string;
  private readonly values: Read;
  /** The unknown arguments that the rule asked for. */
  readonly awaited = new Set<string>();

  constructor(kind: Kind, urn: string, read: Read) {
    this.kind = kind;
    this.urn = urn;
    this.values = read;
  }

  /** The name that the program gave the resource. */
  get name(): string {
    return nameInProgram(this.urn);
  }

  /** The name of the stack. */
  get stack(): string {
    return this.urn.slice("urn:pulumi:".length, this.urn.indexOf("::"));
  }

  /**
   * Returns an argument's value, undefined when it is not given. Throws NotKnownYet for a value that only the update will know,
   * and WrongType for a value of another type, which the provider refuses.
   */
  get<Name extends keyof Args & string>(argument: Name): Args[Name] | undefined {
    if (this.isUnknown(argument)) {
      this.await(argument);
      throw new NotKnownYet();
    }
    const value = this.peek(argument);
    const { fields, settings = {} } = resources[this.kind] as Resource;
    const type = (own(fields, fieldNames[this.kind].get(argument) ?? "") ?? own(settings, argument))?.type;
    if (value !== undefined && type && shapeOf(value) !== shapeOf(type.example))
      if (!type.schema.safeParse(value).success)
        throw new WrongType(`${argument} is ${shapeOf(value)} and must be ${shapeOf(type.example)}`);
    return value;
  }

  /** Returns an argument that holds a text; undefined for other types. */
  text(argument: keyof Args & string): string | undefined {
    const value: unknown = this.get(argument);
    return typeof value === "string" ? value : undefined;
  }

  /** Returns a given and known text. Records an unknown one, and the evaluation continues. */
  knownText(argument: keyof Args & string): string | undefined {
    if (this.isUnknown(argument)) this.await(argument);
    const value: unknown = this.peek(argument);
    return typeof value === "string" ? value : undefined;
  }

  /** True when the program sets the argument, known or not. */
  isGiven(argument: keyof Args & string): boolean {
    return this.read(argument) !== undefined;
  }

  /** True when only the update will know the value. */
  isUnknown(argument: keyof Args & string): boolean {
    return this.read(argument) === notKnownYet;
  }

  /** Returns a known value; undefined when it is not given or not known yet. */
  peek<Name extends keyof Args & string>(argument: Name): Args[Name] | undefined {
    const value = this.read(argument);
    return (value === notKnownYet ? undefined : value) as Args[Name] | undefined;
  }

  /** Records that the evaluation needs this value, and continues. */
  await(argument: keyof Args & string): void {
    this.awaited.add(argument);
  }

  /** Returns the fields in `extra` without an argument, as `extra.<field>`; `extra` itself while it is unknown. */
  get extras(): string[] {
    const extra = this.values("extra");
    if (extra === notKnownYet) return ["extra"];
    const withArgument = new Set(fieldNames[this.kind].values());
    const names = isObject(extra) ? Object.keys(extra) : [];
    return names.filter((field) => !withArgument.has(field)).map((field) => EXTRA + field);
  }

  /** Returns a value of any depth, whose unknown parts are `notKnownYet`. Records that the evaluation needs them. */
  tree(argument: string): unknown {
    const value = this.part(argument);
    if (isUnknown(value)) this.awaited.add(argument);
    return value;
  }

  /**
   * Returns the arguments and outputs as the engine holds them, with its text for an unknown value.
   *
   * @internal
   */
  get props(): Props {
    return Object.fromEntries(propertyNames[this.kind].map((name) => [name, asInEngine(this.values(name))]));
  }

  /** Reads a value. A list or an object with an unknown member is unknown. */
  private read(argument: string): unknown {
    const value = this.part(argument);
    return isUnknown(value) ? notKnownYet : value;
  }

  /** Reads a value, also one in `extra` that its argument does not accept. */
  private part(argument: string): unknown {
    const value = this.values(argument) ?? undefined;
    const field = argument.startsWith(EXTRA) ? argument.slice(EXTRA.length) : fieldNames[this.kind].get(argument);
    if (value !== undefined || field === undefined) return value;
    const extra = this.values("extra");
    if (extra === notKnownYet) {
      const { values = {} } = (resources[this.kind] as Resource).extra ?? {};
      return own(values, field) && notKnownYet;
    }
    return isObject(extra) ? (own(extra, field) ?? undefined) : undefined;
  }
}

interface Origin {
  readonly type: string;
  readonly urn: string;
  /** True for an object that the stack does not manage. */
  readonly isLookedUp?: boolean;
}

/** One resource among all of the stack. */
export class Member<Args extends object = Values> extends Subject<Args> {
  /** The account that the resource is in: resources with equal texts share one. */
  readonly account: string;
  private readonly sources: (argument: string) => readonly Origin[];
  private readonly set: ReadonlySet<string>;

  /** @param set The arguments that the program sets: `read` may return the service's values too. */
  constructor(
    { kind, urn, account }: { readonly kind: Kind; readonly urn: string; readonly account: string },
    read: Read,
    sources: (argument: string) => readonly Origin[],
    set: ReadonlySet<string>,
  ) {
    super(kind, urn, read);
    this.account = account;
    this.sources = sources;
    this.set = set;
  }

  /** True when the program sets an argument; `isGiven` and `get` also count the service's values. */
  isSet(argument: keyof Args & string): boolean {
    return this.isGiven(argument) && this.set.has(argument);
  }

  /** True when an argument comes from an output of a resource of that class in this stack. */
  comesFrom(argument: keyof Args & string, kind: Kind): boolean {
    return this.originsOf(argument, kind).length > 0;
  }

  /** True when the service's own address of a script supplies an argument: rules have nothing to find in it. */
  isHostedAddress(argument: string): boolean {
    const sources = this.sourcesOf(argument);
    return /url$/i.test(argument) && sources.length > 0 && sources.every(isScript);
  }

  /** True when an output of a script is a part of an argument. `place` is in the argument. */
  isSuppliedByScript(place: string): boolean {
    return this.sourcesOf(place).some(isScript);
  }

  private sourcesOf(place: string): readonly Origin[] {
    return this.sources(/^\w+/.exec(place)?.[0] ?? place);
  }

  /** Returns the URNs of the resources of that class, or of every class, that supply an argument. */
  originsOf(argument: keyof Args & string, kind?: Kind): string[] {
    const isOfKind = ({ type, isLookedUp }: Origin) =>
      !isLookedUp && (kind === undefined || resourceOfType(type) === kind);
    return this.sources(argument)
      .filter(isOfKind)
      .map(({ urn }) => urn);
  }
}

function isScript({ type }: Origin): boolean {
  const kind = resourceOfType(type);
  return kind !== undefined && "hosted" in resources[kind];
}

/** The resources of a stack in our classes. */
export class Stack {
  private readonly members: readonly Member[];
  private readonly byKind: ReadonlyMap<Kind, readonly Member[]>;

  constructor(members: readonly Member[]) {
    this.members = members;
    this.byKind = Map.groupBy(members, (member) => member.kind);
  }

  /** The resources of each account. Two providers may be two accounts, whose resources know nothing of each other. */
  get accounts(): readonly Stack[] {
    return [...Map.groupBy(this.members, ({ account }) => account).values()].map((members) => new Stack(members));
  }

  /** Returns the hosts at which the service serves the stack's own scripts. Empty while no address is known. */
  hostsOfScripts(): ReadonlySet<string> {
    const addresses = this.members.flatMap((member) => {
      const { hosted }: Resource = resources[member.kind];
      return hosted ? [member.peek(toCamel(hosted.url))] : [];
    });
    return new Set(addresses.flatMap((each) => (typeof each === "string" ? (URL.parse(each)?.hostname ?? []) : [])));
  }

  all<K extends Kind>(kind: K): readonly Member<OutputsOf<K>>[] {
    return (this.byKind.get(kind) ?? []) as unknown as readonly Member<OutputsOf<K>>[];
  }

  /** The unknown values that the rule asked for: "line.callSipEndpointId". The address of a hosted script needs no check. */
  get awaited(): string[] {
    return this.members.flatMap((member) => {
      const needed = [...member.awaited].filter((argument) => !member.isHostedAddress(argument));
      return needed.map((argument) => `${member.name}.${argument}`);
    });
  }
}

/** Ends an evaluation that needs a value which only the update will know. */
export class NotKnownYet extends Error {
  override readonly name = "NotKnownYet";
}

/** Thrown when an argument has another type than the rule needs. The message contains no value. */
export class WrongType extends TypeError {
  override readonly name = "WrongType";
}

const fieldNames = forEveryKind(argumentFields);

const propertyNames = forEveryKind((resource) => [
  ...new Set([...argumentNames(resource), ...returnedFields(resource).map(toCamel)]),
]);

const EXTRA = "extra.";

function asInEngine(value: unknown): unknown {
  if (value === notKnownYet) return UNKNOWN;
  if (Array.isArray(value)) return value.map(asInEngine);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, asInEngine(member)]));
}

function isObject(value: unknown): value is Values {
  return typeof value === "object" && value !== null;
}

function shapeOf(value: unknown): string {
  if (Array.isArray(value)) return "a list";
  if (typeof value === "string") return "a text";
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}

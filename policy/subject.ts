// How a rule reads a resource. A value that only the update will supply can be asked for, but never taken for an answer:
// asking for it ends the judgement, and what was found until then stands.

import type { CustomResource, Output, Unwrap } from "@pulumi/pulumi";
import {
  argumentFields,
  nameInProgram,
  own,
  type Resource,
  type ResourceName,
  resourceNames,
  resourceOfType,
  resources,
} from "../contract/index.ts";
import * as sdk from "../sdk/generated/index.ts";

/** The classes that rules know, by name: every resource of the package. */
export type Kind = ResourceName;

type ResourceClass = (abstract new (
  name: string,
  args: never,
  opts?: object,
) => CustomResource) & {
  readonly __pulumiType: string;
};

/** A resource for which the package has no class does not compile here. */
const classes: { readonly [kind in Kind]: ResourceClass } = sdk;

/** The arguments of a class as a rule meets them: no outputs, no promises, and those of every handler side by side. */
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

/** Of an object with any members, `Unwrap` leaves members that can be nothing. */
type Open<Value> = string extends keyof NonNullable<Value> ? Values | undefined : Value;

/** What a rule about the stack sees: the arguments, and what the service added once it has answered. */
export type OutputsOf<K extends Kind> = ArgsOf[K] &
  Partial<Omit<Answered<InstanceType<(typeof sdk)[K]>>, keyof ArgsOf[K]>>;
type Answered<Instance> = {
  readonly [Name in Exclude<keyof Instance, keyof CustomResource>]: Instance[Name] extends Output<infer Value>
    ? Value
    : never;
};

/** Makes one of something for every class. */
export function forEveryKind<Made>(make: (resource: Resource) => Made): { readonly [kind in Kind]: Made } {
  const made = resourceNames.map((kind) => [kind, make(resources[kind])]);
  return Object.fromEntries(made) as { readonly [kind in Kind]: Made };
}

/** The type of a class in the engine. */
export function typeOf(kind: Kind): string {
  return classes[kind].__pulumiType;
}

/** The class of a resource; undefined for resources of others. */
export function kindOf(type: string): Kind | undefined {
  return resourceOfType(type);
}

/** What stands for a value that is not known yet. */
export const notKnownYet: unique symbol = Symbol("known only during the update");

/** Values by name, unknown ones among them. */
export type Values = { readonly [argument: string]: unknown };

/** Where the values come from; `notKnownYet` for one that is unknown, or that holds such a one. */
export type Read = (argument: string) => unknown;

/** One resource as a rule sees it. */
export class Subject<Args extends object = Values> {
  readonly kind: Kind;
  readonly urn: string;
  private readonly values: Read;
  /** The arguments that were asked for and are not known yet. */
  readonly awaited = new Set<string>();

  constructor(kind: Kind, urn: string, read: Read) {
    this.kind = kind;
    this.urn = urn;
    this.values = read;
  }

  /** @internal */
  get resource(): Resource {
    return resources[this.kind];
  }

  /** The name the program gave the resource. */
  get name(): string {
    return nameInProgram(this.urn);
  }

  /** The name of the stack. */
  get stack(): string {
    return this.urn.slice("urn:pulumi:".length, this.urn.indexOf("::"));
  }

  /**
   * An argument's value, undefined where it is not given. Throws NotKnownYet where only the update will know, and WrongType for what
   * is no such value at all, which the provider refuses.
   */
  get<Name extends keyof Args & string>(argument: Name): Args[Name] | undefined {
    const value = this.read(argument);
    if (value === notKnownYet) {
      this.awaited.add(argument);
      throw new NotKnownYet();
    }
    const type = this.typeOf(argument);
    if (value !== undefined && value !== null && type && shapeOf(value) !== shapeOf(type.example))
      if (!type.schema.safeParse(value).success)
        throw new WrongType(`${argument} is ${shapeOf(value)} and must be ${shapeOf(type.example)}`);
    return (value ?? undefined) as Args[Name] | undefined;
  }

  /** The same for an argument that holds a text; undefined for anything else. */
  text(argument: keyof Args & string): string | undefined {
    const value: unknown = this.get(argument);
    return typeof value === "string" ? value : undefined;
  }

  /** A text where it is given and known; an unknown one is remembered, and the judgement goes on. */
  knownText(argument: keyof Args & string): string | undefined {
    const value = this.read(argument);
    if (value === notKnownYet) this.awaited.add(argument);
    return typeof value === "string" ? value : undefined;
  }

  /** An argument's parts where it is given, known and a URL; remembered where it is not known yet. */
  url(argument: keyof Args & string): URL | undefined {
    const value = this.knownText(argument);
    return value === undefined ? undefined : (URL.parse(value) ?? undefined);
  }

  /** Whether the program sets it, known or not. */
  isGiven(argument: keyof Args & string): boolean {
    const value = this.read(argument);
    return value !== undefined && value !== null;
  }

  /** Whether only the update will know the value. */
  isUnknown(argument: keyof Args & string): boolean {
    return this.read(argument) === notKnownYet;
  }

  /** A value where it is known; undefined where it is not given or not known yet. */
  peek<Name extends keyof Args & string>(argument: Name): Args[Name] | undefined {
    const value = this.read(argument);
    return (value === notKnownYet ? undefined : (value ?? undefined)) as Args[Name] | undefined;
  }

  /** Says that the judgement needs this value and goes on. */
  await(argument: keyof Args & string): void {
    this.awaited.add(argument);
  }

  /** What is set in `extra` and has no argument, each as `extra.<field>`; `extra` itself while it is not known. */
  get extras(): string[] {
    const extra = this.values("extra");
    if (extra === notKnownYet) return ["extra"];
    const withArgument = new Set(fields[this.kind].values());
    return isObject(extra)
      ? Object.keys(extra).flatMap((field) => (withArgument.has(field) ? [] : [EXTRA + field]))
      : [];
  }

  /** A value, also one that stands in `extra` because its argument does not take it. */
  private read(argument: string): unknown {
    const value = this.values(argument) ?? undefined;
    const field = argument.startsWith(EXTRA) ? argument.slice(EXTRA.length) : fields[this.kind].get(argument);
    if (value !== undefined || field === undefined) return value;
    const extra = this.values("extra");
    if (extra === notKnownYet) return own(this.resource.extra?.values ?? {}, field) && notKnownYet;
    return isObject(extra) ? own(extra, field) : undefined;
  }

  private typeOf(argument: string) {
    const field = own(this.resource.fields, fields[this.kind].get(argument) ?? "");
    return (field ?? own(this.resource.settings ?? {}, argument))?.type;
  }
}

/** A resource that a value comes from. */
export interface Origin {
  readonly type: string;
  readonly urn: string;
}

/** One resource among all of the stack. */
export class Member<Args extends object = Values> extends Subject<Args> {
  private readonly sources: (argument: string) => readonly Origin[];
  private readonly set: ReadonlySet<string> | undefined;

  /** @param set The arguments that the program sets, where the values are those of the service's answer. */
  constructor(
    kind: Kind,
    urn: string,
    read: Read,
    sources: (argument: string) => readonly Origin[],
    set?: ReadonlySet<string>,
  ) {
    super(kind, urn, read);
    this.sources = sources;
    this.set = set;
  }

  /** Whether the program sets an argument, where `isGiven` and `get` also tell of what the service answered. */
  isSet(argument: keyof Args & string): boolean {
    return this.isGiven(argument) && (this.set?.has(argument) ?? true);
  }

  /** Whether an argument comes from an output of a resource of that class in this stack. */
  comesFrom(argument: keyof Args & string, kind: Kind): boolean {
    return this.originsOf(argument, kind).length > 0;
  }

  /** The URNs of the resources of that class that an argument comes from. */
  originsOf(argument: keyof Args & string, kind: Kind): string[] {
    return this.sources(argument)
      .filter((origin) => resourceOfType(origin.type) === kind)
      .map((origin) => origin.urn);
  }
}

/** The resources of a stack that rules know. */
export class Stack {
  private readonly byKind: ReadonlyMap<Kind, readonly Member[]>;

  constructor(members: readonly Member[]) {
    this.byKind = Map.groupBy(members, (member) => member.kind);
  }

  all<K extends Kind>(kind: K): readonly Member<OutputsOf<K>>[] {
    return (this.byKind.get(kind) ?? []) as unknown as readonly Member<OutputsOf<K>>[];
  }

  /** What was asked for and is not known yet: "line.callSipEndpointId". */
  get awaited(): string[] {
    const members = [...this.byKind.values()].flat();
    return members.flatMap((member) => [...member.awaited].map((argument) => `${member.name}.${argument}`));
  }
}

/** Ends a judgement that needs a value which only the update will know. */
export class NotKnownYet extends Error {
  override readonly name = "NotKnownYet";
}

/** Ends a judgement that needs a text, a list or a number and found something else. Its message holds no value. */
export class WrongType extends TypeError {
  override readonly name = "WrongType";
}

/** The field of each argument. */
const fields = forEveryKind(argumentFields);

/** How a field of `extra` is named. */
const EXTRA = "extra.";

function isObject(value: unknown): value is Values {
  return typeof value === "object" && value !== null;
}

function shapeOf(value: unknown): string {
  if (Array.isArray(value)) return "a list";
  if (typeof value === "string") return "a text";
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}

// Decides how a rule reads a resource. A value that only the update will supply can be asked for, but never taken for an answer:
// asking for it ends the judgement, and what was found until then stands.

import type { Unwrap } from "@pulumi/pulumi";
import { clientToken, phoneNumber, type Resource, sipEndpoint } from "../contract/index.ts";
import {
  ClientToken,
  type ClientTokenArgs,
  PhoneNumber,
  type PhoneNumberArgs,
  SipEndpoint,
  type SipEndpointArgs,
} from "../sdk/index.ts";

/** The classes that rules know, by name. */
export type Kind = "SipEndpoint" | "PhoneNumber" | "ClientToken";

/** Each with its class and its descriptor. */
export const kinds: {
  readonly [kind in Kind]: { readonly class: { readonly __pulumiType: string }; readonly resource: Resource };
} = {
  SipEndpoint: { class: SipEndpoint, resource: sipEndpoint },
  PhoneNumber: { class: PhoneNumber, resource: phoneNumber },
  ClientToken: { class: ClientToken, resource: clientToken },
};

/** The arguments of a class as a rule meets them: no outputs, no promises. */
export interface ArgsOf {
  readonly SipEndpoint: Unwrap<SipEndpointArgs>;
  readonly PhoneNumber: Unwrap<PhoneNumberArgs>;
  readonly ClientToken: Unwrap<ClientTokenArgs>;
}

/** What the whole stack's judgement sees: the arguments, and what the service added once it has answered. */
interface OutputsOf {
  readonly SipEndpoint: ArgsOf["SipEndpoint"];
  readonly PhoneNumber: ArgsOf["PhoneNumber"] & { readonly capabilities?: readonly string[] };
  readonly ClientToken: ArgsOf["ClientToken"];
}

/** What stands for a value that is not known yet. */
export const notKnownYet: unique symbol = Symbol("known only during the update");

/** Values by name, unknown ones among them. */
export type Values = { readonly [argument: string]: unknown };

/** Where the values come from: each is asked for once, and only when a rule needs it. */
export type Read = (argument: string) => unknown;

export function readFrom(values: Values): Read {
  return (argument) => (Object.hasOwn(values, argument) ? values[argument] : undefined);
}

/** One resource as a rule sees it. */
export class Subject<Args extends object = Values> {
  readonly kind: Kind;
  readonly urn: string;
  private readonly read: Read;
  private readonly values = new Map<string, unknown>();
  private readonly plainText: readonly string[];
  /** The arguments that were asked for and are not known yet. */
  readonly awaited = new Set<string>();
  private urls: Map<string, URL> | undefined;

  constructor(kind: Kind, urn: string, read: Read, plainText: readonly string[] = []) {
    this.kind = kind;
    this.urn = urn;
    this.read = read;
    this.plainText = plainText;
  }

  get resource(): Resource {
    return kinds[this.kind].resource;
  }

  /** The name the program gave the resource. */
  get name(): string {
    return this.urn.slice(this.urn.lastIndexOf("::") + 2);
  }

  /** The name of the stack. */
  get stack(): string {
    return this.urn.slice("urn:pulumi:".length, this.urn.indexOf("::"));
  }

  /** An argument's value, undefined where it is not given. Throws NotKnownYet where only the update will know. */
  get<Name extends keyof Args & string>(argument: Name): Args[Name] | undefined {
    const value = this.value(argument);
    if (isAwaited(value)) {
      this.awaited.add(argument);
      throw new NotKnownYet();
    }
    return (value ?? undefined) as Args[Name] | undefined;
  }

  /** The same for an argument that holds a text; undefined for anything else. */
  text(argument: keyof Args & string): string | undefined {
    const value: unknown = this.get(argument);
    return typeof value === "string" ? value : undefined;
  }

  /** The arguments of these that are given and known, each to be judged by itself; the unknown ones are remembered. */
  texts(names: readonly string[]): (readonly [argument: string, value: string])[] {
    const found: (readonly [string, string])[] = [];
    for (const name of names) {
      const value = this.known(name);
      if (value !== undefined) found.push([name, value]);
    }
    return found;
  }

  /** An argument's parts where it is given, known and a URL; remembered where it is not known yet. */
  url(argument: keyof Args & string): URL | undefined {
    const value = this.known(argument);
    if (value === undefined) return undefined;
    this.urls ??= new Map();
    const parsed = this.urls.get(argument) ?? URL.parse(value);
    if (parsed) this.urls.set(argument, parsed);
    return parsed ?? undefined;
  }

  private value(name: string): unknown {
    const known = this.values.get(name);
    if (known !== undefined || this.values.has(name)) return known;
    const value = this.read(name);
    this.values.set(name, value);
    return value;
  }

  private known(name: string): string | undefined {
    const value = this.value(name);
    if (typeof value !== "string") {
      if (isAwaited(value)) this.awaited.add(name);
      return undefined;
    }
    if (!UNKNOWNS.has(value)) return value;
    this.awaited.add(name);
    return undefined;
  }

  /** Whether the program sets it, known or not. */
  isGiven(argument: keyof Args & string): boolean {
    const value = this.value(argument);
    return value !== undefined && value !== null;
  }

  /** A value where it is known; undefined where it is not given or not known yet. */
  peek<Name extends keyof Args & string>(argument: Name): Args[Name] | undefined {
    const value = this.value(argument);
    return (isAwaited(value) ? undefined : (value ?? undefined)) as Args[Name] | undefined;
  }

  /** Says that the judgement needs this value and goes on. */
  await(argument: keyof Args & string): void {
    this.awaited.add(argument);
  }

  /** Whether the program passed this secret argument as a plain text. */
  isPlainText(argument: keyof Args & string): boolean {
    return this.plainText.includes(argument);
  }
}

/** One resource among all of the stack. */
export class Member<Args extends object = Values> extends Subject<Args> {
  private readonly sources: (argument: string) => readonly Origin[];

  constructor(kind: Kind, urn: string, read: Read, sources: (argument: string) => readonly Origin[]) {
    super(kind, urn, read);
    this.sources = sources;
  }

  /** Whether an argument comes from an output of a resource of that class in this stack. */
  comesFrom(argument: keyof Args & string, kind: Kind): boolean {
    return this.originsOf(argument, kind).length > 0;
  }

  /** The URNs of the resources of that class that an argument comes from. */
  originsOf(argument: keyof Args & string, kind: Kind): string[] {
    const type = kinds[kind].class.__pulumiType;
    return this.sources(argument)
      .filter((origin) => origin.type === type)
      .map((origin) => origin.urn);
  }
}

export interface Origin {
  readonly type: string;
  readonly urn: string;
}

/** The resources of a stack that rules know. */
export class Stack {
  private readonly members: readonly Member[];
  private readonly byKind: ReadonlyMap<Kind, readonly Member[]>;

  constructor(members: readonly Member[]) {
    this.members = members;
    this.byKind = Map.groupBy(members, (member) => member.kind);
  }

  all<K extends Kind>(kind: K): readonly Member<OutputsOf[K]>[] {
    return (this.byKind.get(kind) ?? []) as unknown as readonly Member<OutputsOf[K]>[];
  }

  get isAwaiting(): boolean {
    return this.members.some((member) => member.awaited.size > 0);
  }

  /** What was asked for and is not known yet: "line.callSipEndpointId". */
  get awaited(): string[] {
    return this.members.flatMap((member) => [...member.awaited].map((argument) => `${member.name}.${argument}`));
  }

  /** Forgets what an earlier rule asked for. */
  reset(): void {
    for (const member of this.members) member.awaited.clear();
  }
}

/** Ends a judgement that needs a value which only the update will know. */
export class NotKnownYet extends Error {
  override readonly name = "NotKnownYet";
}

/** What the engine writes in the place of an unknown value, for each type that it may have. */
const UNKNOWNS: ReadonlySet<unknown> = new Set([
  notKnownYet,
  "04da6b54-80e4-46f7-96ec-b56ff0331ba9",
  "1c4a061d-8072-4f0a-a4cb-0ff528b18fe7",
  "3eeb2bf0-c639-47a8-9e75-3b44932eb421",
  "6a19a0b0-7e62-4c92-b797-7f8e31da9cc2",
  "030794c1-ac77-496b-92df-f27374a8bd58",
  "e48ece36-62e2-4504-bad9-02848725956a",
  "dd056dcd-154b-4c76-9bd3-c8f88648b5ff",
]);

function isAwaited(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(isAwaited);
  return UNKNOWNS.has(value);
}

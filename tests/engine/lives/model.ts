// A model of the user's stack, and the expected objects at the service.

import { pluginToken } from "../../../contract/index.ts";
import { typeOf } from "../stack.ts";
import {
  comparable,
  firstKeyOf,
  HANDLERS,
  MADE_KINDS,
  type MadeKind,
  type Others,
  requiredOf,
  type Shown,
  type TargetKind,
  wordOf,
} from "./made.ts";

type Kind = MadeKind | "PhoneNumber" | "ClientToken";
export type Parent = "north" | "south";
/** The classes of the package, the plugin with the stack's credentials, or a provider of the plugin that the program declares. */
export const DOORS = ["classes", "plugin", "one", "two"] as const;
export type Door = (typeof DOORS)[number];

interface Place {
  /** The resource's unique name in the program. */
  name: string;
  parent: Parent | undefined;
  door: Door;
}

interface Common extends Place {
  /** The previous place, for the single `up` that moves the resource. */
  alias: Readonly<Place> | undefined;
}

/** The credentials of the providers that a program declares. */
export interface Account {
  readonly baseUrl: string;
  readonly projectId: string;
  readonly apiToken: string;
}

/** The package from which a program imports the plugin's classes. */
export const PLUGIN_CLASSES = "signalwire-plugin";

/** An object that the program creates. */
export interface Made extends Common {
  readonly kind: MadeKind;
  /** The value of the unique key. */
  key: string;
  /** The arguments besides the unique key and the handler of `rings`. */
  args: { readonly [argument: string]: unknown };
  /** The script that answers its calls. */
  rings: Target | undefined;
  /** True when the program marks a script's contents as secret. */
  isSecret: boolean;
  adopt: boolean;
  /** The service's id; undefined before the create and after a deletion outside the program. */
  id: string | undefined;
  /** The address of a script. */
  url: string | undefined;
}

export type Target = Made & { readonly kind: TargetKind };

export interface Line extends Common {
  readonly kind: "PhoneNumber";
  readonly digits: string;
  readonly onDestroy: "leave" | "restore" | "clear";
  exclusive: boolean;
  label: string;
  rings: Target | undefined;
  /** The number's settings before its adoption. */
  found: LineSettings;
  /** The settings of an earlier resource that remain because the plugin could not know them. */
  kept: Partial<LineSettings>;
}

export interface Token extends Common {
  readonly kind: "ClientToken";
  readonly resource: string;
}

export type Meant = Made | Line | Token;

export interface LineSettings {
  readonly name: string | null;
  readonly call_handler: string;
  readonly call_sip_endpoint_id: string | null;
  readonly call_request_url: string | null;
  readonly call_relay_script_url: string | null;
}

/** Returns the settings of a number, which reaches this target. */
export function settings(name: string | null, target?: Target): LineSettings {
  const isOf = (kind: TargetKind) => (target?.kind === kind ? (addressOf(target) ?? "") : null);
  return {
    name,
    call_handler: target ? HANDLERS[target.kind].handler : "laml_webhooks",
    call_sip_endpoint_id: isOf("SipEndpoint"),
    call_request_url: isOf("CxmlScript"),
    call_relay_script_url: isOf("SwmlScript"),
  };
}

function addressOf({ kind, id, url }: Target): string | undefined {
  return HANDLERS[kind].output === "id" ? id : url;
}

/** The number of resources of each other kind that a model begins with. */
const OF_OTHER_KINDS = 2;

export class Model {
  readonly account: Account;
  readonly resources: Meant[] = [];
  /** Each number's settings when it last left the stack, or from before its adoption. */
  readonly #outside = new Map<string, LineSettings>();

  constructor(numbers: readonly string[], endpoints: number, account: Account) {
    this.account = account;
    for (const digits of numbers) this.#outside.set(digits, settings(`Theirs ${digits}`));
    for (const kind of MADE_KINDS)
      for (let at = 0; at < (kind === "SipEndpoint" ? endpoints : OF_OTHER_KINDS); at += 1)
        this.addMade(kind, `${wordOf(kind)}-${at}`);
    for (const [at, onDestroy] of (["restore", "clear", "leave", "restore"] as const).entries()) {
      const line = this.addLine(`line-${at}`, numbers[at] ?? "", onDestroy);
      // A number with `leave` would later ring a deleted endpoint.
      if (onDestroy !== "leave") line.rings = at < 2 ? this.endpoints[at] : this.scripts[0];
    }
    const answering = [this.endpoints.at(-1), ...this.made.filter(({ kind }) => kind === "DomainApplication")];
    for (const [at, each] of answering.entries()) if (each) each.rings = this.scripts.at(-1 - at);
    this.addToken("token-0", "client-0");
    for (const [at, door] of (["plugin", "one"] as const).entries()) {
      for (const each of [this.endpoints[at + 1], this.lines[at + 1]]) if (each) each.door = door;
    }
  }

  get made(): Made[] {
    return this.resources.filter((each) => each.kind !== "PhoneNumber" && each.kind !== "ClientToken");
  }

  get endpoints(): Target[] {
    return this.targets.filter(({ kind }) => kind === "SipEndpoint");
  }

  get scripts(): Target[] {
    return this.targets.filter(({ kind }) => kind !== "SipEndpoint");
  }

  get targets(): Target[] {
    return this.made.filter(isTarget);
  }

  get lines(): Line[] {
    return this.resources.filter((each) => each.kind === "PhoneNumber");
  }

  /** The numbers that no resource has adopted. */
  get freeNumbers(): string[] {
    return [...this.#outside.keys()].filter((digits) => !this.lines.some((line) => line.digits === digits));
  }

  addMade(kind: MadeKind, name: string): Made {
    const added: Made = {
      ...common(kind, name),
      key: firstKeyOf(name),
      args: requiredOf(kind),
      rings: undefined,
      isSecret: false,
      adopt: false,
      id: undefined,
      url: undefined,
    };
    this.resources.push(added);
    return added;
  }

  addLine(name: string, digits: string, onDestroy: Line["onDestroy"]): Line {
    const found = this.#outside.get(digits) ?? settings(null);
    const added: Line = {
      ...common("PhoneNumber", name),
      digits,
      onDestroy,
      exclusive: false,
      label: name,
      rings: undefined,
      found,
      kept: {},
    };
    this.resources.push(added);
    return added;
  }

  addToken(name: string, resource: string): void {
    this.resources.push({ ...common("ClientToken", name), resource });
  }

  /** Removes a resource from the program, together with its dependents. */
  remove(resource: Meant): void {
    for (const each of this.resources) if ("rings" in each && each.rings === resource) each.rings = undefined;
    if (resource.kind === "PhoneNumber") this.#outside.set(resource.digits, this.#settingsAfter(resource));
    this.resources.splice(this.resources.indexOf(resource), 1);
  }

  /** The expected settings of every number of the project. */
  get numbers(): { [digits: string]: LineSettings } {
    const managed = this.lines.map((line) => [line.digits, this.#settingsOf(line)] as const);
    return Object.fromEntries([...this.#outside, ...managed]);
  }

  #settingsOf({ label, rings, kept }: Line): LineSettings {
    return rings ? settings(label, rings) : { ...settings(label), ...kept };
  }

  #settingsAfter(line: Line): LineSettings {
    if (line.onDestroy === "leave") return this.#settingsOf(line);
    return line.onDestroy === "clear" ? { ...settings(null), ...line.kept } : line.found;
  }

  /** Takes note that the next `up` adopts the number anew, with its settings of now as those found. */
  forgetFound(line: Line): void {
    line.found = this.#settingsOf(line);
  }
}

/** Returns the engine's URN of a resource. */
export function urnOf({ kind, name, parent, door }: Meant): string {
  const above = { north: "test:North$", south: "test:South$" };
  return `urn:pulumi:test::tested::${parent ? above[parent] : ""}${typeAt(kind, door)}::${name}`;
}

/** True if the program declares the provider, which has credentials of its own. */
export function isDeclared(door: Door): boolean {
  return door === "one" || door === "two";
}

/** Returns the type of a resource of this kind through this door. */
export function typeAt(kind: Kind, door: Door): string {
  return door === "classes" ? typeOf(kind) : pluginToken(kind);
}

function common<K extends Kind>(kind: K, name: string) {
  return { kind, name, parent: undefined, door: "classes" as Door, alias: undefined };
}

/** Returns the arguments of the handler that reaches the target, without the target. */
export function handlerOf({ kind, rings }: Made | Line): { readonly [argument: string]: unknown } {
  if (!rings) return {};
  const { handler: callHandler, more } = HANDLERS[rings.kind];
  return { callHandler, ...(kind === "SipEndpoint" ? more : {}) };
}

/** Returns the object that the service should show. `plain` are the fields of an object of each kind that sets nothing optional. */
export function meantObject(made: Made, plain: Others["plain"]): Omit<Shown, "url"> {
  const { kind, id = "", key, args, rings } = made;
  const all = { ...args, ...handlerOf(made), ...(rings ? { [HANDLERS[rings.kind].argument]: addressOf(rings) } : {}) };
  const fields = Object.entries(plain[kind]).map(([name, value]) => [
    name,
    comparable(name in all ? all[name] : value),
  ]);
  return { id, key, fields: Object.fromEntries(fields) };
}

function isTarget(made: Made): made is Target {
  return Object.hasOwn(HANDLERS, made.kind);
}

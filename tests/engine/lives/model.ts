// A model of the user's stack, and the expected objects at the service.

import { pluginToken } from "../../../contract/index.ts";
import { typeOf } from "../stack.ts";

type Kind = "SipEndpoint" | "PhoneNumber" | "ClientToken";
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

export interface Endpoint extends Common {
  readonly kind: "SipEndpoint";
  username: string;
  callerId: string;
  adopt: boolean;
  /** The service's id; undefined before the create and after a deletion outside the program. */
  id: string | undefined;
}

export interface Line extends Common {
  readonly kind: "PhoneNumber";
  readonly digits: string;
  readonly onDestroy: "leave" | "restore" | "clear";
  exclusive: boolean;
  label: string;
  rings: Endpoint | undefined;
  /** The number's settings before its adoption. */
  found: LineSettings;
  /** The settings of an earlier resource that remain because the plugin could not know them. */
  kept: Partial<LineSettings>;
}

export interface Token extends Common {
  readonly kind: "ClientToken";
  readonly resourceName: string;
}

export type Meant = Endpoint | Line | Token;

export interface LineSettings {
  readonly name: string | null;
  readonly call_handler: string | null;
  readonly call_sip_endpoint_id: string | null;
}

/** Returns the settings of a number that rings no endpoint. */
export function settings(name: string | null): LineSettings {
  return { name, call_handler: null, call_sip_endpoint_id: null };
}

function ringing(name: string, { id }: Endpoint): LineSettings {
  return { name, call_handler: "relay_sip_endpoint", call_sip_endpoint_id: id ?? "" };
}

export class Model {
  readonly resources: Meant[] = [];
  /** Each number's settings when it last left the stack, or from before its adoption. */
  readonly #outside = new Map<string, LineSettings>();
  readonly #account: Account;

  constructor(numbers: readonly string[], endpoints: number, account: Account) {
    this.#account = account;
    for (const digits of numbers) this.#outside.set(digits, settings(`Theirs ${digits}`));
    for (let at = 0; at < endpoints; at += 1) this.addEndpoint(`desk-${at}`, `user-${at}`);
    for (const [at, onDestroy] of (["restore", "clear", "leave", "restore"] as const).entries()) {
      const line = this.addLine(`line-${at}`, numbers[at] ?? "", onDestroy);
      // A number with `leave` would later ring a deleted endpoint.
      if (onDestroy !== "leave") line.rings = this.endpoints[at];
    }
    this.addToken("token-0", "client-0");
    for (const [at, door] of (["plugin", "one"] as const).entries()) {
      for (const each of [this.endpoints[at + 1], this.lines[at + 1]]) if (each) each.door = door;
    }
  }

  get endpoints(): Endpoint[] {
    return this.resources.filter((each) => each.kind === "SipEndpoint");
  }

  get lines(): Line[] {
    return this.resources.filter((each) => each.kind === "PhoneNumber");
  }

  /** The numbers that no resource has adopted. */
  get freeNumbers(): string[] {
    return [...this.#outside.keys()].filter((digits) => !this.lines.some((line) => line.digits === digits));
  }

  addEndpoint(name: string, username: string): Endpoint {
    const added: Endpoint = { ...common("SipEndpoint", name), username, callerId: name, adopt: false, id: undefined };
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

  addToken(name: string, resourceName: string): void {
    this.resources.push({ ...common("ClientToken", name), resourceName });
  }

  /** Removes a resource from the program, together with its dependents. */
  remove(resource: Meant): void {
    for (const line of this.lines) if (line.rings === resource) line.rings = undefined;
    if (resource.kind === "PhoneNumber") this.#outside.set(resource.digits, this.#settingsAfter(resource));
    this.resources.splice(this.resources.indexOf(resource), 1);
  }

  /** The expected settings of every number of the project. */
  get numbers(): { [digits: string]: LineSettings } {
    const managed = this.lines.map((line) => [line.digits, this.#settingsOf(line)] as const);
    return Object.fromEntries([...this.#outside, ...managed]);
  }

  #settingsOf({ label, rings, kept }: Line): LineSettings {
    return rings ? ringing(label, rings) : { ...settings(label), ...kept };
  }

  #settingsAfter(line: Line): LineSettings {
    if (line.onDestroy === "leave") return this.#settingsOf(line);
    return line.onDestroy === "clear" ? { ...settings(null), ...line.kept } : line.found;
  }

  /** Takes note that the next `up` adopts the number anew, with its settings of now as those found. */
  forgetFound(line: Line): void {
    line.found = this.#settingsOf(line);
  }

  /** Returns the program for this model, which can be continued with resources of another door. Endpoints precede their numbers. */
  program(another?: Door): string {
    const order: Kind[] = ["SipEndpoint", "PhoneNumber", "ClientToken"];
    const sorted = [...this.resources].sort((one, other) => order.indexOf(one.kind) - order.indexOf(other.kind));
    const variables = new Map(sorted.map((each, at) => [each, `resource${at}`]));
    const declarations = sorted.map((each) => {
      const rings = each.kind === "PhoneNumber" && each.rings ? variables.get(each.rings) : undefined;
      const made = `${each.door === "classes" ? "" : "viaPlugin."}${each.kind}`;
      return `const ${variables.get(each)} = new ${made}("${each.name}", ${argumentsOf(each, rings)}, ${optionsOf(each)});`;
    });
    const isUsed = (door: Door) => door === another || this.resources.some((each) => each.door === door);
    const providers = DOORS.filter((door) => isDeclared(door) && isUsed(door)).map(
      (door) =>
        `const ${door} = new (class extends pulumi.ProviderResource {})("signalwire", "${door}", ${JSON.stringify(this.#account)});`,
    );
    const head = `import * as viaPlugin from "${PLUGIN_CLASSES}";\n${PARENTS}\nvoid viaPlugin;`;
    return `${[head, ...providers, ...declarations].join("\n")}\nvoid [${[...variables.values()].join(", ")}];`;
  }
}

const PARENTS = `const parents = {
  north: new pulumi.ComponentResource("test:North", "north"),
  south: new pulumi.ComponentResource("test:South", "south"),
};`;

/** Returns the engine's URN of a resource. */
export function urnOf({ kind, name, parent, door }: Meant): string {
  const above = { north: "test:North$", south: "test:South$" };
  return `urn:pulumi:test::tested::${parent ? above[parent] : ""}${typeAt(kind, door)}::${name}`;
}

/** True if the program declares the provider, which has credentials of its own. */
export function isDeclared(door: Door): boolean {
  return door === "one" || door === "two";
}

function typeAt(kind: Kind, door: Door): string {
  return door === "classes" ? typeOf(kind) : pluginToken(kind);
}

function common<K extends Kind>(kind: K, name: string) {
  return { kind, name, parent: undefined, door: "classes" as Door, alias: undefined };
}

function argumentsOf(resource: Meant, rings: string | undefined): string {
  switch (resource.kind) {
    case "SipEndpoint": {
      const { username, callerId, adopt } = resource;
      return JSON.stringify({ username, callerId, password: "canary-password", ...(adopt ? { adopt } : {}) });
    }
    case "PhoneNumber": {
      const { digits: number, label: name, onDestroy, exclusive } = resource;
      const said = JSON.stringify({ number, name, onDestroy, ...(exclusive ? { exclusive } : {}) });
      return rings ? `{ ...${said}, callHandler: "relay_sip_endpoint", callSipEndpointId: ${rings}.id }` : said;
    }
    case "ClientToken":
      return JSON.stringify({ resourceName: resource.resourceName, rotation: "never" });
  }
}

function optionsOf({ kind, parent, alias, door }: Meant): string {
  const under = (each: Parent | undefined) => (each ? `parents.${each}` : "pulumi.rootStackResource");
  const parts = [
    ...(parent ? [`parent: ${under(parent)}`] : []),
    ...(isDeclared(door) ? [`provider: ${door}`] : []),
    ...(alias
      ? [`aliases: [{ name: "${alias.name}", parent: ${under(alias.parent)}, type: "${typeAt(kind, alias.door)}" }]`]
      : []),
  ];
  return `{ ${parts.join(", ")} }`;
}

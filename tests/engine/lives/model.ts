// A model of the user's stack, and the expected objects at the service.

import { typeOf } from "../stack.ts";

type Kind = "SipEndpoint" | "PhoneNumber" | "ClientToken";
export type Parent = "north" | "south";

interface Common {
  /** The resource's unique name in the program. */
  name: string;
  parent: Parent | undefined;
  /** The previous name, for the single `up` that moves the resource. */
  alias: { readonly name: string; readonly parent: Parent | undefined } | undefined;
}

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
  readonly found: LineSettings;
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

export class Model {
  readonly resources: Meant[] = [];
  /** Each number's settings when it last left the stack, or from before its adoption. */
  readonly #outside = new Map<string, LineSettings>();

  constructor(numbers: readonly string[], endpoints: number) {
    for (const digits of numbers) this.#outside.set(digits, settings(`Theirs ${digits}`));
    for (let at = 0; at < endpoints; at += 1) this.addEndpoint(`desk-${at}`, `user-${at}`);
    for (const [at, onDestroy] of (["restore", "clear", "leave", "restore"] as const).entries()) {
      const line = this.addLine(`line-${at}`, numbers[at] ?? "", onDestroy);
      // A number with `leave` would later ring a deleted endpoint.
      if (onDestroy !== "leave") line.rings = this.endpoints[at];
    }
    this.addToken("token-0", "client-0");
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

  #settingsOf({ label, rings }: Line): LineSettings {
    return rings
      ? { name: label, call_handler: "relay_sip_endpoint", call_sip_endpoint_id: rings.id ?? "" }
      : settings(label);
  }

  #settingsAfter(line: Line): LineSettings {
    if (line.onDestroy === "leave") return this.#settingsOf(line);
    return line.onDestroy === "clear" ? settings(null) : line.found;
  }

  /** Returns the program for this model. Endpoints are declared before the numbers that ring them. */
  program(): string {
    const order: Kind[] = ["SipEndpoint", "PhoneNumber", "ClientToken"];
    const sorted = [...this.resources].sort((one, other) => order.indexOf(one.kind) - order.indexOf(other.kind));
    const variables = new Map(sorted.map((each, at) => [each, `resource${at}`]));
    const declarations = sorted.map((each) => {
      const rings = each.kind === "PhoneNumber" && each.rings ? variables.get(each.rings) : undefined;
      return `const ${variables.get(each)} = new ${each.kind}("${each.name}", ${argumentsOf(each, rings)}, ${optionsOf(each)});`;
    });
    return `${PARENTS}\n${declarations.join("\n")}\nvoid [${[...variables.values()].join(", ")}];`;
  }
}

const PARENTS = `const parents = {
  north: new pulumi.ComponentResource("test:North", "north"),
  south: new pulumi.ComponentResource("test:South", "south"),
};`;

/** Returns the engine's URN of a resource. */
export function urnOf({ kind, name, parent }: Meant): string {
  const above = { north: "test:North$", south: "test:South$" };
  return `urn:pulumi:test::tested::${parent ? above[parent] : ""}${typeOf(kind)}::${name}`;
}

function common<K extends Kind>(kind: K, name: string) {
  return { kind, name, parent: undefined, alias: undefined };
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

function optionsOf({ parent, alias }: Meant): string {
  const under = (each: Parent | undefined) => (each ? `parents.${each}` : "pulumi.rootStackResource");
  const moved = alias ? `aliases: [{ name: "${alias.name}", parent: ${under(alias.parent)} }],` : "";
  return `{ ${parent ? `parent: ${under(parent)},` : ""} ${moved} }`;
}

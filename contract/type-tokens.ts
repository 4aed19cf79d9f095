import type { ResourceName } from "./resources/index.ts";

/** Returns the type of the class that a TypeScript program imports. */
export function dynamicType<Name extends ResourceName>(name: Name): `pulumi-nodejs:dynamic/signalwire:${Name}` {
  return `pulumi-nodejs:dynamic/signalwire:${name}`;
}

/** Returns the plugin's token of a resource, a function or a type, for all other languages. */
export function pluginToken(name: string): string {
  return `signalwire:index:${name}`;
}

// Derives the types of arguments and outputs from the documented properties of a class. A mapped type keeps the documentation
// of each property, so editors show it for every derived type.

import type * as pulumi from "@pulumi/pulumi";

/** A value that is known only when the program runs. */
export type Later<Value> = Promise<Value> | pulumi.OutputInstance<Value>;

export type { Expectation } from "../contract/calling.ts";

type In<Value> = [Value] extends [readonly (infer Each)[]]
  ? pulumi.Input<readonly pulumi.Input<WithInputs<Each>>[]>
  : pulumi.Input<Value>;

/** An object in a list may hold outputs. A member that excludes its alternative stays unset, so that the compiler names the wrong one. */
type WithInputs<Each> = Each extends object
  ? { [Member in keyof Each]: Each[Member] extends undefined ? undefined : pulumi.Input<Each[Member]> }
  : Each;

/** Arguments that a program must set. */
export type Needs<Properties, Names extends keyof Properties> = {
  [Name in Names]-?: In<Required<Properties>[Name]>;
};

/** Arguments that a program may set. */
export type Takes<Properties, Names extends keyof Properties> = {
  [Name in Names]?: In<Required<Properties>[Name]> | undefined;
};

/** An argument that must have a value of this type, such as one handler. */
export type Is<Properties, Names extends keyof Properties, Value> = { [Name in Names]-?: Value };

/** An argument that has a value of this type, or none. */
export type MayBe<Properties, Names extends keyof Properties, Value> = { [Name in Names]?: Value | undefined };

/** Arguments that exclude the chosen one. */
export type Unset<Properties, Names extends keyof Properties> = { [Name in Names]?: undefined };

/** No value has this type: a field is refused without its handler. */
interface HandlerIsMissing {
  readonly handler: never;
}

/**
 * Arguments that are refused without a handler. With `undefined` instead, each would be a discriminant, and the compiler would
 * refuse a variable that holds one of two handlers.
 */
export type Refuses<Properties, Names extends keyof Properties> = {
  [Name in Names]?: (In<Required<Properties>[Name]> & HandlerIsMissing) | undefined;
};

/** The outputs of a class: the program's arguments, and the values that the service or the provider added. */
export type OutputsOf<Properties> = { readonly [Name in keyof Properties]-?: pulumi.Output<Properties[Name]> };

/** An object as the service shows it: these properties, and its id. */
export type Shows<Properties, Names extends keyof Properties> = { readonly [Name in Names]: Properties[Name] } & {
  /** The object's identifier at the service. */
  readonly id: string;
};

/** Texts that each listed object has in these properties. */
export type Filters<Names extends string> = { readonly [Name in Names]?: pulumi.Input<string> | undefined };

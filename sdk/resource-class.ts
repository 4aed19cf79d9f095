// Makes the class of a resource from its facts.

import * as pulumi from "@pulumi/pulumi";
import type { ResourceName } from "../contract/resources.ts";
import { dynamicType, pluginToken } from "../contract/type-tokens.ts";
import { idByKey } from "./look-up.ts";
import { pauseStackTraces, registration, reportFindings, type Shape, showKept } from "./register.ts";

/** What every class has besides its constructor. */
export interface ResourceClass<Name extends ResourceName> {
  /** What policies recognise the class by. */
  readonly __pulumiType: `pulumi-nodejs:dynamic/signalwire:${Name}`;
}

/** A class whose objects a program can look up. */
export interface FoundClass<Name extends ResourceName, Outputs> extends ResourceClass<Name> {
  /**
   * Looks up an object that this stack does not manage. Everything that the service returns is an output. It is read again in
   * each run and never changed.
   *
   * @param id - The object's identifier at the service.
   */
  get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): Outputs;
}

type Facts = Omit<Shape, "type" | "pluginType" | "provider">;

/** Returns the class of that name. `Class` declares its constructor and its look-ups. */
export function resourceClass<Class>(className: ResourceName, facts: Facts): Class {
  const type = dynamicType(className);
  const provider = `${className.charAt(0).toLowerCase()}${className.slice(1)}` as Shape["provider"];
  const shape: Shape = { ...facts, type, pluginType: pluginToken(className), provider };
  // No class of ours may be between Pulumi's and this one: the engine takes the frame above the resource's constructor as the
  // place of the declaration. The key gives the class its name.
  const made = {
    [className]: class extends pulumi.CustomResource {
      static readonly __pulumiType = type;

      static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions) {
        return new this(name, undefined, { ...opts, id });
      }

      constructor(name: string, args?: object, opts?: pulumi.CustomResourceOptions) {
        const resume = pauseStackTraces();
        try {
          const { type, properties, options } = registration(shape, name, args, opts);
          super(type, name, properties, options);
          reportFindings(this, properties);
          showKept(this, shape, properties);
        } catch (error) {
          throw resume(error);
        }
        resume();
      }
    },
  };
  const Made = made[className] as NonNullable<(typeof made)[string]>;
  const { key } = facts;
  if (key === undefined) return Made as Class;
  const getByKey = (name: string, value: pulumi.Input<string>, opts?: pulumi.CustomResourceOptions) =>
    Made.get(name, idByKey(shape, value, opts), opts);
  return Object.assign(Made, { [`getBy${key.charAt(0).toUpperCase()}${key.slice(1)}`]: getByKey }) as Class;
}

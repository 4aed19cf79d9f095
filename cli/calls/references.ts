// The ids and addresses by which planned objects name each other: those of new objects are not known before the `up`.

import { type Body, isExtraField, own, type Resource, resources, toCamel, UNKNOWN } from "../../contract/index.ts";
import { addressShownAs, NOT_KNOWN } from "./hidden-values.ts";
import { type KnownObject, scriptIn } from "./objects.ts";

export function argumentOf(resource: Resource, wire: string): string {
  return isExtraField(resource, wire) ? "extra" : toCamel(wire);
}

export function madeUpId(count: number): string {
  return `00000000-0000-4000-8000-${String(count).padStart(12, "0")}`;
}

/** Returns the address of a script. A script that the plan creates gets a placeholder. */
export function addressOf({ hosted }: Resource, id: string, taken: KnownObject | undefined): Body {
  return hosted
    ? { [hosted.url]: taken?.fields[hosted.url] ?? addressShownAs(NOT_KNOWN, hosted.path.replace("{id}", id)) }
    : {};
}

/** Replaces the ids and addresses of objects that the plan creates. */
export function withReferences(
  object: KnownObject,
  dependenciesOf: (wire: string) => readonly KnownObject[],
): KnownObject {
  const resource: Resource = resources[object.type];
  const fields = Object.entries(object.fields).map(([wire, value]) => {
    const { refersTo } = own(resource.fields, wire) ?? {};
    const sources = dependenciesOf(wire);
    const addresses = sources.flatMap((each) => scriptIn(each)?.address ?? []);
    if (wire === resource.hosted?.contents) {
      const text = JSON.stringify(value);
      const [unknown, ...others] = addresses.filter((each) => !text.includes(each));
      return [wire, unknown === undefined || others.length > 0 ? value : withDestination(value, unknown)];
    }
    const [address] = addresses;
    if (value !== UNKNOWN) return [wire, value] as const;
    if (wire.endsWith("_url")) return [wire, sources.length === 1 ? (address ?? value) : value] as const;
    const targets = sources.filter(({ type }) => type === refersTo);
    return [wire, targets.length === 1 ? targets[0]?.id : value] as const;
  });
  return { ...object, fields: Object.fromEntries(fields) };
}

/** Replaces unknown destinations in a document, for example of a `transfer`. */
function withDestination(value: unknown, address: string): unknown {
  if (Array.isArray(value)) return value.map((each) => withDestination(each, address));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => {
      const isDestination = name === "dest" && member === UNKNOWN;
      return [name, isDestination ? address : withDestination(member, address)];
    }),
  );
}

// Values that no report shows: what a server in memory holds in their place, and how people see it.

import { hash } from "node:crypto";
import { masked, type Resource, resources, SECRET, UNKNOWN, visible } from "../../contract/index.ts";
import { isHidden, NOT_KNOWN } from "../../server/calls/document.ts";
import { type KnownObject, labelOf } from "./objects.ts";

export { NOT_KNOWN };

/** Returns a value as people see it. */
export function shownValue(value: unknown): string {
  return value === UNKNOWN ? NOT_KNOWN : visible(masked(String(value)));
}

/** True for the text of a value that is not shown. */
export function isPlaceholder(text: string): boolean {
  return text.includes(NOT_KNOWN) || text.includes(SECRET);
}

/** Returns an address that is never requested, and that people see as this text. The path tells two such addresses apart. */
export function addressShownAs(text: string, path = ""): string {
  return `https://${SHOWN_AS}/${encodeURIComponent(text)}${path}`;
}

export function isNeverRequested(url: string): boolean {
  return new URL(url).hostname === SHOWN_AS;
}

const SHOWN_AS = "shown-as.invalid";

/** Returns a text as people see it: with secrets masked, and with what its addresses stand for. */
export function shownText(text: string): string {
  const addresses = new RegExp(`https://${SHOWN_AS}/([^\\s"'<>/?]*)[^\\s"'<>]*`, "g");
  return visible(masked(text.replace(addresses, (_, shown: string) => decodeURIComponent(shown))));
}

/** Returns the number or the user name with which a server holds an object. A hidden one is the same before a change and after it. */
export function heldName(object: KnownObject): string {
  return standInFor(object) ?? labelOf(object);
}

/** Returns what is held for a hidden number or user name; undefined for any other. */
export function standInFor({ type, name, id, fields }: KnownObject): string | undefined {
  const { uniqueKey }: Resource = resources[type];
  if (uniqueKey === undefined || !isHidden(fields[uniqueKey])) return undefined;
  const digits = BigInt(`0x${hash("sha1", `${type} ${name ?? id}`)}`)
    .toString()
    .slice(0, 9);
  return type === "PhoneNumber" ? `+888${digits}` : `hidden-${digits}`;
}

/** Returns the number, the user name or the label of an object as people see it. */
export function shownName(object: KnownObject): string {
  return standInFor(object) === undefined ? shownText(labelOf(object)) : nameOfHidden(object);
}

/** Returns how people see an object whose number, user name or label is hidden. */
export function nameOfHidden({ type, name, id, fields }: KnownObject): string {
  const { label } = resources[type];
  const what = fields[label] === UNKNOWN ? "not known yet" : "a secret";
  return `${type} ${name ?? id} (its ${label} is ${what})`;
}

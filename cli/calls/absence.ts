// What shows that no SIP endpoint has a user name or an id. A stack is a part of its account, so others may have it.

import { namesLike } from "../../contract/index.ts";
import { isHidden } from "../../server/calls/document.ts";
import { isPlaceholder } from "./hidden-values.ts";
import { type KnownObject, labelOf } from "./objects.ts";

export interface HoldOptions {
  /** Objects before a change. Default: none. */
  readonly earlier?: readonly KnownObject[];
  /** True when the objects have every SIP endpoint of the account. Default: false. */
  readonly isWhole?: boolean;
}

/**
 * Returns a function that says, as the end of a sentence, why no endpoint has a user name or an id. It returns undefined where an
 * endpoint outside of the stack may have it.
 */
export function absenceIn(
  objects: readonly KnownObject[],
  { earlier = [], isWhole = false }: HoldOptions,
): (name: string) => string | undefined {
  const before = earlier.filter(isEndpoint);
  const usernames = objects.filter(isEndpoint).flatMap(({ fields: { username } }) => {
    return isHidden(username) ? [] : [String(username)];
  });
  return (name) => {
    if (isPlaceholder(name)) return undefined;
    const isNamed = ({ id, fields }: KnownObject) => id === name || fields.username === name;
    const earlier = before.find(isNamed);
    if (earlier) return ` any more: the SIP endpoint ${labelOf(earlier)} is removed or renamed`;
    const similar = usernames.filter((each) => isMisspelt(name, each));
    // The service distinguishes user names by case (gap `username-case`). People rarely do.
    const alike = similar.find((each) => each.toLowerCase() === name.toLowerCase()) ?? namesLike(name, similar)[0];
    if (alike !== undefined) return `; did you mean ${alike}?`;
    // It may have this name.
    if (objects.some((each) => isEndpoint(each) && isHidden(each.fields.username))) return undefined;
    return isWhole || objects.some((each) => each.mark === "missing" && isNamed(each)) ? "" : undefined;
  };
}

function isEndpoint({ type, mark }: KnownObject): boolean {
  return type === "SipEndpoint" && mark !== "missing";
}

/** The fewest letters of a user name that is recognised in another one. */
const FEWEST_LETTERS = 3;

/** True when one name has one or two wrong letters, or begins or ends with the other. Names that differ in a number alone are different. */
function isMisspelt(name: string, username: string): boolean {
  const one = name.toLowerCase();
  const other = username.toLowerCase();
  if (withoutDigits(one) === withoutDigits(other)) return one === other;
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  if (short.length < FEWEST_LETTERS) return false;
  return (
    long.startsWith(short) || long.endsWith(short) || namesLike(short, [long], short.length > 4 ? 2 : 1).length > 0
  );
}

function withoutDigits(name: string): string {
  return name.replace(/\d+/g, "");
}

// Decides which resource of a program a number belongs to, so that no two manage the same one.

interface Claim {
  readonly name: string;
  readonly order: number;
}

const claims = new Map<string, Claim>();

/** Claims a number, by its id or its digits, for the resource of that name; returns who was first. */
export function claim(selector: string, name: string): string {
  const holder = claims.get(selector);
  if (holder) return holder.name;
  claims.set(selector, { name, order: claims.size });
  return name;
}

/** Who else claimed this number before `selector` did, under any of the names it goes by. */
export function earlierClaim(selector: string, aliases: readonly string[]): string | undefined {
  const own = claims.get(selector);
  if (!own) return undefined;
  const others = aliases.map((alias) => claims.get(alias)).filter((each) => each !== undefined);
  return others.find((each) => each.name !== own.name && each.order < own.order)?.name;
}

/** `call_relay_script_url` → `callRelayScriptUrl` */
export function toCamel(name: string): string {
  return name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

/** `voice_url` → `VoiceUrl` */
export function toPascal(name: string): string {
  return name.slice(0, 1).toUpperCase() + toCamel(name).slice(1);
}

/** `callRelayScriptUrl` → `call_relay_script_url` */
export function toSnake(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** `SIP endpoint` → `SIP endpoints`, `address` → `addresses` */
export function plural(name: string): string {
  return name.endsWith("s") ? `${name}es` : `${name}s`;
}

/** `SIP endpoint` → `a SIP endpoint`, `emergency address` → `an emergency address` */
export function withArticle(title: string): string {
  return `${/^[aeio]/.test(title) ? "an" : "a"} ${title}`;
}

/**
 * Returns the names that differ from `name` in at most `most` letters, the nearest first. A letter differs when it is changed,
 * added or removed. Default of `most`: no limit.
 */
export function namesLike<Name extends string>(
  name: string,
  names: readonly Name[],
  most = Number.POSITIVE_INFINITY,
): Name[] {
  const known = names.map((each) => ({ each, letters: distance(each, name) })).filter(({ letters }) => letters <= most);
  return known.sort((a, b) => a.letters - b.letters).map(({ each }) => each);
}

function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (const [i, letter] of [...a].entries()) {
    const next = [i + 1];
    for (const [j, other] of [...b].entries()) {
      const changed = (row[j] ?? 0) + (letter === other ? 0 : 1);
      next.push(Math.min(changed, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}

/** Fields that belong to a target but are not targets. */
const SECONDARY = /(?:^|_)(method|fallback_url|status_callback(?:_url)?|version)$/;

/** Returns the role of a field that a handler reads: target, fallback, status callback, or a detail of one of them. */
export function roleOf(field: string): "target" | "fallback" | "status" | "method" | "version" {
  const [, secondary] = SECONDARY.exec(field) ?? [];
  if (secondary === undefined) return "target";
  if (secondary === "method" || secondary === "version") return secondary;
  return secondary === "fallback_url" ? "fallback" : "status";
}

/**
 * Returns the host to which calls to a domain application are sent. Its domain is a label, `<space>-<identifier>`; a domain with a
 * dot is the host itself. The space of a reference server is "reference".
 */
export function hostOfDomain(domain: string): string {
  const name = domain.toLowerCase();
  if (name.includes(".")) return name;
  return `${name}.dapp.${name.startsWith("reference-") ? "example" : "signalwire"}.com`;
}

/** Looks up an own property, so that an inherited name such as `constructor` finds nothing. */
export function own<T>(record: { readonly [key: string]: T }, key: string): T | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}

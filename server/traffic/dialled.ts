// Decides whom a document passes the call on to: what the first <Dial> of LaML names, or the first `connect` of SWML.

/** Where a document dials. It keeps the call to itself where it names nobody. */
export interface Dialled {
  /** Numbers, SIP addresses and client names; several ring at once. */
  readonly to: readonly string[];
  /** What the other side sees in place of the caller. */
  readonly from: string | undefined;
}

const NOBODY: Dialled = { to: [], from: undefined };

/** What a document dials that {@link checkLaml} takes. */
export function dialledByLaml(text: string): Dialled {
  const verbs = topLevel(text.replace(/<!--[\s\S]*?-->/g, ""));
  const last = verbs.findIndex(({ name }) => LAST.has(name));
  const dial = verbs[last];
  if (dial?.name !== "Dial") return NOBODY;
  const nouns = topLevel(`<_>${dial.content}</_>`);
  const named = nouns.length > 0 ? nouns.filter(({ name }) => NOUNS.has(name)) : [dial];
  const to = named.map(({ content }) => decoded(content).trim()).filter((address) => address !== "");
  const [, from] = /\scallerId\s*=\s*["']([^"']+)["']/.exec(dial.attributes) ?? [];
  return { to, from: from === undefined ? undefined : decoded(from) };
}

/** What a script in JSON dials that {@link checkSwml} takes. One in YAML is not read so far. */
export function dialledBySwml(text: string): Dialled {
  const main = mainOf(text);
  for (const step of main) {
    const [verb, argument] = typeof step === "object" && step !== null ? (Object.entries(step)[0] ?? []) : [step];
    if (verb === "hangup" || verb === "transfer") return NOBODY;
    if (verb !== "connect" || typeof argument !== "object" || argument === null) continue;
    const { to, from, serial, parallel, serial_parallel } = argument as Connect;
    const devices = [{ to }, ...list(serial), ...list(parallel), ...list(serial_parallel).flat()];
    return {
      to: devices.flatMap((device) => (typeof device?.to === "string" ? [device.to] : [])),
      from: typeof from === "string" ? from : undefined,
    };
  }
  return NOBODY;
}

interface Connect {
  readonly to?: unknown;
  readonly from?: unknown;
  readonly serial?: unknown;
  readonly parallel?: unknown;
  readonly serial_parallel?: unknown;
}

/** The verbs after which nothing else of a document is done, the call being elsewhere or over. */
const LAST = new Set(["Dial", "Redirect", "Hangup", "Reject"]);
/** What names somebody; a conference or a queue is a place, and the document's own. */
const NOUNS = new Set(["Number", "Sip", "Client", "Verto"]);

interface Element {
  readonly name: string;
  readonly attributes: string;
  /** Everything between its tags. */
  readonly content: string;
}

/** The elements directly below the root. */
function topLevel(text: string): Element[] {
  const found: Element[] = [];
  let depth = 0;
  let open: { name: string; attributes: string; from: number } | undefined;
  for (const tag of text.matchAll(/<(\/?)([A-Za-z_][\w.-]*)((?:"[^"<]*"|'[^'<]*'|[^<>"'])*?)(\/?)>/g)) {
    const [whole, closing, name = "", attributes = "", empty] = tag;
    if (closing) {
      depth -= 1;
      if (depth === 1 && open) found.push({ ...open, content: text.slice(open.from, tag.index) });
    } else if (empty) {
      if (depth === 1) found.push({ name, attributes, content: "" });
    } else {
      if (depth === 1) open = { name, attributes, from: tag.index + whole.length };
      depth += 1;
    }
  }
  return found;
}

const ENTITIES: { readonly [name: string]: string } = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

function decoded(text: string): string {
  return text.replace(/&(amp|lt|gt|quot|apos);/g, (_, name: string) => ENTITIES[name] ?? "");
}

function mainOf(text: string): readonly unknown[] {
  try {
    return list(JSON.parse(text)?.sections?.main);
  } catch {
    return [];
  }
}

// biome-ignore lint/suspicious/noExplicitAny: a document of somebody else's, looked at member by member.
function list(value: unknown): readonly any[] {
  return Array.isArray(value) ? value : [];
}

// The rule about the callers of a domain application. The rules on media cover its encryption.

import ipaddr from "ipaddr.js";
import { wholeNumber } from "../options.ts";
import { resourceRule } from "../rule.ts";

export const closedIpAuth = resourceRule({
  name: "domain-application-ip-auth",
  demands: "A domain application takes calls from listed addresses only.",
  because: "Anybody who knows the domain can send calls to it otherwise, at the project's cost.",
  remedy: "Set ipAuthEnabled to true, and list the carrier's addresses or its smallest blocks in ipAuth.",
  severity: "high",
  levels: { baseline: "mandatory", strict: "mandatory" },
  options: {
    minimumPrefixV4: wholeNumber(16, "The shortest prefix of an IPv4 block that is not too large.", { strict: 24 }),
    minimumPrefixV6: wholeNumber(32, "The shortest prefix of an IPv6 block that is not too large.", { strict: 48 }),
  },
  covers: ["DomainApplication"],

  *validate(application, { minimumPrefixV4, minimumPrefixV6 }) {
    if (application.get("ipAuthEnabled") !== true) {
      yield "ipAuthEnabled is not true, so calls from any address are taken";
      return;
    }
    const entries = application.get("ipAuth") ?? [];
    if (entries.length === 0) yield "ipAuth is empty";
    const minimum = { 4: minimumPrefixV4, 6: minimumPrefixV6 } as const;
    const allowed: Block[] = [];
    for (const [at, entry] of entries.entries()) {
      const blocks = blocksOf(entry);
      const tooLarge = blocks.find(({ version, prefix }) => prefix < minimum[version]);
      // The provider refuses an entry that is neither an address nor a block: it stands for no block here.
      if (blocks.some(isAny)) yield `ipAuth[${at}] stands for any address`;
      else if (!tooLarge) allowed.push(...blocks);
      else
        yield `ipAuth[${at}] is a block of too many addresses: /${tooLarge.prefix}${tooLarge.form === undefined ? "" : ` of IPv4 in the form ${tooLarge.form}`} (option minimumPrefixV${tooLarge.version})`;
    }
    for (const version of [4, 6] as const) {
      const most = MOST_BLOCKS << BigInt(bitsOf(version) - minimum[version]);
      const half = 1n << BigInt(bitsOf(version) - 1);
      const count = countOf(allowed.filter((block) => block.version === version));
      if (count > (most < half ? most : half))
        yield `ipAuth holds too many IPv${version} addresses together: as many as ${count >> BigInt(bitsOf(version) - minimum[version])} blocks of /${minimum[version]} (option minimumPrefixV${version})`;
    }
  },
});

/** More blocks of the shortest prefix than a few carriers have. */
const MOST_BLOCKS = 256n;

interface Block {
  readonly version: 4 | 6;
  readonly first: bigint;
  readonly prefix: number;
  /** The form in which an IPv6 entry holds these IPv4 addresses. */
  readonly form?: string;
}

const MAPPED = "::ffff:0:0/96";

/** The IPv6 forms of IPv4 addresses: the block of each form, and the bit at which the IPv4 address begins. */
const FORMS = [
  { form: MAPPED, at: 96 },
  { form: "::ffff:0:0:0/96", at: 96 },
  { form: "::/96", at: 96 },
  { form: "64:ff9b::/96", at: 96 },
  { form: "64:ff9b:1::/48", at: 96 },
  { form: "2002::/16", at: 16 },
  // Teredo: the client's address, inverted.
  { form: "2001::/32", at: 96 },
].map(({ form, at }) => ({ form, at, block: parsed(form) }));

/** Returns the block of an entry, and for IPv6 the IPv4 addresses in it. Empty for an entry that is no block. */
function blocksOf(entry: string): Block[] {
  const block = parsed(entry);
  if (block?.version !== 6) return block ? [block] : [];
  const held = FORMS.flatMap(({ form, at, block: around }): Block[] => {
    if (!around || !overlap(block, around)) return [];
    const prefix = Math.min(Math.max(block.prefix - at, 0), 32);
    const bits = (block.first >> BigInt(96 - at)) & 0xffff_ffffn;
    const first = (bits >> BigInt(32 - prefix)) << BigInt(32 - prefix);
    return [{ version: 4, first, prefix, form }];
  });
  return [...held, block];
}

function parsed(entry: string): Block | undefined {
  const text = entry.trim();
  if (!ipaddr.isValid(text.split("/", 1)[0] ?? "")) return undefined;
  if (text.includes("/") && !ipaddr.isValidCIDR(text)) return undefined;
  const [address, prefix] = text.includes("/") ? ipaddr.parseCIDR(text) : [ipaddr.parse(text), undefined];
  const version = address.kind() === "ipv4" ? 4 : 6;
  const bits = bitsOf(version);
  const rest = BigInt(bits - (prefix ?? bits));
  const value = address.toByteArray().reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n);
  return { version, first: (value >> rest) << rest, prefix: prefix ?? bits };
}

function bitsOf(version: 4 | 6): 32 | 128 {
  return version === 4 ? 32 : 128;
}

/** True for the addresses 0.0.0.0 and ::. */
function isAny({ version, first, prefix, form = MAPPED }: Block): boolean {
  return first === 0n && prefix === bitsOf(version) && form === MAPPED;
}

function lastOf({ version, first, prefix }: Block): bigint {
  return first + (1n << BigInt(bitsOf(version) - prefix)) - 1n;
}

function overlap(a: Block, b: Block): boolean {
  return a.first <= lastOf(b) && b.first <= lastOf(a);
}

/** Returns the number of addresses in blocks that may overlap. */
function countOf(blocks: readonly Block[]): bigint {
  let count = 0n;
  let next = 0n;
  for (const block of blocks.toSorted((a, b) => (a.first < b.first ? -1 : 1))) {
    const last = lastOf(block);
    if (last < next) continue;
    count += last - (block.first > next ? block.first : next) + 1n;
    next = last + 1n;
  }
  return count;
}

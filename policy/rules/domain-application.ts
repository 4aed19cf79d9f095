// The rule about the callers of a domain application. The rules on media cover its encryption.

import ipaddr from "ipaddr.js";
import { isAssigned } from "../address.ts";
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
    const blocks = { 4: 0, 6: 0 };
    for (const [at, entry] of entries.entries()) {
      const block = blockOf(entry);
      // The provider refuses an entry that is neither an address nor a block.
      if (!block) continue;
      const { version, prefix } = block;
      if (!block.isOnInternet) yield `ipAuth[${at}] stands for any address, or for none on the internet`;
      else if (prefix >= minimum[version]) blocks[version] += 2 ** (minimum[version] - prefix);
      else yield `ipAuth[${at}] is a block of too many addresses: /${prefix} (option minimumPrefixV${version})`;
    }
    for (const version of [4, 6] as const)
      if (blocks[version] > MOST_BLOCKS)
        yield `ipAuth holds too many IPv${version} addresses together: as many as ${Math.ceil(blocks[version])} blocks of /${minimum[version]} (option minimumPrefixV${version})`;
  },
});

/** More blocks of the shortest prefix than a few carriers have. */
const MOST_BLOCKS = 256;

interface Block {
  readonly version: 4 | 6;
  readonly prefix: number;
  /** False for 0.0.0.0, and for IPv6 blocks that may hold IPv4 addresses in another form. */
  readonly isOnInternet: boolean;
}

function blockOf(entry: string): Block | undefined {
  const text = entry.trim();
  if (!(text.includes("/") ? ipaddr.isValidCIDR(text) : ipaddr.isValid(text))) return undefined;
  const [address, prefix] = ipaddr.parseCIDR(text.includes("/") ? text : `${text}/${text.includes(":") ? 128 : 32}`);
  // An IPv4 address in the usual form of IPv6 becomes one of IPv4.
  const plain = ipaddr.process(address.toString());
  const isOnInternet = isAssigned(plain) && plain.range() !== "unspecified" && plain.range() !== "teredo";
  if (plain.kind() === "ipv6") return { version: 6, prefix, isOnInternet };
  return { version: 4, prefix: address.kind() === "ipv4" ? prefix : Math.max(prefix - 96, 0), isOnInternet };
}

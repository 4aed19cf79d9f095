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
    for (const [at, entry] of entries.entries()) {
      const block = blockOf(entry);
      if (block === undefined) yield `ipAuth[${at}] is neither an address nor a block`;
      else if (block.isAny) yield `ipAuth[${at}] stands for any address`;
      else if (block.prefix < (block.version === 4 ? minimumPrefixV4 : minimumPrefixV6))
        yield `ipAuth[${at}] is a block of too many addresses: /${block.prefix} (option minimumPrefixV${block.version})`;
    }
  },
});

interface Block {
  readonly version: 4 | 6;
  readonly prefix: number;
  readonly isAny: boolean;
}

function blockOf(entry: string): Block | undefined {
  if (!entry.includes("/")) {
    if (!ipaddr.isValid(entry)) return undefined;
    const address = ipaddr.process(entry);
    const isAny = /^[0.:]+$/.test(address.toString());
    return address.kind() === "ipv4" ? { version: 4, prefix: 32, isAny } : { version: 6, prefix: 128, isAny };
  }
  if (!ipaddr.isValidCIDR(entry)) return undefined;
  const [address, prefix] = ipaddr.parseCIDR(entry);
  if (address.kind() === "ipv4") return { version: 4, prefix, isAny: false };
  // `::ffff:0:0/96` is every IPv4 address.
  const isOfV4 = prefix >= 96 && ["ipv4Mapped", "rfc6145", "rfc6052"].includes(address.range());
  return isOfV4 ? { version: 4, prefix: prefix - 96, isAny: false } : { version: 6, prefix, isAny: false };
}

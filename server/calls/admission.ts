// Whether a domain application or a SIP address takes a call from outside: the user part of the address, and the caller's IP
// address (gaps `domain-user`, `domain-ip-auth`).

import { BlockList, isIPv6 } from "node:net";
import { domainApplication, sipAddress } from "../../contract/index.ts";
import { type Target, usernameIn } from "./targets.ts";
import type { Tracer } from "./tracer.ts";

/** Returns false for a refused call, and records why. Only domain applications and SIP addresses refuse calls. */
export function admits(tracer: Tracer, target: Target, to: string, sourceIp?: string): boolean {
  if (target.resource !== domainApplication && target.resource !== sipAddress) return true;
  const { user, ip_auth_enabled: isRestricted, ip_auth: allowed } = target.object;
  const called = usernameIn(to);
  // The user of a SIP address is not the one of its URI.
  if (target.resource === domainApplication && user !== "*" && called !== user) {
    tracer.note("user_unmatched", { called, user: String(user) }, { field: "user" });
    return false;
  }
  if (isRestricted !== true) {
    tracer.note("address_unchecked", {}, { field: "ip_auth_enabled" });
    return true;
  }
  if (sourceIp === undefined) {
    tracer.note("source_unnamed", {}, { field: "ip_auth" });
    return false;
  }
  const isAllowed = isListed(sourceIp, allowed as readonly string[]);
  tracer.note(isAllowed ? "source_allowed" : "source_refused", { address: sourceIp }, { field: "ip_auth" });
  return isAllowed;
}

/** True for an address that one of the entries names, or whose block has it. */
export function isListed(address: string, entries: readonly string[]): boolean {
  const list = new BlockList();
  for (const entry of entries) {
    const [network = "", length] = entry.split("/");
    if (length === undefined) list.addAddress(network, familyOf(network));
    else list.addSubnet(network, Number(length), familyOf(network));
  }
  return list.check(address, familyOf(address));
}

function familyOf(address: string): "ipv4" | "ipv6" {
  return isIPv6(address) ? "ipv6" : "ipv4";
}

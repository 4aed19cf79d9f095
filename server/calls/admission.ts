// Whether a domain application takes a call from outside: the user part of the address, and the caller's IP address (gaps
// `domain-user`, `domain-ip-auth`).

import { BlockList, isIPv6 } from "node:net";
import { domainApplication } from "../../contract/index.ts";
import { type Target, usernameIn } from "./targets.ts";
import type { Tracer } from "./tracer.ts";

/** Returns false for a refused call, and records why. Only domain applications refuse calls. */
export function admits(tracer: Tracer, target: Target, to: string, sourceIp?: string): boolean {
  if (target.resource !== domainApplication) return true;
  const { user, ip_auth_enabled: isRestricted, ip_auth: allowed } = target.object;
  const called = usernameIn(to);
  if (user !== "*" && called !== user) {
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

function isListed(address: string, entries: readonly string[]): boolean {
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

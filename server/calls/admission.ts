// Whether a domain application or a SIP address takes a call from outside: the user part of the address, and the caller's IP
// address (gaps `domain-user`, `domain-ip-auth`).

import { BlockList, isIPv6 } from "node:net";
import { domainApplication, sipAddress } from "../../contract/index.ts";
import { hiddenAs, isHidden } from "./document.ts";
import { type Target, usernameIn } from "./targets.ts";
import type { TrafficOutcome } from "./trace.ts";
import type { Tracer } from "./tracer.ts";

/**
 * Returns the outcome of a call that is refused, or that depends on addresses which are not known, and records why. Returns undefined
 * for any other call. Only domain applications and SIP addresses refuse calls.
 */
export function refusal(tracer: Tracer, target: Target, to: string, sourceIp?: string): TrafficOutcome | undefined {
  if (target.resource !== domainApplication && target.resource !== sipAddress) return undefined;
  const { user, ip_auth_enabled: isRestricted, ip_auth: allowed } = target.object;
  const called = usernameIn(to);
  // The user of a SIP address is not the one of its URI.
  if (target.resource === domainApplication && user !== "*" && called !== user) {
    tracer.note("user_unmatched", { called, user: String(user) }, { field: "user" });
    return "unanswered";
  }
  if (isRestricted !== true) {
    tracer.note("address_unchecked", {}, { field: "ip_auth_enabled" });
    return undefined;
  }
  if (isHidden(allowed)) {
    tracer.note("value_hidden", { part: "ip_auth", what: hiddenAs(allowed) });
    return "handed-over";
  }
  if (sourceIp === undefined) {
    tracer.note("source_unnamed", {}, { field: "ip_auth" });
    return "unanswered";
  }
  const isAllowed = isListed(sourceIp, allowed as readonly string[]);
  tracer.note(isAllowed ? "source_allowed" : "source_refused", { address: sourceIp }, { field: "ip_auth" });
  return isAllowed ? undefined : "unanswered";
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

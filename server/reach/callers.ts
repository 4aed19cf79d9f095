// The callers of a project: of its numbers, for calls and for messages, of its domain applications and of its SIP addresses.

import { isIPv6 } from "node:net";
import { type Body, domainApplication, isGiven, phoneNumber, withHandlersInForce } from "../../contract/index.ts";
import { applicationHost } from "../api/domain-application.ts";
import { isListed } from "../calls/admission.ts";
import { isHidden } from "../calls/document.ts";
import type { Switchboard } from "../calls/switchboard.ts";
import { addressesIn } from "../calls/targets.ts";
import type { Party } from "../calls/trace.ts";
import type { Project } from "../store/store.ts";
import type { Explorer } from "./explorer.ts";
import type { Path } from "./paths.ts";

/** A caller, with each path that a call or message may take. */
export interface ExploredCaller {
  readonly kind: "call" | "message";
  /** A number in E.164, or the SIP address of a domain application or of a SIP address. */
  readonly to: string;
  /** The called object: its kind and its name. */
  readonly party: Party;
  /** The address that a call to a domain application comes from. */
  readonly sourceIp?: string;
  /** True for a number that no program and no person has named. */
  readonly isUnnamed?: true;
  /** One list for all callers with equal paths. */
  readonly paths: readonly Path[];
  /** False when there are more paths than were tried. */
  readonly isComplete: boolean;
}

/** An address that no list of a domain application should have: reserved for documentation. */
const STRANGE_ADDRESS = "192.0.2.1";

/** A caller whose paths were not tried yet. */
export interface Caller extends Pick<ExploredCaller, "kind" | "to" | "party" | "sourceIp" | "isUnnamed"> {
  /** Equal for callers whose calls take the same paths. */
  readonly alike: string;
}

/** Returns the callers of a project, in the order of their addresses. */
export function callersOf(parts: Switchboard, explorer: Explorer, project: Project): Caller[] {
  const all = [
    ...numbersOf(parts, project),
    ...applicationsOf(parts, explorer, project),
    ...addressesIn(parts, project).flatMap(({ id, party, object }) => {
      return withSources(explorer, id, object, { kind: "call", to: String(object.uri), party });
    }),
  ];
  return all.sort((a, b) => compareText(a.to, b.to));
}

function numbersOf({ store }: Switchboard, project: Project): Caller[] {
  const calledFor = (kind: ExploredCaller["kind"], document: Body): Caller => {
    const isDeciding = (field: string) => field.startsWith(`${kind}_`) || field === "capabilities";
    const settings = Object.entries(document).filter(([field]) => isDeciding(field));
    const to = String(document.number);
    const alike = JSON.stringify([project.id, kind, settings]);
    const isUnnamed = typeof document.name !== "string" && { isUnnamed: true as const };
    return { kind, to, party: { what: phoneNumber.title, name: to }, alike, ...isUnnamed };
  };
  const numbers = store.collection(phoneNumber).all(project.id);
  return numbers.flatMap(({ document }) => {
    // With an address, the unset handler takes messages too.
    const { message_handler } = withHandlersInForce(phoneNumber, { message_handler: null, ...document });
    return [calledFor("call", document), ...(isGiven(message_handler) ? [calledFor("message", document)] : [])];
  });
}

function applicationsOf({ store }: Switchboard, explorer: Explorer, project: Project): Caller[] {
  const applications = store.collection(domainApplication).all(project.id);
  return applications.flatMap(({ id, document }) => {
    // No call is addressed to a user with an invalid name, which the service refuses.
    if (document.user !== undefined && !domainApplication.fields.user.type.schema.safeParse(document.user).success)
      return [];
    const user = document.user === undefined || document.user === "*" ? "anyone" : String(document.user);
    const to = `sip:${user}@${applicationHost(document)}`;
    const party = { what: domainApplication.title, name: String(document[domainApplication.label]) };
    return withSources(explorer, id, document, { kind: "call", to, party });
  });
}

/** Returns a caller from each address that decides whether the call is taken. */
function withSources(
  explorer: Explorer,
  id: string,
  { ip_auth, ip_auth_enabled: isChecked }: Body,
  caller: Omit<Caller, "alike" | "sourceIp">,
): Caller[] {
  if (isChecked !== true || isHidden(ip_auth)) return [{ ...caller, alike: id }];
  const listed = Array.isArray(ip_auth) ? ip_auth.map(String) : [];
  const { addresses } = explorer.memoryOf(id);
  for (const address of listed.flatMap(endsOfBlock)) addresses.add(address);
  return [...addresses, STRANGE_ADDRESS].map((sourceIp) => ({
    ...{ ...caller, sourceIp },
    alike: isListed(sourceIp, listed) ? `${id} listed` : `${id} ${sourceIp}`,
  }));
}

/** Returns the first and the last address of a block, or the address itself. */
function endsOfBlock(entry: string): string[] {
  const [first = "", length] = entry.split("/");
  if (length === undefined || isIPv6(first)) return [first];
  const free = 2 ** (32 - Number(length));
  const start = Math.floor(first.split(".").reduce((sum, part) => sum * 256 + Number(part), 0) / free) * free;
  return [start, start + free - 1].map((address) =>
    [24, 16, 8, 0].map((bits) => Math.floor(address / 2 ** bits) % 256).join("."),
  );
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

// Demands that a call which is passed on does not come back to where it was. What is followed: the endpoint that a number rings,
// and the numbers and SIP addresses of this stack that stand in the URLs of a call handler.

import { resourceNames } from "../../../contract/index.ts";
import { stackRule } from "../../rule.ts";
import type { Kind, Member, Stack } from "../../subject.ts";
import { handlers } from "../handler/arguments.ts";
import { webhooks } from "../webhook/arguments.ts";

export const noCallLoops = stackRule({
  name: "stack-call-loops",
  demands: "Calls do not go round between numbers and endpoints.",
  because: "A call that is handed round is charged at every turn and never answered.",
  remedy: "Let one of them hand the call to somebody outside the circle.",
  severity: "high",
  levels: { baseline: "mandatory", strict: "mandatory" },
  options: {},
  covers: "stack",

  *judge(stack) {
    const members = new Map(membersOf(stack).map((member) => [member.urn, member]));
    const addresses = addressesOf(members.values());
    const next = new Map<string, readonly string[]>();
    for (const [urn, member] of members) {
      const targets = targetsOf(member, addresses);
      if (targets.length > 0) next.set(urn, targets);
    }
    const reported = new Set<string>();
    for (const urn of next.keys()) {
      if (reported.has(urn)) continue;
      const circle = circleFrom(urn, next);
      if (circle === undefined || circle.some((each) => reported.has(each))) continue;
      for (const each of circle) reported.add(each);
      const names = [...circle, urn].map((each) => members.get(each)?.name);
      yield { message: `calls go round: ${names.join(" → ")}`, urn };
    }
  },
});

function membersOf(stack: Stack): Member[] {
  return [...stack.all("PhoneNumber"), ...stack.all("SipEndpoint")] as unknown as Member[];
}

/** Where a member passes its calls on to, within the stack. */
function targetsOf(member: Member, addresses: Addresses): string[] {
  const targets: string[] = [];
  const given = ways[member.kind].names.filter((name) => member.isGiven(name));
  if (given.length === 0) return targets;
  // An unknown handler may pass on by any of them.
  const handler = member.knownText("callHandler");
  const taken = handler === undefined ? [] : ways[member.kind].ofHandler.get(handler);
  for (const name of taken ?? []) {
    if (!given.includes(name)) continue;
    targets.push(...originsOf(member, name));
    if (name !== RINGS) targets.push(...namedIn(member.knownText(name) ?? "", addresses));
  }
  return targets;
}

/** The argument that names an endpoint; the others are URLs. */
const RINGS = "callSipEndpointId";

interface Ways {
  /** The arguments by which some call handler passes calls on. */
  readonly names: readonly string[];
  readonly ofHandler: ReadonlyMap<string, readonly string[]>;
}

const ways = Object.fromEntries(resourceNames.map((kind) => [kind, waysOf(kind)])) as { readonly [kind in Kind]: Ways };

function waysOf(kind: Kind): Ways {
  const calls = handlers[kind].find((each) => each.chooser === "callHandler");
  const urls = webhooks[kind].map((webhook) => webhook.url).filter((name) => name !== "callStatusCallbackUrl");
  const names = calls?.read.filter((name) => name === RINGS || urls.includes(name)) ?? [];
  const ofHandler = [...(calls?.ignored ?? [])].map(
    ([handler, ignored]) => [handler, names.filter((name) => !ignored.includes(name))] as const,
  );
  return { names, ofHandler: new Map(ofHandler) };
}

/** The members whose outputs an argument is made of; known even while the value is not. */
function originsOf(member: Member, name: string): string[] {
  return [...member.originsOf(name, "PhoneNumber"), ...member.originsOf(name, "SipEndpoint")];
}

/** What a URL may name a member by: the digits of a number, the user of a SIP address. */
type Addresses = ReadonlyMap<string, string>;

function addressesOf(members: Iterable<Member>): Addresses {
  const addresses = new Map<string, string>();
  for (const member of members) {
    const [number, username] = [member.peek("number"), member.peek("username")];
    if (typeof number === "string") addresses.set(number.replace(/^\+/, ""), member.urn);
    if (typeof username === "string") addresses.set(`${username}@`, member.urn);
  }
  return addresses;
}

function namedIn(url: string, addresses: Addresses): string[] {
  const text = decoded(url);
  const numbers = text.match(/\d{7,}/g) ?? [];
  const users = text.includes("@")
    ? text.split(/[\s/?#&=:;,]/).map((part) => part.slice(0, part.indexOf("@") + 1))
    : [];
  return [...numbers, ...users].flatMap((address) => addresses.get(address) ?? []);
}

function decoded(url: string): string {
  if (!url.includes("%")) return url;
  try {
    return decodeURIComponent(url);
  } catch {
    return url;
  }
}

/** The shortest way from a member back to itself, without the return. */
function circleFrom(start: string, next: ReadonlyMap<string, readonly string[]>): string[] | undefined {
  const paths: string[][] = [[start]];
  const seen = new Set<string>();
  for (const path of paths) {
    for (const target of next.get(path.at(-1) ?? start) ?? []) {
      if (target === start) return path;
      if (seen.has(target)) continue;
      seen.add(target);
      paths.push([...path, target]);
    }
  }
  return undefined;
}

// Demands that a call which is passed on does not come back to where it was. What is followed: the endpoint that a number rings,
// and the numbers and SIP addresses of this stack that stand in the URLs of a call handler.

import { stackRule } from "../../rule.ts";
import type { Member, Stack } from "../../subject.ts";
import { handlersFor } from "../handler/arguments.ts";
import { webhooksFor } from "../webhook/arguments.ts";

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
    const addresses = addressesOf([...members.values()]);
    const next = new Map([...members].map(([urn, member]) => [urn, targetsOf(member, addresses)]));
    const reported = new Set<string>();
    for (const [urn, member] of members) {
      if (reported.has(urn)) continue;
      const circle = circleFrom(urn, next);
      if (circle === undefined || circle.some((each) => reported.has(each))) continue;
      for (const each of circle) reported.add(each);
      const names = [...circle, urn].map((each) => members.get(each)?.name);
      yield { message: `calls go round: ${names.join(" → ")}`, urn: member.urn };
    }
  },
});

function membersOf(stack: Stack): Member[] {
  return [...stack.all("PhoneNumber"), ...stack.all("SipEndpoint")] as unknown as Member[];
}

/** Where a member passes its calls on to, within the stack. */
function targetsOf(member: Member, addresses: Addresses): string[] {
  const handler = String(member.peek("callHandler"));
  const calls = handlersFor(member).find((each) => each.chooser === "callHandler");
  const ignored = calls?.ignored.get(handler);
  if (!calls || !ignored) return [];
  const read = calls.read.filter((name) => member.isGiven(name) && !ignored.includes(name));
  const urls = webhooksFor(member).map((webhook) => webhook.url);
  return read.flatMap((name) => {
    if (name === "callSipEndpointId") return originsOf(member, name);
    if (!urls.includes(name) || name === "callStatusCallbackUrl") return [];
    return [...originsOf(member, name), ...namedIn(member, name, addresses)];
  });
}

/** The members whose outputs an argument is made of; known even while the value is not. */
function originsOf(member: Member, name: string): string[] {
  return [...member.originsOf(name, "PhoneNumber"), ...member.originsOf(name, "SipEndpoint")];
}

/** What a URL may name a member by: the digits of a number, the user of a SIP address. */
type Addresses = ReadonlyMap<string, string>;

function addressesOf(members: readonly Member[]): Addresses {
  const addresses = new Map<string, string>();
  for (const member of members) {
    const [number, username] = [member.peek("number"), member.peek("username")];
    if (typeof number === "string") addresses.set(number.replace(/^\+/, ""), member.urn);
    if (typeof username === "string") addresses.set(`${username}@`, member.urn);
  }
  return addresses;
}

function namedIn(member: Member, name: string, addresses: Addresses): string[] {
  const [known] = member.texts([name]);
  if (!known) return [];
  const named = decoded(known[1]).match(/\d{7,}|[^\s/?#&=:;,@]+@/g) ?? [];
  return named.flatMap((address) => addresses.get(address) ?? []);
}

function decoded(url: string): string {
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
